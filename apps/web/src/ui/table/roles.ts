/** Rows and cells that are drawn with `display` lose a table's meaning in some browsers: these give it back. */
export const as = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  rowheader: { role: "rowheader" },
  columnheader: { role: "columnheader" },
} as const;
