import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { joined } from "./Button.tsx";
import css from "./DataTable.module.css";
import { type EmptyWords, type ListQuery, ListStates } from "./ListStates.tsx";
import { keys, Skeleton } from "./Skeletons.tsx";

export interface Column<Row> {
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** Makes the column sortable by this value. */
  sortBy?(row: Row): string | number;
  /** The title of the card on a phone, drawn large and without its header. */
  isTitle?: boolean;
  /** On a phone it takes the whole width of the card, without its header: for a row's actions. */
  isWhole?: boolean;
  /** An address or the like: it may break anywhere, so that the others keep their words. */
  isLong?: boolean;
  /** For numbers and actions. */
  align?: "start" | "end";
}

interface DataTableProps<Row> {
  /** What the table is of, for who cannot see it. */
  caption: string;
  columns: readonly Column<Row>[];
  query: ListQuery<readonly Row[]>;
  rowKey(row: Row): string;
  empty: EmptyWords;
  /** Rows of the skeleton: as many as usually come. */
  usualRows?: number;
}

/** Cards are made with `display`, which takes a table's meaning away in some browsers: these give it back. */
const as = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  columnheader: { role: "columnheader" },
} as const;

interface Order {
  column: string;
  isDescending: boolean;
}

/** Rows in columns; where there is no room for them each row is a card. Loading, empty, error and full are drawn. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, query, empty, caption, rowKey, usualRows = 5 } = props;
  const [order, setOrder] = useState<Order | null>(null);
  return (
    <ListStates
      query={query}
      isEmpty={(rows) => rows.length === 0}
      empty={empty}
      skeleton={<TableSkeleton columns={columns} rows={usualRows} />}
    >
      {(rows) => (
        <div className={css["room"]}>
          <table className={css["table"]} {...as.table}>
            <caption className="um-hidden">{caption}</caption>
            <thead {...as.rowgroup}>
              <tr {...as.row}>
                {columns.map((column) => (
                  <Header key={column.id} column={column} order={order} onOrder={setOrder} />
                ))}
              </tr>
            </thead>
            <tbody {...as.rowgroup}>
              {ordered(rows, columns, order).map((row) => (
                <tr key={rowKey(row)} {...as.row}>
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      {...as.cell}
                      data-column={column.id}
                      data-label={column.isTitle || column.isWhole ? undefined : column.header}
                      className={joined(
                        column.isTitle && css["main"],
                        column.isWhole && css["whole"],
                        column.isLong && css["long"],
                        column.align === "end" && css["end"],
                      )}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ListStates>
  );
}

interface HeaderProps<Row> {
  column: Column<Row>;
  order: Order | null;
  onOrder(order: Order): void;
}

function Header<Row>({ column, order, onOrder }: HeaderProps<Row>) {
  const isOrdered = order?.column === column.id;
  const isDescending = isOrdered && order.isDescending;
  const className = joined(column.isWhole && css["whole"], column.align === "end" && css["end"]);
  if (column.sortBy === undefined) {
    return (
      <th {...as.columnheader} scope="col" data-column={column.id} className={className}>
        {column.header}
      </th>
    );
  }
  const direction = isDescending ? "descending" : "ascending";
  return (
    <th
      {...as.columnheader}
      scope="col"
      data-column={column.id}
      className={className}
      aria-sort={isOrdered ? direction : "none"}
    >
      <button
        type="button"
        className={css["sort"]}
        onClick={() => onOrder({ column: column.id, isDescending: isOrdered && !order.isDescending })}
      >
        {column.header}
        <OrderIcon isOrdered={isOrdered} isDescending={isDescending} />
      </button>
    </th>
  );
}

function OrderIcon({ isOrdered, isDescending }: { isOrdered: boolean; isDescending: boolean }) {
  if (!isOrdered) {
    return <IconArrowsSort aria-hidden="true" size={16} />;
  }
  return isDescending ? (
    <IconArrowDown aria-hidden="true" size={16} />
  ) : (
    <IconArrowUp aria-hidden="true" size={16} />
  );
}

/** Words in natural order, as a person counts them: A-2 before A-10. */
const collator = new Intl.Collator("es", { numeric: true, sensitivity: "base" });

function ordered<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): readonly Row[] {
  const sortBy = columns.find((column) => column.id === order?.column)?.sortBy;
  if (order === null || sortBy === undefined) {
    return rows;
  }
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)];
    return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
  });
  return order.isDescending ? sorted.reverse() : sorted;
}

function TableSkeleton<Row>({ columns, rows }: { columns: readonly Column<Row>[]; rows: number }) {
  return (
    <div className={css["table"]}>
      {keys(rows).map((key) => (
        <div key={key} className={css["skeletonRow"]}>
          {columns.map((column) => (
            <Skeleton key={column.id} width={column.isTitle ? "70%" : "50%"} />
          ))}
        </div>
      ))}
    </div>
  );
}
