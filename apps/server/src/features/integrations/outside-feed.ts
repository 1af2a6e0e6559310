import { OUTSIDE_EVENTS_DAYS } from "@umbral/contract/integrations/outside-events.contract";
import type { Services } from "../../platform/context.ts";
import { programs } from "../../platform/live.ts";
import { Rounds, type Working } from "../../platform/rounds.ts";
import { insertDeliveriesOf } from "./deliveries.queries.ts";
import { asOutsideEvent } from "./outside-event.ts";
import {
  findEventsById,
  forgetOutsideEvents,
  numberUntold,
  takeTellingLock,
} from "./outside-events.queries.ts";

/** How often events are looked for where the database does not say that there are any. */
const LOOK_MS = 1000;
const FAILED_WAIT_MS = 3000;
const AT_ONCE = 200;

/**
 * Tells programs what happened: the database wrote it down in the transaction in which it happened. It is numbered first
 * and told after the commit; whoever missed it reads on from the last number that they know.
 */
export class OutsideFeed implements Working {
  readonly #services: Services;
  readonly #onTold: () => void;
  readonly #rounds: Rounds;

  /** @param onTold something is to leave for webhooks */
  constructor(services: Services, onTold: () => void) {
    this.#services = services;
    this.#onTold = onTold;
    this.#rounds = new Rounds(() => this.tell(), {
      everyMs: LOOK_MS,
      afterFailureMs: FAILED_WAIT_MS,
      log: services.log,
      failure: "events could not be told outside",
      job: { name: "outside-events", jobs: services.jobs },
      told: { news: services.news, topic: "outside" },
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /** Something may have happened: it is told now rather than at the next look. */
  wake(): void {
    this.#rounds.wake();
  }

  /** One round. @returns milliseconds until the next */
  async tell(): Promise<number> {
    const { db, clock, live } = this.#services;
    const ids = await db.transaction().execute(async (trx) => {
      await takeTellingLock(trx);
      const numbered = await numberUntold(trx, AT_ONCE);
      if (numbered.length > 0) {
        await insertDeliveriesOf(trx, numbered, clock.now());
      }
      return numbered;
    });
    if (ids.length > 0) {
      this.#onTold();
    }
    for (const row of ids.length === 0 ? [] : await findEventsById(db, ids)) {
      live.tell(programs(row.buildingId, "events:read"), "outside_event", asOutsideEvent(row));
    }
    return ids.length === AT_ONCE ? 0 : this.#rounds.restMs;
  }
}

/** Events are kept as long as programs may want to read on. */
export async function tidyOutsideEvents({ db, clock }: Services): Promise<void> {
  await forgetOutsideEvents(db, new Date(clock.now().getTime() - OUTSIDE_EVENTS_DAYS * 24 * 3_600_000));
}
