import { randomUUID } from "node:crypto";
import type { AccessOutcome } from "@umbral/contract/access-control/decision";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore, refuseWrites } from "../../../testing/store.ts";
import { silentLog } from "../../platform/log.ts";
import { TYPED_ALL_MS } from "./keypad.ts";
import { Keypads } from "./keypads.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const GOOD = "246802";

/** Two doors with keypads, of which one code is known. */
function setUp(store = newStore()) {
  const clock = new FakeClock();
  const entered: string[] = [];
  const lights: string[] = [];
  const troubles: string[] = [];
  const state = { longest: 0, isBroken: false };
  const doors = [randomUUID(), randomUUID()].map((id) => ({ id, cameraId: null }));
  const [door = "", garage = ""] = doors.map(({ id }) => id);
  const keypads = new Keypads({
    store,
    clock,
    log: silentLog,
    longest: () => state.longest,
    enter: (_doorId, digits): AccessOutcome => {
      entered.push(digits);
      if (state.isBroken) {
        throw new Error("broken");
      }
      return digits === GOOD ? "granted" : digits === "777777" ? "not-now" : "unknown";
    },
    show: (doorId) => void lights.push(doorId),
    intrude: ({ id }) => {
      troubles.push(`begins ${id}`);
      return () => void troubles.push(`ends ${id}`);
    },
  });
  keypads.start();
  keypads.configure(doors);
  return { store, clock, keypads, door, garage, entered, lights, troubles, state, doors };
}

describe("what is typed at a keypad", () => {
  it("is a code with its #, or when nobody types on", async () => {
    const { keypads, clock, door, garage, entered } = setUp();
    keypads.type(door, `${GOOD}#`);
    for (const key of GOOD) {
      keypads.type(garage, key);
      await clock.push(SECOND);
    }
    expect(entered).toEqual([GOOD]);
    await clock.push(TYPED_ALL_MS);
    expect(entered).toEqual([GOOD, GOOD]);
    expect(clock.pending).toBe(0);
  });

  it("is a code with its last digit, where no code is longer", () => {
    const { keypads, door, entered, state } = setUp();
    state.longest = 6;
    keypads.type(door, GOOD);
    expect(entered).toEqual([GOOD]);
    // Whoever presses it all the same has typed nothing more.
    keypads.type(door, "#");
    expect(entered).toEqual([GOOD]);
  });

  it("begins anew after * and when somebody left digits behind, which is no guess", async () => {
    const { keypads, clock, door, entered, troubles, lights } = setUp();
    keypads.type(door, `999*${GOOD}#`);
    keypads.type(door, "12");
    await clock.push(TYPED_ALL_MS);
    keypads.type(door, "345#");
    keypads.type(door, "##**");
    keypads.type(door, "123456789012345#");
    expect([entered, troubles]).toEqual([[GOOD], []]);
    // Too short, and too long: red, and no wait.
    expect(lights).toHaveLength(2);
    await clock.push(SECOND);
    keypads.type(door, `${GOOD}#`);
    expect(entered).toEqual([GOOD, GOOD]);
  });

  it("of a code that is not for now is no guess", () => {
    const { keypads, door, entered } = setUp();
    keypads.type(door, "777777#");
    keypads.type(door, `${GOOD}#`);
    expect(entered).toEqual(["777777", GOOD]);
  });

  it("is nothing at a door that is not this controller's, or with keys that are none", () => {
    const { keypads, door, entered } = setUp();
    keypads.type(randomUUID(), `${GOOD}#`);
    keypads.type(door, `ñ\u0000${GOOD.slice(0, 3)}A🔑${GOOD.slice(3)}#`);
    expect(entered).toEqual([GOOD]);
  });
});

