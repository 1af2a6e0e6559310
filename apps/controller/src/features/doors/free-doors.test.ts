import { describe, expect, it } from "vitest";
import { FreeBuilding } from "../../../testing/free-building.ts";
import { newStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { MayHaveMoved } from "./door-driver.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The date begins at 10:00 of a Tuesday in Bogotá. */
function setUp(doors = 1, waysOut = 0) {
  const store = newStore();
  return { store, building: new FreeBuilding(store, doors, waysOut) };
}
const told = ({ facts }: FreeBuilding) =>
  facts.map((fact) => (fact.kind === "door-freed" ? `freed by ${fact.origin}` : fact.kind));
const hours = (from: string, to: string) => ({
  freeHours: { hours: [{ days: [2], from, to }], onHolidays: { kind: "closed" } as const },
});

describe("a door that is free until a time", () => {
  it("has its relay held until then, to the moment, and ends without anybody's word", async () => {
    const { building } = setUp();
    building.setMode(0, { freeUntil: building.trueMs + HOUR + 1234 });
    building.isServerHeard = false;
    await building.clock.push(HOUR + 1233);
    expect(building.isEnergised()).toBe(true);
    expect(building.leaves.get(building.doors[0]?.id ?? "")).toBe(true);
    await building.clock.push(1);
    expect(building.isEnergised()).toBe(false);
    expect(building.leaves.get(building.doors[0]?.id ?? "")).toBe(false);
    expect(told(building)).toEqual(["freed by APP", "door-free-ended"]);
  });

  it("goes on without a break where the server's clock turns out to be behind", async () => {
    const { building } = setUp();
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(HOUR - 10);
    building.serverIsBehind(50);
    await building.clock.push(59);
    expect(building.isEnergised()).toBe(true);
    await building.clock.push(1);
    expect(building.isEnergised()).toBe(false);
    expect(building.relays[0]?.timesOpened).toBe(1);
    expect(told(building)).toEqual(["freed by APP", "door-free-ended"]);
  });

  it("is locked for as long as somebody locks it, and free again after", async () => {
    const { building } = setUp();
    const freeUntil = building.trueMs + 2 * HOUR;
    building.setMode(0, { freeUntil });
    await building.clock.push(MINUTE);
    building.setMode(0, { freeUntil, lockedUntil: building.trueMs + HOUR });
    await building.clock.push(0);
    expect(building.isEnergised()).toBe(false);
    await building.clock.push(HOUR);
    expect(building.isEnergised()).toBe(true);
  });

  it("ends when nobody knows the time, and comes back when the server says that it still is", async () => {
    const { building } = setUp();
    building.setMode(0, { freeUntil: building.trueMs + 5 * HOUR });
    building.isServerHeard = false;
    await building.clock.push(MINUTE);
    building.jump(-2 * HOUR);
    await building.clock.push(MINUTE);
    expect(building.isEnergised()).toBe(false);
    building.isServerHeard = true;
    await building.clock.push(MINUTE);
    expect(building.isEnergised()).toBe(true);
  });

  it("rests with its process, and is free again only when it still should be", async () => {
    const { building } = setUp(2);
    building.setMode(0, { freeUntil: building.trueMs + 5 * HOUR });
    building.setMode(1, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(MINUTE);
    building.end("kill");
    building.clock.stall(2 * HOUR);
    building.isServerHeard = false;
    building.begin();
    expect(building.isEnergised(1)).toBe(false);
    await building.clock.push(0);
    expect([building.isEnergised(0), building.isEnergised(1)]).toEqual([true, false]);
    building.end("stop");
    expect(building.isEnergised(0)).toBe(false);
    expect(told(building)).toEqual([
      "freed by APP",
      "freed by APP",
      "door-free-ended",
      "door-free-ended",
      "freed by APP",
      "door-free-ended",
    ]);
    expect(building.clock.pending).toBe(0);
  });

  it("stays locked after a start that does not know the time", async () => {
    const { building } = setUp();
    building.setMode(0, { freeUntil: building.trueMs + 5 * HOUR });
    await building.clock.push(MINUTE);
    building.end("kill");
    building.isServerHeard = false;
    building.jump(-HOUR);
    building.begin();
    await building.clock.push(5 * MINUTE);
    expect(building.isEnergised()).toBe(false);
  });

  it("is told as one that may have been where the process died as its relay was to move", async () => {
    const { building } = setUp();
    const [relay] = building.relays;
    Object.assign(relay ?? {}, { movesAfterMs: 500 });
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(100);
    building.end("kill");
    building.modes.clear();
    building.begin();
    expect(building.facts).toMatchObject([
      { kind: "door-freed", isCertain: false },
      { kind: "door-free-ended" },
    ]);
  });

  it("is asked again when its relay did not move, and is told as free only then", async () => {
    const { building } = setUp();
    const [relay] = building.relays;
    Object.assign(relay ?? {}, { isJammed: true });
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(5000);
    expect(told(building)).toEqual([]);
    expect(building.leaves.get(building.doors[0]?.id ?? "")).toBe(false);
    Object.assign(relay ?? {}, { isJammed: false });
    await building.clock.push(5000);
    expect(building.isEnergised()).toBe(true);
    expect(told(building)).toEqual(["freed by APP"]);
  });

  it("is told once as one that may have been, however often its silent device is asked", async () => {
    const { building } = setUp();
    const hold = () => Promise.reject(new MayHaveMoved("no answer"));
    Object.assign(building.drivers[0]?.free ?? {}, { hold });
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(10 * MINUTE);
    expect(building.facts).toMatchObject([
      { kind: "door-freed", isCertain: false },
      { kind: "door-free-ended" },
    ]);
    building.setMode(0, {});
    await building.clock.push(MINUTE);
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(MINUTE);
    expect(building.facts).toHaveLength(4);
  });

  it("is told as free until its device says that it rests, and its leaf has its cause until then", async () => {
    const { building } = setUp();
    const isFree = () => building.leaves.get(building.doors[0]?.id ?? "");
    let rest: () => void = () => undefined;
    building.rests = new Promise((resolve) => {
      rest = resolve;
    });
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(2 * HOUR);
    expect(told(building)).toEqual(["freed by APP"]);
    expect([isFree(), building.modesFeature.freePeriods.length]).toEqual([true, 1]);
    // Another time that does not come about ends nothing of this one.
    const [relay] = building.relays;
    Object.assign(relay ?? {}, { isJammed: true });
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(MINUTE);
    expect(isFree()).toBe(true);
    building.setMode(0, {});
    rest();
    await building.clock.push(MINUTE);
    expect(told(building)).toEqual(["freed by APP", "door-free-ended"]);
    expect([isFree(), building.modesFeature.freePeriods]).toEqual([false, []]);
  });

  it("whose device never said that it rests goes on in the next time, and ends with its process", async () => {
    const { building } = setUp();
    building.rests = new Promise(() => undefined);
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(2 * HOUR);
    building.setMode(0, hours("00:00", "24:00"));
    await building.clock.push(0);
    expect(told(building)).toEqual(["freed by APP", "door-free-ended", "freed by SCHEDULE"]);
    building.setMode(0, {});
    await building.clock.push(HOUR);
    expect(told(building)).toHaveLength(3);
    building.end("stop");
    expect(told(building).slice(3)).toEqual(["door-free-ended"]);
  });

  it("goes on where its device, which never said that it rests, answers nothing in the next time either", async () => {
    const { building } = setUp();
    building.rests = new Promise(() => undefined);
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(2 * HOUR);
    const hold = () => Promise.reject(new MayHaveMoved("no answer"));
    Object.assign(building.drivers[0]?.free ?? {}, { hold });
    building.setMode(0, hours("00:00", "24:00"));
    await building.clock.push(MINUTE);
    expect(told(building)).toEqual(["freed by APP"]);
    expect(building.modesFeature.freePeriods).toHaveLength(1);
    building.end("stop");
    expect(told(building)).toEqual(["freed by APP", "door-free-ended"]);
  });

  it("is free also when the disk takes nothing, and tells it when it does", async () => {
    const { building, store } = setUp();
    refuseWrites(store);
    building.setMode(0, { freeUntil: building.trueMs + HOUR });
    await building.clock.push(MINUTE);
    expect(building.isEnergised()).toBe(true);
    takeWrites(store);
    await building.clock.push(HOUR);
    expect(building.isEnergised()).toBe(false);
    expect(told(building)).toEqual(["freed by APP", "door-free-ended"]);
  });
});

describe("a door that the week frees", () => {
  it("begins and ends with the minute, by the building's clock, without the server", async () => {
    const { building } = setUp();
    building.isServerHeard = false;
    building.setMode(0, hours("10:30", "12:00"));
    await building.clock.push(30 * MINUTE - 1);
    expect(building.isEnergised()).toBe(false);
    await building.clock.push(1);
    expect(building.isEnergised()).toBe(true);
    await building.clock.push(90 * MINUTE - 1);
    expect(building.isEnergised()).toBe(true);
    await building.clock.push(1);
    expect(building.isEnergised()).toBe(false);
    expect(told(building)).toEqual(["freed by SCHEDULE", "door-free-ended"]);
  });

  it("goes on for another reason without its relay being touched", async () => {
    const { building } = setUp();
    building.setMode(0, { ...hours("09:00", "11:00"), freeUntil: building.trueMs + 2 * HOUR });
    await building.clock.push(0);
    expect(told(building)).toEqual(["freed by APP"]);
    building.setMode(0, hours("09:00", "11:00"));
    await building.clock.push(MINUTE);
    expect(building.relays[0]).toMatchObject({ isEnergised: true, timesOpened: 1 });
    expect(told(building)).toEqual(["freed by APP", "door-free-ended", "freed by SCHEDULE"]);
  });
});

describe("an emergency", () => {
  const order = (building: FreeBuilding, on: boolean, forMs = 30 * MINUTE) =>
    building.modesFeature.obey({ state: on ? "free" : "silent", forMs, issuedAt: 0, boot: building.boot });

  it("frees the doors that were chosen for it, locked ones too, until it is silenced or its time is over", async () => {
    const { building } = setUp(3, 2);
    building.setMode(1, { lockedUntil: building.trueMs + HOUR });
    expect(await order(building, true)).toEqual({ outcome: "done", doors: 2 });
    expect([0, 1, 2].map((index) => building.isEnergised(index))).toEqual([true, true, false]);
    // Said again, it changes nothing.
    expect(await order(building, true)).toEqual({ outcome: "done", doors: 2 });
    expect(told(building)).toEqual(["freed by ALARM", "freed by ALARM"]);
    expect(await order(building, false)).toEqual({ outcome: "done", doors: 0 });
    await building.clock.push(0);
    expect([0, 1, 2].map((index) => building.isEnergised(index))).toEqual([false, false, false]);
    building.modesFeature.beginEmergency("fire-panel", 30 * MINUTE);
    // That the lobby knows of none does not end the panel's.
    expect(
      await building.modesFeature.obey({ state: "rest", forMs: 1, issuedAt: 0, boot: building.boot }),
    ).toEqual({
      outcome: "done",
      doors: 2,
    });
    await building.clock.push(30 * MINUTE - 1);
    expect(building.isEnergised(0)).toBe(true);
    await building.clock.push(1);
    expect(building.isEnergised(0)).toBe(false);
  });

  it("goes on without a clock, and across a restart where the time is known", async () => {
    const { building } = setUp(1, 1);
    building.modesFeature.beginEmergency("fire-panel", 30 * MINUTE);
    building.isServerHeard = false;
    await building.clock.push(MINUTE);
    building.end("kill");
    building.clock.stall(MINUTE);
    building.begin();
    await building.clock.push(0);
    expect(building.isEnergised()).toBe(true);
    building.jump(5 * HOUR);
    await building.clock.push(MINUTE);
    expect(building.isEnergised()).toBe(true);
    building.end("kill");
    building.begin();
    await building.clock.push(MINUTE);
    expect(building.isEnergised()).toBe(false);
  });

  it("is not begun by an order for another run, and says when a relay did not move", async () => {
    const { building } = setUp(1, 1);
    expect(
      await building.modesFeature.obey({
        state: "free",
        forMs: 1000,
        issuedAt: 0,
        boot: crypto.randomUUID(),
      }),
    ).toEqual({ outcome: "expired" });
    expect(building.isEnergised()).toBe(false);
    const [relay] = building.relays;
    Object.assign(relay ?? {}, { isJammed: true });
    expect(await order(building, true)).toEqual({ outcome: "failed", doors: 0 });
  });
});
