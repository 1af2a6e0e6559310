export interface Outcomes<Row, Result> {
  done: { row: Row; result: Result }[];
  refused: { row: Row; error: unknown }[];
}

/** Does the same with each, one after the other, so that a refusal of one stops no other. */
export async function oneByOne<Row, Result>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Result>,
): Promise<Outcomes<Row, Result>> {
  const outcomes: Outcomes<Row, Result> = { done: [], refused: [] };
  for (const row of rows) {
    try {
      outcomes.done.push({ row, result: await act(row) });
    } catch (error) {
      outcomes.refused.push({ row, error });
    }
  }
  return outcomes;
}
