/** A button, or a contact of a panel or a box, that is not there. */
export class SimulatedInput {
  #isOn = false;
  readonly #listeners = new Set<(isOn: boolean) => void>();

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Somebody presses it or lets it go; the panel's relay switches. */
  set(isOn: boolean): void {
    if (isOn !== this.#isOn) {
      this.#isOn = isOn;
      for (const listener of this.#listeners) {
        listener(isOn);
      }
    }
  }

  /** A short press, as of a finger. */
  press(): void {
    this.set(true);
    this.set(false);
  }

  onSet(listener: (isOn: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
