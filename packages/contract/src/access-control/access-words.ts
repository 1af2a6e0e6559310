import { clockWords, dateWords } from "../lib/date-words.ts";
import type { DayHours, WeeklyHours } from "../lib/weekly-hours.ts";
import type { LevelDoors } from "./access-levels.contract.ts";
import type { CredentialKind, Decision, RefusalReason } from "./decision.ts";
import type { ScheduleHours } from "./schedules.ts";

/*
 * Who comes in where and when, as a person reads it: the same words on the screen while somebody edits, and in the
 * answer of 'Probar acceso'.
 */

/** As it goes on in a sentence. */
const uncapital = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const DAYS = ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"];

/** 'a, b y c'. Before a word that begins with the sound of i it is 'e'. */
function listWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  const and = /^h?i(?![aeou])/i.test(last) ? "e" : "y";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${and} ${last}`;
}

/** 'lun–sáb', 'lun, mié y vie', 'todos los días'. @param days 1 is Monday, 7 is Sunday */
export function dayWords(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort();
  if (sorted.length === DAYS.length) {
    return "todos los días";
  }
  const runs: number[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) {
      run.push(day);
    } else {
      runs.push([day]);
    }
  }
  const name = (day: number | undefined): string => DAYS[(day ?? 0) - 1] ?? "";
  return listWords(
    runs.flatMap((run) =>
      run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map((day) => name(day)),
    ),
  );
}

/** '6:00 AM–6:00 PM', 'todo el día'. */
const rangeWords = ({ from, to }: DayHours): string =>
  from === to && from === "00:00" ? "todo el día" : `${clockWords(from)}–${clockWords(to)}`;

/** 'lun–vie 6:00 AM–6:00 PM y sáb 8:00 AM–12:00 PM': the days of the same hours stand together. */
function weekWords(hours: readonly WeeklyHours[]): string {
  const byDays = new Map<string, string[]>();
  for (const { days, ...range } of hours) {
    const words = dayWords(days);
    byDays.set(words, [...(byDays.get(words) ?? []), rangeWords(range)]);
  }
  return listWords([...byDays].map(([days, ranges]) => `${days} ${listWords(ranges)}`));
}

/** 'siempre', 'lun–sáb 6:00 AM–6:00 PM'. What holds on holidays is {@link holidayWords}. @param schedule null for always */
export function scheduleWords(schedule: ScheduleHours | null): string {
  return schedule === null ? "siempre" : weekWords(schedule.hours) || "ningún día";
}

/** 'Festivos: no', 'Festivos: 8:00 AM–11:00 AM', 'Festivos: como cualquier día'. */
export function holidayWords({ onHolidays }: ScheduleHours): string {
  switch (onHolidays.kind) {
    case "as-any-day":
      return "Festivos: como cualquier día";
    case "closed":
      return "Festivos: no";
    case "hours":
      return `Festivos: ${listWords(onHolidays.hours.map(rangeWords))}`;
  }
}

const ARTICLE = /^(el|la|los|las)\s/i;
/** Spanish tells by the end of a word, mostly. */
const FEMININE = /(a|as|ión|iones|dad|dades|ad|ud)$/i;
const PLURAL = /[aeiou]s$/i;

/** 'la Puerta principal', 'el Garaje'. A name that is no word stands by itself. */
function withArticle(name: string): string {
  const [word = ""] = name.split(/\s/);
  if (ARTICLE.test(name) || !/^\p{L}{2,}$/u.test(word)) {
    return name;
  }
  const article = FEMININE.test(word) ? (PLURAL.test(word) ? "las" : "la") : PLURAL.test(word) ? "los" : "el";
  return `${article} ${name}`;
}

/** More of them are only counted. */
const DOORS_NAMED = 3;

/** 'la Puerta principal y el Garaje', 'la Puerta principal, el Garaje, el Sótano y 4 puertas más'. */
export function doorWords(names: readonly string[]): string {
  if (names.length === 0) {
    return "ninguna puerta";
  }
  const named = names.slice(0, DOORS_NAMED).map(withArticle);
  const others = names.length - named.length;
  return listWords(
    others === 0 ? named : [...named, others === 1 ? "1 puerta más" : `${others} puertas más`],
  );
}

/** The doors of a level. @param names of the doors that were chosen, or of the entrance */
export function levelDoorWords(kind: LevelDoors["kind"], names: readonly string[]): string {
  switch (kind) {
    case "all":
      return "todas las puertas";
    case "way-home":
      return "las puertas comunes y las de su torre y su piso";
    case "entrance":
      return names.length === 0 ? "la entrada" : doorWords(names);
    case "chosen":
      return doorWords(names);
  }
}

/** From when until when something was given. ISO 8601. */
export interface SaidSpan {
  from: string | null;
  until: string | null;
}

/** 'desde el 1 dic 2026 8:00 AM hasta el 5 dic 2026 6:00 PM'; nothing without an end on either side. */
export function spanWords({ from, until }: SaidSpan, timeZone: string): string {
  return [
    ...(from === null ? [] : [`desde el ${dateWords(from, timeZone)}`]),
    ...(until === null ? [] : [`hasta el ${dateWords(until, timeZone)}`]),
  ].join(" ");
}

/** Some hours, for as long as they were given. */
export interface SaidReach extends SaidSpan {
  /** Null for always. */
  schedule: ScheduleHours | null;
}

const whenWords = (reach: SaidReach, timeZone: string): string =>
  [scheduleWords(reach.schedule), spanWords(reach, timeZone)].filter((words) => words !== "").join(" ");

/**
 * 'lun–sáb 6:00 AM–6:00 PM. Festivos: no', and for several levels the same of each: when somebody may open one door. Of one
 * that is always open to them nothing else is said.
 */
export function reachWords(reaches: readonly SaidReach[], timeZone: string): string {
  const always = reaches.find(
    ({ schedule, from, until }) => schedule === null && from === null && until === null,
  );
  const said = (always ? [always] : reaches).map((reach) =>
    [whenWords(reach, timeZone), ...(reach.schedule === null ? [] : [holidayWords(reach.schedule)])].join(
      ". ",
    ),
  );
  return [...new Set(said)].join("; ");
}

/**
 * 'Sergio puede entrar por la Puerta principal lun–sáb 6:00 AM–6:00 PM'.
 * @param said `who` as it begins a sentence; `doors` as {@link doorWords} or {@link levelDoorWords} say them
 */
export function comesInSentence(
  { who, doors, ...reach }: SaidReach & { who: string; doors: string },
  timeZone: string,
): string {
  return `${who} puede entrar por ${doors} ${whenWords(reach, timeZone)}`;
}

/** Why somebody does not come in, to whoever administers the building. */
export const refusalWords: Readonly<Record<RefusalReason, string>> = {
  unknown: "nadie conoce esa tarjeta",
  suspended: "su acceso está desactivado",
  expired: "su tarjeta no está vigente",
  "not-this-door": "no tiene un nivel para esta puerta",
  "not-now": "a esa hora no",
  "door-locked": "la puerta está bloqueada",
  "offline-too-long": "el edificio lleva demasiado tiempo sin conexión",
  "clock-untrusted": "el reloj del edificio no es confiable",
  "used-up": "su invitación ya se usó",
  "decided-elsewhere": "sus ingresos los cuenta otro controlador",
};

/** The same of what was tried by its number, where that is why. */
const credentialWords: Readonly<Record<CredentialKind, Partial<Record<RefusalReason, string>>>> = {
  card: { suspended: "su tarjeta está desactivada o la reportaron como perdida" },
  pin: {
    unknown: "nadie tiene ese PIN",
    suspended: "su PIN está desactivado",
    expired: "su PIN no está vigente",
  },
  pass: { unknown: "ninguna invitación tiene ese código", expired: "su invitación no está vigente" },
};

/** What 'Probar acceso' says of a PIN at a door where nothing can be typed. */
export const NO_KEYPAD_SENTENCE = "No: el lector de esta puerta no tiene teclado";

/** What 'Probar acceso' says of a door that is free, whoever comes. */
export const FREE_SENTENCE = "Sí: la puerta está libre";

/** What 'Probar acceso' says. */
export function accessSentence(asked: {
  who: string;
  door: string;
  decision: Decision;
  /** Whatever the person has at this door. */
  reaches: readonly (SaidReach & { levelId: string })[];
  /** Is it a holiday of the building? */
  isHoliday: boolean;
  timeZone: string;
  /** It is what they carry that is asked for, and not they. */
  by?: CredentialKind | undefined;
}): string {
  const { who, door, decision, reaches, timeZone } = asked;
  if (decision.outcome === "granted") {
    const by = reaches.find(({ levelId }) => levelId === decision.levelId);
    const { schedule, from, until } = by ?? { schedule: null, from: null, until: null };
    return comesInSentence({ who, doors: doorWords([door]), schedule, from, until }, timeZone);
  }
  const { reason } = decision;
  if (reason !== "not-now") {
    return `No: ${(asked.by && credentialWords[asked.by][reason]) ?? refusalWords[reason]}`;
  }
  const isOfHoliday =
    asked.isHoliday &&
    reaches.some(({ schedule }) => schedule !== null && schedule.onHolidays.kind !== "as-any-day");
  const when = listWords(
    reaches.map((reach) => {
      const holidays =
        isOfHoliday && reach.schedule?.onHolidays.kind === "hours"
          ? `; ${uncapital(holidayWords(reach.schedule))}`
          : "";
      return `${whenWords(reach, timeZone)}${holidays}`;
    }),
  );
  return `No: ${isOfHoliday ? "ese día es festivo" : refusalWords[reason]}. Puede entrar ${when}`;
}

/**
 * What 'Probar acceso' adds for a door on a board, which decides by its own list while the controller is away: cards, at any hour.
 * @param isAlways whether the board's list has them
 */
export function boardAloneSentence(asked: {
  isGranted: boolean;
  isAlways: boolean;
  by?: CredentialKind | undefined;
}): string {
  const { isGranted, isAlways, by } = asked;
  const isTyped = by === "pin" || by === "pass";
  const isInList = isAlways && !isTyped;
  const answer = isInList
    ? `${isGranted ? "también" : "sí"} entra, con su tarjeta`
    : !isGranted
      ? "tampoco entra"
      : isTyped
        ? "no entra, porque la placa no conoce los PIN"
        : "no entra, porque ahí solo está quien entra siempre";
  return `Si el controlador no está, decide la placa: ${answer}.`;
}
