import {
  SIREN_SOUNDS_MS,
  type SirenAnswer,
  type SirenOrder,
} from "@umbral/contract/controllers/controller-orders.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { endedBy } from "../../platform/ended-by.ts";
import type { Log } from "../../platform/log.ts";
import type { SirenDriver } from "./siren-driver.ts";

/** How long its relay may take to answer. The server waits a little longer. */
const RELAY_MS = 2500;
/** A siren that should have fallen silent and did not is told again after this; each time later, up to the longest. */
const AGAIN_MS = 1000;
const LONGEST_AGAIN_MS = 10_000;

export interface SirenParts {
  clock: Clock;
  log: Log;
  makeDriver: (relay: RelayDriver) => SirenDriver;
}

/**
 * The building's siren: sounds until it is told to be silent, or until its time is over. It is off at
 * start, stop and crash; the server says again how it is to be when the line is back. One that does not answer that it
 * is silent is told so until it does, or is to sound again.
 */
export class SirenFeature {
  readonly #parts: SirenParts;
  #relay: string | undefined;
  #driver: SirenDriver | undefined;
  /** Those that it was before, that may still sound: each with when nobody waits for it any more. */
  readonly #formers = new Map<SirenDriver, number>();
  #cancelEnd: Cancel | undefined;
  #stopping: Promise<unknown> = Promise.resolve();
  /** Orders reach the relay one after the other, so that the last one said is what stays. */
  #orders: Promise<unknown> = Promise.resolve();
  /** How often in a row it did not say that it is silent. */
  #failures = 0;
  readonly #stopped = new AbortController();

  constructor(parts: SirenParts) {
    this.#parts = parts;
  }

  configure(relay: RelayDriver | null): void {
    const wanted = relay === null ? undefined : JSON.stringify(relay);
    if (wanted === this.#relay) {
      return;
    }
    this.#cancelEnd?.();
    this.#cancelEnd = undefined;
    this.#leave(this.#driver, relay);
    this.#relay = wanted;
    this.#driver = relay === null ? undefined : this.#parts.makeDriver(relay);
    // A process before this one may have died while it sounded.
    this.#end();
  }

  /** Makes it sound or be silent. @returns what it does now, as its relay answered */
  set(order: SirenOrder): Promise<SirenAnswer> {
    const answer = this.#orders.then(() => this.#obey(order));
    this.#orders = answer;
    return answer;
  }

  stop(): void {
    // What is under way or waits for its turn sounds nothing after the last word.
    this.#stopped.abort();
    this.#cancelEnd?.();
    this.#cancelEnd = undefined;
    // All at once, before anything is waited for: a crash has no time.
    const ended = [this.#driver, ...this.#formers.keys()].map((driver) => Promise.resolve(driver?.stop()));
    this.#stopping = Promise.all(ended);
  }

  /** Resolves when a siren on the network has heard that it is to be silent. */
  settled(): Promise<unknown> {
    return this.#stopping;
  }

  /** It is another siren from now on, or none. */
  #leave(driver: SirenDriver | undefined, next: RelayDriver | null): void {
    if (driver?.mayBeSounding && next !== null) {
      this.#formers.set(driver, this.#parts.clock.now() + SIREN_SOUNDS_MS);
      return;
    }
    void driver?.stop();
    if (next === null) {
      // It may hang on another controller now, where it is to sound: nothing of here silences it there.
      for (const former of this.#formers.keys()) {
        void former.stop();
      }
      this.#formers.clear();
    }
  }

  async #obey({ on, forMs }: SirenOrder): Promise<SirenAnswer> {
    const driver = this.#driver;
    if (!driver) {
      return { outcome: "none" };
    }
    const stopped = this.#stopped.signal;
    if (stopped.aborted) {
      return { outcome: "failed" };
    }
    // Armed before it sounds: from here on it falls silent whatever happens to the line.
    this.#cancelEnd?.();
    this.#cancelEnd = on ? this.#parts.clock.after(forMs, () => this.#end()) : undefined;
    const failures = on ? 0 : this.#failures;
    this.#failures = 0;
    try {
      await endedBy([AbortSignal.timeout(RELAY_MS), stopped], (signal) =>
        on ? driver.sound(signal) : this.#silence(driver, signal),
      );
      return { outcome: on ? "sounding" : "silent" };
    } catch (error) {
      if (stopped.aborted) {
        return { outcome: "failed" };
      }
      if (failures === 0) {
        this.#parts.log.error({ err: error }, "the siren's relay did not move");
      }
      if (!on) {
        this.#failures = failures + 1;
        const againMs = Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** failures);
        this.#cancelEnd = this.#parts.clock.after(againMs, () => this.#end());
      }
      return { outcome: "failed" };
    }
  }

  /** It is silent when those are that it was before. */
  async #silence(driver: SirenDriver, signal: AbortSignal): Promise<void> {
    const now = this.#parts.clock.now();
    const formers = [...this.#formers].map(async ([former, until]) => {
      try {
        await former.silence(signal);
        this.#formers.delete(former);
      } catch (error) {
        if (now < until) {
          throw error;
        }
        this.#formers.delete(former);
        this.#parts.log.error({ err: error }, "a siren that was replaced did not say that it is silent");
      }
    });
    const answers = await Promise.allSettled([driver.silence(signal), ...formers]);
    const failed = answers.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") {
      throw failed.reason;
    }
  }

  #end(): void {
    this.#cancelEnd = undefined;
    // Its own failure is logged, and it tries again by itself.
    void this.set({ on: false, forMs: 1 });
  }
}
