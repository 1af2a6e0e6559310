import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { MomentPassed, type MoveOrder } from "./door-driver.ts";

/** A relay's coil, as a driver reaches it. */
export interface Coil {
  /** Gives or takes current. Resolves when the relay has answered. */
  set(isEnergised: boolean): Promise<void>;
  /** Takes the current away at once, whatever the relay answers. */
  cut(): void;
}

/** How much longer than its pulse a relay may be held before the watchdog takes over. */
const WATCHDOG_GRACE_MS = 500;
/** A relay that has not said that it moved is given this much more: whoever ordered it gives up before. */
const WATCHDOG_ANSWER_MS = 3000;
const WATCHDOG_AGAIN_MS = 1000;

/**
 * Opens a lock for the time of a pulse and shuts it again, with a watchdog of its own. An opening always gives the
 * coil current, and a coil without current means a locked door, whatever the lock: a fail-safe one hangs on the
 * contact that is closed at rest. So a process that is gone, for whatever reason, leaves its doors locked. A second
 * opening while the relay is still held keeps it held for its own pulse.
 */
export class PulsedRelay {
  readonly #coil: Coil;
  readonly #clock: Clock;
  readonly #log: Log;
  #isRunning = false;
  /** Commands reach the coil one after the other, however slowly it answers. */
  #commands: Promise<void> = Promise.resolve();
  #cancelEnd: Cancel | undefined;
  #watchdog: Cancel | undefined;

  constructor(options: { coil: Coil; clock: Clock; log: Log }) {
    this.#coil = options.coil;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  start(): void {
    this.#coil.cut();
    this.#isRunning = true;
  }

  /** Resolves when the relay says that it moved, also when that comes late and the pulse is over. */
  async pulse({ pulseMs, mayMove, signal }: MoveOrder): Promise<void> {
    const onAbort = () => this.#abandon();
    try {
      await this.#command(true, () => {
        mayMove();
        this.#cancelEnd?.();
        // Armed before there is current: from here on the lock is shut again whatever happens.
        this.#watch(pulseMs + WATCHDOG_ANSWER_MS);
        signal.addEventListener("abort", onAbort, { once: true });
      });
      if (this.#isRunning && !signal.aborted) {
        this.#cancelEnd?.();
        this.#cancelEnd = this.#clock.after(pulseMs, () => this.#shut());
        this.#watch(pulseMs + WATCHDOG_GRACE_MS);
      }
    } catch (error) {
      if (!(error instanceof MomentPassed)) {
        this.#abandon();
      }
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancelEnd?.();
    this.#watchdog?.();
    this.#watchdog = undefined;
    this.#coil.cut();
  }

  /** A relay that did not answer in time must not move later, when nobody stands there any more. */
  #abandon(): void {
    this.#coil.cut();
    if (this.#isRunning) {
      this.#shut();
    }
  }

  #shut(): void {
    this.#cancelEnd?.();
    const watchdog = this.#watchdog ?? this.#watch(WATCHDOG_AGAIN_MS);
    this.#command(false)
      .then(() => {
        // Unless a next pulse has a watchdog of its own by now.
        if (this.#watchdog === watchdog) {
          watchdog();
          this.#watchdog = undefined;
        }
      })
      // The watchdog is still armed, and tries again.
      .catch((error: unknown) => this.#log.error({ err: error }, "a relay did not let go"));
  }

  #command(isEnergised: boolean, before?: () => void): Promise<void> {
    const done = this.#commands.then(() => {
      if (!this.#isRunning) {
        throw new Error("the relay is out of use");
      }
      before?.();
      return this.#coil.set(isEnergised);
    });
    this.#commands = done.catch(() => undefined);
    return done;
  }

  #watch(ms: number): Cancel {
    this.#watchdog?.();
    const watchdog = this.#clock.after(ms, () => {
      this.#watchdog = undefined;
      this.#log.error("a relay was held too long: the watchdog shuts it");
      this.#abandon();
    });
    this.#watchdog = watchdog;
    return watchdog;
  }
}
