import { isUnproven } from "../../lib/proof.ts";
import { session } from "../../lib/useSession.ts";

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
 * asked for it once, not for each. Where whoever pressed leaves meanwhile the rest stays as it is, and what was done is told
 * to nobody else.
 */
export async function oneByOne<Row, Result>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Result>,
): Promise<Outcomes<Row, Result>> {
  const outcomes: Outcomes<Row, Result> = { done: [], refused: [] };
  const token = session.current()?.token;
  const hasLeft = () => session.current()?.token !== token;
  for (const [index, row] of rows.entries()) {
    if (hasLeft()) {
      break;
    }
    try {
      outcomes.done.push({ row, result: await act(row) });
    } catch (error) {
      const alike = isUnproven(error) ? rows.slice(index) : [row];
      outcomes.refused.push(...alike.map((one) => ({ row: one, error })));
      if (isUnproven(error)) {
        break;
      }
    }
  }
  return hasLeft() ? { done: [], refused: [] } : outcomes;
}
