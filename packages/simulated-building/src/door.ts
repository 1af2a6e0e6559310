/** What the sensor in the frame says. */
export type LeafPosition = "open" | "closed";

/** What a simulated relay has done so far. */
export interface DoorCounts {
  /** Times the relay was moved to open, each order counted, also while it was still held. */
  timesOpened: number;
  timesClosed: number;
}

/**
 * A door that is not there: a lock with its relay, a leaf with its sensor. It counts what is done to it
 * and can fail on purpose.
 */
export class SimulatedDoor {
  /** A fail-safe lock hangs on the contact that is closed at rest, a fail-secure one on the other. */
  lockType: "fail-safe" | "fail-secure" = "fail-secure";
  /** Of the building: without it the lock does what it was chosen for, whatever its relay does. */
  hasPower = true;
  timesOpened = 0;
  timesClosed = 0;
  /** The relay does not move and says so. */
  isJammed = false;
  /** The relay takes this long until it moves. A current that is cut meanwhile moves nothing. */
  movesAfterMs = 0;
  /** The relay moves at once and takes this long to say so. */
  answersAfterMs = 0;
  isEnergised = false;
  #position: LeafPosition = "closed";
  /** Somebody stands in the door: nothing closes it. */
  #isHeld = false;
  readonly #leafListeners = new Set<(position: LeafPosition) => void>();
  readonly #listeners = new Set<(counts: DoorCounts) => void>();
  readonly #pause: (ms: number) => Promise<void>;
  /** Commands that a cut has made void. */
  #cuts = 0;

  constructor(pause: (ms: number) => Promise<void> = realPause) {
    this.#pause = pause;
  }

  /** Is the bolt drawn? A fail-safe lock holds only with current, a fail-secure one only without. */
  get isUnlocked(): boolean {
    const isLockPowered = this.hasPower && this.isEnergised === (this.lockType === "fail-secure");
    return isLockPowered === (this.lockType === "fail-secure");
  }

  get position(): LeafPosition {
    return this.#position;
  }

  /** Called each time that the leaf opened or closed. */
  onLeafMoved(listener: (position: LeafPosition) => void): () => void {
    this.#leafListeners.add(listener);
    return () => this.#leafListeners.delete(listener);
  }

  /** Somebody breaks it open: the leaf moves and the relay knows nothing of it. It stays open until it is shut. */
  force(): void {
    this.#isHeld = true;
    this.#swing("open");
  }

  /** Somebody holds the leaf: once it is open, neither the closer nor the motor shuts it. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Whoever held it goes on, and the closer shuts it. */
  letGo(): void {
    this.#isHeld = false;
    this.#swing("closed");
  }

  /** Called each time that the relay moved to open or to close. */
  onMoved(listener: (counts: DoorCounts) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The relay of the lock. */
  readonly coil = {
    set: async (isEnergised: boolean): Promise<void> => {
      await this.#travel(isEnergised, () => {
        this.isEnergised = isEnergised;
        if (isEnergised) {
          this.timesOpened += 1;
          this.#tell();
          this.#swing("open");
        } else {
          // Somebody went through and the door closer did the rest.
          this.shut();
        }
      });
    },
    cut: (): void => {
      this.#cuts += 1;
      this.isEnergised = false;
    },
  };

  /** The relay of the motor that closes, on doors that have one. */
  readonly closingCoil = {
    set: async (isEnergised: boolean): Promise<void> => {
      await this.#travel(isEnergised, () => {
        if (isEnergised) {
          this.timesClosed += 1;
          this.#tell();
        }
      });
    },
    cut: (): void => {
      this.#cuts += 1;
    },
  };

  shut(): void {
    if (!this.#isHeld) {
      this.#swing("closed");
    }
  }

  #swing(position: LeafPosition): void {
    if (this.#position === position) {
      return;
    }
    this.#position = position;
    for (const listener of this.#leafListeners) {
      listener(position);
    }
  }

  async #travel(canFail: boolean, moved: () => void): Promise<void> {
    if (canFail) {
      const cutsBefore = this.#cuts;
      await this.#take(this.movesAfterMs);
      if (cutsBefore !== this.#cuts) {
        throw new Error("the current was cut before the relay moved");
      }
      if (this.isJammed) {
        throw new Error("the relay is jammed");
      }
    }
    moved();
    if (canFail) {
      await this.#take(this.answersAfterMs);
    }
  }

  #take(ms: number): Promise<void> {
    return ms > 0 ? this.#pause(ms) : Promise.resolve();
  }

  #tell(): void {
    const { timesOpened, timesClosed } = this;
    for (const listener of this.#listeners) {
      listener({ timesOpened, timesClosed });
    }
  }
}

const realPause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
