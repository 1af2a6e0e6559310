import { type RawBuilder, sql } from "kysely";

/** A month of a building, by its own clock. */
export interface LocalMonth {
  buildingId: string;
  /** `2026-11` */
  month: string;
  timeZone: string;
}

/** The first moment of it; with 1 that of the month after. */
export const startOfMonth = ({ month, timeZone }: LocalMonth, later: 0 | 1 = 0): RawBuilder<Date> =>
  sql<Date>`((${`${month}-01`}::date + make_interval(months => ${later}::int)) at time zone ${timeZone})`;

/** Is a moment in it? */
export const inMonth = (column: string, month: LocalMonth): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} >= ${startOfMonth(month)} and ${sql.ref(column)} < ${startOfMonth(month, 1)})`;

/** Of which day of the month a moment is: 1 is the first. */
export const dayOfMonth = (column: string, { timeZone }: LocalMonth): RawBuilder<number> =>
  sql<number>`extract(day from ${sql.ref(column)} at time zone ${timeZone})::int`;
