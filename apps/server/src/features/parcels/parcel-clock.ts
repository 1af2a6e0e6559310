import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import { markReminded } from "./parcel-clock.queries.ts";
import { writeParcelNews } from "./parcel-news.ts";

/** Nobody minds a reminder of days that comes minutes later. */
const LOOK_MS = 5 * 60_000;
const AT_ONCE = 200;

/** Reminds homes of what waits. That it was told is in the rows, with the messages: any process may do it, once. */
export class ParcelClock extends InRounds {
  readonly #services: Services;

  constructor(services: Services) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "homes could not be reminded of what waits at the lobby",
      job: "parcels",
    });
    this.#services = services;
  }

  protected round(): Promise<void> {
    return this.remindDue();
  }

  /** Reminds the homes that are due now: one message for a home, however much waits for it. */
  async remindDue(): Promise<void> {
    const { db, clock } = this.#services;
    let marked: number;
    do {
      marked = await db.transaction().execute(async (trx) => {
        const due = await markReminded(trx, clock.now(), AT_ONCE);
        if (due.length > 0) {
          await writeParcelNews(this.#services, trx, "reminder", due);
        }
        return due.length;
      });
      if (marked > 0) {
        this.#services.wakeOutbox();
      }
    } while (marked === AT_ONCE);
  }
}
