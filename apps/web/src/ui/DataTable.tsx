import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type CSSProperties, type ReactNode, useId, useMemo, useRef, useState } from "react";
import type { ListOrder, Order } from "../lib/useListOrder.ts";
import { joined } from "./Button.tsx";
import { CellCheck } from "./CellFields.tsx";
import css from "./DataTable.module.css";
import { type EmptyWords, type ListQuery, ListStates } from "./ListStates.tsx";
import { Body } from "./table/Body.tsx";
import { ChosenBar } from "./table/ChosenBar.tsx";
import { ColumnChoice } from "./table/ColumnChoice.tsx";
import { useChosenRows } from "./table/chosen-rows.ts";
import {
  type Column,
  daysIn,
  isShown,
  isSortable,
  roomOf,
  useColumnChoice,
  useRoom,
} from "./table/columns.ts";
import { Header } from "./table/Header.tsx";
import { OrderChoice } from "./table/OrderChoice.tsx";
import { RowDetails } from "./table/RowDetails.tsx";
import { as } from "./table/roles.ts";
import { shapeOf } from "./table/shape.ts";
import { TableSkeleton } from "./table/TableSkeleton.tsx";
import { useDrawnRows } from "./table/useDrawnRows.ts";
import { useFit } from "./table/useFit.ts";
import { neededBy, OF_A_BUTTON, trackOf } from "./table/widths.ts";

export type { Column } from "./table/columns.ts";

interface DataTableProps<Row extends RowData> {
  /** What the table is of, for who cannot see it. */
  caption: string;
  columns: readonly Column<Row>[];
  query: ListQuery<readonly Row[]>;
  rowKey(row: Row): string;
  empty: EmptyWords;
  /** Rows of the skeleton: as many as usually come. */
  usualRows?: number;
  /** Under this name the columns that somebody chose are kept on their device. Without it there is no choice. */
  name?: string;
  /** What a row is called, for who cannot see it. */
  rowName?: ((row: Row) => string) | undefined;
  /** All of a row is shown at its side, or over it where there is no room. Needs `rowName`. */
  hasDetails?: boolean;
  /** Something that a row's act opened stands over the table: details that stand over it too wait below, unseen. */
  isCovered?: boolean;
  /** Where the order is kept, in the address say. Without it the table itself keeps it. */
  order?: ListOrder | undefined;
  /** What can be done with several rows at once. `leave` chooses none of them any more. */
  acts?: ((rows: readonly Row[], leave: () => void) => ReactNode) | undefined;
}

/** Words in natural order, as a person counts them: A-2 before A-10. */
const collator = new Intl.Collator("es", { numeric: true, sensitivity: "base" });
const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: {
    natural: (one, other, id) => {
      const [a, b] = [one.getValue(id), other.getValue(id)];
      return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
    },
  },
});

