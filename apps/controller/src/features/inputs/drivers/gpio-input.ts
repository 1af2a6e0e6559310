import type { GpioInput as GpioInputSettings } from "@umbral/contract/doors/door-devices";
import type { Clock } from "../../../platform/clock.ts";
import type { GpioPrograms } from "../../../platform/gpio/programs.ts";
import { GpioWatch } from "../../../platform/gpio/watch.ts";
import type { Log } from "../../../platform/log.ts";
import type { InputDriver } from "../input-driver.ts";

/** A button or a contact on a pin of this computer. */
export class GpioInput implements InputDriver {
  readonly #watch: GpioWatch;

  constructor(input: GpioInputSettings, parts: { programs: GpioPrograms; clock: Clock; log: Log }) {
    this.#watch = new GpioWatch({ line: input, ...parts });
  }

  start(tell: (isClosed: boolean | null, why?: string) => void): void {
    this.#watch.start(tell);
  }

  stop(): void {
    this.#watch.stop();
  }
}