describe("a wrong code", () => {
  it("makes that keypad wait, longer each time, and no other", async () => {
    const { keypads, clock, door, garage, entered, lights } = setUp();
    for (const seconds of [5, 10, 20, 40]) {
      keypads.type(door, "111111#");
      entered.length = 0;
      lights.length = 0;
      await clock.push((seconds - 1) * SECOND);
      keypads.type(door, `${GOOD}#`);
      expect([entered, lights]).toEqual([[], [door]]);
      keypads.type(garage, `${GOOD}#`);
      expect(entered).toEqual([GOOD]);
      await clock.push(SECOND);
    }
    keypads.type(door, `${GOOD}#`);
    expect(entered).toEqual([GOOD, GOOD]);
    // A right one does not take the wrong ones back: whoever lives there would help who guesses.
    keypads.type(door, "111111#");
    await clock.push(79 * SECOND);
    entered.length = 0;
    keypads.type(door, `${GOOD}#`);
    expect(entered).toEqual([]);
  });

  it("is forgiven after half an hour without another", async () => {
    const { keypads, clock, door, entered } = setUp();
    keypads.type(door, "111111#");
    await clock.push(5 * SECOND);
    keypads.type(door, "111111#");
    await clock.push(60 * MINUTE);
    keypads.type(door, "111111#");
    await clock.push(5 * SECOND);
    keypads.type(door, `${GOOD}#`);
    expect(entered).toHaveLength(4);
  });

  it("counts on when the process was killed, and its wait begins anew", async () => {
    const { keypads, door, store, clock } = setUp();
    for (const seconds of [5, 10, 20]) {
      keypads.type(door, "111111#");
      await clock.push(seconds * SECOND);
    }
    const next = setUp(store);
    next.keypads.configure([{ id: door, cameraId: null }]);
    await next.clock.push(19 * SECOND);
    next.keypads.type(door, `${GOOD}#`);
    expect(next.entered).toEqual([]);
    await next.clock.push(SECOND);
    next.keypads.type(door, `${GOOD}#`);
    expect(next.entered).toEqual([GOOD]);
    next.keypads.type(door, "111111#");
    await next.clock.push(39 * SECOND);
    next.keypads.type(door, `${GOOD}#`);
    expect(next.entered).toEqual([GOOD, "111111"]);
  });

  it("that was forgiven makes no later process wait, whether anybody typed meanwhile or not", async () => {
    const { keypads, door, store, clock } = setUp();
    for (const seconds of [5, 10, 20]) {
      keypads.type(door, "111111#");
      await clock.push(seconds * SECOND);
    }
    await clock.push(60 * MINUTE);
    keypads.stop();
    const again = setUp(store);
    again.keypads.configure([{ id: door, cameraId: null }]);
    await again.clock.push(4 * SECOND);
    again.keypads.type(door, `${GOOD}#`);
    expect(again.entered).toEqual([]);
    await again.clock.push(30 * MINUTE);
    again.keypads.stop();
    const later = setUp(store);
    later.keypads.configure([{ id: door, cameraId: null }]);
    later.keypads.type(door, `${GOOD}#`);
    expect([later.entered, later.clock.pending]).toEqual([[GOOD], 0]);
  });

  it("makes it wait also when the disk takes nothing, or a decision fails", async () => {
    const { keypads, door, store, entered, state, clock } = setUp();
    refuseWrites(store);
    state.isBroken = true;
    keypads.type(door, `${GOOD}#`);
    keypads.type(door, `${GOOD}#`);
    expect(entered).toEqual([GOOD]);
    state.isBroken = false;
    await clock.push(5 * SECOND);
    keypads.type(door, `${GOOD}#`);
    expect(entered).toEqual([GOOD, GOOD]);
  });

  it("is told when it is the third, and over when nobody tries any more", async () => {
    const { keypads, clock, door, troubles } = setUp();
    for (const seconds of [5, 10]) {
      keypads.type(door, "111111#");
      await clock.push(seconds * SECOND);
    }
    expect(troubles).toEqual([]);
    keypads.type(door, "111111#");
    await clock.push(20 * SECOND);
    keypads.type(door, "111111#");
    expect(troubles).toEqual([`begins ${door}`]);
    await clock.push(10 * MINUTE + 39 * SECOND);
    expect(troubles).toHaveLength(1);
    await clock.push(SECOND);
    expect(troubles).toEqual([`begins ${door}`, `ends ${door}`]);
    keypads.type(door, "111111#");
    expect(troubles).toHaveLength(3);
    keypads.stop();
    expect([troubles.length, clock.pending]).toEqual([4, 0]);
  });

  it("of which there are floods finds no more than is reckoned with", async () => {
    const { keypads, clock, door, entered, lights } = setUp();
    for (let count = 0; count < 2000; count += 1) {
      keypads.type(door, `${String(count).padStart(6, "0")}#`.repeat(20));
    }
    expect(entered).toHaveLength(1);
    expect(lights.length).toBeLessThanOrEqual(2);
    for (let passed = 0; passed < DAY; passed += 5 * SECOND) {
      await clock.push(5 * SECOND);
      keypads.type(door, "111111#");
    }
    expect(entered.length).toBeLessThanOrEqual(105);
  });
});
