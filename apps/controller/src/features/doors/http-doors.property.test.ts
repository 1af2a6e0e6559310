import { randomUUID } from "node:crypto";
import type { DoorOrder } from "@umbral/contract/controllers/controller-orders.contract";
import { DOOR_OPEN, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newQuickStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { ClockSync } from "../../platform/clock-sync.ts";
import { DeviceAway } from "../../platform/device-request.ts";
import { FactQueue } from "../../platform/facts.ts";
import { type askRelay, RelayRefused } from "../../platform/http-relay.ts";
import { silentLog } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { DoorsFeature } from "./doors.feature.ts";
import { HttpDoor } from "./drivers/http-door.ts";
import { KeptRelays } from "./kept-relays.ts";
import { OUT_BEFORE_DISK_MS } from "./move-maker.ts";
import { Moves } from "./moves.ts";

const DOORS = 6;
const AHEAD = 1e9;
const DEVICE_MS = 1000;

/** How a device takes one request: what it does with it is one thing, what it says another. */
const Device = fc.record({
  connectsAfterMs: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 0, max: 3000 })),
  isReachable: fc.integer({ min: 0, max: 4 }).map((chance) => chance > 0),
  acts: fc.boolean(),
  answersAfterMs: fc.oneof(
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 0, max: 4000 }),
    fc.integer({ min: 9000, max: 80_000 }),
  ),
  says: fc.constantFrom("the truth", "the truth", "trouble", "nothing: it hangs up", "nothing at all"),
});
type Device = typeof Device extends fc.Arbitrary<infer Value> ? Value : never;

