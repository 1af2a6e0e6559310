import type {
  AccessLevel,
  AccessSchedule,
  BuildingAccess,
  BuildingHoliday,
  LevelDoors,
} from "@umbral/contract/access-control/access-levels.contract";
import { comesInSentence, holidayWords, levelDoorWords } from "@umbral/contract/access-control/access-words";
import type { LevelPerson } from "@umbral/contract/access-control/level-people.contract";
import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import { roleNames } from "@umbral/contract/users/role-words";
import { longDay } from "../../lib/calendar-words.ts";
import { capital } from "../../lib/capital.ts";
import { formatDate, formatDay } from "../../lib/dates.ts";

const list = new Intl.ListFormat("es", { type: "conjunction" });

/** 'Viernes 1 ene 2027'. @param day `YYYY-MM-DD` */
export const dayName = (day: string): string => capital(longDay(day));

/** How many have a level, by what they are or by name. */
export const peopleWords = ({ people }: Pick<AccessLevel, "people">): string =>
  people === 0
    ? "Nadie lo tiene todavía"
    : people === 1
      ? "1 persona lo tiene"
      : `${people} personas lo tienen`;

/** 'Por su rol: Residente · desde el 20 nov 2026', 'Por nombre · sin cuenta · …'. */
export function levelPersonWords(person: LevelPerson, timeZone: string): string {
  const { roles, isByName, isWithoutAccount, since, until } = person;
  return [
    roles.length > 0 ? `Por su rol: ${rolesWords(roles)}` : "",
    isByName ? "Por nombre" : "",
    isWithoutAccount ? "Sin cuenta" : "",
    `Desde el ${formatDay(since, timeZone)}`,
    until === null ? "" : `hasta el ${formatDate(until, timeZone)}`,
  ]
    .filter((words) => words !== "")
    .join(" · ");
}

/** 'Residente líder y Propietario'. */
export const rolesWords = (roles: AccessLevel["forRoles"]): string =>
  list.format(roles.map((role) => roleNames[role]));

/** By which levels a schedule is used: 'Servicios y Aseo'. */
export const namesWords = (levels: readonly string[]): string =>
  levels.length === 0 ? "Ningún nivel lo usa" : list.format(levels);

export const markWords = {
  passesLocked: "Entra también con la puerta bloqueada",
  outlastsServer: "Entra aunque el servidor falte mucho tiempo",
} as const;

/** `localId` of the door that a level means by 'entrance'. */
const ENTRANCE = "1";

/** 'todas las puertas', 'la Puerta principal y el Garaje'. */
export function doorsOfLevel(doors: LevelDoors, known: BuildingAccess["doors"]): string {
  const isMeant = ({ id, localId }: BuildingAccess["doors"][number]) =>
    doors.kind === "chosen" ? doors.doorIds.includes(id) : doors.kind === "entrance" && localId === ENTRANCE;
  return levelDoorWords(
    doors.kind,
    known.filter(isMeant).map(({ name }) => name),
  );
}

/** What whoever has a level may do, while it is being made. */
export function levelSentence(
  doors: LevelDoors,
  schedule: ScheduleHours | null,
  { doors: known, timeZone }: Pick<BuildingAccess, "doors" | "timeZone">,
): string {
  if (doors.kind === "chosen" && doors.doorIds.length === 0) {
    return "Elige por qué puertas se entra con este nivel.";
  }
  const sentence = comesInSentence(
    { who: "Quien tenga este nivel", doors: doorsOfLevel(doors, known), schedule, from: null, until: null },
    timeZone,
  );
  return schedule === null ? `${sentence}.` : `${sentence}. ${holidayWords(schedule)}.`;
}

/** Asked before a level goes: who would stand before a closed door. */
export const levelDeletion = ({ name, people }: Pick<AccessLevel, "name" | "people">) => ({
  title: `¿Eliminar el nivel ${name}?`,
  text:
    people === 0
      ? "Nadie lo tiene. Esta acción no se puede deshacer."
      : `${people === 1 ? "1 persona lo pierde" : `${people} personas lo pierden`} de inmediato, en la app y con su tarjeta. Esta acción no se puede deshacer.`,
  irrevocable: true,
});

/** Why a schedule stays. @param levels the names of those that keep to it */
export const scheduleInUse = ({ name }: Pick<AccessSchedule, "name">, levels: readonly string[]) => ({
  title: `El horario ${name} está en uso`,
  text: `${levels.length === 1 ? "Lo usa el nivel" : "Lo usan los niveles"} ${list.format(levels)}. ${
    levels.length === 1 ? "Dale" : "Dales"
  } otro horario primero.`,
});

export const scheduleDeletion = ({ name }: Pick<AccessSchedule, "name">) => ({
  title: `¿Eliminar el horario ${name}?`,
  text: "Ningún nivel lo usa. Esta acción no se puede deshacer.",
  irrevocable: true,
});

/** A day comes back as easily as it went. */
export const holidayRemoval = ({ day, name }: Pick<BuildingHoliday, "day" | "name">) => ({
  title: `¿Quitar el festivo ${name}?`,
  text: `El ${longDay(day)} vuelve a ser un día como los demás.`,
  takesAway: true,
});

/** It can be given again at any time. */
export const takingLevel = (level: { name: string }, person: { name: string }) => ({
  title: `¿Quitar el nivel ${level.name}?`,
  text: `${person.name} deja de entrar con él de inmediato, en la app y con su tarjeta.`,
  takesAway: true,
});
