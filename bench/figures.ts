/** One figure, printed as `name: value` on a line of its own. */
export interface Figure {
  name: string;
  value: number;
}

/** What every benchmark is: it takes how thorough to be, and gives figures. `sessions`: how many are connected; `people`: how many live there; `screen`: the only one to look at. */
export type Benchmark = (options: {
  isLong: boolean;
  sessions?: number | undefined;
  people?: number | undefined;
  screen?: string | undefined;
}) => Promise<Figure[]>;

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const at = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  const value = sorted[Math.max(0, at)];
  if (value === undefined) {
    throw new Error("no samples");
  }
  return value;
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
