import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newQuickStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { ClockSync } from "../../platform/clock-sync.ts";
import { DeviceAway } from "../../platform/device-request.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { type DoorConfiguration, DoorsFeature } from "./doors.feature.ts";
import { HttpDoor } from "./drivers/http-door.ts";
import { KeptRelays } from "./kept-relays.ts";
import { Moves } from "./moves.ts";

const HOUR = 60 * 60_000;

const relayAt = (name: string, login = "") =>
  ({
    kind: "http",
    openAddress: `http://${login}${name}/on`,
    closeAddress: `http://${login}${name}/off`,
  }) as const;

/** Doors on the network, whose devices hear all but those that are away. @param before the process that was killed */
function setUp(before?: { clock: FakeClock; store: Store; away: Set<string> }) {
  const { clock, store, away } = before ?? {
    clock: new FakeClock(),
    store: newQuickStore(),
    away: new Set<string>(),
  };
  const asked: string[] = [];
  const doors = new DoorsFeature({
    boot: randomUUID(),
    moves: new Moves(store, randomUUID()),
    formers: new KeptRelays(store, silentLog),
    facts: new FactQueue(store, clock, silentLog),
    clock,
    sync: new ClockSync(clock.now()),
    whenSynchronised: () => Promise.resolve(),
    makeDriver: ({ relay }: DoorConfiguration) => {
      const { openAddress: open, closeAddress: letGo } = relay.kind === "http" ? relay : relayAt("none");
      return new HttpDoor({
        addresses: { open, close: null, letGo },
        clock,
        log: silentLog,
        ask: async (address, { mayMove }) => {
          mayMove?.();
          const { host, pathname } = new URL(address);
          asked.push(`${host}${pathname}`);
          if (away.has(host)) {
            throw new DeviceAway("ECONNREFUSED");
          }
        },
      });
    },
    relays: { relayMoves: () => undefined, relayAnswered: () => undefined },
    takePicture: () => undefined,
    newId: randomUUID,
    log: silentLog,
  });
  if (before) {
    doors.start();
  }
  const door = newDoor({ relay: relayAt("first") });
  /** Its door is free, and its device goes away. */
  const heldAndAway = async () => {
    doors.configure([door]);
    await clock.push(0);
    await doors.hold(door.id, 90_000);
    away.add("first");
    asked.length = 0;
  };
  return { clock, store, away, asked, doors, door, heldAndAway };
}

/** The process is killed, and the one after it begins on the same disk. */
function killed(before: ReturnType<typeof setUp>): ReturnType<typeof setUp> {
  before.clock.forgetTimers();
  return setUp(before);
}

