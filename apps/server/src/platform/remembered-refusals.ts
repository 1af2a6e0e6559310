/** How long a refusal is repeated before the database is asked again. */
const REMEMBERED_MS = 1000;
/** Refusals that are over are forgotten when there are so many. */
const LOOK_AT = 10_000;

/**
 * What was refused a moment ago, in this process's memory: somebody who goes on costs the database nothing. It only
 * ever refuses, for a second at most; the database goes on to be who decides.
 */
export class RememberedRefusals {
  readonly #known = new Map<string, { from: number; until: number; end: number }>();

  /** @param end the refusal does not hold beyond it */
  remember(subject: string, now: Date, end = Number.POSITIVE_INFINITY): void {
    const from = now.getTime();
    if (this.#known.size >= LOOK_AT) {
      for (const [known, { until }] of this.#known) {
        if (until <= from) {
          this.#known.delete(known);
        }
      }
    }
    this.#known.set(subject, { from, until: Math.min(end, from + REMEMBERED_MS), end });
  }

  /** A clock that was put back makes nothing of it last longer. */
  isRefused(subject: string, now: Date): boolean {
    return this.endOf(subject, now) !== undefined;
  }

  /** What was said to be the end of a refusal that is remembered; undefined for none. */
  endOf(subject: string, now: Date): number | undefined {
    const known = this.#known.get(subject);
    return known !== undefined && known.from <= now.getTime() && now.getTime() < known.until
      ? known.end
      : undefined;
  }

  /** Something was taken back: the database may decide otherwise. */
  forget(subject: string): void {
    this.#known.delete(subject);
  }
}
