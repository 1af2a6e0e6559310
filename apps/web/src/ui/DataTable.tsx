import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type Column as TableColumn,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { joined } from "./Button.tsx";
import css from "./DataTable.module.css";
import { type EmptyWords, type ListQuery, ListStates } from "./ListStates.tsx";
import { keys, Skeleton } from "./Skeletons.tsx";

export interface Column<Row extends RowData> {
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

interface DataTableProps<Row extends RowData> {
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

/** Rows in columns; where there is no room for them each row is a card. Loading, empty, error and full are drawn. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, query, empty, caption, rowKey, usualRows = 5 } = props;
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(definitionOf), [columns]),
    data: query.data ?? NO_ROWS,
    getRowId: rowKey,
    enableSortingRemoval: false,
  });
  return (
    <ListStates
      query={query}
      isEmpty={(rows) => rows.length === 0}
      empty={empty}
      skeleton={<TableSkeleton columns={columns} rows={usualRows} />}
    >
      {() => (
        <div className={css["room"]}>
          <table className={css["table"]} {...as.table}>
            <caption className="um-hidden">{caption}</caption>
            <thead {...as.rowgroup}>
              <tr {...as.row}>
                {columns.map((column) => (
                  <Header key={column.id} column={column} order={table.getColumn(column.id)} />
                ))}
              </tr>
            </thead>
            <tbody {...as.rowgroup}>
              {table.getRowModel().rows.map(({ id, original }) => (
                <tr key={id} {...as.row}>
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
                      {column.cell(original)}
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

const NO_ROWS: readonly never[] = [];

/** What the table has to know of a column: all the rest is drawn here. */
const definitionOf = <Row extends RowData>({ id, sortBy }: Column<Row>): ColumnDef<typeof features, Row> => ({
  id,
  accessorFn: (row) => sortBy?.(row),
  enableSorting: sortBy !== undefined,
  sortFn: "natural",
});

interface HeaderProps<Row extends RowData> {
  column: Column<Row>;
  order: TableColumn<typeof features, Row> | undefined;
}

function Header<Row extends RowData>({ column, order }: HeaderProps<Row>) {
  const className = joined(column.isWhole && css["whole"], column.align === "end" && css["end"]);
  if (!order?.getCanSort()) {
    return (
      <th {...as.columnheader} scope="col" data-column={column.id} className={className}>
        {column.header}
      </th>
    );
  }
  const sorted = order.getIsSorted();
  const direction = sorted === "desc" ? "descending" : "ascending";
  return (
    <th
      {...as.columnheader}
      scope="col"
      data-column={column.id}
      className={className}
      aria-sort={sorted === false ? "none" : direction}
    >
      <button type="button" className={css["sort"]} onClick={() => order.toggleSorting(sorted === "asc")}>
        {column.header}
        <OrderIcon isOrdered={sorted !== false} isDescending={sorted === "desc"} />
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

function TableSkeleton<Row extends RowData>({
  columns,
  rows,
}: {
  columns: readonly Column<Row>[];
  rows: number;
}) {
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
