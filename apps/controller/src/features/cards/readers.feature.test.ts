import { randomUUID } from "node:crypto";
import { SimulatedReader } from "@umbral/simulated-building/reader";
import { describe, expect, it } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { FakeClock, settle } from "../../../testing/fake-clock.ts";
import { silentLog } from "../../platform/log.ts";
import { SimulatedReaderDriver } from "./drivers/simulated-reader.ts";
import { ReadersFeature } from "./readers.feature.ts";

const MINUTE = 60_000;

async function setUp(isBroken = false) {
  const clock = new FakeClock();
  const devices = new Map<string, SimulatedReader>();
  const deviceOf = (doorId: string) => {
    const device = devices.get(doorId) ?? new SimulatedReader();
    devices.set(doorId, device);
    return device;
  };
  const read: { doorId: string; reading: string }[] = [];
  const typed: { doorId: string; keys: string }[] = [];
  const told: { setupId: string; doorId: string; tag: string }[] = [];
  const readers = new ReadersFeature({
    clock,
    log: silentLog,
    makeDriver: (doorId) => new SimulatedReaderDriver(deviceOf(doorId)),
    tellTag: (read) => void told.push(read),
    read: (doorId, reading) => void read.push({ doorId, reading }),
    type: (doorId, keys) => void typed.push({ doorId, keys }),
    tampered: () => () => undefined,
  });
  const door = newDoor();
  const garage = newDoor({ localId: "2$" });
  const wall = newDoor({ localId: "3", reader: null });
  deviceOf(door.id).isBroken = isBroken;
  readers.configure([door, garage, wall]);
  await settle();
  const order = (doorId: string) => ({ setupId: randomUUID(), doorId, forMs: 3 * MINUTE });
  return { clock, readers, door, garage, wall, deviceOf, told, read, typed, order };
}

describe("a reader that is set up", () => {
  it("tells its next card, and only that one", async () => {
    const { readers, door, garage, deviceOf, told, read, order } = await setUp();
    deviceOf(door.id).swipe("EARLY");
    const setup = order(door.id);
    expect(await readers.setUp(setup)).toEqual({ outcome: "waiting" });
    deviceOf(garage.id).swipe("ELSEWHERE");
    deviceOf(door.id).swipe("04A2");
    deviceOf(door.id).swipe("LATER");
    expect(told).toEqual([{ setupId: setup.setupId, doorId: door.id, tag: "04A2" }]);
    // The others are for their doors.
    expect(read).toEqual([
      { doorId: door.id, reading: "EARLY" },
      { doorId: garage.id, reading: "ELSEWHERE" },
      { doorId: door.id, reading: "LATER" },
    ]);
  });

  it("is of the last one who set it up", async () => {
    const { readers, door, deviceOf, told, order } = await setUp();
    await readers.setUp(order(door.id));
    const last = order(door.id);
    await readers.setUp(last);
    deviceOf(door.id).swipe("04A2");
    expect(told).toMatchObject([{ setupId: last.setupId }]);
  });

  it("forgets it when its time is over, and not before", async () => {
    const { readers, clock, door, deviceOf, told, order } = await setUp();
    await readers.setUp(order(door.id));
    await clock.push(2 * MINUTE);
    const again = order(door.id);
    await readers.setUp(again);
    await clock.push(2 * MINUTE);
    deviceOf(door.id).swipe("04A2");
    expect(told).toHaveLength(1);
    await readers.setUp(order(door.id));
    await clock.push(3 * MINUTE);
    deviceOf(door.id).swipe("04A2");
    expect(told).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it("says so when there is none, or when it cannot be listened to", async () => {
    const { readers, clock, door, wall, deviceOf, told, order } = await setUp(true);
    expect(await readers.setUp(order(wall.id))).toEqual({ outcome: "none" });
    expect(await readers.setUp(order(randomUUID()))).toEqual({ outcome: "none" });
    expect(await readers.setUp(order(door.id))).toEqual({ outcome: "failed" });
    deviceOf(door.id).isBroken = false;
    await clock.push(5000);
    expect(await readers.setUp(order(door.id))).toEqual({ outcome: "waiting" });
    deviceOf(door.id).swipe("04A2");
    expect(told).toHaveLength(1);
  });

  it("keeps waiting through a new configuration that leaves it as it is, and not through another", async () => {
    const { readers, door, garage, deviceOf, told, order } = await setUp();
    await readers.setUp(order(door.id));
    readers.configure([{ ...door, name: "Otro nombre" }, garage]);
    deviceOf(door.id).swipe("04A2");
    expect(told).toHaveLength(1);
    await readers.setUp(order(door.id));
    readers.configure([{ ...door, reader: null }, garage]);
    deviceOf(door.id).swipe("04A3");
    expect(told).toHaveLength(1);
  });

  it("is started once, also when it is set up while it is still being started", async () => {
    const door = newDoor();
    let starts = 0;
    const readers = new ReadersFeature({
      clock: new FakeClock(),
      log: silentLog,
      makeDriver: () => ({
        async start() {
          starts += 1;
          await settle();
        },
        stop: () => undefined,
      }),
      tellTag: () => undefined,
      read: () => undefined,
      type: () => undefined,
      tampered: () => () => undefined,
    });
    readers.configure([door]);
    const setup = { setupId: randomUUID(), doorId: door.id, forMs: MINUTE };
    expect(await readers.setUp(setup)).toEqual({ outcome: "waiting" });
    expect(starts).toBe(1);
    readers.stop();
  });

  it("shows what came of a card, and a reader that is gone shows nothing", async () => {
    const { readers, door, garage, wall, deviceOf } = await setUp();
    readers.show(door.id, "granted");
    readers.show(wall.id, "refused");
    expect([deviceOf(door.id).light, deviceOf(garage.id).light]).toEqual(["green", "off"]);
  });

  it("tells of keys where the door says that its reader has some, and nowhere else", async () => {
    const { readers, door, garage, deviceOf, read, typed } = await setUp();
    readers.configure([{ ...door, reader: { kind: "simulated", hasKeypad: true } }, garage]);
    await settle();
    deviceOf(door.id).press("12#");
    deviceOf(garage.id).press("9#");
    expect(typed).toEqual(["1", "2", "#"].map((keys) => ({ doorId: door.id, keys })));
    expect(read).toEqual([]);
  });

  it("says how it is, and why nothing is heard of it", async () => {
    const since = new FakeClock().date().toISOString();
    const { readers, clock, door, wall, deviceOf } = await setUp(true);
    expect(readers.stateOf(wall.id)).toEqual({ outcome: "none" });
    const away = { outcome: "away", why: expect.stringContaining("no responde"), since };
    expect(readers.stateOf(door.id)).toEqual(away);
    // Since it was first so, however often it is looked for.
    clock.setDate(clock.date().getTime() + MINUTE);
    await clock.push(5000);
    expect(readers.stateOf(door.id)).toEqual(away);
    deviceOf(door.id).isBroken = false;
    await clock.push(5000);
    expect(readers.stateOf(door.id)).toMatchObject({ outcome: "listening", isSecure: null });
  });

  it("leaves nothing when it stops", async () => {
    const { readers, clock, door, deviceOf, told, order } = await setUp();
    await readers.setUp(order(door.id));
    readers.stop();
    deviceOf(door.id).swipe("04A2");
    expect([told, clock.pending]).toEqual([[], 0]);
  });
});