/**
 * Rows of one line in columns, under a head that stays in sight. On a phone each row has two lines, or is a card where
 * no column says what stands in the second. Loading, empty, error and full are drawn.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const {
    columns,
    query,
    empty,
    caption,
    rowKey,
    usualRows = 5,
    name,
    rowName,
    acts,
    isCovered = false,
  } = props;
  const nameOf = props.hasDetails ? rowName : undefined;
  const rows = query.data ?? NO_ROWS;
  const [ownOrder, setOwnOrder] = useState<Order | null>(null);
  const order = props.order === undefined ? ownOrder : props.order.current;
  const putInOrder = (by: string, isDescending: boolean) =>
    props.order === undefined ? setOwnOrder({ by, isDescending }) : props.order.change(by, isDescending);
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(definitionOf), [columns]),
    data: rows,
    getRowId: rowKey,
    enableSortingRemoval: false,
    // A list in pages comes in its order.
    manualSorting: columns.some((column) => column.isSortable),
    state: { sorting: order === null ? [] : [{ id: order.by, desc: order.isDescending }] },
    onSortingChange: (updater) => {
      const [next] = typeof updater === "function" ? updater([]) : updater;
      if (next !== undefined) {
        putInOrder(next.id, next.desc);
      }
    },
  });
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const roomOfAll = roomOf(useRoom(whole));
  const rem = useRoom(place);
  const room = roomOf(rem);
  const [choice, choose] = useColumnChoice(name);
  const chosen = useChosenRows(rows, rowKey);
  const [wasThere] = useState(query.data !== undefined);
  const drawnRows = useDrawnRows(rows.length, wasThere);
  const [opened, setOpened] = useState<string | null>(null);
  const shown = rows.find((row) => rowKey(row) === opened) ?? null;
  const isPhone = room === "phone";
  // By the room of both: the table's own is less while something stands beside it.
  const isBeside = roomOfAll !== "phone" && roomOfAll !== "tablet";
  const hasLines = columns.some(({ line }) => line !== undefined);
  const isLined = isPhone && hasLines;
  // That by which it stands is seen.
  const inSight = columns.filter(
    (column) => isShown(column, room, choice, hasLines) || (!isLined && column.id === order?.by),
  );
  const dayOf = daysIn(columns, order);
  const moment = isLined && dayOf ? inSight.find(({ underDay }) => underDay !== undefined) : undefined;
  const lines = isLined
    ? inSight
        .filter((column) => column.line !== undefined && column !== moment)
        .sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
    : [];
  const idOf = (key: string) => `${id}-${key}`;
  const toggle = (key: string) => setOpened(key === opened ? null : key);
  const tap = (key: string) => {
    // Its button has the focus again once what stands over the table is closed.
    document.getElementById(idOf(key))?.focus({ preventScroll: true });
    setOpened(key);
  };
  const close = () => {
    setOpened(null);
    document.getElementById(idOf(opened ?? ""))?.focus();
  };
  const before = acts === undefined ? [] : ["max-content"];
  const after = nameOf === undefined ? [] : ["max-content"];
  const remOfCells = rem - OF_A_BUTTON * (before.length + after.length);
  // Where there is no room for actions they are among what is known of a row.
  const isNarrow =
    nameOf !== undefined &&
    (isLined || room === "tablet" || (isBeside && shown !== null) || neededBy(inSight) > remOfCells);
  const cells = inSight.filter(
    (column) => column !== moment && !lines.includes(column) && !(isNarrow && column.isWhole),
  );
  const drawn = useRef<HTMLTableElement>(null);
  const reckoned = isPhone ? null : neededBy(cells) > remOfCells ? "tight" : "loose";
  const fit = useFit(drawn, reckoned, `${rem} ${cells.map((column) => column.id).join(" ")}`);
  // Somebody chose more columns than can stand beside one another.
  const isScrolled = fit === "scrolled";
  const tracks = [...before, ...cells.map((column) => trackOf(column, fit === "tight")), ...after];
  const style: CSSProperties = {
    "--columns": tracks.join(" "),
    ...(isScrolled ? { minWidth: `${neededBy(cells) + rem - remOfCells}rem` } : {}),
  };

  return (
    <div ref={whole} className={isBeside && shown !== null ? css["withSide"] : undefined}>
      <div ref={place} className={css["room"]}>
        <ListStates
          query={query}
          isEmpty={(all) => all.length === 0}
          empty={empty}
          skeleton={<TableSkeleton columns={cells} rows={usualRows} {...shapeOf(props, room)} />}
        >
          {() => (
            <>
              {isLined && rows.length > 1 && columns.some(isSortable) ? (
                <OrderChoice columns={columns} order={order} onChange={putInOrder} />
              ) : null}
              {name === undefined || isLined ? null : (
                <div className={css["tools"]}>
                  <ColumnChoice columns={columns} room={room} choice={choice} onChange={choose} />
                </div>
              )}
              <div className={isScrolled ? css["scrolled"] : undefined}>
                <table
                  ref={drawn}
                  className={joined(css["table"], isLined && css["lined"])}
                  style={style}
                  {...as.table}
                >
                  <caption className="um-hidden">{caption}</caption>
                  <thead {...as.rowgroup}>
                    <tr {...as.row}>
                      {acts === undefined ? null : (
                        <th {...as.columnheader} scope="col" className={css["pick"]}>
                          <CellCheck label="Elegir todo" value={chosen.isAll} onChange={chosen.toggleAll} />
                        </th>
                      )}
                      {cells.map((column) => (
                        <Header
                          key={column.id}
                          column={column}
                          order={isLined ? undefined : table.getColumn(column.id)}
                        />
                      ))}
                      {moment === undefined ? null : (
                        <th {...as.columnheader} scope="col">
                          {moment.header}
                        </th>
                      )}
                      {lines.length === 0 ? null : (
                        <th {...as.columnheader} scope="col">
                          {lines.map(({ header }) => header).join(", ")}
                        </th>
                      )}
                      {nameOf === undefined ? null : (
                        <th {...as.columnheader} scope="col" className={css["more"]}>
                          <span className="um-hidden">Detalles</span>
                        </th>
                      )}
                    </tr>
                  </thead>
                  <Body
                    rows={table.getRowModel().rows.slice(0, drawnRows)}
                    cells={cells}
                    lines={lines}
                    moment={moment}
                    isShort={room === "tablet"}
                    chosen={acts === undefined ? null : chosen}
                    rowName={rowName}
                    dayOf={dayOf}
                    details={
                      nameOf === undefined
                        ? null
                        : { opened, idOf, onToggle: toggle, onTap: isBeside ? null : tap }
                    }
                  />
                </table>
              </div>
              {acts === undefined || chosen.rows.length === 0 ? null : (
                <ChosenBar count={chosen.rows.length} onLeave={chosen.leave}>
                  {acts(chosen.rows, chosen.leave)}
                </ChosenBar>
              )}
            </>
          )}
        </ListStates>
      </div>
      {nameOf === undefined ? null : (
        <RowDetails
          row={!isBeside && isCovered ? null : shown}
          nameOf={nameOf}
          columns={columns}
          isOver={!isBeside}
          onClose={close}
        />
      )}
    </div>
  );
}

const NO_ROWS: readonly never[] = [];

/** What the table has to know of a column: all the rest is drawn here. */
const definitionOf = <Row extends RowData>(column: Column<Row>): ColumnDef<typeof features, Row> => ({
  id: column.id,
  accessorFn: (row) => column.sortBy?.(row),
  enableSorting: isSortable(column),
  sortFn: "natural",
});
