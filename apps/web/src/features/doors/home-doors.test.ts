import { describe, expect, it } from "vitest";
import { awayOf, doorState } from "./door-state.ts";
import { homeDoors } from "./home-doors.ts";

const door = (localId: string, more: { isFavourite?: boolean; operate?: boolean } = {}) => ({
  localId,
  ...(more.isFavourite ? { isFavourite: true } : {}),
  may: { operate: more.operate ?? true },
});
const order = (...doors: ReturnType<typeof door>[]) => {
  const { open, others } = homeDoors(doors);
  return [open, others].map((part) => part.map(({ localId }) => localId));
};

describe("the doors of a home", () => {
  it("begin with the favourite, then the main door, then as the building has them", () => {
    expect(order(door("2$"), door("3"), door("1"))).toEqual([["1", "2$", "3"], []]);
    expect(order(door("1"), door("2$"), door("3", { isFavourite: true }))).toEqual([["3", "1", "2$"], []]);
  });

  it("are first those that open now, the favourite too", () => {
    expect(order(door("1"), door("3", { isFavourite: true, operate: false }), door("2$"))).toEqual([
      ["1", "2$"],
      ["3"],
    ]);
  });
});

describe("how a door is", () => {
  const now = new Date("2026-11-20T16:00:00.000Z");
  const since = "2026-11-20T15:42:00.000Z";
  const until = { until: "2026-11-20T23:00:00.000Z", isConfirmed: true } as const;
  it.each([
    [{ line: "online" }, null],
    [{ line: "online", leaf: { is: "closed", since } }, ["calm", "Cerrada"]],
    [{ line: "online", leaf: { is: "open", since } }, ["calm", "Abierta"]],
    [{ line: "online", leaf: { is: "held", since } }, ["attention", "Abierta demasiado tiempo"]],
    [{ line: "online", leaf: { is: "forced", since } }, ["attention", "Forzada"]],
    [
      { line: "online", mode: { mode: "free", origin: "APP", ...until }, leaf: { is: "open", since } },
      ["calm", "Libre hasta las 6:00 PM · Abierta"],
    ],
    [
      { line: "online", mode: { mode: "locked", origin: null, ...until } },
      ["attention", "Bloqueada hasta las 6:00 PM"],
    ],
    [
      { line: "online", jammedSince: since, leaf: { is: "closed", since } },
      ["attention", "Trabada: no se movió a las 10:42 AM · Cerrada"],
    ],
    // What its controller said before it went away may be otherwise by now.
    [{ line: "away", leaf: { is: "open", since } }, ["attention", "Sin conexión"]],
    [{ line: "none" }, ["attention", "Sin controlador"]],
  ] as const)("%j is %j", (given, said) => {
    const state = doorState(given, { now, timeZone: "America/Bogota" });
    expect(state && [state.tone, state.words]).toEqual(said);
  });
});

describe("a building that is away", () => {
  const at = "2026-11-20T15:42:00.000Z";
  it("is so since the first of its controllers, as a whole or in part", () => {
    expect(awayOf([{ line: "online" }, { line: "none" }])).toBeNull();
    expect(awayOf([{ line: "online" }, { line: "away", awaySince: at }])).toEqual({
      since: at,
      isWhole: false,
    });
    expect(awayOf([{ line: "away" }, { line: "none" }])).toEqual({ since: null, isWhole: true });
  });
});
