import { IconChevronRight } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import type { MouseEvent, PointerEvent, ReactNode } from "react";
import { daysOf } from "../../lib/days.ts";
import { useToday } from "../../lib/useNow.ts";
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
  /** What stands at the end of its first line there: when it was, under its day. */
  moment: Column<Row> | undefined;
  /** Under its day a moment is only its time. */
  isShort: boolean;
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
  /** Where details stand over the table a tap anywhere on a row opens them: whoever sees the button has it besides. */
  onTap: ((key: string) => void) | null;
}

/** The rows of a table, under their days where it stands by time. */
export function Body<Row extends RowData>({ dayOf, ...props }: BodyProps<Row> & { dayOf?: DayOf<Row> }) {
  const now = useToday();
  if (dayOf === undefined) {
    return (
      <tbody {...as.rowgroup}>
        <Rows {...props} />
      </tbody>
    );
  }
  return daysOf(props.rows, ({ original }) => dayOf(original), now).map(({ key, title, items }) => (
    <tbody key={key} {...as.rowgroup} aria-label={title}>
      <tr {...as.row} className={css["day"]}>
        <th {...as.rowheader} scope="rowgroup" colSpan={columnsIn(props)}>
          {title}
        </th>
      </tr>
      <Rows {...props} rows={items} isUnderDay />
    </tbody>
  ));
}

type DayOf<Row extends RowData> = Column<Row>["day"];

/** How many cells a row has. */
const columnsIn = <Row extends RowData>({ cells, moment, lines, chosen, details }: BodyProps<Row>): number =>
  cells.length +
  (moment === undefined ? 0 : 1) +
  (lines.length > 0 ? 1 : 0) +
  (chosen === null ? 0 : 1) +
  (details === null ? 0 : 1);

function Rows<Row extends RowData>(props: BodyProps<Row> & { isUnderDay?: boolean }) {
  const { rows, cells, lines, moment, isShort, chosen, rowName, details, isUnderDay = false } = props;
  const opens = (key: string) => () => details?.onToggle(key);
  return rows.map(({ id: key, original: row }) => (
    <tr
      key={key}
      {...as.row}
      {...(details?.onTap && { onClick: tapOf(key, details.onTap) })}
      data-open={key === details?.opened || undefined}
    >
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
        <td key={column.id} {...as.cell} {...cellOf(column)} onPointerEnter={sayWhole}>
          {isShort && isUnderDay && column.underDay ? column.underDay(row) : inLine(column, row, opens(key))}
        </td>
      ))}
      {moment === undefined ? null : (
        <td {...as.cell} className={css["moment"]}>
          {moment.underDay?.(row)}
        </td>
      )}
      {lines.length === 0 ? null : (
        <td {...as.cell} className={css["line"]}>
          {lines.map((column) => {
            const said = inLine(column, row, opens(key));
            // A dash stands for nothing under a heading, which a line of words has none of.
            return (
              <span key={column.id} data-label={column.header}>
                {said === NOTHING ? null : said}
              </span>
            );
          })}
        </td>
      )}
      {details === null ? null : (
        <td {...as.cell} className={css["more"]}>
          <IconButton
            id={details.idOf(key)}
            label={`Ver detalles de ${rowName?.(row) ?? "la fila"}`}
            aria-expanded={key === details.opened}
            onClick={opens(key)}
          >
            <IconChevronRight aria-hidden="true" size={22} />
          </IconButton>
        </td>
      )}
    </tr>
  ));
}

/** What does something of its own when it is pressed, or stands over the row without being part of what is tapped. */
const OF_ITS_OWN = "a, button, input, select, textarea, label, summary, dialog";

/** Opens a row where nothing else is meant: neither what can be pressed in it, nor text that somebody chose. */
const tapOf =
  (key: string, onTap: (key: string) => void) =>
  ({ target, currentTarget: row, defaultPrevented }: MouseEvent<HTMLElement>): void => {
    if (!(target instanceof Element) || !row.contains(target) || defaultPrevented) {
      return;
    }
    const pressed = target.closest(OF_ITS_OWN);
    const isOnItself = pressed !== null && row.contains(pressed);
    if (!isOnItself && getSelection()?.isCollapsed !== false) {
      onTap(key);
    }
  };

/** What is cut is said whole under the pointer. Who has none finds it among the row's details. */
function sayWhole({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? "") : "";
}

/** How a cell says that there is nothing. */
const NOTHING = "–";

/** What a row's one line says in a column. */
const inLine = <Row extends RowData>(
  { brief, cell }: Column<Row>,
  row: Row,
  onDetails: () => void,
): ReactNode => (brief ? brief(row, onDetails) : cell(row));

const cellOf = <Row extends RowData>(column: Column<Row>) => ({
  "data-column": column.id,
  "data-label": column.isTitle || column.isWhole ? undefined : column.header,
  className: joined(
    column.isTitle && css["main"],
    column.wraps && css["wraps"],
    column.isWhole && css["whole"],
    column.align === "end" && css["end"],
  ),
});