const Fault = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("order"), device: Device }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("again"), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("exit"), device: Device }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.integer({ min: 1, max: 3000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.integer({ min: 3000, max: 90_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("kill") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("stall"), ms: fc.integer({ min: 1, max: 4000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("disk"), isFull: fc.boolean() }) },
);
type Fault = typeof Fault extends fc.Arbitrary<infer Value> ? Value : never;

/** What was asked of one door, once, and what its device did. */
interface Asked {
  order: DoorOrder | undefined;
  device: Device;
  issued: number;
  /** When its request left for the device. */
  leftAt: number;
  acted: number;
  answer: string | undefined;
  /** The disk took nothing when it happened, and its process was killed before it did: memory alone knew how it ended. */
  isForgotten: boolean;
  /**
   * And the disk did not even know that it had begun. Of an order the server does; of a way out nobody, when the process was
   * killed before its device had had its moment.
   */
  isUnheardOf: boolean;
  /** The disk has been full since. */
  hasMetFullDisk: boolean;
}

class World {
  readonly clock = new FakeClock();
  readonly store: Store;
  readonly doors = Array.from({ length: DOORS }, (_, index) =>
    newDoor({
      localId: String(index),
      relay: { kind: "http", openAddress: `http://d/${index}`, closeAddress: null },
    }),
  );
  readonly asked: Asked[] = [];
  readonly crimes: string[] = [];
  #isFull = false;
  #boot = randomUUID();
  #sync = new ClockSync(this.clock.now());
  #facts: FactQueue;
  #feature: DoorsFeature;

  constructor(store: Store) {
    this.store = store;
    [this.#facts, this.#feature] = this.#start();
  }

  async happen(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case "order":
        return this.#press(fault.device);
      case "exit":
        return this.#press(fault.device, true);
      case "again": {
        const { order } = this.asked[fault.which % Math.max(1, this.asked.length)] ?? {};
        if (order) {
          void this.#feature.obey(order);
        }
        return this.clock.push(0);
      }
      case "wait":
        return this.clock.push(fault.ms);
      case "stall":
        this.clock.stall(fault.ms);
        return this.clock.push(0);
      case "disk":
        this.#isFull = fault.isFull;
        for (const asked of this.asked) {
          asked.hasMetFullDisk ||= fault.isFull;
        }
        (fault.isFull ? refuseWrites : takeWrites)(this.store);
        return;
      case "kill":
        this.#forget();
        this.clock.forgetTimers();
        this.#boot = randomUUID();
        this.#sync = new ClockSync(this.clock.now());
        [this.#facts, this.#feature] = this.#start();
        return this.clock.push(1);
    }
  }

  /** Everything comes to its end, on a disk that takes it, and is compared with what the devices did. */
  async judge(): Promise<void> {
    this.#isFull = false;
    takeWrites(this.store);
    await this.clock.push(120_000);
    const told = this.#facts
      .batchAfter(0, { facts: 1000, bytes: 1e9, pictures: 10 })
      .flatMap((fact) => (fact.kind === "door-opened" ? [fact] : []));
    for (const [index, asked] of this.asked.entries()) {
      const facts = told.filter(({ doorId }) => doorId === this.doors[index]?.id);
      const certain = facts.filter(({ isCertain }) => isCertain);
      this.#law(asked.acted <= 1, "a device was asked twice for one press");
      this.#law(
        asked.acted === 0 || facts.length > 0 || asked.isUnheardOf,
        "an opening that nobody tells of",
      );
      this.#law(certain.length === 0 || asked.acted === 1, "a certain opening of a door that did not move");
      this.#law(
        asked.answer !== "moved" || certain.length === 1 || asked.isForgotten,
        "a press was answered as moved and is not told",
      );
      this.#law(
        asked.answer !== "failed" || asked.acted === 0,
        "a door that moved was told as one that did not",
      );
      this.#law(certain.length <= 1 && facts.length <= 2, "an opening was told again");
      this.#law(new Set(facts.map(({ openingId }) => openingId)).size <= 1, "one opening was told as two");
      const isHeard = asked.device.says === "the truth" && asked.device.answersAfterMs < 60_000;
      this.openings += asked.acted;
      this.lateOnes += isHeard && asked.answer === "unknown" ? certain.length : 0;
      this.possibleOnes += certain.length === 0 ? facts.length : 0;
    }
    // The next world begins with an empty queue.
    this.#facts.acknowledge(Number.MAX_SAFE_INTEGER);
  }

  openings = 0;
  lateOnes = 0;
  possibleOnes = 0;

  #law(holds: boolean, crime: string): void {
    if (!holds) {
      this.crimes.push(crime);
    }
  }

  async #press(device: Device, isExit = false): Promise<void> {
    const door = this.doors[this.asked.length];
    if (!door) {
      return;
    }
    const now = this.clock.now();
    this.#sync.begin(now - 10_000);
    this.#sync.add({ sentAt: now, receivedAt: now, steadyMs: now + AHEAD });
    const order: DoorOrder | undefined = isExit
      ? undefined
      : {
          orderId: randomUUID(),
          doorId: door.id,
          action: DOOR_OPEN,
          issuedAt: now + AHEAD,
          boot: this.#boot,
        };
    const asked: Asked = {
      order,
      device,
      issued: now,
      leftAt: Number.NEGATIVE_INFINITY,
      acted: 0,
      answer: undefined,
      isForgotten: false,
      isUnheardOf: false,
      hasMetFullDisk: this.#isFull,
    };
    this.asked.push(asked);
    const outcome = order ? this.#feature.obey(order) : this.#feature.openFromInside(door.id);
    void outcome.then((answer) => {
      asked.answer = answer;
    });
    await this.clock.push(0);
  }

  /** The device, at the other end of the line: it acts as soon as a request reaches it, whoever still lives. */
  #device(index: number): typeof askRelay {
    return async (_address, { mayMove, signal }) => {
      const asked = this.asked[index];
      if (!asked) {
        throw new Error("nobody pressed");
      }
      const { isReachable, connectsAfterMs, acts, answersAfterMs, says } = asked.device;
      await this.#pause(connectsAfterMs, signal);
      if (!isReachable || signal.aborted) {
        throw new DeviceAway("ECONNREFUSED");
      }
      mayMove?.();
      asked.leftAt = this.clock.now();
      if (asked.order && this.clock.now() - asked.issued > ORDER_LIFETIME_MS - DEVICE_MS) {
        this.crimes.push("an order left for its device when it was too old");
      }
      asked.acted += acts ? 1 : 0;
      await this.#pause(says === "nothing at all" ? 1e9 : answersAfterMs, signal);
      if (signal.aborted || says.startsWith("nothing")) {
        throw new DeviceAway("ECONNRESET", true);
      }
      if (says === "trouble") {
        throw new RelayRefused(502);
      }
      if (!acts) {
        throw new RelayRefused(403);
      }
    };
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.clock.after(ms, resolve);
      signal.addEventListener("abort", () => {
        cancel();
        resolve();
      });
    });
  }

  /** What memory alone knew is gone with its process; what the disk has taken is not. */
  #forget(): void {
    const onDisk = new Moves(this.store, randomUUID());
    for (const asked of this.asked) {
      const isWritten = asked.order !== undefined && onDisk.outcomeOf(asked.order.orderId) !== undefined;
      asked.isForgotten ||= asked.hasMetFullDisk;
      const wasLetOutNow = asked.order === undefined && this.clock.now() < asked.leftAt + OUT_BEFORE_DISK_MS;
      asked.isUnheardOf ||=
        (asked.hasMetFullDisk && !isWritten) || (wasLetOutNow && asked.answer === undefined);
    }
  }

  #start(): [FactQueue, DoorsFeature] {
    const { clock, store } = this;
    const facts = new FactQueue(store, clock, silentLog);
    const feature = new DoorsFeature({
      boot: this.#boot,
      moves: new Moves(store, this.#boot),
      formers: new KeptRelays(store, silentLog),
      facts,
      clock,
      sync: this.#sync,
      whenSynchronised: () => Promise.resolve(),
      makeDriver: ({ localId, relay }) =>
        new HttpDoor({
          addresses: { open: relay.kind === "http" ? relay.openAddress : "", close: null, letGo: null },
          clock,
          log: silentLog,
          ask: this.#device(Number(localId)),
        }),
      relays: { relayMoves: () => undefined, relayAnswered: () => undefined },
      takePicture: () => undefined,
      newId: randomUUID,
      log: silentLog,
    });
    feature.start();
    feature.configure(this.doors);
    return [facts, feature];
  }
}

it("tells every opening that a device made, as certain only where it was, whatever goes wrong", async () => {
  const store = newQuickStore();
  let [openings, late, possible] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(Fault, { minLength: 3, maxLength: 20 }), async (faults) => {
      const world = new World(store);
      await world.clock.push(100);
      for (const fault of faults) {
        await world.happen(fault);
      }
      await world.judge();
      expect(world.crimes).toEqual([]);
      openings += world.openings;
      late += world.lateOnes;
      possible += world.possibleOnes;
    }),
    { numRuns: 250 },
  );
  // Else it would hold because nothing ever happened.
  expect(Math.min(openings, late, possible)).toBeGreaterThan(15);
}, 120_000);
