import type { Cancel, Clock } from "../../../platform/clock.ts";
import { DeviceAway } from "../../../platform/device-request.ts";
import { endedBy } from "../../../platform/ended-by.ts";
import { askRelay, RelayRefused } from "../../../platform/http-relay.ts";
import type { Log } from "../../../platform/log.ts";
import {
  type DoorDriver,
  type FreeRelay,
  MayHaveMoved,
  MomentPassed,
  type MoveOrder,
} from "../door-driver.ts";

/** Relays on a building's own network answer within tenths of a second; one that takes longer is in trouble. */
const HTTP_RELAY_TIMEOUT_MS = 1000;
/** An answer is heard for so long: what the device did is told, however late. */
const LATE_ANSWER_MS = 60_000;
/** A device that is to let go is given this long to answer, and asked again after as much. */
const LETS_GO_WITHIN_MS = 1000;
/** Of one that says yes without the text of a good answer, the pauses grow to this: it may only be said otherwise. */
const LONGEST_PAUSE_MS = 10_000;
/** A relay that is held is told so again with the first renewal after this, which come each minute: its own power may have flickered. */
const TOLD_AGAIN_MS = 50_000;

/**
 * A relay that listens on the building's own network (Shelly and its kin). One opening is one request, and none is
 * ever sent again. The device times its pulse itself, and lets go by itself when this controller dies; where it cannot,
 * `letGoAddress` is asked at the pulse's end, until it answers, and when the relay is taken into hand.
 */
export class HttpDoor implements DoorDriver {
  readonly timeoutMs = HTTP_RELAY_TIMEOUT_MS;
  readonly free: FreeRelay | undefined;
  readonly #addresses: HttpDoorParts["addresses"];
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #ask: typeof askRelay;
  readonly #stopped = new AbortController();
  /** Counts openings: what lets go of an earlier one leaves a later one alone. */
  #openings = 0;
  #cancelLettingGo: Cancel | undefined;
  /** The request under way that lets go: an opening must not overtake it. */
  #lettingGo: Promise<unknown> = Promise.resolve();
  /** Requests that give current and have not left yet: what lets go beside them may reach the device after them. */
  #leaving = 0;
  /** Those that have left and were not answered yet: its device may act on them after what lets go. */
  #unanswered = 0;
  /** It was to be let go while they were on their way out. */
  #isDue = false;
  /** Until its device answered once, a process before this one may have left it so. */
  #mayBeHeld: boolean;
  /** Resolves when it says that it rests; undefined while nobody waits for that. */
  #atRest: Promise<void> | undefined;
  #tellRest: () => void = () => undefined;
  /** How often one after the other it did not let go. */
  #failures = 0;
  /** How often it was to be held anew: what comes of an earlier time ends no later one. */
  #holds = 0;
  /** When it was told last that it is to be held. */
  #heldAt = Number.NEGATIVE_INFINITY;
  /** Until when its door is free, and until when the last pulse goes, on the monotonic clock. */
  #freeUntil = Number.NEGATIVE_INFINITY;
  #pulseUntil = Number.NEGATIVE_INFINITY;

  constructor(parts: HttpDoorParts) {
    const { addresses, canHold = addresses.letGo !== null, clock, log, ask = askRelay } = parts;
    this.#addresses = addresses;
    this.#mayBeHeld = addresses.letGo !== null;
    this.#clock = clock;
    this.#log = log;
    this.#ask = ask;
    if (canHold) {
      this.free = {
        hold: (forMs) => this.#hold(forMs),
        letGo: () => {
          this.#endHold();
          return this.#whenAtRest();
        },
      };
    }
  }

  get mayBeHeld(): boolean {
    return this.#mayBeHeld;
  }

  get isNotAtRest(): boolean {
    return this.#failures > 0 && this.#freeUntil <= this.#clock.now();
  }

  start(): void {
    // A process before this one may have died in the middle of a pulse.
    this.#letGo();
  }

