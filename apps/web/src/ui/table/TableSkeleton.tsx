import type { RowData } from "@tanstack/react-table";
import { joined } from "../Button.tsx";
import { keys, Skeleton } from "../Skeletons.tsx";
import type { Column } from "./columns.ts";
import css from "./TableSkeleton.module.css";

interface TableSkeletonProps<Row extends RowData> {
  columns: readonly Column<Row>[];
  rows: number;
  /** As a phone has them: of two lines, or a card each. Elsewhere they stand in columns under a head. */
  look: "columns" | "lines" | "cards";
  /** What will stand over them, or beside each. */
  has: {
    /** The choice of columns, or of the order on a phone. */
    tools: boolean;
    /** A heading of a day. */
    day: boolean;
    pick: boolean;
    details: boolean;
  };
}

/** Rows in the shape of those that come, with all that stands over them: nothing moves when they do. */
export function TableSkeleton<Row extends RowData>({ columns, rows, look, has }: TableSkeletonProps<Row>) {
  const head = has.day ? <div className={css["day"]}>{<Skeleton width="6rem" />}</div> : null;
  const cells = columns.filter(({ isTitle }) => look !== "lines" || isTitle);
  return (
    <>
      {has.tools ? <Tools isOrder={look === "lines"} /> : null}
      <div className={joined(css["rows"], css[look])}>
        {look === "columns" ? (
          <div className={joined(css["row"], css["head"])}>
            {has.pick ? <span className={css["button"]} /> : null}
            {cells.map((column) => (
              <Skeleton key={column.id} width="40%" height="0.75rem" />
            ))}
            {has.details ? <span className={css["button"]} /> : null}
          </div>
        ) : null}
        {head}
        {keys(rows).map((key) => (
          <div key={key} className={css["row"]}>
            {has.pick ? (
              <span className={css["button"]}>
                <Skeleton width="1.5rem" height="1.5rem" />
              </span>
            ) : null}
            {look === "lines" ? (
              <span className={css["words"]}>
                <Skeleton width="55%" />
                <Skeleton width="80%" height="0.875rem" />
              </span>
            ) : (
              cells.map((column) => <Skeleton key={column.id} width={column.isTitle ? "70%" : "50%"} />)
            )}
            {has.details ? (
              <span className={css["button"]}>
                <Skeleton width="0.75rem" height="1.25rem" />
              </span>
            ) : null}
          </div>
        ))}
      </div>
    </>
  );
}

const Tools = ({ isOrder }: { isOrder: boolean }) =>
  isOrder ? (
    <div className={css["order"]}>
      <Skeleton width="6rem" height="1.375rem" />
      <Skeleton height="52px" />
    </div>
  ) : (
    <div className={css["tools"]}>
      <Skeleton width="6.5rem" height="1.25rem" />
    </div>
  );
