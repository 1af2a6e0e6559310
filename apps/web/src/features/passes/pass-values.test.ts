import type { Pass } from "@umbral/contract/passes/passes.contract";
import { describe, expect, it } from "vitest";
import { carlos, listed, passLike } from "../../../testing/screens/passes.ts";
import { emptyValues, type PassValues, passErrors, valuesOf, wantedOf } from "./pass-values.ts";

const timeZone = "America/Bogota";
/** 3:00 PM in Bogota. */
const now = new Date("2026-11-20T20:00:00.000Z");
const here = { now, timeZone };
const values = (given: Partial<PassValues>): PassValues => ({
  ...emptyValues(now, timeZone),
  name: "Carlos Pérez",
  ...given,
});
const wrong = (given: Partial<PassValues>) =>
  Object.fromEntries(
    Object.entries(passErrors(values(given), here)).filter(([, error]) => error !== undefined),
  );

describe("when a pass holds", () => {
  it("is all of today, whatever this clock says, once, unless something else is said", () => {
    expect(wantedOf(values({}), here)).toMatchObject({
      guest: { name: "Carlos Pérez", phone: "" },
      from: "2026-11-20T05:00:00.000Z",
      until: "2026-11-21T04:59:59.999Z",
      hours: null,
      entries: 1,
      tellsExit: false,
      tellsOverstay: true,
    });
    expect(wantedOf(values({ untilTime: "18:00" }), here).until).toBe("2026-11-20T23:00:00.000Z");
  });

  it("is hours of a day, whole days, or hours of the week until a day", () => {
    const day = { when: "day", day: "2026-11-24", fromTime: "08:00", untilTime: "10:30" } as const;
    expect(wantedOf(values(day), here)).toMatchObject({
      from: "2026-11-24T13:00:00.000Z",
      until: "2026-11-24T15:30:00.000Z",
    });
    const days = { when: "days", day: "2026-11-24", lastDay: "2026-11-26", times: "any" } as const;
    expect(wantedOf(values(days), here)).toMatchObject({
      from: "2026-11-24T05:00:00.000Z",
      until: "2026-11-27T04:59:59.999Z",
      entries: null,
    });
    const weekly = { when: "weekly", day: "2026-11-20", lastDay: "2027-11-19", isOnHolidays: false } as const;
    expect(wantedOf(values(weekly), here).hours).toEqual({
      hours: [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "17:00" }],
      onHolidays: { kind: "closed" },
    });
  });

  it("is of as many entries as a party has people", () => {
    expect(wantedOf(values({ who: "party", people: "12" }), here).entries).toBe(12);
    expect(wrong({ who: "party", people: "1" })).toEqual({ people: "* Escribe un número de 2 a 200" });
    expect(wrong({ who: "party", people: "" })).toHaveProperty("people");
    expect(wrong({ who: "party", people: "", times: "any" })).toEqual({});
  });
});

describe("what is wrong with a pass", () => {
  it.each<[string, Partial<PassValues>, Record<string, string>]>([
    ["nobody is named", { name: " " }, { name: "* El campo es obligatorio" }],
    ["no telephone", { phone: "12" }, { phone: "* Escribe un celular válido" }],
    ["no mail", { email: "carlos@" }, { email: "* Escribe un correo válido" }],
    ["it ends before now", { untilTime: "14:00" }, { untilTime: "* Debe terminar en el futuro" }],
    ["its day is over", { when: "day", day: "2026-11-19" }, { day: "* Ese día ya pasó" }],
    [
      "it ends before it begins",
      { when: "day", day: "2026-11-24", fromTime: "10:00", untilTime: "09:00" },
      { untilTime: "* Debe terminar después de empezar" },
    ],
    ["it has no last day", { when: "days", day: "2026-11-24" }, { lastDay: "* El campo es obligatorio" }],
    [
      "31 days without hours",
      { when: "days", day: "2026-11-01", lastDay: "2026-12-01" },
      { lastDay: "* Puede durar hasta 30 días" },
    ],
    [
      "more than a year",
      { when: "weekly", lastDay: "2027-11-21" },
      { lastDay: "* Puede durar hasta un año" },
    ],
    [
      "no day of the week",
      { when: "weekly", lastDay: "2026-12-20", hours: [{ days: [], from: "08:00", to: "17:00" }] },
      { hours: "* Elige al menos un día" },
    ],
  ])("%s", (_, given, errors) => {
    expect(wrong(given)).toEqual(errors);
  });

  it("is nothing for the longest that may be", () => {
    expect(wrong({ when: "days", day: "2026-11-01", lastDay: "2026-11-30" })).toEqual({});
    expect(wrong({ when: "weekly", lastDay: "2027-11-20" })).toEqual({});
  });
});

it("one that is used up is not extended by its times alone", () => {
  const used = passLike(4, "Pedro Plomero", { state: "used-up", entries: 1, entered: 1, left: 1 });
  const party = passLike(5, "Cumpleaños", { state: "used-up", entries: 12, entered: 12, left: 12 });
  const later = { when: "days", day: "2026-11-24", lastDay: "2026-11-25" } as const;
  const timesOf = (pass: Pass, change: Partial<PassValues> = {}) =>
    passErrors({ ...valuesOf(pass, now, timeZone), ...later, ...change }, here).times;
  expect(timesOf(used)).toMatch(/^\* Ya se usó/);
  expect(timesOf(party)).toMatch(/^\* Ya se usó/);
  expect(timesOf(used, { times: "any" })).toBeUndefined();
  expect(timesOf(party, { people: "14" })).toBeUndefined();
  // Who is inside stays longer by the entry that they had.
  expect(timesOf(passLike(6, "Julián", { state: "inside", entries: 1, entered: 1 }))).toBeUndefined();
});

it("changing nothing of a pass asks for what it is", () => {
  const weekly = passLike(2, "Aseo", {
    until: "2026-12-21T04:59:59.999Z",
    from: "2026-11-20T05:00:00.000Z",
    hours: { hours: [{ days: [2, 4], from: "07:00", to: "12:00" }], onHolidays: { kind: "closed" } },
    entries: null,
  });
  const party = passLike(3, "Cumpleaños", { entries: 12, names: listed });
  for (const pass of [carlos, weekly, party]) {
    const { guest, from, until, hours, entries, tellsExit, tellsOverstay } = pass;
    const wanted = wantedOf(valuesOf(pass, now, timeZone), here);
    const names = pass.names.map(({ name }) => name);
    expect(wanted).toEqual({ guest, names, from, until, hours, entries, tellsExit, tellsOverstay });
  }
});
