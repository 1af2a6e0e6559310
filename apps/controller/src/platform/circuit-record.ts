import type { CircuitState } from "@umbral/contract/doors/device-trial";

const UNKNOWN_TROUBLE = "No responde, o lo que dice no es ninguno de sus dos estados.";

/** What is known of a contact or an input, for who looks at it: since when, and how often it changed. It decides nothing. */
export class CircuitRecord {
  readonly #date: () => Date;
  #state: CircuitState = { outcome: "starting" };
  #count = 0;
  /** Before it was silent; a silence is no change. */
  #wasOn: boolean | undefined;

  constructor(date: () => Date) {
    this.#date = date;
  }

  /**
   * @param isOn null while nobody knows
   * @param why for a person, where it is known
   */
  heard(isOn: boolean | null, why = UNKNOWN_TROUBLE): void {
    const since = this.#date().toISOString();
    if (isOn === null) {
      if (this.#state.outcome !== "away" || this.#state.why !== why) {
        this.#state = {
          outcome: "away",
          why,
          since: this.#state.outcome === "away" ? this.#state.since : since,
        };
      }
      return;
    }
    if (this.#state.outcome !== "known" || this.#state.isOn !== isOn) {
      this.#state = { outcome: "known", isOn, since };
    }
    if (this.#wasOn !== undefined && this.#wasOn !== isOn) {
      this.#count += 1;
    }
    this.#wasOn = isOn;
  }

  get trial(): { state: CircuitState; count: number } {
    return { state: this.#state, count: this.#count };
  }

  /** Of a device that is not there. */
  static readonly none: { state: CircuitState; count: number } = { state: { outcome: "none" }, count: 0 };
}
