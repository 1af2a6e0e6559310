/** Work that is done one after the other for each key, and side by side for different ones. */
export class Lanes {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does this once all that came before it under this key is over, however it ended. */
  async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const done = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, done);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === done) {
        this.#last.delete(key);
      }
    }
  }
}
