import type { AccessLevel, AccessSchedule } from "@umbral/contract/access-control/access-levels.contract";
import { describe, expect, it } from "vitest";
import { doorsOfLevel, levelDeletion, levelSentence, peopleWords, scheduleInUse } from "./access.strings.ts";
import {
  ALWAYS,
  grantErrors,
  holidayErrors,
  levelErrors,
  levelFieldsOf,
  levelValuesOf,
  offlineDaysIn,
  scheduleErrors,
  scheduleFieldsOf,
  scheduleValuesOf,
} from "./access-values.ts";

const schedule: AccessSchedule = {
  id: "s",
  name: "Servicios",
  hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
  onHolidays: { kind: "hours", hours: [{ from: "08:00", to: "11:00" }] },
  levels: 1,
};
const level: AccessLevel = {
  id: "l",
  name: "Aseo",
  doors: { kind: "chosen", doorIds: ["door-1", "door-3"] },
  scheduleId: "s",
  passesLocked: true,
  outlastsServer: false,
  forRoles: [],
  people: 2,
};
const doors = [
  { id: "door-1", name: "Puerta principal", localId: "1" },
  { id: "door-2", name: "Garaje", localId: "2$" },
  { id: "door-3", name: "Gimnasio", localId: "3" },
];
const access = { doors, schedules: [schedule], timeZone: "America/Bogota" };
const wrong = (errors: object) => Object.values(errors).filter((error) => error !== undefined);

describe("a level's form", () => {
  it("sends back what it was given", () => {
    const { id: _id, forRoles: _roles, people: _people, ...fields } = level;
    expect(levelFieldsOf(levelValuesOf(level), access)).toEqual(fields);
    expect(wrong(levelErrors(levelValuesOf(level), access))).toEqual([]);
  });

  it("begins with no door: nobody comes in by what was not chosen", () => {
    const values = levelValuesOf(null);
    expect(levelErrors(values, access)).toEqual({
      name: "* El campo es obligatorio",
      doorIds: "* Elige al menos una puerta",
      schedule: undefined,
    });
    expect(levelFieldsOf({ ...values, doors: "all", schedule: ALWAYS }, access)).toMatchObject({
      doors: { kind: "all" },
      scheduleId: null,
    });
  });

  it("does not keep what somebody else deleted meanwhile, and never takes 'always' for it", () => {
    const values = levelValuesOf(level);
    expect(levelErrors(values, { ...access, schedules: [] }).schedule).toBe(
      "* Este horario ya no existe. Elige otro",
    );
    expect(levelFieldsOf(values, { doors: doors.slice(0, 2) }).doors).toEqual({
      kind: "chosen",
      doorIds: ["door-1"],
    });
    expect(levelErrors(values, { ...access, doors: doors.slice(1, 2) }).doorIds).toBeDefined();
  });

  it("says as a sentence what it gives", () => {
    expect(levelSentence(level.doors, schedule, access)).toBe(
      "Quien tenga este nivel puede entrar por la Puerta principal y el Gimnasio lun–sáb 6:00 AM–6:00 PM. Festivos: 8:00 AM–11:00 AM.",
    );
    expect(levelSentence({ kind: "all" }, null, access)).toBe(
      "Quien tenga este nivel puede entrar por todas las puertas siempre.",
    );
    expect(doorsOfLevel({ kind: "entrance" }, doors)).toBe("la Puerta principal");
  });

  it("says how many lose it", () => {
    expect(levelDeletion(level).text).toContain("2 personas lo pierden");
    expect(levelDeletion({ ...level, people: 1 }).text).toContain("1 persona lo pierde");
    expect(levelDeletion({ ...level, people: 0 }).text).toContain("Nadie lo tiene");
    expect([0, 1, 2].map((people) => peopleWords({ people }))).toEqual([
      "Nadie lo tiene todavía",
      "1 persona lo tiene",
      "2 personas lo tienen",
    ]);
  });
});

describe("a schedule's form", () => {
  it("sends back what it was given, the holidays' hours too", () => {
    const { id: _id, levels: _levels, ...fields } = schedule;
    expect(scheduleFieldsOf(scheduleValuesOf(schedule))).toEqual(fields);
    expect(scheduleFieldsOf({ ...scheduleValuesOf(schedule), onHolidays: "closed" }).onHolidays).toEqual({
      kind: "closed",
    });
  });

  it("says what is missing, of the holidays only where they have hours of their own", () => {
    const values = { ...scheduleValuesOf(schedule), name: " ", holidayHours: [{ from: "", to: "11:00" }] };
    expect(wrong(scheduleErrors(values))).toEqual(["* El campo es obligatorio", "* Escribe la hora"]);
    expect(wrong(scheduleErrors({ ...values, name: "x", onHolidays: "as-any-day" }))).toEqual([]);
    expect(scheduleErrors({ ...values, hours: [{ days: [], from: "06:00", to: "18:00" }] }).hours).toBe(
      "* Elige al menos un día",
    );
  });

  it("says by which levels it is used", () => {
    expect(scheduleInUse(schedule, ["Servicios"]).text).toBe(
      "Lo usa el nivel Servicios. Dale otro horario primero.",
    );
    expect(scheduleInUse(schedule, ["Aseo", "Servicios"]).text).toBe(
      "Lo usan los niveles Aseo y Servicios. Dales otro horario primero.",
    );
  });
});

it("a holiday is one once", () => {
  const others = [{ day: "2026-12-25", name: "Navidad", isOwn: false }];
  expect(holidayErrors({ day: "2026-12-25", name: "Fiesta" }, others).day).toBe(
    "* Ese día ya es festivo: Navidad",
  );
  expect(wrong(holidayErrors({ day: "2026-12-26", name: "Fiesta" }, others))).toEqual([]);
  expect(wrong(holidayErrors({ day: "", name: "" }, others))).toHaveLength(2);
});

it("days without the server are from 1 to 90", () => {
  expect(["1", " 90 ", "30"].map(offlineDaysIn)).toEqual([1, 90, 30]);
  expect(["0", "91", "", "1,5", "treinta", "-3"].map(offlineDaysIn)).toEqual(Array(6).fill(null));
});

it("a level is given from and until on the building's clock, in this order and not only for the past", () => {
  const at = { timeZone: "America/Bogota", now: new Date("2026-11-20T23:00:00.000Z") };
  const grant = { levelId: "l", from: "", until: "" };
  expect(wrong(grantErrors(grant, at))).toEqual([]);
  expect(grantErrors({ ...grant, until: "2026-11-20T18:01" }, at).until).toBeUndefined();
  expect(grantErrors({ ...grant, until: "2026-11-20T18:00" }, at).until).toBe("* Debe estar en el futuro");
  const backwards = { ...grant, from: "2026-12-02T08:00", until: "2026-12-01T08:00" };
  expect(grantErrors(backwards, at).until).toBe("* Debe ser después del comienzo");
  expect(grantErrors({ ...grant, levelId: "" }, at).levelId).toBe("* Elige un nivel");
});
