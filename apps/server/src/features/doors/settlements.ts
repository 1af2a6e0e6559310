import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/** A database that is away for a moment is asked again, this often and with this much between. */
const TRIES = 5;
const PAUSE_MS = 400;

/** Work that follows an answer which was given already: each is waited for by the next of the same kind, and by a server that stops. */
export class Settlements {
  readonly #underWay = new Map<string, Promise<void>>();

  /**
   * The answer leaves first: the work begins a turn of the event loop later.
   * @param key whose next work waits for this one
   * @param failed hears of what could not be done at all
   */
  begin(key: string, work: () => Promise<unknown>, failed: (error: unknown) => void): void {
    const done = (this.#underWay.get(key) ?? Promise.resolve())
      .then(() => nextTurn())
      .then(() => tryAgain(work))
      .catch(failed)
      .finally(() => {
        if (this.#underWay.get(key) === done) {
          this.#underWay.delete(key);
        }
      });
    this.#underWay.set(key, done);
  }

  /** Resolves when nothing of this key is under way. */
  of(key: string): Promise<void> {
    return this.#underWay.get(key) ?? Promise.resolve();
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}

async function tryAgain(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === TRIES) {
        throw error;
      }
      await pause(PAUSE_MS);
    }
  }
}
