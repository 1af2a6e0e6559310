import { useState } from "react";

export interface ChosenRows<Row> {
  /** Those that are chosen and still there. */
  rows: readonly Row[];
  has(id: string): boolean;
  isAll: boolean;
  toggle(id: string, isChosen: boolean): void;
  toggleAll(isChosen: boolean): void;
  leave(): void;
}

/** Several rows of a table, chosen for one act. Who has gone from the list is not among them any more. */
export function useChosenRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ChosenRows<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => ids.has(keyOf(row)));
  return {
    rows: chosen,
    has: (id) => ids.has(id),
    isAll: rows.length > 0 && chosen.length === rows.length,
    toggle(id, isChosen) {
      const next = new Set(ids);
      isChosen ? next.add(id) : next.delete(id);
      setIds(next);
    },
    toggleAll: (isChosen) => setIds(new Set(isChosen ? rows.map(keyOf) : [])),
    leave: () => setIds(new Set()),
  };
}
