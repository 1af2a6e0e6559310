import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import { joined } from "../Button.tsx";
import css from "../DataTable.module.css";
import type { Column } from "./columns.ts";
import { as } from "./roles.ts";

/** What a head has to know of how its column sorts. */
interface Order {
  getCanSort(): boolean;
  getIsSorted(): false | "asc" | "desc";
  toggleSorting(isDescending: boolean): void;
}

interface HeaderProps<Row extends RowData> {
  column: Column<Row>;
  /** Without it nothing can be pressed. */
  order: Order | undefined;
}

/** The head of a column; with a button where the table can be sorted by it. */
export function Header<Row extends RowData>({ column, order }: HeaderProps<Row>) {
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
      <button
        type="button"
        className={css["sort"]}
        onClick={() =>
          order.toggleSorting(sorted === false ? column.isLatestFirst === true : sorted === "asc")
        }
      >
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
