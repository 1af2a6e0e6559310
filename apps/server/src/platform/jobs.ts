/** How the work goes that a process does in rounds: what fails, and since when. */
export class Jobs {
  readonly #failingSince = new Map<string, Date | null>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** A round of this work ended. */
  note(name: string, isDone: boolean): void {
    this.#failingSince.set(name, isDone ? null : (this.#failingSince.get(name) ?? this.#now()));
  }

  /** Each work of which a round has ended, and since when its rounds fail; null for one that succeeds. */
  get states(): readonly { name: string; failingSince: Date | null }[] {
    return [...this.#failingSince].map(([name, failingSince]) => ({ name, failingSince }));
  }
}
