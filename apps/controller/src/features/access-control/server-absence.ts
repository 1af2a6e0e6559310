/** For how long the server has been away, in time with power: what passed between two processes is not counted. */
export class ServerAbsence {
  /** Absent for `#beforeMs` at `#sinceMs` of the monotonic clock. */
  #beforeMs: number;
  #sinceMs: number;

  /** @param keptMs what the process before this one had counted */
  constructor(keptMs: number, monotonicMs: number) {
    this.#beforeMs = keptMs;
    this.#sinceMs = monotonicMs;
  }

  hear(monotonicMs: number): void {
    this.#beforeMs = 0;
    this.#sinceMs = monotonicMs;
  }

  at(monotonicMs: number): number {
    return this.#beforeMs + Math.max(0, monotonicMs - this.#sinceMs);
  }
}
