export const CARDS = 250_000;
export const DOORS = 50;

export const tagOf = (index: number): string => `04${index.toString(16).toUpperCase().padStart(12, "0")}`;

/** What the process that filled the folder tells. */
export interface Filled {
  doorIds: string[];
  filledMs: number;
  /** Milliseconds of each read and synced write. */
  bare: number[];
}
