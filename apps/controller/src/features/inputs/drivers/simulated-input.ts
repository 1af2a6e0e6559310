import type { InputRest } from "@umbral/contract/inputs/input-devices";
import type { SimulatedInput } from "@umbral/simulated-building/input";
import type { InputDriver } from "../input-driver.ts";

/** An input of the simulated building, wired so that it rests as it was said. */
export class SimulatedInputDriver implements InputDriver {
  readonly #input: SimulatedInput;
  readonly #rest: InputRest;
  #unhear: () => void = () => undefined;

  constructor(input: SimulatedInput, rest: InputRest) {
    this.#input = input;
    this.#rest = rest;
  }

  start(tell: (isClosed: boolean | null) => void): void {
    const say = (isOn: boolean) => tell(isOn === (this.#rest === "open"));
    this.#unhear = this.#input.onSet(say);
    say(this.#input.isOn);
  }

  stop(): void {
    this.#unhear();
  }
}
