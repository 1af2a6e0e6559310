import type { InputRest } from "@umbral/contract/inputs/input-devices";

/** An input is on or at rest from now on. */
export interface InputNews {
  isOn: boolean;
  /** It was seen otherwise immediately before: somebody did it now. Not so at the start, nor after a silence. */
  isDone: boolean;
}

/** Knows what an input says, without devices: time comes in with every word. A change counts when it lasts. */
export class InputWatch {
  readonly #rest: InputRest;
  readonly #debounceMs: number;
  #isOn: boolean | undefined;
  /** Nothing was heard of it since it was known. */
  #wasSilent = true;
  #next: { isOn: boolean; from: number } | undefined;

  constructor(rest: InputRest, debounceMs: number) {
    this.#rest = rest;
    this.#debounceMs = debounceMs;
  }

  get isOn(): boolean {
    return this.#isOn === true;
  }

  /** @param isClosed what the circuit is; null while nobody knows */
  see(isClosed: boolean | null, now: number): InputNews | undefined {
    if (isClosed === null) {
      this.#wasSilent = true;
      this.#next = undefined;
      return undefined;
    }
    const isOn = isClosed === (this.#rest === "open");
    if (isOn === this.#isOn) {
      // Back before it lasted, or the same as before the silence.
      this.#next = undefined;
      this.#wasSilent = false;
      return undefined;
    }
    if (this.#next?.isOn !== isOn) {
      this.#next = { isOn, from: now };
    }
    return this.look(now);
  }

  /** Time has passed. */
  look(now: number): InputNews | undefined {
    const next = this.#next;
    if (next === undefined || now < next.from + this.#debounceMs) {
      return undefined;
    }
    const news = { isOn: next.isOn, isDone: !this.#wasSilent };
    this.#isOn = next.isOn;
    this.#wasSilent = false;
    this.#next = undefined;
    return news;
  }

  /** When to look again; undefined while nothing can become due. */
  get dueAt(): number | undefined {
    return this.#next && this.#next.from + this.#debounceMs;
  }
}
