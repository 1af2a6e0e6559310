import { formatDate } from "../lib/dates.ts";
import css from "./EventList.module.css";

interface EventTimeProps {
  at: string;
  /** What the controller's clock said, where that cannot be. */
  toldAt: string | null;
  timeZone: string;
}

/** When something happened in a building, and that the server says so because the controller's clock was wrong. */
export function EventTime({ at, toldAt, timeZone }: EventTimeProps) {
  const time = (
    <time className={css["when"]} dateTime={at}>
      {formatDate(at, timeZone)}
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
