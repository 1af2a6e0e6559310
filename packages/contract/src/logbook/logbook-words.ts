import { alarmTitle } from "../alarms/alarm-names.ts";
import type { PassRefusal } from "../passes/pass-rules.ts";
import { type LineDetail, type LineKind, lineKinds } from "./logbook-lines.ts";

/** Why a guest did not come in. */
const refusals: Readonly<Record<PassRefusal, string>> = {
  "taken-back": "se retiró",
  expired: "ya venció",
  "used-up": "ya se usó",
  "not-yet": "todavía no es la hora",
  "not-now": "fuera de su horario",
};

/** What a line is of a drill. */
const drills: Partial<Record<LineKind, string>> = {
  ALARM_RAISED: "Simulacro",
  ALARM_SILENCED: "Simulacro silenciado",
  ALARM_CLOSED: "Simulacro cerrado",
};

/** What a line tells of, in a word or two. */
export const kindWords = ({ kind, detail }: { kind: LineKind; detail: LineDetail }): string =>
  (detail.drill === true ? drills[kind] : undefined) ?? lineKinds[kind].words;

/** What a line says besides its kind, its people and its text: 'Apto A-101 · Puerta principal · 3 personas'. */
export function detailWords({ home, door, place, people, count, thing, ...rest }: LineDetail): string {
  return [
    home === undefined ? null : `Apto ${home}`,
    door,
    place,
    people === undefined || people === 1 ? null : `${people} personas`,
    thing,
    count === undefined || count === 1 ? null : `${count} unidades`,
    rest.reason === undefined ? null : refusals[rest.reason],
    rest.certain === false ? "posible" : null,
    rest.event === undefined ? null : alarmTitle({ event: rest.event, drill: rest.drill === true }),
    rest.open === undefined ? null : openWords(rest.open),
  ]
    .filter((words) => words !== null && words !== undefined)
    .join(" · ");
}

const openWords = (open: number): string =>
  open === 0 ? "sin pendientes" : open === 1 ? "1 pendiente" : `${open} pendientes`;
