import type { RowData } from "@tanstack/react-table";
import { type Column, isSortable } from "./columns.ts";

/* In rem. */
const OF_A_SIGN = 0.53;
const BESIDE_A_CELL = 1;
const OF_THE_ORDER = 1.4;
/** A column of which nothing else is known, where there is too little room for all. */
const FLOOR = 3.75;
const OF_A_TITLE = 9.5;
const OF_A_TIME = 12;
const OF_WHAT_IS_WIDE = 9;
/** What rows are chosen and opened with. */
export const OF_A_BUTTON = 3.25;

const headOf = <Row extends RowData>(column: Column<Row>): number =>
  column.header.length * OF_A_SIGN + BESIDE_A_CELL + (isSortable(column) ? OF_THE_ORDER : 0);

const floorOf = <Row extends RowData>({ isTitle, isFirm, isWide, isWhole, least }: Column<Row>): number => {
  if (isWhole || isFirm) {
    return least ?? (isFirm ? OF_A_TIME : FLOOR);
  }
  return isTitle ? OF_A_TITLE : isWide ? OF_WHAT_IS_WIDE : FLOOR;
};

const leastOf = <Row extends RowData>(column: Column<Row>): number =>
  Math.max(floorOf(column), headOf(column), column.least ?? 0);

/** In rem, what these columns need so that their heads and what they say can be read. */
export const neededBy = <Row extends RowData>(columns: readonly Column<Row>[]): number =>
  columns.reduce((sum, column) => sum + leastOf(column), 0);

/**
 * How wide a column may be: as its longest line as long as there is room for all.
 * @param isTight not every head has its room: all give way alike
 */
export function trackOf<Row extends RowData>(column: Column<Row>, isTight: boolean): string {
  if (column.isWhole || column.isFirm) {
    return "max-content";
  }
  return `minmax(${isTight ? floorOf(column) : leastOf(column)}rem, ${column.isWide ? "1fr" : "auto"})`;
}
