import type { RowData } from "@tanstack/react-table";
import { keys, Skeleton } from "../Skeletons.tsx";
import type { Column } from "./columns.ts";
import css from "./TableSkeleton.module.css";

interface TableSkeletonProps<Row extends RowData> {
  columns: readonly Column<Row>[];
  rows: number;
  /** Each row has two lines, as on a phone. */
  isLined: boolean;
}

/** Rows in the shape of those that come. */
export function TableSkeleton<Row extends RowData>({ columns, rows, isLined }: TableSkeletonProps<Row>) {
  return (
    <div className={css["rows"]}>
      {keys(rows).map((key) => (
        <div key={key} className={isLined ? css["two"] : css["row"]}>
          {isLined ? (
            <>
              <Skeleton width="55%" />
              <Skeleton width="80%" height="0.875rem" />
            </>
          ) : (
            columns.map((column) => <Skeleton key={column.id} width={column.isTitle ? "70%" : "50%"} />)
          )}
        </div>
      ))}
    </div>
  );
}
