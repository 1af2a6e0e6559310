import { dialogs } from "../dialogs.ts";
import type { RefusedRow } from "./one-by-one.ts";

interface RowWords<Row> {
  nameOf(row: Row): string;
  sentenceOf(error: unknown, row: Row): string;
}

/** Who of several was refused, each by name with the reason. Says nothing where nobody was. */
export async function sayRefused<Row>(
  refused: readonly RefusedRow<Row>[],
  { nameOf, sentenceOf }: RowWords<Row>,
): Promise<void> {
  if (refused.length > 0) {
    await dialogs.errors(refused.map(({ row, error }) => `${nameOf(row)}: ${sentenceOf(error, row)}`));
  }
}
