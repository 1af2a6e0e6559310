import type { SirenAnswer, SirenOrder } from "@umbral/contract/controllers/controller-orders.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { SirenDriver } from "./siren-driver.ts";

/** How long its relay may take to answer. The server waits a little longer. */
const RELAY_MS = 2500;
/** A siren that should have fallen silent and did not is told again after this. */
const AGAIN_MS = 1000;

export interface SirenParts {
  clock: Clock;
  log: Log;
  makeDriver: (relay: RelayDriver) => SirenDriver;
}

/**
 * The building's siren: sounds until it is told to be silent, or until its time is over. It is off at
 * start, stop and crash; the server says again how it is to be when the line is back.
 */
export class SirenFeature {
  readonly #parts: SirenParts;
  #relay: string | undefined;
  #driver: SirenDriver | undefined;
  #cancelEnd: Cancel | undefined;
  #stopping: Promise<void> = Promise.resolve();
  /** Orders reach the relay one after the other, so that the last one said is what stays. */
  #orders: Promise<unknown> = Promise.resolve();

  constructor(parts: SirenParts) {
    this.#parts = parts;
  }

  configure(relay: RelayDriver | null): void {
    const wanted = relay === null ? undefined : JSON.stringify(relay);
    if (wanted === this.#relay) {
      return;
    }
    this.stop();
    this.#relay = wanted;
    this.#driver = relay === null ? undefined : this.#parts.makeDriver(relay);
    this.#quieten();
  }

  /** A process before this one may have died while it sounded. One that does not answer now is left as it is. */
  #quieten(): void {
    const driver = this.#driver;
    this.#orders = this.#orders
      .then(() => driver?.silence(AbortSignal.timeout(RELAY_MS)))
      .catch((error: unknown) =>
        this.#parts.log.warn({ err: error }, "the siren's relay was not asked to rest"),
      );
  }

  /** Makes it sound or be silent. @returns what it does now, as its relay answered */
  set(order: SirenOrder): Promise<SirenAnswer> {
    const answer = this.#orders.then(() => this.#obey(order));
    this.#orders = answer;
    return answer;
  }

  stop(): void {
    this.#cancelEnd?.();
    this.#cancelEnd = undefined;
    this.#stopping = Promise.resolve(this.#driver?.stop());
  }

  /** Resolves when a siren on the network has heard that it is to be silent. */
  settled(): Promise<void> {
    return this.#stopping;
  }

  async #obey({ on, forMs }: SirenOrder): Promise<SirenAnswer> {
    const driver = this.#driver;
    if (!driver) {
      return { outcome: "none" };
    }
    // Armed before it sounds: from here on it falls silent whatever happens to the line.
    this.#cancelEnd?.();
    this.#cancelEnd = on ? this.#parts.clock.after(forMs, () => this.#end()) : undefined;
    try {
      const signal = AbortSignal.timeout(RELAY_MS);
      await (on ? driver.sound(signal) : driver.silence(signal));
      return { outcome: on ? "sounding" : "silent" };
    } catch (error) {
      this.#parts.log.error({ err: error }, "the siren's relay did not move");
      if (!on) {
        this.#cancelEnd = this.#parts.clock.after(AGAIN_MS, () => this.#end());
      }
      return { outcome: "failed" };
    }
  }

  #end(): void {
    this.#cancelEnd = undefined;
    // Its own failure is logged, and it tries again by itself.
    void this.set({ on: false, forMs: 1 });
  }
}
