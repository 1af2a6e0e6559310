import { scheduleWords } from "@umbral/contract/access-control/access-words";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import { capital } from "../../lib/capital.ts";
import { dayOf, dayTitle, endOfDay, formatDay, formatSince, formatTime, sayTime } from "../../lib/dates.ts";

/** What a pass is called, to its host and to the desk. */
export const stateWords: Readonly<Record<Pass["state"], string>> = {
  waiting: "Por llegar",
  inside: "Adentro",
  left: "Salió",
  "used-up": "Usada",
  expired: "Vencida",
  "taken-back": "Retirada",
};

type Times = Pick<Pass, "from" | "until" | "hours">;

/** 'Hoy hasta las 6:00 PM', '20 nov 2026, 8:00 AM–6:00 PM', 'Lun–vie 8:00 AM–5:00 PM, hasta el 20 dic 2026' */
export function timesWords({ from, until, hours }: Times, now: Date, timeZone: string | undefined): string {
  if (hours !== null) {
    return `${capital(scheduleWords(hours))}, hasta el ${formatDay(until, timeZone)}`;
  }
  const day = dayOf(from, timeZone);
  if (day !== dayOf(until, timeZone)) {
    return `Del ${formatDay(from, timeZone)} al ${formatDay(until, timeZone)}`;
  }
  const title = dayTitle(from, now, timeZone);
  const hasBegun = Date.parse(from) <= now.getTime();
  const isWhole = until === endOfDay(day, timeZone);
  if (title === "Hoy" && hasBegun) {
    return isWhole ? "Hoy, todo el día" : `Hoy hasta ${sayTime(until, timeZone)}`;
  }
  return isWhole && formatTime(from, timeZone) === "12:00 AM"
    ? title
    : `${title}, ${formatTime(from, timeZone)}–${formatTime(until, timeZone)}`;
}

type Used = Pick<Pass, "entries" | "entered" | "left" | "lastMovementAt">;

/** How many came and are there, where it is of several; when somebody moved last, where it is of one. Null before that. */
export function usedWords(
  { entries, entered, left, lastMovementAt }: Used,
  now: Date,
  timeZone: string | undefined,
): string | null {
  const inside = entered - left;
  if (entries !== null && entries > 1) {
    return entered === 0
      ? `Grupo de ${entries}`
      : `Grupo de ${entries}: ${count(entered, "entró", "entraron")}, ${inside} adentro`;
  }
  if (lastMovementAt === null) {
    return null;
  }
  const since = formatSince(lastMovementAt, now, timeZone);
  const at = since.startsWith("el ") ? since : `a ${since}`;
  return inside > 1
    ? `${inside} adentro, el último movimiento ${at}`
    : `${inside === 1 ? "Entró" : "Salió"} ${at}`;
}

const count = (number: number, one: string, several: string): string =>
  `${number} ${number === 1 ? one : several}`;

/** '482 913': read in halves. */
export const codeWords = (code: string): string =>
  `${code.slice(0, Math.ceil(code.length / 2))} ${code.slice(Math.ceil(code.length / 2))}`;

/** What the host sends along with the address of the guest's page. */
export const invitationText = (said: {
  name: string;
  building: string;
  when: string;
  code: string;
  address: string;
}): string =>
  `Hola, ${said.name}. Te esperamos en ${said.building}. ${said.when}. Tu código de ingreso es ${said.code}. Muéstralo en la portería, o el QR de esta página: ${said.address}`;
