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
 * opening while the relay is still held keeps it held for its own pulse. A door that is free holds its relay by a lease
 * that has to be renewed: whoever keeps it free and is gone keeps it free no longer.
 */
export class PulsedRelay {
  readonly #coil: Coil;
  readonly #clock: Clock;
  readonly #log: Log;
  #isRunning = false;
  /** Commands reach the coil one after the other, however slowly it answers. */
  #commands: Promise<void> = Promise.resolve();
  /** Pulses on their way to the coil. */
  #pulsing = 0;
  #cancelEnd: Cancel | undefined;
  #cancelLease: Cancel | undefined;
  #watchdog: Cancel | undefined;
  /** Nothing has taken the current away since it was given, or was to be given. */
  #mayHaveCurrent = false;
  /** It was shut and did not answer that it is. */
  #isHeldOn = false;

  constructor(options: { coil: Coil; clock: Clock; log: Log }) {
    this.#coil = options.coil;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** It was to let go, and did not: see {@link DoorDriver.isNotAtRest}. */
  get isNotAtRest(): boolean {
    return this.#isHeldOn && !this.#cancelLease;
  }

  start(): void {
    this.#coil.cut();
    this.#isRunning = true;
  }

  /** Resolves when the relay says that it moved, also when that comes late and the pulse is over. */
  async pulse({ pulseMs, mayMove, signal }: MoveOrder): Promise<void> {
    const onAbort = () => this.#abandon();
    this.#pulsing += 1;
    try {
      await this.#command(true, () => {
        mayMove();
        this.#endPulse();
        // Armed before there is current: from here on the lock is shut again whatever happens.
        this.#watch(pulseMs + WATCHDOG_ANSWER_MS);
        signal.addEventListener("abort", onAbort, { once: true });
      });
      if (this.#isRunning && !signal.aborted) {
        this.#endPulse();
        this.#cancelEnd = this.#clock.after(pulseMs, () => {
          this.#cancelEnd = undefined;
          this.#rest();
        });
        this.#watch(pulseMs + WATCHDOG_GRACE_MS);
      }
    } catch (error) {
      if (!(error instanceof MomentPassed)) {
        this.#abandon();
      }
      throw error;
    } finally {
      this.#pulsing -= 1;
      signal.removeEventListener("abort", onAbort);
      this.#rest();
    }
  }

  /**
   * Gives the coil current for so long, or goes on to give it. Resolves when the relay says that it moved; when it does not,
   * it is not held.
   */
  async hold(forMs: number): Promise<void> {
    const isHeld = this.#cancelLease !== undefined;
    const lease = this.#lease(forMs);
    if (isHeld) {
      return;
    }
    try {
      await this.#command(true, () => {
        if (!this.#cancelLease) {
          throw new MomentPassed();
        }
      });
    } catch (error) {
      // A later one has a lease of its own.
      if (this.#cancelLease === lease) {
        this.letGo();
      }
      throw error;
    }
  }

  /** The end of a hold. A pulse that is under way goes on for its own time. */
  letGo(): void {
    this.#cancelLease?.();
    this.#cancelLease = undefined;
    this.#rest();
  }

  stop(): void {
    this.#isRunning = false;
    this.#endPulse();
    this.#cancelLease?.();
    this.#cancelLease = undefined;
    this.#watchdog?.();
    this.#watchdog = undefined;
    this.#mayHaveCurrent = false;
    this.#coil.cut();
  }

  #lease(forMs: number): Cancel {
    this.#cancelLease?.();
    const lease = this.#clock.after(forMs, () => this.letGo());
    this.#cancelLease = lease;
    return lease;
  }

  #endPulse(): void {
    this.#cancelEnd?.();
    this.#cancelEnd = undefined;
  }

  /** Takes the current when nobody wants it any more. */
  #rest(): void {
    if (this.#cancelLease) {
      // Who holds it renews the lease, or it ends by itself: a pulse's watchdog must not end it.
      if (this.#pulsing === 0 && !this.#cancelEnd) {
        this.#watchdog?.();
        this.#watchdog = undefined;
      }
    } else if (this.#isRunning && this.#pulsing === 0 && !this.#cancelEnd && this.#mayHaveCurrent) {
      this.#shut();
    }
  }

  /** A relay that did not answer in time must not move later, when nobody stands there any more. */
  #abandon(): void {
    if (this.#cancelLease) {
      return;
    }
    this.#coil.cut();
    if (this.#isRunning) {
      this.#shut();
    }
  }

  #shut(): void {
    this.#endPulse();
    const watchdog = this.#watchdog ?? this.#watch(WATCHDOG_AGAIN_MS);
    this.#command(false)
      .then(() => {
        this.#isHeldOn = false;
        // Unless somebody wanted it again meanwhile, whose command comes after this one.
        this.#mayHaveCurrent = this.#pulsing > 0 || this.#cancelLease !== undefined;
        // Unless a next pulse has a watchdog of its own by now.
        if (this.#watchdog === watchdog) {
          watchdog();
          this.#watchdog = undefined;
        }
      })
      // The watchdog is still armed, and tries again.
      .catch((error: unknown) => {
        this.#isHeldOn = true;
        this.#log.error({ err: error }, "a relay did not let go");
      });
  }

  #command(isEnergised: boolean, before?: () => void): Promise<void> {
    const done = this.#commands.then(() => {
      if (!this.#isRunning) {
        throw new Error("the relay is out of use");
      }
      before?.();
      this.#mayHaveCurrent ||= isEnergised;
      return this.#coil.set(isEnergised);
    });
    this.#commands = done.catch(() => undefined);
    return done;
  }

  #watch(ms: number): Cancel {
    this.#watchdog?.();
    const watchdog = this.#clock.after(ms, () => {
      this.#watchdog = undefined;
      // A coil that answers nothing at all says it by this alone.
      this.#isHeldOn = true;
      this.#log.error("a relay was held too long: the watchdog shuts it");
      this.#abandon();
    });
    this.#watchdog = watchdog;
    return watchdog;
  }
}
