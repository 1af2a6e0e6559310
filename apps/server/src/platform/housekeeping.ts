import { forgetOldAttempts } from "./attempts.queries.ts";
import type { Services } from "./context.ts";
import { sweepPictures } from "./picture-sweep.ts";
import { InRounds } from "./rounds.ts";

const EVERY_MS = 10 * 60_000;
/** Walking through all pictures takes a while where there are many. */
const SWEEP_EVERY_MS = 3_600_000;
/** What is logged of whatever could not be let go. */
const FAILURE = "housekeeping failed";

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
      failure: FAILURE,
      job: "housekeeping",
    });
    this.#services = services;
    this.#ofRooms = ofRooms;
  }

  protected round(): Promise<void> {
    return this.tidy();
  }

  /** What one room cannot let go keeps nothing of the others longer than its time. @throws what failed first */
  async tidy(): Promise<void> {
    const { log } = this.#services;
    let failed: { error: unknown } | undefined;
    for (const tidyOne of [forgetAttempts, ...this.#ofRooms, () => this.#sweep()]) {
      if (this.rounds.isStopped) {
        break;
      }
      try {
        await tidyOne(this.#services);
      } catch (error) {
        if (failed) {
          log.error({ err: error }, FAILURE);
        }
        failed ??= { error };
      }
    }
    if (failed) {
      throw failed.error;
    }
  }

  async #sweep(): Promise<void> {
    const { clock, log } = this.#services;
    if (clock.now().getTime() < this.#sweepAt) {
      return;
    }
    this.#sweepAt = clock.now().getTime() + SWEEP_EVERY_MS;
    const swept = await sweepPictures(this.#services, () => this.rounds.isStopped);
    if (swept.rows + swept.strays > 0) {
      log.info(swept, "swept pictures that nothing points at");
    }
  }
}

const forgetAttempts: Tidying = ({ db, clock }) => forgetOldAttempts(db, clock.now());
