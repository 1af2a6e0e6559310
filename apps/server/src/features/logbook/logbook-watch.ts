import type { Services } from "../../platform/context.ts";
import { platformPeople } from "../../platform/live.ts";
import { Rounds, type Working } from "../../platform/rounds.ts";
import { peopleWhoMay } from "../spaces/index.ts";
import { takeUntold } from "./logbook.queries.ts";

/** How often lines are looked for where the database does not say that it wrote one. */
const LOOK_MS = 1000;
/** Requests that come together are one look. */
const SOON_MS = 50;

/** Tells screens of the logbook that lines came. What a killed process took and did not tell is read at the next line. */
export class LogbookWatch implements Working {
  readonly #services: Services;
  readonly #rounds: Rounds;

  constructor(services: Services) {
    this.#services = services;
    this.#rounds = new Rounds(() => this.round(), {
      everyMs: LOOK_MS,
      log: services.log,
      failure: "screens could not be told of lines in the logbook",
      job: { name: "logbook", jobs: services.jobs },
      told: { news: services.news, topic: "logbook", afterMs: SOON_MS },
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /** Something was done that may have written a line: it is looked for at once. */
  wake(): void {
    this.#rounds.wake(SOON_MS);
  }

  async round(): Promise<void> {
    const { db, clock, live } = this.#services;
    for (const buildingId of await takeUntold(db)) {
      const place = { buildingId, apartmentId: null };
      live.tellPeople(await peopleWhoMay(db, "logbook.read", place, clock.now()), "logbook:changed", {
        buildingId,
      });
      live.tell(platformPeople, "logbook:changed", { buildingId });
    }
  }
}
