import { randomUUID } from "node:crypto";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { SimulatedDoor } from "@umbral/simulated-building/door";
import { expect, it, onTestFinished, vi } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { startRelayDevice } from "../../../testing/relay-device.ts";
import { newStore } from "../../../testing/store.ts";
import { ClockSync } from "../../platform/clock-sync.ts";
import { DigestMemory } from "../../platform/device-request.ts";
import { FactQueue } from "../../platform/facts.ts";
import { askRelay } from "../../platform/http-relay.ts";
import { silentLog } from "../../platform/log.ts";
import { Store } from "../../platform/store.ts";
import type { DoorDriver } from "./door-driver.ts";
import { DoorsFeature } from "./doors.feature.ts";
import { HttpDoor } from "./drivers/http-door.ts";
import { SimulatedDoorDriver } from "./drivers/simulated-door.ts";
import { KeptRelays } from "./kept-relays.ts";
import { OUT_BEFORE_DISK_MS } from "./move-maker.ts";
import { Moves } from "./moves.ts";

/** One door, and in their order what its relay did and what was asked of the disk. */
function newEntrance(makeDriver: (clock: FakeClock, relay: SimulatedDoor) => DoorDriver) {
  const clock = new FakeClock();
  const store = newStore();
  const relay = new SimulatedDoor((ms) => new Promise((resolve) => void clock.after(ms, resolve)));
  const door = newDoor();
  const happened: ("relay" | "disk")[] = [];
  relay.onMoved(() => happened.push("relay"));
  const startProcess = () => {
    const boot = randomUUID();
    const sync = new ClockSync(clock.now());
    const facts = new FactQueue(store, clock, silentLog);
    const doors = new DoorsFeature({
      boot,
      moves: new Moves(store, boot),
      formers: new KeptRelays(store, silentLog),
      facts,
      clock,
      sync,
      whenSynchronised: () => Promise.resolve(),
      makeDriver: () => makeDriver(clock, relay),
      relays: { relayMoves: () => undefined, relayAnswered: () => undefined },
      takePicture: () => undefined,
      newId: randomUUID,
      log: silentLog,
    });
    doors.start();
    doors.configure([door]);
    const told = () => facts.batchAfter(0, { facts: 50, bytes: 1e6, pictures: 50 });
    return { boot, sync, doors, told };
  };
  const entrance = { clock, store, relay, door, happened, ...startProcess() };
  return {
    ...entrance,
    /** The process dies where it stands, and another one starts on the same disk. */
    restart: () => {
      clock.forgetTimers();
      relay.coil.cut();
      return startProcess();
    },
    /** An order of an app, which lives now. */
    order: () => {
      const { sync, boot } = entrance;
      const now = clock.now();
      sync.begin(now - 10_000);
      sync.add({ sentAt: now, receivedAt: now, steadyMs: now });
      return { orderId: randomUUID(), doorId: door.id, action: DOOR_OPEN, issuedAt: now, boot } as const;
    },
  };
}

const ownRelay = (clock: FakeClock, relay: SimulatedDoor) =>
  new SimulatedDoorDriver({ door: relay, localId: "1", lockType: "fail-safe", clock, log: silentLog });

/** Hears of each write before it is made; the disk may hang there. */
function beforeEachWrite(then: () => void) {
  const begin = Moves.prototype.begin;
  const transaction = Store.prototype.transaction;
  vi.spyOn(Moves.prototype, "begin").mockImplementation(function (this: Moves, ...of) {
    then();
    begin.apply(this, of);
  });
  vi.spyOn(Store.prototype, "transaction").mockImplementation(function (this: Store, work) {
    then();
    return transaction.call(this, work);
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

it("asks the relay of whoever leaves before the disk, and the disk before that of whoever comes in", async () => {
  const { clock, doors, door, order, happened } = newEntrance(ownRelay);
  await clock.push(100);
  beforeEachWrite(() => happened.push("disk"));
  expect(await doors.openFromInside(door.id)).toBe("moved");
  await doors.settled();
  // What it did is written at once, and needs no intent.
  expect(happened).toEqual(["relay", "disk"]);
  happened.length = 0;
  expect(await doors.obey(order())).toBe("moved");
  await doors.settled();
  expect(happened).toEqual(["disk", "relay", "disk"]);
  happened.length = 0;
  const opening = { doorId: door.id, openingId: randomUUID(), origin: "CARD" } as const;
  expect(await doors.openFromOutside({ ...opening, writeDown: (intent) => intent() })).toBe("moved");
  await doors.settled();
  expect(happened).toEqual(["disk", "relay", "disk"]);
});

it("holds nobody in while the disk hangs: the door is open before the disk is asked anything", async () => {
  const { clock, doors, door, relay } = newEntrance(ownRelay);
  await clock.push(100);
  const unlocked: boolean[] = [];
  beforeEachWrite(() => {
    unlocked.push(relay.isEnergised);
    // Until it answers, or fails after minutes, nothing else runs in this process.
    clock.stall(180_000);
    throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
  });
  expect(await doors.openFromInside(door.id)).toBe("moved");
  await doors.settled();
  expect(unlocked).toEqual([true]);
  expect(relay.timesOpened).toBe(1);
});

it("has asked a device of the network for the last time, also one that wants to be told anew who asks", async () => {
  const device = await startRelayDevice({ auth: "SHA-256", answer: () => ({ body: "ok" }) });
  const digests = new DigestMemory();
  const { doors, door, happened } = newEntrance(
    (clock) =>
      new HttpDoor({
        addresses: { open: `http://usuario:clave@${device.host}/open`, close: null, letGo: null },
        clock,
        log: silentLog,
        ask: async (address, sending) => {
          await askRelay(address, sending, {}, digests);
          happened.push("relay");
        },
      }),
  );
  beforeEachWrite(() => happened.push("disk"));
  expect(await doors.openFromInside(door.id)).toBe("moved");
  await doors.settled();
  expect(device.refusals).toHaveLength(1);
  expect(happened).toEqual(["relay", "disk"]);
});

it("is told as an opening that may have been when the process is killed while its device takes its time", async () => {
  const entrance = newEntrance(ownRelay);
  const { clock, doors, door, relay, happened } = entrance;
  relay.answersAfterMs = 4000;
  await clock.push(100);
  beforeEachWrite(() => happened.push("disk"));
  void doors.openFromInside(door.id);
  await clock.push(OUT_BEFORE_DISK_MS);
  expect(happened).toEqual(["relay", "disk"]);
  expect(entrance.restart().told()).toMatchObject([
    { kind: "door-opened", origin: "BUTTON", isCertain: false },
  ]);
});

it("is one opening, and certain, when its device answers after the intent was written", async () => {
  const { clock, doors, door, relay, told } = newEntrance(ownRelay);
  relay.answersAfterMs = 4000;
  await clock.push(100);
  void doors.openFromInside(door.id);
  await clock.push(5000);
  expect(told()).toMatchObject([{ kind: "door-opened", origin: "BUTTON", isCertain: true }]);
  expect(told()).toHaveLength(1);
});
