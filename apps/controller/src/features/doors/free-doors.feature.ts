import type { FreeOrigin } from "@umbral/contract/doors/door-modes.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { MayHaveMoved } from "./door-driver.ts";
import type { FreePeriod, FreePeriods } from "./free-periods.ts";

/** A relay is held for so long at most before it is asked again: who asks it and is gone leaves the door locked. */
const LEASE_MS = 90_000;
/**
 * The lease lasts beyond the end, which is made by {@link FreeDoorsFeature.look}: what is known of the server's clock shifts by
 * some milliseconds, and a lease that ran out first would let the relay go and take it again.
 */
const BEYOND_THE_END_MS = 2000;
/** Hours begin and end with a full minute. */
const MINUTE_MS = 60_000;
/** A relay that did not move is asked again after so long. */
const AGAIN_MS = 10_000;
/** That a door is still free is written this often. */
const WRITE_EVERY_MS = 10 * 60_000;

/** What a door should be now, and for how long from now on; null for without an end that is known. */
export type WantedState =
  | { isFree: true; origin: FreeOrigin; leftMs: number | null }
  | { isFree: false; leftMs: number | null };

export interface FreeDoorsParts {
  clock: Clock;
  /** The date by which hours begin and end. */
  nowMs: () => number;
  wantedAt: (doorId: string) => WantedState;
  doors: {
    canHold(doorId: string): boolean;
    hold(doorId: string, forMs: number): Promise<void>;
    letGo(doorId: string): Promise<void> | void;
  };
  /** Who watches the leaf: what it does while its door is free has its cause. */
  leaves: { setFree(doorId: string, isFree: boolean): void };
  periods: Pick<FreePeriods, "intend" | "forget" | "mayHaveBeen" | "begin" | "goOn" | "end">;
  newId: () => string;
  log: Log;
}

interface DoorInUse {
  /** What is or is becoming; the relay has moved for one that is held. */
  period: (FreePeriod & { isHeld: boolean }) | undefined;
  /** What is over, and whose relay has not said yet that it rests: its device may be away just then, and its door is open. */
  resting: FreePeriod | undefined;
  /** A relay that did not move is not asked again before. */
  notBefore: number;
  /** That it may have been free was told, and nothing else is known since. */
  isInDoubt: boolean;
}

/**
 * Holds the relays of the doors that are free, each for a short while and again: until a time, by the hours of the week, or
 * as a way out. It looks whenever something changed, at each full minute, and when the first of them is over.
 */
export class FreeDoorsFeature {
  readonly #parts: FreeDoorsParts;
  readonly #doors = new Map<string, DoorInUse>();
  readonly #starting = new Set<Promise<void>>();
  #cancelNext: Cancel | undefined;
  #writtenAt: number;
  #isRunning = true;

  constructor(parts: FreeDoorsParts) {
    this.#parts = parts;
    this.#writtenAt = parts.clock.now();
  }

  configure(doors: readonly { id: string }[]): void {
    const wanted = new Set(doors.map(({ id }) => id));
    for (const [id, inUse] of this.#doors) {
      if (!wanted.has(id)) {
        this.#leave(id, inUse);
        this.#doors.delete(id);
      }
    }
    for (const { id } of doors) {
      if (!this.#doors.has(id)) {
        const notBefore = Number.NEGATIVE_INFINITY;
        this.#doors.set(id, { period: undefined, resting: undefined, notBefore, isInDoubt: false });
      }
    }
    this.look();
  }

