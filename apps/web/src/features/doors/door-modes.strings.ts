import type { DoorModeNow } from "@umbral/contract/doors/door-modes.contract";
import { dayOf, formatDate, sayTime } from "../../lib/dates.ts";

/** 'Libre hasta las 6:00 PM', 'Bloqueada hasta el 21 nov 2026 6:00 PM', 'Libre por emergencia'. */
export function modeWords(
  { mode, until, origin, isConfirmed }: DoorModeNow,
  { now, timeZone }: { now: Date; timeZone?: string | undefined },
): string {
  const why =
    origin === "ALARM" ? "Libre por emergencia" : origin === "SCHEDULE" ? "Libre por horario" : "Libre";
  const isToday = until !== null && dayOf(until, timeZone) === dayOf(now, timeZone);
  const end =
    until === null
      ? ""
      : isToday
        ? ` hasta ${sayTime(until, timeZone)}`
        : ` hasta el ${formatDate(until, timeZone)}`;
  return `${mode === "locked" ? "Bloqueada" : why}${end}${isConfirmed ? "" : ". Falta que el controlador confirme"}`;
}
