import type { SimulatedSiren } from "@umbral/simulated-building/siren";
import type { SirenDriver } from "../siren-driver.ts";

/** The siren of the simulated building. */
export class SimulatedSirenDriver implements SirenDriver {
  readonly #siren: SimulatedSiren;

  constructor(siren: SimulatedSiren) {
    this.#siren = siren;
  }

  async sound(): Promise<void> {
    this.#siren.set(true);
  }

  async silence(): Promise<void> {
    this.#siren.set(false);
  }

  stop(): void {
    this.#siren.cut();
  }
}
