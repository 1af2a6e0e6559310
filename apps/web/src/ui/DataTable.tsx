import type { RowData } from "@tanstack/react-table";
import { type ReactNode, Suspense, use, useState } from "react";
import type { ListOrder } from "../lib/useListOrder.ts";
import { Later } from "./Later.tsx";
import { type EmptyWords, type ListQuery, Loading } from "./ListStates.tsx";
import { type Column, isShown, roomAtFirst } from "./table/columns.ts";
import { shapeOf } from "./table/shape.ts";
import { TableSkeleton } from "./table/TableSkeleton.tsx";

export type { Column } from "./table/columns.ts";

export interface DataTableProps<Row extends RowData> {
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

export type WholeTableProps<Row extends RowData> = DataTableProps<Row> & { usualRows: number };

/** Rows of a skeleton whose list says nothing of them. */
const USUAL_ROWS = 5;

type Code = typeof import("./table/WholeTable.tsx");
let code: Promise<Code> | undefined;
const fetchCode = (): Promise<Code> => {
  code ??= import("./table/WholeTable.tsx");
  return code;
};

/**
 * Rows of one line in columns, under a head that stays in sight. On a phone each row has two lines, or is a card where
 * no column says what stands in the second. Loading, empty, error and full are drawn. With the first table of a visit the
 * screen's title and what narrows its list are painted before the table's code is asked for.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const [isAskedFor] = useState(code !== undefined);
  const all = { usualRows: USUAL_ROWS, ...props };
  const rows = <FirstRows {...all} />;
  const table = (
    <Suspense fallback={rows}>
      <Table {...all} />
    </Suspense>
  );
  return isAskedFor ? table : <Later fallback={rows}>{table}</Later>;
}

function Table<Row extends RowData>(props: WholeTableProps<Row>) {
  const { WholeTable } = use(fetchCode());
  return <WholeTable {...props} />;
}

/** As the table draws them itself while its rows are read. */
function FirstRows<Row extends RowData>(props: WholeTableProps<Row>) {
  const { columns, usualRows } = props;
  const room = roomAtFirst();
  const hasLines = columns.some(({ line }) => line !== undefined);
  return (
    <Loading>
      <TableSkeleton
        columns={columns.filter((column) => isShown(column, room, {}, hasLines))}
        rows={usualRows}
        {...shapeOf(props, room)}
      />
    </Loading>
  );
}
