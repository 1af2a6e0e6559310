import { randomUUID } from "node:crypto";
import type { DoorOrder } from "@umbral/contract/controllers/controller-orders.contract";
import { DOOR_OPEN, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import { SimulatedDoor } from "@umbral/simulated-building/door";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newQuickStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { ClockSync } from "../../platform/clock-sync.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import type { MoveOrder } from "./door-driver.ts";
import { DoorsFeature } from "./doors.feature.ts";
import { SimulatedDoorDriver } from "./drivers/simulated-door.ts";
import { KeptRelays } from "./kept-relays.ts";
import { Moves } from "./moves.ts";

const YEAR_MS = 365 * 86_400_000;
const DOORS = 6;

/** What can go wrong between a press and a relay. Each order has a door of its own, so that pulses are told apart. */
const oneOf = <Kind extends string>(kind: Kind) => ({ kind: fc.constant(kind) });
/** Also just short of too late, and just beyond. */
const delay = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 2000, max: 2550 }));
const trip = { there: fc.integer({ min: 0, max: 400 }), back: fc.integer({ min: 0, max: 400 }) };
const year = fc.integer({ min: -YEAR_MS, max: YEAR_MS });
const Fault = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...oneOf("order"), delay }) },
  { weight: 6, arbitrary: fc.record(oneOf("quick-order")) },
  { weight: 4, arbitrary: fc.record({ ...oneOf("again"), which: fc.nat(), delay }) },
  { weight: 4, arbitrary: fc.record({ ...oneOf("wait"), ms: fc.integer({ min: 1, max: 3000 }) }) },
  { weight: 1, arbitrary: fc.record({ ...oneOf("wait"), ms: fc.integer({ min: 3000, max: 1_200_000 }) }) },
  { weight: 4, arbitrary: fc.record({ ...oneOf("connect"), ...trip }) },
  { weight: 1, arbitrary: fc.record({ ...oneOf("server-clock"), by: year }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...oneOf("server-clock"), by: fc.integer({ min: -5000, max: 5000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ ...oneOf("date"), by: year }) },
  { weight: 2, arbitrary: fc.record(oneOf("restart")) },
  { weight: 1, arbitrary: fc.record(oneOf("power-cut")) },
  { weight: 1, arbitrary: fc.record(oneOf("configuration")) },
  { weight: 1, arbitrary: fc.record(oneOf("line-lost")) },
  { weight: 2, arbitrary: fc.record({ ...oneOf("stall"), ms: fc.integer({ min: 1, max: 4000 }) }) },
  { weight: 1, arbitrary: fc.record({ ...oneOf("disk"), refuses: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ ...oneOf("relay"), movesAfterMs: fc.integer({ min: 0, max: 3000 }) }) },
);
type Fault = typeof Fault extends fc.Arbitrary<infer Value> ? Value : never;

/** Every other door has a device that may take its own time. */
const timeoutOf = (index: number): number => (index % 2) * 1000;

