import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { takeLogin } from "../../platform/device-login.ts";
import type { Log } from "../../platform/log.ts";
import type { DoorDriver } from "./door-driver.ts";
import type { KeptRelays } from "./kept-relays.ts";

/** One that did not say that it let go is told so again after this; each time later, up to the longest. */
const AGAIN_MS = 1000;
const LONGEST_AGAIN_MS = 10_000;
/** Its device may be gone for good, and another one have its address by then. */
const GIVEN_UP_MS = 24 * 60 * 60_000;

type Door = ControllerConfiguration["doors"][number];

interface Former {
  id: string;
  /** The disk has it. */
  isKept: boolean;
  driver: DoorDriver;
  door: Door;
  /** Nobody waits for it any more. */
  until: number;
  /** How often one after the other it did not say that it let go. */
  failures: number;
  cancelAgain: Cancel | undefined;
}

interface Parts {
  clock: Clock;
  log: Log;
  kept: KeptRelays;
  newId: () => string;
  makeDriver: (door: Door) => DoorDriver;
  /** The doors that there are: their own drivers let go of what they reach at the same address. */
  inUse: () => readonly Door[];
}

/**
 * The relays of doors that are here no more, or have another relay by now. One whose device is away just then stays on, and
 * its door open: it is told to let go until it says that it did, also by the process after this one. One that hangs on another
 * controller by now is told once more to be held by that one, within a minute.
 */
export class FormerRelays {
  readonly #parts: Parts;
  readonly #formers = new Set<Former>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Goes on with those that the process before this one left: once it is known which doors are in use. */
  start(): void {
    const { clock, kept, makeDriver, log } = this.#parts;
    const nowMs = clock.date().getTime();
    for (const { id, door, untilMs } of kept.load(nowMs)) {
      try {
        // The date may have been another one then: never longer than one is waited for at all.
        const until = clock.now() + Math.min(GIVEN_UP_MS, untilMs - nowMs);
        const driver = makeDriver(door);
        this.#tellAgain(this.#add({ id, isKept: true, door, driver, until }));
      } catch (error) {
        log.error({ err: error, doorId: door.id }, "the relay of a former door could not be put into use");
      }
    }
  }

  /** Takes it out of use. Resolves when its device has heard it the first time, or will not. */
  async leave({ door, driver }: { door: Door; driver: DoorDriver }): Promise<void> {
    const { clock, kept, newId } = this.#parts;
    const isKept = driver.mayBeHeld === true;
    const former = this.#add({ id: newId(), isKept, door, driver, until: clock.now() + GIVEN_UP_MS });
    if (isKept) {
      // Before it is told: a kill in between leaves it on.
      kept.keep({ id: former.id, door, untilMs: clock.date().getTime() + GIVEN_UP_MS });
    }
    if (isKept && this.#opensAnother(former)) {
      driver.leave?.();
      this.#tellAgain(former);
      return;
    }
    await this.#tell(former);
  }

  /** Has a relay that this door had before not said that it let go? */
  isNotAtRest(doorId: string): boolean {
    return [...this.#formers].some(
      (former) => former.door.id === doorId && former.failures > 0 && !this.#isInUse(former),
    );
  }

  /** Tells all of them a last time, at once. @returns when each has heard it, or will not */
  async stop(): Promise<void> {
    const formers = [...this.#formers];
    this.#formers.clear();
    await Promise.all(
      formers.map(async (former) => {
        former.cancelAgain?.();
        if (this.#opensAnother(former)) {
          former.driver.leave?.();
          return;
        }
        await former.driver.stop();
        if (!former.driver.mayBeHeld) {
          this.#forget(former);
        }
      }),
    );
  }

  #add(former: Omit<Former, "failures" | "cancelAgain">): Former {
    const added = { ...former, failures: 0, cancelAgain: undefined };
    this.#formers.add(added);
    return added;
  }

  async #tell(former: Former): Promise<void> {
    const { driver, door } = former;
    await driver.stop();
    if (!driver.mayBeHeld) {
      this.#forget(former);
    }
    if (!this.#formers.has(former)) {
      return;
    }
    if (former.failures === 0) {
      this.#parts.log.error(
        { doorId: door.id },
        "the relay of a former door did not let go: it is told until it does",
      );
    }
    this.#tellAgain(former);
  }

  #tellAgain(former: Former): void {
    const { clock, log } = this.#parts;
    const againMs = Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** former.failures);
    former.failures += 1;
    former.cancelAgain = clock.after(againMs, () => {
      if (clock.now() >= former.until) {
        this.#forget(former);
        log.error(
          { doorId: former.door.id },
          "the relay of a former door never said that it let go: it is given up",
        );
      } else if (this.#isInUse(former)) {
        this.#tellAgain(former);
      } else {
        void this.#tell(former);
      }
    });
  }

  #forget(former: Former): void {
    this.#formers.delete(former);
    if (former.isKept) {
      this.#parts.kept.forget(former.id);
    }
  }

  /** Is its address one of a door in use? */
  #isInUse({ door }: Former): boolean {
    const rest = restAddressOf(door);
    return this.#parts.inUse().some((other) => [restAddressOf(other), openAddressOf(other)].includes(rest));
  }

  /** Does what lets go of it open a door in use, whose addresses were the wrong way round before? */
  #opensAnother({ door }: Former): boolean {
    const rest = restAddressOf(door);
    return this.#parts.inUse().some((other) => rest !== undefined && openAddressOf(other) === rest);
  }
}

/** Where its relay is told to let go, whoever asks. */
function restAddressOf({ relay }: Door): string | undefined {
  return relay.kind === "http" && relay.closeAddress !== null ? withoutLogin(relay.closeAddress) : undefined;
}

const openAddressOf = ({ relay }: Door): string | undefined =>
  relay.kind === "http" ? withoutLogin(relay.openAddress) : undefined;

const withoutLogin = (address: string): string => takeLogin(address).url.href;
