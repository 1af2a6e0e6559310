import { GpioHold } from "../../../platform/gpio/hold.ts";
import type { SirenDriver } from "../siren-driver.ts";

/** A siren on a pin of this computer. It falls silent when this process is gone. */
export class GpioSiren implements SirenDriver {
  readonly #hold: GpioHold;

  constructor(parts: ConstructorParameters<typeof GpioHold>[0]) {
    this.#hold = new GpioHold(parts);
  }

  async sound(signal: AbortSignal): Promise<void> {
    const cut = () => this.#hold.cut();
    signal.addEventListener("abort", cut, { once: true });
    try {
      await this.#hold.set(true);
    } catch (error) {
      // It was told that it does not sound: it must not begin later.
      this.#hold.cut();
      throw error;
    } finally {
      signal.removeEventListener("abort", cut);
    }
  }

  silence(): Promise<void> {
    return this.#hold.set(false);
  }

  stop(): void {
    this.#hold.cut();
  }
}
