import { forAsker } from "../../lib/for-asker.ts";
import { isUnproven } from "../../lib/proof.ts";

export interface RefusedRow<Row> {
  row: Row;
  error: unknown;
}

export interface Outcomes<Row, Result> {
  done: { row: Row; result: Result }[];
  refused: RefusedRow<Row>[];
}

/**
 * Does the same with each, one after the other, so that a refusal of one stops no other. Who showed no second factor is
 * asked for it once, not for each. Where whoever pressed leaves meanwhile the rest stays as it is.
 */
export async function oneByOne<Row, Result>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Result>,
): Promise<Outcomes<Row, Result>> {
  const outcomes: Outcomes<Row, Result> = { done: [], refused: [] };
  for (const [index, row] of rows.entries()) {
    try {
      outcomes.done.push({ row, result: await forAsker(() => act(row)) });
    } catch (error) {
      const alike = isUnproven(error) ? rows.slice(index) : [row];
      outcomes.refused.push(...alike.map((one) => ({ row: one, error })));
      if (isUnproven(error)) {
        break;
      }
    }
  }
  return outcomes;
}
