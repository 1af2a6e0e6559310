import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newQuickStore } from "../../../testing/store.ts";
import { ClockSync } from "../../platform/clock-sync.ts";
import { DeviceAway } from "../../platform/device-request.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import { type DoorConfiguration, DoorsFeature } from "./doors.feature.ts";
import { HttpDoor } from "./drivers/http-door.ts";
import { Moves } from "./moves.ts";

const HOUR = 60 * 60_000;

const relayAt = (name: string, login = "") =>
  ({
    kind: "http",
    openAddress: `http://${login}${name}/on`,
    closeAddress: `http://${login}${name}/off`,
  }) as const;

/** Doors on the network, whose devices hear all but those that are away. */
function setUp() {
  const clock = new FakeClock();
  const store = newQuickStore();
  const away = new Set<string>();
  const asked: string[] = [];
  const doors = new DoorsFeature({
    boot: randomUUID(),
    moves: new Moves(store, randomUUID()),
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
  const door = newDoor({ relay: relayAt("first") });
  /** Its door is free, and its device goes away. */
  const heldAndAway = async () => {
    doors.configure([door]);
    await clock.push(0);
    await doors.hold(door.id, 90_000);
    away.add("first");
    asked.length = 0;
  };
  return { clock, away, asked, doors, door, heldAndAway };
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
    expect(other.asked).toEqual(["first/off"]);
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
});
