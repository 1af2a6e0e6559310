/** Who looks at one camera, and until when. */
export class Leases {
  readonly #until = new Map<string, number>();

  /** @returns whether this one did not look before */
  hold(watcher: string, until: number): boolean {
    const isNew = !this.#until.has(watcher);
    this.#until.set(watcher, until);
    return isNew;
  }

  release(watcher: string): void {
    this.#until.delete(watcher);
  }

  /** Forgets those that ran out. @returns when the next one does, or undefined when nobody looks */
  sweep(now: number): number | undefined {
    let next: number | undefined;
    for (const [watcher, until] of this.#until) {
      if (until <= now) {
        this.#until.delete(watcher);
      } else {
        next = Math.min(next ?? until, until);
      }
    }
    return next;
  }

  get isHeld(): boolean {
    return this.#until.size > 0;
  }
}
