import { randomUUID } from "node:crypto";
import type { DoorOrder } from "@umbral/contract/controllers/controller-orders.contract";
import { DOOR_CLOSE, DOOR_OPEN, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import { SimulatedDoor } from "@umbral/simulated-building/door";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { FakeClock, settle } from "../../../testing/fake-clock.ts";
import { newStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { ClockSync } from "../../platform/clock-sync.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { type DoorConfiguration, DoorsFeature } from "./doors.feature.ts";
import { SimulatedDoorDriver } from "./drivers/simulated-door.ts";
import { KeptRelays } from "./kept-relays.ts";
import { MOVES_KEPT_MS, Moves } from "./moves.ts";

/** The server's clock against the controller's. */
const AHEAD = 7_000_000;

class Building {
  readonly clock: FakeClock;
  readonly store: Store;
  readonly relay: SimulatedDoor;
  readonly door: DoorConfiguration;
  readonly pictures: { openingId: string; cameraId: string }[] = [];
  /** How long the door's device may take by itself. */
  readonly #timeoutMs: number;
  boot = "";
  sync: ClockSync;
  facts: FactQueue;
  doors: DoorsFeature;

  constructor(options: { door?: Partial<DoorConfiguration>; timeoutMs?: number } = {}) {
    this.#timeoutMs = options.timeoutMs ?? 0;
    this.clock = new FakeClock();
    this.store = newStore();
    this.relay = new SimulatedDoor((ms) => new Promise((resolve) => void this.clock.after(ms, resolve)));
    this.door = newDoor(options.door);
    [this.sync, this.facts, this.doors] = this.#process();
  }

  /** The process dies where it stands, and another one starts on the same disk. */
  restart(): void {
    this.clock.forgetTimers();
    this.relay.coil.cut();
    [this.sync, this.facts, this.doors] = this.#process();
  }

  /** A connection that has been there for a while, and a reading of the server's clock. */
  readClock(): void {
    const now = this.clock.now();
    this.sync.begin(now - 10_000);
    this.sync.add({ sentAt: now, receivedAt: now, steadyMs: now + AHEAD });
  }

  order(order: Partial<DoorOrder> = {}): DoorOrder {
    return {
      orderId: randomUUID(),
      doorId: this.door.id,
      action: DOOR_OPEN,
      issuedAt: this.clock.now() + AHEAD,
      boot: this.boot,
      ...order,
    };
  }

  told() {
    return this.facts.batchAfter(0, { facts: 50, bytes: 1e6, pictures: 50 });
  }

  #process(): [ClockSync, FactQueue, DoorsFeature] {
    const { clock, store, relay } = this;
    this.boot = randomUUID();
    const sync = new ClockSync(clock.now());
    const facts = new FactQueue(store, clock, silentLog);
    const doors = new DoorsFeature({
      boot: this.boot,
      moves: new Moves(store, this.boot),
      formers: new KeptRelays(store, silentLog),
      facts,
      clock,
      sync,
      whenSynchronised: () => Promise.resolve(),
      makeDriver: ({ localId, lockType }) =>
        Object.assign(new SimulatedDoorDriver({ door: relay, localId, lockType, clock, log: silentLog }), {
          timeoutMs: this.#timeoutMs,
        }),
      relays: { relayMoves: () => undefined, relayAnswered: () => undefined },
      takePicture: (openingId, cameraId) => void this.pictures.push({ openingId, cameraId }),
      newId: randomUUID,
      log: silentLog,
    });
    doors.start();
    doors.configure([this.door]);
    return [sync, facts, doors];
  }
}

async function running(options: ConstructorParameters<typeof Building>[0] = {}): Promise<Building> {
  const building = new Building(options);
  await building.clock.push(100);
  building.readClock();
  return building;
}

describe("an order to a door", () => {
  it("opens it, is written down as a fact, and has its picture taken", async () => {
    const cameraId = randomUUID();
    const building = await running({ door: { cameraId } });
    const order = building.order();
    expect(await building.doors.obey(order)).toBe("moved");
    expect(building.relay.timesOpened).toBe(1);
    // The answer leaves on the strength of the intent; the fact follows.
    expect(building.told()).toEqual([]);
    await building.doors.settled();
    const [fact, ...others] = building.told();
    expect(fact).toMatchObject({ seq: 1, kind: "door-opened", doorId: order.doorId, orderId: order.orderId });
    expect(others).toEqual([]);
    expect(building.pictures).toEqual([
      { cameraId, openingId: fact?.kind === "door-opened" ? fact.openingId : undefined },
    ]);
  });

  it("is obeyed once, though it comes twice at once and once more later", async () => {
    const building = await running();
    const { doors } = building;
    const order = building.order();
    expect(await Promise.all([doors.obey(order), doors.obey(order)])).toEqual(["moved", "moved"]);
    await building.clock.push(5000);
    expect(await doors.obey(order)).toBe("moved");
    expect(building.relay.timesOpened).toBe(1);
  });

  it("is answered and not repeated by the process that comes after", async () => {
    const building = await running();
    const order = building.order();
    expect(await building.doors.obey(order)).toBe("moved");
    await building.doors.settled();
    building.restart();
    await building.clock.push(1);
    building.readClock();
    expect(await building.doors.obey(order)).toBe("moved");
    expect(building.relay.timesOpened).toBe(1);
    expect(building.told()).toHaveLength(1);
  });

  it("is told as one that may have been when the process died between its answer and the fact", async () => {
    const building = await running();
    const order = building.order();
    expect(await building.doors.obey(order)).toBe("moved");
    building.restart();
    expect(building.told()).toMatchObject([
      { seq: 1, kind: "door-opened", orderId: order.orderId, isCertain: false },
    ]);
  });

  it("has failed when the process died in its middle, and is told as an opening that may have been", async () => {
    const building = await running();
    building.relay.movesAfterMs = 50;
    const order = building.order();
    void building.doors.obey(order).catch(() => undefined);
    await building.clock.push(10);
    building.restart();
    await building.clock.push(1);
    building.readClock();
    expect(await building.doors.obey(order)).toBe("failed");
    expect(building.told()).toMatchObject([
      { seq: 1, kind: "door-opened", orderId: order.orderId, isCertain: false },
    ]);
    building.restart();
    expect(building.told()).toHaveLength(1);
  });

  it("is refused by another run of the process than the one it names, however young it is", async () => {
    const building = await running();
    const { boot } = building;
    building.restart();
    await building.clock.push(1);
    building.readClock();
    await building.clock.push(100);
    expect(await building.doors.obey(building.order({ boot }))).toBe("expired");
    expect(building.relay.timesOpened).toBe(0);
    expect(await building.doors.obey(building.order())).toBe("moved");
  });

  it("leaves for a device only while the device still has its own time to move", async () => {
    const building = await running({ timeoutMs: 1000 });
    const pressed = (ago: number) => building.order({ issuedAt: building.clock.now() + AHEAD - ago });
    await building.clock.push(5000);
    expect(await building.doors.obey(pressed(ORDER_LIFETIME_MS - 1000))).toBe("expired");
    expect(building.relay.timesOpened).toBe(0);
    expect(await building.doors.obey(pressed(ORDER_LIFETIME_MS - 1010))).toBe("moved");
    // Behind a relay that is slow it has less time than that.
    building.relay.movesAfterMs = 1600;
    const outcomes = Promise.all([1, 2].map(() => building.doors.obey(building.order())));
    await building.clock.push(5000);
    expect(await outcomes).toEqual(["moved", "expired"]);
  });

  it("does not move a relay when the disk took longer than the order lives", async () => {
    const building = await running();
    const { store, clock, relay } = building;
    const command = vi
      .spyOn(Moves.prototype, "begin")
      .mockImplementation(() => clock.stall(ORDER_LIFETIME_MS));
    onTestFinished(() => command.mockRestore());
    expect(await building.doors.obey(building.order())).toBe("expired");
    expect(relay.timesOpened).toBe(0);
    expect(new Moves(store, randomUUID()).interrupted()).toEqual([]);
  });

  it("is refused when it is older than the process, though nobody has ever seen it", async () => {
    const building = await running();
    const order = building.order();
    await building.clock.push(5);
    building.restart();
    await building.clock.push(20);
    building.readClock();
    expect(await building.doors.obey(order)).toBe("expired");
    expect(building.relay.timesOpened).toBe(0);
  });

  it("is refused when it is late, from the future, or before the server's clock was read", async () => {
    const building = await running();
    const late = building.order({ issuedAt: building.clock.now() + AHEAD - ORDER_LIFETIME_MS - 1 });
    await building.clock.push(ORDER_LIFETIME_MS);
    expect(await building.doors.obey(late)).toBe("expired");
    const early = building.order({ issuedAt: building.clock.now() + AHEAD + 60_000 });
    expect(await building.doors.obey(early)).toBe("expired");
    building.sync.end();
    expect(await building.doors.obey(building.order())).toBe("expired");
    expect(building.relay.timesOpened).toBe(0);
    expect(building.told()).toEqual([]);
  });

  it("is refused when the line was lost before the server's clock was read on it", async () => {
    const building = await running();
    building.sync.begin(building.clock.now() - 100);
    const outcome = building.doors.obey(building.order());
    building.readClock();
    expect(await outcome).toBe("expired");
  });

  it("is not judged by the clock of the next connection while it waits its turn", async () => {
    const building = await running();
    building.relay.movesAfterMs = 2000;
    void building.doors.obey(building.order());
    const second = building.doors.obey(building.order());
    await building.clock.push(100);
    const now = building.clock.now();
    building.sync.begin(0);
    building.sync.add({ sentAt: now, receivedAt: now, steadyMs: now + AHEAD - 60_000 });
    building.relay.movesAfterMs = 1000;
    await building.clock.push(5000);
    expect(await second).toBe("failed");
    expect(building.relay.timesOpened).toBe(1);
  });

  it("does not care what the machine's date is", async () => {
    const building = await running();
    const order = building.order();
    building.clock.setDate(Date.UTC(2027, 6, 14));
    expect(await building.doors.obey(order)).toBe("moved");
    building.clock.setDate(Date.UTC(2025, 6, 14));
    await building.clock.push(60_000);
    building.readClock();
    expect(await building.doors.obey(order)).toBe("moved");
    expect(await building.doors.obey(building.order())).toBe("moved");
    expect(building.relay.timesOpened).toBe(2);
  });

  it("waits its turn behind another one on the same door, and may grow too old in it", async () => {
    const building = await running();
    building.relay.movesAfterMs = 2000;
    const orders = [1, 2, 3].map(() => building.order());
    const outcomes = Promise.all(orders.map((order) => building.doors.obey(order)));
    await building.clock.push(6000);
    // The second one's relay was given current in time and cut when it had not moved in time.
    expect(await outcomes).toEqual(["moved", "failed", "expired"]);
    expect(building.relay.timesOpened).toBe(1);
    // The third was never about to move: a power cut in its place would have told of an opening that was none.
    const [, second, third] = orders.map(({ orderId }) => new Moves(building.store, "").outcomeOf(orderId));
    expect([second, third]).toEqual(["failed", undefined]);
  });

  it("fails when the relay is jammed, and leaves no current and no fact", async () => {
    const building = await running();
    building.relay.isJammed = true;
    expect(await building.doors.obey(building.order())).toBe("failed");
    expect(building.relay.isEnergised).toBe(false);
    expect(building.told()).toEqual([]);
    building.relay.isJammed = false;
    expect(await building.doors.obey(building.order())).toBe("moved");
  });

  it("tells that the relay moved also when it says so late", async () => {
    const building = await running();
    building.relay.answersAfterMs = 6000;
    const outcome = building.doors.obey(building.order());
    await building.clock.push(6000);
    expect(await outcome).toBe("moved");
    expect(building.relay.isEnergised).toBe(false);
    expect(building.told()).toHaveLength(1);
  });

  it("is answered as one of which nobody knows when the relay never answers, and the door can be opened again", async () => {
    const building = await running();
    building.relay.answersAfterMs = 60_000;
    const outcome = building.doors.obey(building.order());
    await building.clock.push(10_000);
    expect(await outcome).toBe("unknown");
    // It may have opened: that is told now, and what it was as soon as it is known.
    expect(building.told()).toMatchObject([{ kind: "door-opened", isCertain: false }]);
    await building.clock.push(50_000);
    building.readClock();
    const [possible, certain, ...others] = building.told();
    expect(others).toEqual([]);
    expect(certain).toEqual({ ...possible, seq: 2, isCertain: true });
    building.relay.answersAfterMs = 0;
    expect(await building.doors.obey(building.order())).toBe("moved");
  });

  it("closes a door only where a door can be closed", async () => {
    const fixed = await running();
    expect(await fixed.doors.obey(fixed.order({ action: DOOR_CLOSE }))).toBe("failed");
    expect(fixed.relay.timesClosed).toBe(0);
    const garage = await running({ door: { localId: "2$" } });
    expect(await garage.doors.obey(garage.order({ action: DOOR_CLOSE }))).toBe("moved");
    expect(garage.relay.timesClosed).toBe(1);
    await garage.doors.settled();
    expect(garage.told()).toMatchObject([{ kind: "door-closed" }]);
  });

  it("fails for a door that is not here", async () => {
    const building = await running();
    expect(await building.doors.obey(building.order({ doorId: randomUUID() }))).toBe("failed");
  });
});

describe("the exit button", () => {
  it("opens without an order, without the server and with a disk that takes nothing", async () => {
    const building = new Building();
    await building.clock.push(0);
    expect(await building.doors.openFromInside(building.door.id)).toBe("moved");
    await building.doors.settled();
    expect(building.told()).toMatchObject([{ kind: "door-opened", origin: "BUTTON", orderId: null }]);
    refuseWrites(building.store);
    expect(await building.doors.openFromInside(building.door.id)).toBe("moved");
    expect(building.relay.timesOpened).toBe(2);
  });
});

describe("a device that takes its own time", () => {
  /** An order that has left for a device, which answers when it wants to. */
  async function pressed() {
    const building = await running({ timeoutMs: 1000 });
    building.relay.answersAfterMs = 4000;
    const answer = building.doors.obey(building.order());
    return { building, answer };
  }

  it("is told as it was when it answers after the order's end, of which who pressed was told", async () => {
    const { building, answer } = await pressed();
    await building.clock.push(ORDER_LIFETIME_MS);
    expect(await answer).toBe("unknown");
    expect(building.told()).toEqual([]);
    await building.clock.push(4000 - ORDER_LIFETIME_MS);
    expect(building.told()).toMatchObject([{ kind: "door-opened", isCertain: true }]);
  });

  it("is told as one that may have opened when the process is killed meanwhile", async () => {
    const { building, answer } = await pressed();
    await building.clock.push(ORDER_LIFETIME_MS);
    expect(await answer).toBe("unknown");
    building.restart();
    expect(building.told()).toMatchObject([{ kind: "door-opened", isCertain: false }]);
  });

  it("holds neither the way out nor the order after this one", async () => {
    const building = await running({ timeoutMs: 1000 });
    vi.spyOn(SimulatedDoorDriver.prototype, "open").mockReturnValueOnce(new Promise(() => undefined));
    onTestFinished(() => void vi.restoreAllMocks());
    const answer = building.doors.obey(building.order());
    await settle();
    expect(await building.doors.openFromInside(building.door.id)).toBe("moved");
    await building.clock.push(ORDER_LIFETIME_MS);
    expect(await answer).toBe("failed");
    building.readClock();
    expect(await building.doors.obey(building.order())).toBe("moved");
  });
});

describe("a disk that takes nothing", () => {
  it("locks nobody out, repeats nothing, and the facts are written when there is room", async () => {
    const building = await running();
    refuseWrites(building.store);
    const orders = [building.order(), building.order()];
    for (const order of orders) {
      expect(await building.doors.obey(order)).toBe("moved");
      expect(await building.doors.obey(order)).toBe("moved");
    }
    expect(building.relay.timesOpened).toBe(2);
    expect(building.told()).toEqual([]);
    takeWrites(building.store);
    await building.clock.push(5000);
    expect(building.told().map((fact) => fact.kind === "door-opened" && fact.orderId)).toEqual(
      orders.map(({ orderId }) => orderId),
    );
  });

  it("knows how a move ended whose intent it takes only afterwards", async () => {
    const building = await running();
    building.relay.isJammed = true;
    let writeIntent: () => void = () => undefined;
    const opening = { doorId: building.door.id, openingId: randomUUID() };
    const writeDown = (intent: () => void) => {
      writeIntent = intent;
    };
    expect(await building.doors.openFromOutside({ ...opening, origin: "CARD", writeDown })).toBe("failed");
    writeIntent();
    // Else the next process would tell of an opening that may have been.
    expect(new Moves(building.store, "").interrupted()).toEqual([]);
  });
});

describe("a configuration", () => {
  it("takes a door out of use at once, also in the middle of a pulse", async () => {
    const building = await running();
    await building.doors.obey(building.order());
    expect(building.relay.isEnergised).toBe(true);
    building.doors.configure([]);
    expect(building.relay.isEnergised).toBe(false);
    expect(await building.doors.obey(building.order())).toBe("failed");
  });

  it("leaves a door alone that stays as it is", async () => {
    const building = await running();
    await building.doors.obey(building.order());
    building.doors.configure([{ ...building.door, name: "Otro nombre", pulseMs: 9000 }]);
    expect(building.relay.isEnergised).toBe(true);
  });
});

describe("orders that were obeyed", () => {
  it("are forgotten after minutes of the process's own time, never by the date", async () => {
    const building = await running();
    const order = building.order();
    await building.doors.obey(order);
    building.clock.setDate(Date.UTC(2036, 0, 1));
    await building.clock.push(MOVES_KEPT_MS / 2);
    const moves = new Moves(building.store, randomUUID());
    expect(moves.outcomeOf(order.orderId)).toBe("moved");
    building.restart();
    await building.clock.push(MOVES_KEPT_MS - 1000);
    expect(moves.outcomeOf(order.orderId)).toBe("moved");
    await building.clock.push(MOVES_KEPT_MS / 5);
    expect(moves.outcomeOf(order.orderId)).toBeUndefined();
    building.readClock();
    expect(await building.doors.obey(order)).toBe("expired");
    await settle();
    expect(building.relay.timesOpened).toBe(1);
  });
});
