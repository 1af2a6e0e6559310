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

export const modeSentences = {
  title: "Modo de la puerta",
  free: "Libre hasta…",
  freeHint: "Nadie necesita tarjeta ni app. Termina sola a su hora, también sin conexión.",
  locked: "Bloqueada hasta…",
  lockedHint: "Solo entran quienes su nivel deja pasar. La salida nunca se bloquea.",
  asAlways: "Como siempre",
  onlyPulses:
    "El relé de esta puerta solo da pulsos, así que no puede quedar libre. Se cambia en la configuración de la puerta.",
  notLater: "* Escribe una hora que esté por venir",
} as const;

/** So many doors, in words. */
export const doorsWords = (count: number): string => (count === 1 ? "1 puerta" : `${count} puertas`);
