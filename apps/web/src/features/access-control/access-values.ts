import type {
  AccessLevel,
  AccessLevelFields,
  AccessSchedule,
  AccessScheduleFields,
  BuildingAccess,
  BuildingHoliday,
  LevelDoors,
} from "@umbral/contract/access-control/access-levels.contract";
import type { OnHolidays } from "@umbral/contract/access-control/schedules";
import type { DayHours, WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import { momentOf } from "../../lib/dates.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { type Errors, required } from "../../ui/useForm.ts";
import { dayHoursErrors, firstHoursError } from "../../ui/weekly-hours.ts";

/** What a choice of hours says for none: a level without a schedule holds at all times. */
export const ALWAYS = "always";

/** A level as its form holds it. */
export interface LevelValues extends Record<string, unknown> {
  name: string;
  doors: LevelDoors["kind"];
  doorIds: readonly string[];
  schedule: string;
  passesLocked: boolean;
  outlastsServer: boolean;
}

export const levelValuesOf = (level: AccessLevel | null): LevelValues => ({
  name: level?.name ?? "",
  doors: level?.doors.kind ?? "chosen",
  doorIds: level?.doors.kind === "chosen" ? level.doors.doorIds : [],
  schedule: level === null ? ALWAYS : (level.scheduleId ?? ALWAYS),
  passesLocked: level?.passesLocked ?? false,
  outlastsServer: level?.outlastsServer ?? false,
});

/** What there is to choose from now: somebody else may have deleted what was chosen. */
type Choices = Pick<BuildingAccess, "schedules" | "doors">;

export const levelErrors = (given: LevelValues, { schedules, doors }: Choices): Errors<LevelValues> => ({
  name: required(given.name, fieldSentences.required),
  doorIds:
    given.doors === "chosen" && !doors.some(({ id }) => given.doorIds.includes(id))
      ? "* Elige al menos una puerta"
      : undefined,
  schedule:
    given.schedule === ALWAYS || schedules.some(({ id }) => id === given.schedule)
      ? undefined
      : "* Este horario ya no existe. Elige otro",
});

export const levelFieldsOf = (given: LevelValues, { doors }: Pick<Choices, "doors">): AccessLevelFields => ({
  name: given.name.trim(),
  doors:
    given.doors === "chosen"
      ? { kind: "chosen", doorIds: doors.map(({ id }) => id).filter((id) => given.doorIds.includes(id)) }
      : { kind: given.doors },
  scheduleId: given.schedule === ALWAYS ? null : given.schedule,
  passesLocked: given.passesLocked,
  outlastsServer: given.outlastsServer,
});

/** A schedule as its form holds it. */
export interface ScheduleValues extends Record<string, unknown> {
  name: string;
  hours: readonly WeeklyHours[];
  onHolidays: OnHolidays["kind"];
  holidayHours: readonly DayHours[];
}

/** What is offered first: a working week. */
export const USUAL_HOURS: WeeklyHours = { days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" };
export const USUAL_HOLIDAY_HOURS: DayHours = { from: "08:00", to: "12:00" };
/** As many ranges as a holiday may have. */
export const MOST_HOLIDAY_HOURS = 8;

export const scheduleValuesOf = (schedule: AccessSchedule | null): ScheduleValues => ({
  name: schedule?.name ?? "",
  hours: schedule?.hours ?? [USUAL_HOURS],
  onHolidays: schedule?.onHolidays.kind ?? "closed",
  holidayHours: schedule?.onHolidays.kind === "hours" ? schedule.onHolidays.hours : [USUAL_HOLIDAY_HOURS],
});

export const scheduleErrors = (given: ScheduleValues): Errors<ScheduleValues> => ({
  name: required(given.name, fieldSentences.required),
  hours: firstHoursError(given.hours),
  holidayHours:
    given.onHolidays === "hours"
      ? given.holidayHours
          .flatMap((range) => Object.values(dayHoursErrors(range)))
          .find((error) => error !== undefined)
      : undefined,
});

export const scheduleFieldsOf = (given: ScheduleValues): AccessScheduleFields => ({
  name: given.name.trim(),
  hours: [...given.hours],
  onHolidays:
    given.onHolidays === "hours"
      ? { kind: "hours", hours: [...given.holidayHours] }
      : { kind: given.onHolidays },
});

interface HolidayValues extends Record<string, unknown> {
  day: string;
  name: string;
}

/** @param others the holidays that there are already */
export function holidayErrors(
  { day, name }: HolidayValues,
  others: readonly BuildingHoliday[],
): Errors<HolidayValues> {
  const same = others.find((other) => other.day === day);
  return {
    day: required(day, "* Elige el día") ?? (same ? `* Ese día ya es festivo: ${same.name}` : undefined),
    name: required(name, fieldSentences.required),
  };
}

/** How long without the server, as it is written; null for what is no number of days from 1 to 90. */
export function offlineDaysIn(written: string): number | null {
  const days = /^\d{1,2}$/.test(written.trim()) ? Number(written) : 0;
  return days >= 1 && days <= 90 ? days : null;
}

/** A level given by name, as its form holds it: from and until on the building's clock, or nothing. */
export interface GrantValues extends Record<string, unknown> {
  levelId: string;
  from: string;
  until: string;
}

export const grantErrors = (
  { levelId, ...span }: GrantValues,
  at: { timeZone: string; now: Date },
): Errors<GrantValues> => ({
  levelId: required(levelId, "* Elige un nivel"),
  ...spanErrors(span, at),
});

/** From and until as two fields hold them; empty for open on that side. */
export type SpanValues = Pick<GrantValues, "from" | "until">;

export function spanErrors(
  { from, until }: SpanValues,
  { timeZone, now }: { timeZone: string; now: Date },
): Errors<SpanValues> {
  const end = momentOf(until, timeZone);
  const isAfterStart = end === null || from === "" || until > from;
  return {
    until: !isAfterStart
      ? "* Debe ser después del comienzo"
      : end !== null && Date.parse(end) <= now.getTime()
        ? "* Debe estar en el futuro"
        : undefined,
  };
}
