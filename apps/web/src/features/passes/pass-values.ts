import type { WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import {
  LONGEST_RECURRING_DAYS,
  LONGEST_WINDOW_DAYS,
  MOST_ENTRIES,
} from "@umbral/contract/passes/pass-limits";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import { normalPhone } from "@umbral/contract/registration/personal-data";
import { dayOf, endOfDay, localTimeOf, midnightMs, momentOf } from "../../lib/dates.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { type Errors, required } from "../../ui/useForm.ts";
import { firstHoursError } from "../../ui/weekly-hours.ts";
import { namesError, namesIn } from "./name-lines.ts";
import type { WantedPass } from "./passes.api.ts";

/** What is written in the form of a pass. */
export type PassValues = {
  /** One person, or several of whom one name is enough. */
  who: "person" | "party";
  name: string;
  /** Of a party, one a line. */
  names: string;
  people: string;
  cedula: string;
  phone: string;
  email: string;
  plate: string;
  company: string;
  when: "today" | "day" | "days" | "weekly";
  day: string;
  fromTime: string;
  untilTime: string;
  lastDay: string;
  hours: WeeklyHours[];
  isOnHolidays: boolean;
  times: "once" | "any";
  /** How many came in by it, of one that is used up; 0 of any other. */
  usedUp: number;
  tellsExit: boolean;
  tellsOverstay: boolean;
};

/** The fields of each act: with these it goes on to the next. */
export const actFields = {
  who: ["name", "names", "people", "phone", "email"],
  when: ["day", "fromTime", "untilTime", "lastDay", "hours", "times"],
} as const satisfies Record<string, readonly (keyof PassValues)[]>;

/** A day's last minute, as a field of time holds it: until the end of that day. */
const LAST_MINUTE = "23:59";
const FIRST_MINUTE = "00:00";
export const usualHours: WeeklyHours = { days: [1, 2, 3, 4, 5], from: "08:00", to: "17:00" };

/** @param now tells which day is today at the building */
export function emptyValues(now: Date, timeZone: string | undefined): PassValues {
  const today = dayOf(now, timeZone);
  return {
    who: "person",
    name: "",
    names: "",
    people: "2",
    cedula: "",
    phone: "",
    email: "",
    plate: "",
    company: "",
    when: "today",
    day: today,
    fromTime: FIRST_MINUTE,
    untilTime: LAST_MINUTE,
    lastDay: "",
    hours: [usualHours],
    isOnHolidays: true,
    times: "once",
    usedUp: 0,
    tellsExit: false,
    tellsOverstay: true,
  };
}

/** A pass as its form shows it. */
export function valuesOf(pass: Pass, now: Date, timeZone: string | undefined): PassValues {
  const { guest, from, until, hours, entries } = pass;
  const day = dayOf(from, timeZone);
  const lastDay = dayOf(until, timeZone);
  return {
    ...emptyValues(now, timeZone),
    ...guest,
    who: pass.names.length > 0 || (entries !== null && entries > 1) ? "party" : "person",
    names: pass.names.map(({ name }) => name).join("\n"),
    people: entries !== null && entries > 1 ? String(entries) : "2",
    when: hours !== null ? "weekly" : day === lastDay ? "day" : "days",
    day,
    fromTime: localTimeOf(from, timeZone).slice(11),
    untilTime: localTimeOf(until, timeZone).slice(11),
    lastDay,
    hours: hours === null || hours.hours.length === 0 ? [usualHours] : hours.hours,
    isOnHolidays: hours === null || hours.onHolidays.kind === "as-any-day",
    times: entries === null ? "any" : "once",
    usedUp: pass.state === "used-up" ? pass.entered : 0,
    tellsExit: pass.tellsExit,
    tellsOverstay: pass.tellsOverstay,
  };
}

interface Here {
  now: Date;
  timeZone: string | undefined;
}

/** The moments that the form means; NaN where it says none. */
function spanOf({ when, day, fromTime, untilTime, lastDay }: PassValues, { now, timeZone }: Here) {
  const today = dayOf(now, timeZone);
  const first = when === "today" || day === "" ? today : day;
  const last = when === "today" || when === "day" ? first : lastDay;
  const isOfOneDay = when === "today" || when === "day";
  const endsAtMidnight = !isOfOneDay || untilTime === LAST_MINUTE;
  // Not from now on: a clock of this browser that runs ahead would keep the guest waiting.
  const from = when === "day" ? millis(first, fromTime, timeZone) : midnight(first, timeZone);
  const until =
    last === "" ? Number.NaN : endsAtMidnight ? end(last, timeZone) : millis(last, untilTime, timeZone);
  return { from, until };
}

const millis = (day: string, time: string, timeZone: string | undefined): number =>
  Date.parse(momentOf(`${day}T${time}`, timeZone) ?? "");
const midnight = (day: string, timeZone: string | undefined): number =>
  Date.parse(momentOf(`${day}T${FIRST_MINUTE}`, timeZone) ?? "");
const end = (day: string, timeZone: string | undefined): number => Date.parse(endOfDay(day, timeZone));

/** What is asked for with these values, when nothing is wrong with them. */
export function wantedOf(values: PassValues, here: Here): WantedPass {
  const { from, until } = spanOf(values, here);
  const { name, cedula, email, plate, company } = values;
  return {
    guest: {
      name: name.trim(),
      cedula: cedula.trim(),
      phone: values.phone.trim(),
      email: email.trim(),
      plate: plate.trim().toUpperCase(),
      company: company.trim(),
    },
    names: values.who === "party" ? namesIn(values.names) : [],
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    hours:
      values.when === "weekly"
        ? {
            hours: values.hours,
            onHolidays: values.isOnHolidays ? { kind: "as-any-day" } : { kind: "closed" },
          }
        : null,
    entries: entriesOf(values),
    tellsExit: values.tellsExit,
    tellsOverstay: values.tellsOverstay,
  };
}

const entriesOf = ({ times, who, people }: PassValues): number | null =>
  times === "any" ? null : who === "party" ? Number(people) : 1;

/** One that was used up lets in nobody by other times alone. */
function timesError(values: PassValues): string | undefined {
  const entries = entriesOf(values);
  if (values.usedUp === 0 || entries === null || entries > values.usedUp) {
    return undefined;
  }
  return "* Ya se usó: elige «Las veces que necesite» o haz otra invitación";
}

const isPeople = (written: string): boolean =>
  /^\d{1,3}$/.test(written) && Number(written) >= 2 && Number(written) <= MOST_ENTRIES;

function peopleError({ people, names }: PassValues): string | undefined {
  if (!isPeople(people)) {
    return `* Escribe un número de 2 a ${MOST_ENTRIES}`;
  }
  const listed = namesIn(names).length;
  return Number(people) < listed ? `* La lista tiene ${listed} personas` : undefined;
}

/** What is wrong with them, field by field. */
export function passErrors(values: PassValues, here: Here): Errors<PassValues> {
  const { when, who, times, phone, email } = values;
  return {
    name: required(values.name, fieldSentences.required),
    names: who === "person" ? undefined : namesError(values.names),
    people: who === "person" || times === "any" ? undefined : peopleError(values),
    phone: phone.trim() === "" || normalPhone(phone) !== null ? undefined : "* Escribe un celular válido",
    email:
      email.trim() === "" || /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : "* Escribe un correo válido",
    day: when === "today" ? undefined : required(values.day, fieldSentences.required),
    fromTime: when === "day" ? required(values.fromTime, "* Escribe la hora") : undefined,
    hours: when === "weekly" ? firstHoursError(values.hours) : undefined,
    times: timesError(values),
    ...endErrors(values, here),
  };
}

/** Of the end: in which field depends on how it is written. */
function endErrors(values: PassValues, here: Here): Errors<PassValues> {
  const { when, day, lastDay, untilTime } = values;
  if (when === "days" || when === "weekly") {
    return { lastDay: required(lastDay, fieldSentences.required) ?? wrongEnd(values, here) };
  }
  const wrong = required(untilTime, "* Escribe la hora") ?? wrongEnd(values, here);
  // A day that is over is wrong as a day, whatever its hours.
  const isOver = when === "day" && day !== "" && day < dayOf(here.now, here.timeZone);
  return isOver ? { day: "* Ese día ya pasó" } : { untilTime: wrong };
}

function wrongEnd(values: PassValues, { now, timeZone }: Here): string | undefined {
  const { from, until } = spanOf(values, { now, timeZone });
  if (Number.isNaN(from) || Number.isNaN(until)) {
    return undefined;
  }
  if (until <= from) {
    return "* Debe terminar después de empezar";
  }
  if (until <= now.getTime()) {
    return "* Debe terminar en el futuro";
  }
  const days = values.when === "weekly" ? LONGEST_RECURRING_DAYS : LONGEST_WINDOW_DAYS;
  const latest = midnightMs(dayOf(new Date(from), timeZone), days, timeZone ?? "America/Bogota");
  return until < latest
    ? undefined
    : values.when === "weekly"
      ? "* Puede durar hasta un año"
      : `* Puede durar hasta ${LONGEST_WINDOW_DAYS} días`;
}