class World {
  readonly clock = new FakeClock();
  readonly store: Store;
  readonly relays = Array.from({ length: DOORS }, () => new SimulatedDoor((ms) => this.#pause(ms)));
  readonly doors = Array.from({ length: DOORS }, (_, index) =>
    newDoor({
      localId: String(index),
      pulseMs: 200,
      lockType: index % 3 === 0 ? "fail-safe" : "fail-secure",
    }),
  );
  readonly orders: { order: DoorOrder; issued: number; serverAhead: number }[] = [];
  /** Orders that left for their devices; the process has not stood still since. */
  readonly #left = new Set<number>();
  readonly crimes: string[] = [];
  pulses = 0;
  #serverAhead = 1e9;
  readonly #onDisk: Moves;
  #sync = new ClockSync(this.clock.now());
  #boot = randomUUID();
  #feature: DoorsFeature;
  /** Counts connections: what was on its way on one that is gone never arrives. */
  #connection = 0;

  constructor(store: Store) {
    this.store = store;
    this.#onDisk = new Moves(store, randomUUID());
    this.relays.forEach((relay, index) => {
      relay.onMoved(() => this.#judge(index));
    });
    this.#feature = this.#start();
  }

  async happen(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case "order":
        return this.#issue(fault.delay);
      case "quick-order":
        return this.#issue(0);
      case "again": {
        const known = this.orders.filter((one) => this.#mayComeAgain(one));
        const earlier = known[fault.which % Math.max(1, known.length)];
        return earlier ? this.#deliver(earlier, fault.delay) : undefined;
      }
      case "wait":
        return this.clock.push(fault.ms);
      case "connect":
        return this.#connect(fault.there, fault.back);
      case "server-clock":
        // Another server process answers, so it is another connection.
        this.#serverAhead += fault.by;
        return this.#connect(5, 5);
      case "stall":
        // The devices do not stand still: when they moved meanwhile is not known here.
        this.#left.clear();
        this.clock.stall(fault.ms);
        return this.clock.push(0);
      case "date":
        this.clock.setDate(this.clock.date().getTime() + fault.by);
        return;
      case "restart":
        return this.#restart();
      case "power-cut":
        // The worst that a memory card can do: nothing of what was obeyed has reached it.
        takeWrites(this.store);
        this.store.command("delete from moves").run();
        return this.#restart();
      case "configuration":
        this.#feature.configure([]);
        this.#allLocked("a configuration");
        this.#feature.configure(this.doors);
        this.#allLocked("a configuration");
        return this.clock.push(0);
      case "line-lost":
        this.#connection += 1;
        this.#sync.end();
        return this.clock.push(0);
      case "disk":
        (fault.refuses ? refuseWrites : takeWrites)(this.store);
        return;
      case "relay":
        for (const relay of this.relays) {
          relay.movesAfterMs = fault.movesAfterMs;
        }
    }
  }

  /** The process is gone, and its relays stay as they were until the next one takes them into hand. */
  async #restart(): Promise<void> {
    this.clock.forgetTimers();
    this.#connection += 1;
    this.#sync = new ClockSync(this.clock.now());
    this.#boot = randomUUID();
    this.#feature = this.#start();
    this.#allLocked("a start");
    await this.clock.push(1);
  }

  /** The law: whatever just happened, it leaves every door locked. */
  #allLocked(after: string): void {
    if (this.relays.some(({ isUnlocked }) => isUnlocked)) {
      this.crimes.push(`a door that is open after ${after}`);
    }
  }

  /** Long after the last order. */
  end(): void {
    this.#allLocked("all was over");
  }

  #start(): DoorsFeature {
    const { clock, store } = this;
    const feature = new DoorsFeature({
      boot: this.#boot,
      moves: new Moves(store, this.#boot),
      formers: new KeptRelays(store, silentLog),
      facts: new FactQueue(store, clock, silentLog),
      clock,
      sync: this.#sync,
      whenSynchronised: () => Promise.resolve(),
      makeDriver: ({ localId, lockType }) => {
        const index = Number(localId);
        const door = this.relays[index] ?? new SimulatedDoor();
        const driver = new SimulatedDoorDriver({ door, localId, lockType, clock, log: silentLog });
        const open = driver.open.bind(driver);
        return Object.assign(driver, {
          timeoutMs: timeoutOf(index),
          open: (order: MoveOrder) =>
            open({
              ...order,
              mayMove: () => {
                order.mayMove();
                this.#judgeLeaving(index);
              },
            }),
        });
      },
      relays: { relayMoves: () => undefined, relayAnswered: () => undefined },
      takePicture: () => undefined,
      newId: randomUUID,
      log: silentLog,
    });
    feature.start();
    feature.configure(this.doors);
    return feature;
  }

  async #issue(delay: number): Promise<void> {
    const door = this.doors[this.orders.length];
    if (!door) {
      return;
    }
    const issued = this.clock.now();
    const order = {
      orderId: randomUUID(),
      doorId: door.id,
      action: DOOR_OPEN,
      issuedAt: issued + this.#serverAhead,
      boot: this.#boot,
    } as const;
    const sent = { order, issued, serverAhead: this.#serverAhead };
    this.orders.push(sent);
    await this.#deliver(sent, delay);
  }

  /**
   * Every order may be sent again at any time, obeyed or not, with one exception: one of another server's
   * clock that the disk does not know. No server sends an order down a second line, and if one did, nobody
   * could tell its age.
   */
  #mayComeAgain({ order, serverAhead }: World["orders"][number]): boolean {
    return serverAhead === this.#serverAhead || this.#onDisk.outcomeOf(order.orderId) !== undefined;
  }

  async #deliver(sent: World["orders"][number], delay: number): Promise<void> {
    const connection = this.#connection;
    const arrive = () => {
      if (connection === this.#connection) {
        void this.#feature.obey(sent.order);
      }
    };
    if (delay === 0) {
      arrive();
    } else {
      this.clock.after(delay, arrive);
    }
    await this.clock.push(0);
  }

  async #connect(there: number, back: number): Promise<void> {
    this.#connection += 1;
    const sync = this.#sync;
    const sentAt = this.clock.now();
    sync.begin(sentAt);
    const connection = sync.connection;
    await this.clock.push(there);
    const steadyMs = this.clock.now() + this.#serverAhead;
    await this.clock.push(back);
    if (sync.connection === connection) {
      sync.add({ sentAt, receivedAt: this.clock.now(), steadyMs });
    }
  }

  /** The law: no order leaves for a device that may still move by itself when the order is dead. */
  #judgeLeaving(index: number): void {
    const now = this.clock.now();
    this.#left.add(index);
    const age = now - (this.orders[index]?.issued ?? Number.NEGATIVE_INFINITY);
    if (age > ORDER_LIFETIME_MS - timeoutOf(index)) {
      this.crimes.push(`an order that left for its device after ${age} ms`);
    }
  }

  /** The law: a pulse belongs to an order that is young, and to no order twice. */
  #judge(index: number): void {
    this.pulses += 1;
    const issued = this.orders[index]?.issued;
    if (issued === undefined) {
      this.crimes.push("a pulse that nobody ordered");
    } else if (this.#left.has(index) && this.clock.now() - issued > ORDER_LIFETIME_MS) {
      this.crimes.push(`a pulse ${this.clock.now() - issued} ms after its order`);
    }
    if (this.relays[index]?.timesOpened !== 1) {
      this.crimes.push("an order obeyed twice");
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.clock.after(ms, resolve));
  }
}

it("never pulses a relay without a live order, nor twice for one, whatever goes wrong", async () => {
  const store = newQuickStore();
  let pulses = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Fault, { minLength: 5, maxLength: 40 }), async (faults) => {
      takeWrites(store);
      const world = new World(store);
      await world.happen({ kind: "wait", ms: 100 });
      await world.happen({ kind: "connect", there: 3, back: 3 });
      for (const fault of faults) {
        await world.happen(fault);
      }
      await world.clock.push(20_000);
      world.end();
      expect(world.crimes).toEqual([]);
      pulses += world.pulses;
    }),
    { numRuns: 1500 },
  );
  // Else it would hold because no door ever opened.
  expect(pulses).toBeGreaterThan(300);
}, 120_000);