describe("the relay of a door that is taken away", () => {
  it("is told to let go until it says that it did, where it was away just then", async () => {
    const { clock, away, asked, doors, heldAndAway } = setUp();
    await heldAndAway();
    doors.configure([]);
    await clock.push(HOUR);
    expect(asked.length).toBeGreaterThan(300);
    away.clear();
    asked.length = 0;
    await clock.push(10_000);
    await clock.push(HOUR);
    expect(asked).toEqual(["first/off"]);
    expect(clock.pending).toBe(0);
  });

  it("is told the same where its door has another relay by now", async () => {
    const { clock, away, asked, doors, door, heldAndAway } = setUp();
    await heldAndAway();
    doors.configure([{ ...door, relay: relayAt("second") }]);
    await clock.push(5000);
    away.clear();
    asked.length = 0;
    await clock.push(10_000);
    expect(asked).toEqual(["first/off"]);
  });

  it("is left to the driver of a door that has it again, for as long as it has", async () => {
    const { clock, away, asked, doors, heldAndAway } = setUp();
    await heldAndAway();
    doors.configure([]);
    const again = newDoor({ relay: relayAt("first", "admin:other@") });
    doors.configure([again]);
    away.clear();
    await clock.push(1);
    await doors.hold(again.id, 90_000);
    asked.length = 0;
    await clock.push(89_000);
    expect(asked).toEqual([]);

    const other = setUp();
    await other.heldAndAway();
    other.doors.configure([]);
    // It never hears that this door is there, and is on since before.
    other.doors.configure([again]);
    await other.clock.push(60_000);
    other.doors.configure([]);
    other.away.clear();
    other.asked.length = 0;
    await other.clock.push(10_000);
    // By the login of each.
    expect(other.asked).toEqual(["first/off", "first/off"]);
  });

  it("is given up after a day, and told a last time at the stop", async () => {
    const { clock, asked, doors, heldAndAway } = setUp();
    await heldAndAway();
    doors.configure([]);
    await clock.push(1);
    asked.length = 0;
    doors.stop();
    await doors.settled();
    expect(asked).toEqual(["first/off"]);
    expect(clock.pending).toBe(0);

    const other = setUp();
    await other.heldAndAway();
    other.doors.configure([]);
    await other.clock.push(25 * HOUR);
    other.asked.length = 0;
    await other.clock.push(HOUR);
    other.doors.stop();
    expect(other.asked).toEqual([]);
  });

  it("is told on by the process after one that was killed, for what is left of the day and until it answers", async () => {
    const first = setUp();
    await first.heldAndAway();
    first.doors.configure([]);
    await first.clock.push(20 * HOUR);
    const second = killed(first);
    second.doors.configure([]);
    await second.clock.push(HOUR);
    expect(second.asked.length).toBeGreaterThan(300);
    const third = killed(second);
    third.doors.configure([]);
    third.away.clear();
    await third.clock.push(HOUR);
    expect(third.asked).toEqual(["first/off"]);
    const fourth = killed(third);
    await fourth.clock.push(HOUR);
    expect(fourth.asked).toEqual([]);

    const other = setUp();
    await other.heldAndAway();
    other.doors.configure([]);
    await other.clock.push(20 * HOUR);
    const after = killed(other);
    await after.clock.push(5 * HOUR);
    after.asked.length = 0;
    await after.clock.push(HOUR);
    expect(after.asked).toEqual([]);
    const long = killed(after);
    await long.clock.push(HOUR);
    expect(long.asked).toEqual([]);
  });

  it("is left to the door that has it by now also by the process after, and a date that jumped makes no week of the day", async () => {
    const first = setUp();
    await first.heldAndAway();
    first.doors.configure([]);
    const again = newDoor({ relay: relayAt("first") });
    const second = killed(first);
    second.away.clear();
    second.doors.configure([again]);
    await second.clock.push(1);
    await second.doors.hold(again.id, 90_000);
    second.asked.length = 0;
    await second.clock.push(80_000);
    expect(second.asked).toEqual([]);

    const other = setUp();
    await other.heldAndAway();
    other.doors.configure([]);
    other.clock.setDate(0);
    const after = killed(other);
    await after.clock.push(25 * HOUR);
    after.asked.length = 0;
    await after.clock.push(HOUR);
    expect(after.asked).toEqual([]);
  });

  it("is told by this process also where the disk takes nothing", async () => {
    const { clock, store, away, asked, doors, heldAndAway } = setUp();
    await heldAndAway();
    refuseWrites(store);
    doors.configure([]);
    away.clear();
    await clock.push(10_000);
    expect(asked.slice(1)).toEqual(["first/off"]);
    takeWrites(store);
  });

  it("is told so too where its device never answered since the start: a process before may have left it on", async () => {
    const { clock, away, asked, doors, door } = setUp();
    away.add("first");
    doors.configure([door]);
    await clock.push(5000);
    doors.configure([]);
    await clock.push(5000);
    away.clear();
    asked.length = 0;
    await clock.push(10_000);
    expect(asked).toEqual(["first/off"]);
    expect(clock.pending).toBe(0);
  });

  it("is told nothing where that would open a door whose addresses were the wrong way round before", async () => {
    const { clock, away, asked, doors, door, heldAndAway } = setUp();
    await heldAndAway();
    const { openAddress, closeAddress } = relayAt("first");
    const mended = {
      ...door,
      relay: { kind: "http" as const, openAddress: closeAddress, closeAddress: openAddress },
    };
    doors.configure([mended]);
    await clock.push(5000);
    away.clear();
    await clock.push(HOUR);
    expect(new Set(asked)).toEqual(new Set(["first/on"]));
    doors.stop();
    await doors.settled();
    expect(new Set(asked)).toEqual(new Set(["first/on"]));
  });

  it("is a relay of its door that is not at rest, as that of a door in use is, until it says that it let go", async () => {
    const { clock, away, doors, door, heldAndAway } = setUp();
    await heldAndAway();
    expect(doors.isNotAtRest(door.id)).toBe(false);
    void doors.letGo(door.id);
    await clock.push(1);
    expect(doors.isNotAtRest(door.id)).toBe(true);
    doors.configure([{ ...door, relay: relayAt("second") }]);
    await clock.push(5000);
    expect(doors.isNotAtRest(door.id)).toBe(true);
    away.clear();
    await clock.push(10_000);
    expect(doors.isNotAtRest(door.id)).toBe(false);

    // Its driver says how it is where a door has it again.
    const other = setUp();
    await other.heldAndAway();
    other.doors.configure([]);
    await other.clock.push(5000);
    other.away.clear();
    other.doors.configure([other.door]);
    await other.clock.push(60_000);
    expect(other.doors.isNotAtRest(other.door.id)).toBe(false);
    other.doors.stop();
  });
});
