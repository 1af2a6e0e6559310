import type { RowData } from "@tanstack/react-table";
import { formatDate, formatTime } from "../lib/dates.ts";
import type { Column } from "./DataTable.tsx";
import css from "./EventList.module.css";

interface Told {
  at: string;
  /** What the controller's clock said, where that cannot be. */
  toldAt: string | null;
  timeZone: string;
}

/**
 * The column of when something happened, by which lists of events stand.
 * @param isSortable somebody may turn it round
 */
export const whenColumn = <Row extends RowData>(of: (row: Row) => Told, isSortable = true): Column<Row> => ({
  id: "when",
  header: "Fecha y hora",
  isFirm: true,
  isSortable,
  isLatestFirst: true,
  day: of,
  underDay: (row) => <EventTime {...of(row)} isUnderDay />,
  cell: (row) => <EventTime {...of(row)} />,
});

/** When something happened in a building, and that the server says so because the controller's clock was wrong. */
function EventTime({ at, toldAt, timeZone, isUnderDay = false }: Told & { isUnderDay?: boolean }) {
  const time = (
    <time className={css["when"]} dateTime={at}>
      {isUnderDay ? formatTime(at, timeZone) : formatDate(at, timeZone)}
    </time>
  );
  return toldAt === null ? (
    time
  ) : (
    <div>
      {time}
      <span className={css["mark"]}>{toldSentence(toldAt)}</span>
    </div>
  );
}

/** Years like 0000 and 9999 are told as they came: no calendar of a place has them. */
export const toldSentence = (toldAt: string): string =>
  `Hora del servidor: el reloj del controlador marcaba ${toldAt.slice(0, 16).replace("T", " ")} (UTC)`;
