import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { takeLogin } from "../../platform/device-login.ts";
import type { Log } from "../../platform/log.ts";
import type { DoorDriver } from "./door-driver.ts";

/** One that did not say that it let go is told so again after this; each time later, up to the longest. */
const AGAIN_MS = 1000;
const LONGEST_AGAIN_MS = 10_000;
/** Its device may be gone for good, and another one have its address by then. */
const GIVEN_UP_MS = 24 * 60 * 60_000;

type Door = Pick<ControllerConfiguration["doors"][number], "id" | "relay">;

interface Former {
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
  /** The doors in use: their own drivers let go of what they reach at the same address. */
  inUse: () => Door[];
}

/**
 * The relays of doors that are here no more, or have another relay by now. One whose device is away just then stays on, and
 * its door open: it is told to let go until it says that it did. One that hangs on another controller by now is told once more
 * to be held by that one, within a minute.
 */
export class FormerRelays {
  readonly #parts: Parts;
  readonly #formers = new Set<Former>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes it out of use. Resolves when its device has heard it the first time, or will not. */
  leave({ door, driver }: { door: Door; driver: DoorDriver }): Promise<void> {
    const until = this.#parts.clock.now() + GIVEN_UP_MS;
    const former: Former = { driver, door, until, failures: 0, cancelAgain: undefined };
    this.#formers.add(former);
    return this.#tell(former);
  }

  /** Tells all of them a last time, at once. @returns when each has heard it, or will not */
  async stop(): Promise<void> {
    const formers = [...this.#formers];
    this.#formers.clear();
    await Promise.all(
      formers.map(async ({ driver, cancelAgain }) => {
        cancelAgain?.();
        await driver.stop();
      }),
    );
  }

  async #tell(former: Former): Promise<void> {
    const { driver, door } = former;
    await driver.stop();
    if (!driver.mayBeHeld) {
      this.#formers.delete(former);
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
    const { clock, log, inUse } = this.#parts;
    const againMs = Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** former.failures);
    former.failures += 1;
    former.cancelAgain = clock.after(againMs, () => {
      if (clock.now() >= former.until) {
        this.#formers.delete(former);
        log.error(
          { doorId: former.door.id },
          "the relay of a former door never said that it let go: it is given up",
        );
      } else if (inUse().some((door) => restAddressOf(door) === restAddressOf(former.door))) {
        this.#tellAgain(former);
      } else {
        void this.#tell(former);
      }
    });
  }
}

/** Where its relay is told to let go, whoever asks. */
function restAddressOf({ relay }: Door): string | undefined {
  return relay.kind === "http" && relay.closeAddress !== null
    ? takeLogin(relay.closeAddress).url.href
    : undefined;
}
