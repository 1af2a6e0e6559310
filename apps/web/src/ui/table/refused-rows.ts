import { hasDeclined } from "../../lib/proof.ts";
import { dialogs } from "../dialogs.ts";
import { sayDeclined } from "../failed.ts";
import type { RefusedRow } from "./one-by-one.ts";

interface RowWords<Row> {
  nameOf(row: Row): string;
  sentenceOf(error: unknown, row: Row): string;
}

/**
 * Who of several was refused, each by name with the reason. Says nothing where nobody was, and whoever left it themselves
 * is told in passing.
 */
export async function sayRefused<Row>(
  refused: readonly RefusedRow<Row>[],
  { nameOf, sentenceOf }: RowWords<Row>,
): Promise<void> {
  const others = refused.filter(({ error }) => !hasDeclined(error));
  if (others.length < refused.length) {
    sayDeclined();
  }
  if (others.length > 0) {
    await dialogs.errors(others.map(({ row, error }) => `${nameOf(row)}: ${sentenceOf(error, row)}`));
  }
}
