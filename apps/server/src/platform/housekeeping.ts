import { forgetOldAttempts } from "./attempts.queries.ts";
import type { Services } from "./context.ts";
import { sweepPictures } from "./picture-sweep.ts";
import { InRounds } from "./rounds.ts";

const EVERY_MS = 10 * 60_000;
/** Walking through all pictures takes a while where there are many. */
const SWEEP_EVERY_MS = 3_600_000;

/** What a room lets go once it was kept long enough. */
export type Tidying = (services: Services) => Promise<void>;

/** Tidies what nobody asks for any more. Any number of processes may do it: each deletes only what is over. */
export class Housekeeping extends InRounds {
  readonly #services: Services;
  readonly #ofRooms: readonly Tidying[];
  #sweepAt = 0;

  /** @param ofRooms what each room lets go, before pictures are swept that nothing points at any more */
  constructor(services: Services, ofRooms: readonly Tidying[]) {
    super(services, {
      everyMs: EVERY_MS,
      firstAfterMs: EVERY_MS,
      failure: "housekeeping failed",
      job: "housekeeping",
    });
    this.#services = services;
    this.#ofRooms = ofRooms;
  }

  protected round(): Promise<void> {
    return this.tidy();
  }

  async tidy(): Promise<void> {
    const { db, clock, log } = this.#services;
    await forgetOldAttempts(db, clock.now());
    for (const tidyRoom of this.#ofRooms) {
      await tidyRoom(this.#services);
    }
    if (clock.now().getTime() >= this.#sweepAt) {
      this.#sweepAt = clock.now().getTime() + SWEEP_EVERY_MS;
      const swept = await sweepPictures(this.#services);
      if (swept.rows + swept.strays > 0) {
        log.info(swept, "swept pictures that nothing points at");
      }
    }
  }
}
