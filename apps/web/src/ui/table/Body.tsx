import { IconChevronRight } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { IconButton, joined } from "../Button.tsx";
import { CellCheck } from "../CellFields.tsx";
import css from "../DataTable.module.css";
import type { ChosenRows } from "./chosen-rows.ts";
import type { Column } from "./columns.ts";
import { as } from "./roles.ts";

interface BodyProps<Row extends RowData> {
  rows: readonly { id: string; original: Row }[];
  cells: readonly Column<Row>[];
  /** What stands in a row's second line on a phone. */
  lines: readonly Column<Row>[];
  /** Several can be chosen. */
  chosen: ChosenRows<Row> | null;
  rowName: ((row: Row) => string) | undefined;
  /** All that is known of a row can be looked at. */
  details: Details | null;
}

interface Details {
  /** The row that is looked at. */
  opened: string | null;
  /** Of the button that opens a row's details. */
  idOf(key: string): string;
  onToggle(key: string): void;
}

/** The rows of a table. */
export function Body<Row extends RowData>(props: BodyProps<Row>) {
  const { rows, cells, lines, chosen, rowName, details } = props;
  return (
    <tbody {...as.rowgroup}>
      {rows.map(({ id: key, original: row }) => (
        <tr key={key} {...as.row} data-open={key === details?.opened || undefined}>
          {chosen === null ? null : (
            <td {...as.cell} className={css["pick"]}>
              <CellCheck
                label={`Elegir ${rowName?.(row) ?? "fila"}`}
                value={chosen.has(key)}
                onChange={(isChosen) => chosen.toggle(key, isChosen)}
              />
            </td>
          )}
          {cells.map((column) => (
            <td key={column.id} {...as.cell} {...cellOf(column)}>
              {inLine(column, row)}
            </td>
          ))}
          {lines.length === 0 ? null : (
            <td {...as.cell} className={css["line"]}>
              {lines.map((column) => (
                <span key={column.id}>{inLine(column, row)}</span>
              ))}
            </td>
          )}
          {details === null ? null : (
            <td {...as.cell} className={css["more"]}>
              <IconButton
                id={details.idOf(key)}
                label={`Ver detalles de ${rowName?.(row) ?? "la fila"}`}
                aria-expanded={key === details.opened}
                onClick={() => details.onToggle(key)}
              >
                <IconChevronRight aria-hidden="true" size={22} />
              </IconButton>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  );
}

/** What a row's one line says in a column. */
const inLine = <Row extends RowData>({ brief, cell }: Column<Row>, row: Row): ReactNode =>
  (brief ?? cell)(row);

const cellOf = <Row extends RowData>(column: Column<Row>) => ({
  "data-column": column.id,
  "data-label": column.isTitle || column.isWhole ? undefined : column.header,
  className: joined(
    column.isTitle && css["main"],
    column.isWhole && css["whole"],
    column.align === "end" && css["end"],
  ),
});
