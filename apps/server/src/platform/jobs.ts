/** How a work goes: since when its rounds fail, and since when one is under way; null for what does not. */
export interface JobState {
  name: string;
  failingSince: Date | null;
  underWaySince: Date | null;
}

/** How the work goes that a process does in rounds: what fails, what takes long, and since when. */
export class Jobs {
  readonly #states = new Map<string, JobState>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** A round of this work began. */
  begin(name: string): void {
    const failingSince = this.#states.get(name)?.failingSince ?? null;
    this.#states.set(name, { name, failingSince, underWaySince: this.#now() });
  }

  /** A round of this work ended. */
  note(name: string, isDone: boolean): void {
    const failingSince = isDone ? null : (this.#states.get(name)?.failingSince ?? this.#now());
    this.#states.set(name, { name, failingSince, underWaySince: null });
  }

  /** Each work of which a round has begun. */
  get states(): readonly JobState[] {
    return [...this.#states.values()];
  }
}