  async open(order: MoveOrder): Promise<void> {
    const { open, letGo } = this.#addresses;
    if (letGo === null) {
      return this.#order(open, order);
    }
    try {
      await this.#alone((left) =>
        this.#order(open, order, () => {
          this.#openings += 1;
          this.#mayBeHeld = true;
          // Armed before it leaves: from here on the relay is let go whatever the device answers.
          this.#letGoAfter(order.pulseMs + HTTP_RELAY_TIMEOUT_MS);
          left();
        }),
      );
      this.#letGoAfter(order.pulseMs);
    } catch (error) {
      if (error instanceof MayHaveMoved) {
        this.#letGoAfter(order.pulseMs);
      }
      throw error;
    }
  }

  async #hold(forMs: number): Promise<void> {
    const now = this.#clock.now();
    const isHeld = this.#freeUntil > now;
    this.#freeUntil = now + forMs;
    if (!isHeld) {
      this.#holds += 1;
      const hold = this.#holds;
      await this.#turnOn(() => {
        if (hold === this.#holds) {
          // It may have moved all the same: it is let go, and whoever keeps it free asks again.
          this.#endHold();
        }
      });
      return;
    }
    this.#letGoAtEnd();
    if (now - this.#heldAt >= TOLD_AGAIN_MS) {
      // It is on as far as anybody knows, and stays so where this is not answered.
      this.#turnOn().catch((error: unknown) => {
        if (!(error instanceof MomentPassed || this.#stopped.signal.aborted)) {
          this.#log.warn({ err: error }, "a relay that is held did not answer");
        }
      });
    }
  }

  async #turnOn(onFailure = () => {}): Promise<void> {
    this.#heldAt = this.#clock.now();
    let hasLeft = false;
    try {
      await this.#alone(async (left) => {
        const over = new AbortController();
        const cancel = this.#clock.after(HTTP_RELAY_TIMEOUT_MS, () => over.abort());
        const mayMove = () => {
          if (this.#clock.now() >= this.#freeUntil) {
            throw new MomentPassed();
          }
          hasLeft = true;
          this.#openings += 1;
          this.#mayBeHeld = true;
          this.#letGoAtEnd();
          left();
        };
        await endedBy([over.signal, this.#stopped.signal], (either) =>
          this.#ask(this.#addresses.open, { mayMove, signal: either }),
        ).finally(cancel);
      });
    } catch (error) {
      onFailure();
      throw asKnown(error);
    } finally {
      if (hasLeft && this.#clock.now() >= this.#freeUntil) {
        // The end was said while this was under way: the device may have heard of that first, and be on now.
        this.#mayBeHeld = true;
        this.#letGoAtEnd();
      }
    }
  }

  /** Asks for current once nothing that lets go is under way, and nothing does until it has left, or never will. */
  async #alone(ask: (left: () => void) => Promise<void>): Promise<void> {
    let isLeaving = true;
    const left = () => {
      if (isLeaving) {
        isLeaving = false;
        this.#leaving -= 1;
        this.#unanswered += 1;
      }
    };
    this.#leaving += 1;
    try {
      await this.#lettingGo;
      await ask(left);
    } finally {
      left();
      this.#unanswered -= 1;
      if (this.#isDue && this.#leaving === 0) {
        this.#letGoAtEnd();
      }
    }
  }

  #endHold(): void {
    this.#freeUntil = Number.NEGATIVE_INFINITY;
    if (this.#mayBeHeld) {
      this.#letGoAtEnd();
    }
  }

  #whenAtRest(): Promise<void> | undefined {
    if (!this.#mayBeHeld || this.#stopped.signal.aborted) {
      return undefined;
    }
    this.#atRest ??= new Promise((resolve) => {
      this.#tellRest = resolve;
    });
    return this.#atRest;
  }

  #letGoAfter(pulseMs: number): void {
    this.#pulseUntil = this.#clock.now() + pulseMs;
    this.#letGoAtEnd();
  }

  /** When neither a pulse nor a free door wants it any more. */
  #letGoAtEnd(): void {
    this.#letGoIn(Math.max(0, Math.max(this.#pulseUntil, this.#freeUntil) - this.#clock.now()));
  }

  async close(order: MoveOrder): Promise<void> {
    const { close } = this.#addresses;
    if (close === null) {
      throw new Error("this relay has no address for closing");
    }
    await this.#order(close, order);
  }

  leave(): void {
    this.#cancelLettingGo?.();
    this.#stopped.abort();
    this.#tellRest();
  }

  async stop(): Promise<void> {
    const isOnItsWay = this.#unanswered > 0;
    this.leave();
    if (this.#mayBeHeld && this.#addresses.letGo !== null) {
      // Its last word, unless it is asked for another one. In a crash there is no time for it.
      await this.#ask(this.#addresses.letGo, { signal: AbortSignal.timeout(LETS_GO_WITHIN_MS) }).then(
        () => {
          // What was on its way it may hear only after this.
          this.#mayBeHeld = isOnItsWay;
        },
        () => undefined,
      );
    }
  }

  async #order(address: string, { mayMove, signal }: MoveOrder, onLeaving = () => {}): Promise<void> {
    const over = new AbortController();
    let hasLeft = false;
    const onOrderOver = () => {
      if (!hasLeft) {
        over.abort();
      }
    };
    signal.addEventListener("abort", onOrderOver, { once: true });
    const cancel = this.#clock.after(LATE_ANSWER_MS, () => over.abort());
    try {
      const leave = () => {
        mayMove();
        hasLeft = true;
        onLeaving();
      };
      await endedBy([over.signal, this.#stopped.signal], (either) =>
        this.#ask(address, { mayMove: leave, signal: either }),
      );
    } catch (error) {
      throw asKnown(error);
    } finally {
      cancel();
      signal.removeEventListener("abort", onOrderOver);
    }
  }

  #letGoIn(ms: number): void {
    this.#cancelLettingGo?.();
    this.#isDue = false;
    if (!this.#stopped.signal.aborted) {
      this.#cancelLettingGo = this.#clock.after(ms, () => this.#letGo());
    }
  }

  #letGo(): void {
    const { letGo } = this.#addresses;
    if (letGo === null) {
      return;
    }
    if (this.#leaving > 0) {
      this.#isDue = true;
      return;
    }
    const opening = this.#openings;
    const over = new AbortController();
    const cancel = this.#clock.after(LETS_GO_WITHIN_MS, () => over.abort());
    this.#lettingGo = endedBy([over.signal, this.#stopped.signal], (signal) => this.#ask(letGo, { signal }))
      .then(() => {
        this.#failures = 0;
        this.#mayBeHeld = this.#openings !== opening;
        if (!this.#mayBeHeld) {
          this.#tellRest();
          this.#atRest = undefined;
        }
      })
      .catch((error: unknown) => {
        if (this.#openings === opening && !this.#stopped.signal.aborted) {
          if (this.#failures === 0) {
            this.#log.error({ err: error }, "a relay did not let go: it is asked until it does");
          }
          this.#letGoIn(pauseAfter(error, this.#failures));
          this.#failures += 1;
        }
      })
      .finally(cancel);
  }
}

/** One that refuses or cannot be reached must hear it as soon as it does. */
const pauseAfter = (error: unknown, failures: number): number =>
  error instanceof RelayRefused && error.status < 300
    ? Math.min(LONGEST_PAUSE_MS, LETS_GO_WITHIN_MS * 2 ** failures)
    : LETS_GO_WITHIN_MS;

/** A gateway or a device in trouble says 500, and may have moved before it said so; one that gave no answer as well. */
function asKnown(error: unknown): unknown {
  const isUnknown =
    (error instanceof DeviceAway && error.hasLeft) || (error instanceof RelayRefused && error.status >= 500);
  return isUnknown ? new MayHaveMoved(error.message) : error;
}

interface HttpDoorParts {
  addresses: {
    open: string;
    /** Where the door is closed, for doors that can. */
    close: string | null;
    /** Where the relay is told to let go, when the device does not time its pulse itself. */
    letGo: string | null;
  };
  /** It stays on until it is told to let go, so that its door can be free; false for one that lets go by itself as well. */
  canHold?: boolean;
  clock: Clock;
  log: Log;
  ask?: typeof askRelay;
}