  /** Something may be otherwise now. */
  look(): void {
    if (!this.#isRunning) {
      return;
    }
    this.#cancelNext?.();
    // Armed first: whatever one door meets, all are looked at again.
    this.#cancelNext = this.#parts.clock.after(AGAIN_MS, () => this.look());
    let nextMs = MINUTE_MS - (this.#parts.nowMs() % MINUTE_MS);
    for (const [id, inUse] of this.#doors) {
      try {
        const leftMs = this.#settle(id, inUse);
        nextMs = Math.min(nextMs, leftMs ?? nextMs);
      } catch (error) {
        this.#parts.log.error({ err: error, doorId: id }, "whether a door is free could not be settled");
      }
    }
    this.#write();
    this.#cancelNext();
    this.#cancelNext = this.#parts.clock.after(Math.max(1, nextMs), () => this.look());
  }

  /** The doors that are free for this reason, their relays having moved. Resolves when none is on its way any more. */
  async freeBy(origin: FreeOrigin): Promise<string[]> {
    await Promise.all([...this.#starting]);
    return [...this.#doors].flatMap(([id, { period }]) =>
      period?.isHeld && period.origin === origin ? [id] : [],
    );
  }

  /** Tells the end of all that is free; the relays rest with their drivers. */
  stop(): void {
    this.#isRunning = false;
    this.#cancelNext?.();
    for (const [id, inUse] of this.#doors) {
      this.#leave(id, inUse);
    }
    this.#doors.clear();
  }

  /** @returns when to look at this door again; null for when all are looked at */
  #settle(doorId: string, inUse: DoorInUse): number | null {
    const { clock, doors, wantedAt } = this.#parts;
    const wanted = wantedAt(doorId);
    if (!wanted.isFree || !doors.canHold(doorId)) {
      this.#end(doorId, inUse);
      inUse.isInDoubt = false;
      return wanted.leftMs;
    }
    const forMs = Math.min(LEASE_MS, (wanted.leftMs ?? LEASE_MS) + BEYOND_THE_END_MS);
    const { period } = inUse;
    if (period && period.origin !== wanted.origin) {
      this.#hand(doorId, inUse, wanted.origin);
    }
    if (period) {
      this.#renew(doorId, inUse, forMs);
    } else if (clock.now() >= inUse.notBefore) {
      this.#begin(doorId, inUse, wanted.origin, forMs);
    } else {
      return Math.min(inUse.notBefore - clock.now(), wanted.leftMs ?? LEASE_MS);
    }
    return wanted.leftMs;
  }

  #begin(doorId: string, inUse: DoorInUse, origin: FreeOrigin, forMs: number): void {
    const { doors, leaves, periods, newId, log } = this.#parts;
    const period = { id: newId(), doorId, origin, isHeld: false };
    inUse.period = period;
    periods.intend(period);
    // Before it moves: the leaf may be faster than the answer.
    leaves.setFree(doorId, true);
    const started = doors
      .hold(doorId, forMs)
      .then(() => {
        period.isHeld = true;
        inUse.isInDoubt = false;
        // What went before goes on in this one.
        this.#endResting(inUse);
        periods.begin(period);
        if (inUse.period === undefined && this.#doors.get(doorId) === inUse) {
          this.#rest(doorId, inUse, period);
        } else if (inUse.period !== period) {
          periods.end(period);
        }
      })
      .catch((error: unknown) => {
        log.error({ err: error, doorId }, "the relay of a door that should be free did not move");
        const mayHaveMoved = error instanceof MayHaveMoved;
        // Where the relay does not rest yet after an earlier one, that is told as going on until it does; of a device that
        // stays silent, once is enough.
        if (mayHaveMoved && !inUse.resting && !inUse.isInDoubt) {
          periods.mayHaveBeen(period);
        } else {
          periods.forget(period);
        }
        inUse.isInDoubt = mayHaveMoved && (inUse.isInDoubt || !inUse.resting);
        if (inUse.period === period) {
          this.#fail(doorId, inUse);
        }
      })
      .finally(() => this.#starting.delete(started));
    this.#starting.add(started);
  }

  #renew(doorId: string, inUse: DoorInUse, forMs: number): void {
    const { doors, log } = this.#parts;
    const { period } = inUse;
    doors.hold(doorId, forMs).catch((error: unknown) => {
      log.error({ err: error, doorId }, "the relay of a door that is free is not held any more");
      if (period?.isHeld && inUse.period === period) {
        this.#end(doorId, inUse);
        this.#fail(doorId, inUse);
      }
    });
  }

  /** It goes on to be free, for another reason: the relay is not touched. */
  #hand(doorId: string, inUse: DoorInUse, origin: FreeOrigin): void {
    const { periods, newId } = this.#parts;
    const { period } = inUse;
    if (period?.isHeld) {
      periods.end(period);
      inUse.period = { id: newId(), doorId, origin, isHeld: true };
      periods.begin(inUse.period);
    }
  }

  #fail(doorId: string, inUse: DoorInUse): void {
    const { clock, leaves } = this.#parts;
    inUse.period = undefined;
    inUse.notBefore = clock.now() + AGAIN_MS;
    leaves.setFree(doorId, inUse.resting !== undefined);
    this.look();
  }

  #end(doorId: string, inUse: DoorInUse): void {
    const { doors, leaves } = this.#parts;
    const { period } = inUse;
    if (!period) {
      return;
    }
    inUse.period = undefined;
    if (period.isHeld) {
      this.#rest(doorId, inUse, period);
    } else {
      void doors.letGo(doorId);
      leaves.setFree(doorId, inUse.resting !== undefined);
    }
  }

  /** Tells its end when its relay rests: at once, but for one whose device has to say so. */
  #rest(doorId: string, inUse: DoorInUse, period: FreePeriod): void {
    inUse.resting = period;
    const end = () => {
      if (inUse.resting === period) {
        this.#endResting(inUse);
        this.#parts.leaves.setFree(doorId, inUse.period !== undefined);
      }
    };
    const rests = this.#parts.doors.letGo(doorId);
    if (rests) {
      void rests.then(end);
    } else {
      end();
    }
  }

  #endResting(inUse: DoorInUse): void {
    const { resting } = inUse;
    inUse.resting = undefined;
    if (resting) {
      this.#parts.periods.end(resting);
    }
  }

  /** It is this controller's no more, or nobody looks any more: nothing is waited for. */
  #leave(doorId: string, inUse: DoorInUse): void {
    this.#end(doorId, inUse);
    if (inUse.resting) {
      this.#endResting(inUse);
      this.#parts.leaves.setFree(doorId, false);
    }
  }

  #write(): void {
    const { clock, periods } = this.#parts;
    const isAnyFree = [...this.#doors.values()].some(({ period, resting }) => period ?? resting);
    if (isAnyFree && clock.now() - this.#writtenAt >= WRITE_EVERY_MS) {
      this.#writtenAt = clock.now();
      periods.goOn();
    }
  }
}
