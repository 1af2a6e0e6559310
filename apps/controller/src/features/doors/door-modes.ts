import { randomUUID } from "node:crypto";
import type { DoorState } from "@umbral/contract/access-control/decision";
import type {
  EmergencyAnswer,
  EmergencyOrder,
} from "@umbral/contract/controllers/controller-orders.contract";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { Clock } from "../../platform/clock.ts";
import type { FactQueue } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { Emergency, type EmergencyCause } from "./emergency.ts";
import { FreeDoorsFeature, type FreeDoorsParts, type WantedState } from "./free-doors.feature.ts";
import { FreePeriods } from "./free-periods.ts";

interface Parts extends Pick<FreeDoorsParts, "doors" | "leaves"> {
  boot: string;
  store: Store;
  facts: FactQueue;
  clock: Clock;
  /** The date as far as it is known. */
  look: () => { nowMs: number; isTrusted: boolean };
  /** What a door is by the access list, and its hours. */
  stateOf: (doorId: string) => DoorState;
  /** For how long an order of the server may still be obeyed. */
  timeLeft: (issuedAt: number) => number;
  log: Log;
}

/** All that makes a door free: a time, the hours of the week, and emergencies. */
export class DoorModes {
  readonly #parts: Parts;
  readonly #emergency: Emergency;
  readonly #periods: FreePeriods;
  readonly #free: FreeDoorsFeature;
  #waysOut = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { store, clock, facts, look, log } = parts;
    this.#emergency = new Emergency({ store, clock, look, onChanged: () => this.#free.look(), log });
    this.#periods = new FreePeriods({ store, facts, date: () => clock.date(), log });
    this.#free = new FreeDoorsFeature({
      ...parts,
      nowMs: () => look().nowMs,
      wantedAt: (doorId) => this.#wantedAt(doorId),
      periods: this.#periods,
      newId: randomUUID,
    });
  }

  start(): void {
    this.#periods.start();
    this.#emergency.start();
  }

  configure({ doors }: Pick<ControllerConfiguration, "doors">): void {
    this.#waysOut = new Set(doors.flatMap(({ id, freesInEmergency }) => (freesInEmergency ? [id] : [])));
    this.#free.configure(doors);
  }

  /** The times in which doors are free now, by their names. */
  get freePeriods(): string[] {
    return this.#periods.open;
  }

  /** The list, the hours or the clock may say something else now. */
  look(): void {
    this.#emergency.onDateKnown();
    this.#free.look();
  }

  /**
   * Emergency frees the doors: those that were chosen for it are free as a way out, at once, without server, until
   * {@link endEmergency} or for so long.
   */
  beginEmergency(cause: EmergencyCause, forMs: number): void {
    this.#emergency.begin(cause, forMs);
  }

  /**
   * A fire panel is on: its doors are free as by {@link beginEmergency}, without server.
   * @returns false where it has been on since before this start or setup, and frees nothing anew
   */
  firePanelIsOn(inputId: string): boolean {
    return this.#emergency.panelIsOn(inputId);
  }

  /** A fire panel is at rest. The doors stay free: it is reset before a building is empty. */
  firePanelRests(inputId: string): void {
    this.#emergency.panelRests(inputId);
  }

  /** It is over. @param cause as this one said it; without one it was silenced, whoever said it */
  endEmergency(cause?: EmergencyCause): void {
    this.#emergency.end(cause);
  }

  /** Obeys the server: said again, it changes nothing. An order that is too old or for another run is not obeyed. */
  async obey({ state, forMs, issuedAt, boot }: EmergencyOrder): Promise<EmergencyAnswer> {
    if (boot !== this.#parts.boot || this.#parts.timeLeft(issuedAt) === 0) {
      return { outcome: "expired" };
    }
    if (state === "free") {
      this.beginEmergency("lobby", forMs);
    } else {
      this.endEmergency(state === "rest" ? "lobby" : undefined);
    }
    const free = await this.#free.freeBy("ALARM");
    const wanted = this.#emergency.leftMs > 0 ? this.#waysOut.size : 0;
    return { outcome: free.length === wanted ? "done" : "failed", doors: free.length };
  }

  stop(): void {
    this.#free.stop();
    this.#emergency.stop();
  }

  /** A way out is one also where a door is locked: that is never the way out. Else locked beats free. */
  #wantedAt(doorId: string): WantedState {
    const emergencyLeftMs = this.#emergency.leftMs;
    if (emergencyLeftMs > 0 && this.#waysOut.has(doorId)) {
      return { isFree: true, origin: "ALARM", leftMs: emergencyLeftMs };
    }
    const state = this.#parts.stateOf(doorId);
    if (state.mode === "normal") {
      // What begins by itself are hours, with a full minute.
      return { isFree: false, leftMs: null };
    }
    const leftMs = state.until === null ? null : Math.max(1, state.until - this.#parts.look().nowMs);
    return state.mode === "free" ? { isFree: true, origin: state.origin, leftMs } : { isFree: false, leftMs };
  }
}
