import type { DoorContact } from "@umbral/contract/doors/door-devices";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import type { GpioPrograms } from "../../../platform/gpio/programs.ts";
import { GpioWatch } from "../../../platform/gpio/watch.ts";
import type { Log } from "../../../platform/log.ts";
import type { ContactDriver, LeafPosition } from "../contact-driver.ts";

/** A leaf that is slammed makes its contact bounce; nobody passes a door in less. */
const SETTLED_AFTER_MS = 50;

/** A contact on a pin of this computer. */
export class GpioContact implements ContactDriver {
  readonly #openIs: "open" | "closed";
  readonly #watch: GpioWatch;
  readonly #clock: Clock;
  #cancelSettled: Cancel | undefined;

  constructor(
    contact: Extract<DoorContact, { kind: "gpio" }>,
    parts: { programs: GpioPrograms; clock: Clock; log: Log },
  ) {
    this.#openIs = contact.openIs;
    this.#clock = parts.clock;
    this.#watch = new GpioWatch({ line: contact, ...parts });
  }

  start(tell: (position: LeafPosition | null, why?: string) => void): void {
    this.#watch.start((isClosedCircuit, why) => {
      this.#cancelSettled?.();
      if (isClosedCircuit === null) {
        tell(null, why);
        return;
      }
      const position = isClosedCircuit === (this.#openIs === "closed") ? "open" : "closed";
      this.#cancelSettled = this.#clock.after(SETTLED_AFTER_MS, () => tell(position));
    });
  }

  stop(): void {
    this.#watch.stop();
    this.#cancelSettled?.();
  }
}
