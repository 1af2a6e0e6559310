/** A siren that is not there: it counts how often it began, and can be broken on purpose. */
export class SimulatedSiren {
  #isSounding = false;
  #timesSounded = 0;
  #onChanged: (isSounding: boolean) => void = () => undefined;
  /** Its relay does not answer. */
  isBroken = false;

  get isSounding(): boolean {
    return this.#isSounding;
  }

  get timesSounded(): number {
    return this.#timesSounded;
  }

  /** Told each time that it begins or ends. */
  whenChanged(then: (isSounding: boolean) => void): void {
    this.#onChanged = then;
  }

  set(isSounding: boolean): void {
    if (this.isBroken) {
      throw new Error("the siren's relay does not answer");
    }
    this.#become(isSounding);
  }

  /** The current is gone, whatever its relay says. */
  cut(): void {
    this.#become(false);
  }

  #become(isSounding: boolean): void {
    if (isSounding === this.#isSounding) {
      return;
    }
    this.#isSounding = isSounding;
    this.#timesSounded += isSounding ? 1 : 0;
    this.#onChanged(isSounding);
  }
}
