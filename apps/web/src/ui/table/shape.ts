import type { RowData } from "@tanstack/react-table";
import type { ListOrder } from "../../lib/useListOrder.ts";
import { type Column, daysIn, isSortable, type Room } from "./columns.ts";

/** Of what a table is given, all that its shape comes from. */
interface Given<Row extends RowData> {
  columns: readonly Column<Row>[];
  name?: string;
  order?: ListOrder | undefined;
  acts?: unknown;
  rowName?: unknown;
  hasDetails?: boolean;
}

/** What a table will have when its rows have come: what stands in their place until then has the same. */
export function shapeOf<Row extends RowData>(props: Given<Row>, room: Room) {
  const { columns, name, order, acts, rowName, hasDetails } = props;
  const look =
    room !== "phone" ? "columns" : columns.some(({ line }) => line !== undefined) ? "lines" : "cards";
  return {
    look,
    has: {
      tools: look === "lines" ? columns.some(isSortable) : name !== undefined,
      day: daysIn(columns, order?.current ?? null) !== undefined,
      pick: acts !== undefined,
      details: hasDetails === true && rowName !== undefined,
    },
  } as const;
}
