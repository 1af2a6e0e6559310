/** Numbers of one kind of deed: how often, and how long it took in milliseconds. */
export interface KindReport {
  done: number;
  refused: number;
  failed: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

export interface CityReport {
  kinds: Record<string, KindReport>;
  /** Why it was refused or failed, with how often. */
  refusals: Record<string, number>;
  failures: Record<string, number>;
}

interface Kept {
  took: number[];
  refused: number;
  failed: number;
}

/** How something ended that somebody did. A refusal is a limit that the product says it has; whatever else went wrong has failed. */
export type Outcome = { is: "done"; ms: number } | { is: "refused" | "failed"; why: string };

/** What was done, refused and failed, by kind. */
export class Tally {
  readonly #kinds = new Map<string, Kept>();
  readonly #refusals = new Map<string, number>();
  readonly #failures = new Map<string, number>();

  note(kind: string, outcome: Outcome): void {
    const kept = this.#kinds.get(kind) ?? { took: [], refused: 0, failed: 0 };
    this.#kinds.set(kind, kept);
    if (outcome.is === "done") {
      kept.took.push(outcome.ms);
      return;
    }
    kept[outcome.is] += 1;
    const reasons = outcome.is === "refused" ? this.#refusals : this.#failures;
    const reason = `${kind}: ${outcome.why}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }

  /** Nothing failed, and something was done at all. */
  get isGood(): boolean {
    const kinds = [...this.#kinds.values()];
    return kinds.some(({ took }) => took.length > 0) && kinds.every(({ failed }) => failed === 0);
  }

  report(): CityReport {
    const kinds = [...this.#kinds].map(([kind, { took, refused, failed }]) => {
      const sorted = Float64Array.from(took).sort();
      const at = (share: number) => percentileOf(sorted, share);
      return [
        kind,
        { done: took.length, refused, failed, p50: at(0.5), p95: at(0.95), p99: at(0.99) },
      ] as const;
    });
    return {
      kinds: Object.fromEntries(kinds),
      refusals: Object.fromEntries(this.#refusals),
      failures: Object.fromEntries(this.#failures),
    };
  }
}

/** The value below which so many of them lie, to a hundredth; null of none. */
function percentileOf(sorted: Float64Array, share: number): number | null {
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  return value === undefined ? null : Number(value.toFixed(2));
}

/** One figure a line, `name: value`. */
export function linesOf({ kinds, refusals, failures }: CityReport): string[] {
  return [
    ...Object.entries(kinds).flatMap(([kind, { done, refused, failed, p50, p95, p99 }]) => [
      `${kind}-done: ${done}`,
      `${kind}-refused: ${refused}`,
      `${kind}-failed: ${failed}`,
      ...(p50 === null ? [] : [`${kind}-p50-ms: ${p50}`, `${kind}-p95-ms: ${p95}`, `${kind}-p99-ms: ${p99}`]),
    ]),
    ...Object.entries(refusals).map(([why, times]) => `refused, ${why}: ${times}`),
    ...Object.entries(failures).map(([why, times]) => `failed, ${why}: ${times}`),
  ];
}
