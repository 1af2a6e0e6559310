import { randomUUID } from "node:crypto";
import { type DoorMode, stateAt } from "@umbral/contract/access-control/decision";
import { LocalClock } from "@umbral/contract/lib/weekly-hours";
import { SimulatedDoor } from "@umbral/simulated-building/door";
import { AccessTime } from "../src/features/access-control/access-time.ts";
import { DoorModes } from "../src/features/doors/door-modes.ts";
import { SimulatedDoorDriver } from "../src/features/doors/drivers/simulated-door.ts";
import { FactQueue } from "../src/platform/facts.ts";
import { silentLog } from "../src/platform/log.ts";
import type { Store } from "../src/platform/store.ts";
import { newDoor } from "./configuration.ts";
import { FakeClock } from "./fake-clock.ts";

const bogota = new LocalClock("America/Bogota");
const AS_ALWAYS: DoorMode = { lockedUntil: null, freeUntil: null, freeHours: null };

/** The doors of a building that are free at times, with the relays that outlive each process, and what was told. */
export class FreeBuilding {
  readonly clock = new FakeClock();
  readonly boot = randomUUID();
  readonly doors;
  readonly relays: SimulatedDoor[];
  readonly modes = new Map<string, DoorMode>();
  readonly leaves = new Map<string, boolean>();
  /** The server's clock is heard. */
  isServerHeard = true;
  /** Resolves when the device of a relay that was let go says that it rests; undefined for one that does so at once. */
  rests: Promise<void> | undefined;
  modesFeature: DoorModes;
  drivers: SimulatedDoorDriver[] = [];
  readonly #store: Store;
  readonly #dates: { ahead: number } = { ahead: 0 };
  #time: AccessTime;

  /** @param waysOut how many of them an emergency frees */
  constructor(store: Store, many = 1, waysOut = 0) {
    this.#store = store;
    this.doors = Array.from({ length: many }, (_, index) =>
      newDoor({ localId: String(index), freesInEmergency: index < waysOut }),
    );
    this.relays = this.doors.map(
      () => new SimulatedDoor((ms) => new Promise((resolve) => void this.clock.after(ms, resolve))),
    );
    this.#time = this.#newTime();
    this.modesFeature = this.#start();
  }

  /** The true time: what the server says when it is heard. */
  get trueMs(): number {
    return this.clock.date().getTime() - this.#dates.ahead;
  }

  setMode(index: number, mode: Partial<DoorMode>): void {
    this.modes.set(this.#idAt(index), { ...AS_ALWAYS, ...mode });
    this.modesFeature.look();
  }

  modeOf(index: number): DoorMode {
    return this.modes.get(this.#idAt(index)) ?? AS_ALWAYS;
  }

  isEnergised(index = 0): boolean {
    return this.relays[index]?.isEnergised ?? false;
  }

  /** Somebody sets the machine's clock. */
  jump(ms: number): void {
    this.#dates.ahead += ms;
    this.clock.setDate(this.clock.date().getTime() + ms);
  }

  /** What is known of the server's clock becomes another: it is behind what was believed. */
  serverIsBehind(ms: number): void {
    this.#dates.ahead += ms;
  }

  look() {
    return this.#time.look();
  }

  /** The process ends as it should, or is killed: then nobody touches the coils until the next one starts. */
  end(how: "stop" | "kill"): void {
    if (how === "stop") {
      this.modesFeature.stop();
      this.#time.stop();
      for (const driver of this.drivers) {
        driver.stop();
      }
    }
    this.clock.forgetTimers();
  }

  begin(): void {
    this.#time = this.#newTime();
    this.modesFeature = this.#start();
  }

  /** All that was told so far, in its order. */
  get facts() {
    return new FactQueue(this.#store, this.clock, silentLog).batchAfter(0, {
      facts: 10_000,
      bytes: 10_000_000,
      pictures: 1,
    });
  }

  #newTime(): AccessTime {
    const time = new AccessTime({
      store: this.#store,
      clock: this.clock,
      serverTime: () => (this.isServerHeard ? this.trueMs : undefined),
      machineRun: () => ({ machine: "one", upMs: this.clock.now(), hasKeptTime: () => true }),
      log: silentLog,
    });
    time.start();
    return time;
  }

  #start(): DoorModes {
    const drivers = this.doors.map(({ localId, lockType }, index) => {
      const driver = new SimulatedDoorDriver({
        door: this.relays[index] ?? new SimulatedDoor(),
        localId,
        lockType,
        clock: this.clock,
        log: silentLog,
      });
      driver.start();
      return driver;
    });
    this.drivers = drivers;
    const driverOf = (doorId: string) => drivers[this.doors.findIndex(({ id }) => id === doorId)];
    const modes = new DoorModes({
      boot: this.boot,
      store: this.#store,
      facts: new FactQueue(this.#store, this.clock, silentLog),
      clock: this.clock,
      look: () => this.#time.look(),
      timeLeft: () => 1000,
      stateOf: (doorId) => {
        const { nowMs, isTrusted } = this.#time.look();
        return stateAt(this.modes.get(doorId) ?? AS_ALWAYS, {
          now: nowMs,
          local: bogota.read(new Date(nowMs)),
          isHoliday: () => false,
          isClockTrusted: isTrusted,
          notBefore: 0,
        });
      },
      doors: {
        canHold: (doorId) => driverOf(doorId)?.free !== undefined,
        hold: async (doorId, forMs) => driverOf(doorId)?.free.hold(forMs),
        letGo: (doorId) => {
          driverOf(doorId)?.free.letGo();
          return this.rests;
        },
      },
      leaves: { setFree: (doorId, isFree) => void this.leaves.set(doorId, isFree) },
      log: silentLog,
    });
    modes.start();
    modes.configure({ doors: this.doors });
    return modes;
  }

  #idAt(index: number): string {
    return this.doors[index]?.id ?? "";
  }
}
