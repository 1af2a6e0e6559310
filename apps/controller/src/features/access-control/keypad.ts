import {
  keypadWaitMs,
  LONGEST_PIN,
  SHORTEST_PIN,
  WRONG_CODE_FORGIVEN_MS,
} from "@umbral/contract/access-control/pins";

/** Who stops typing for so long has typed all: not every keypad has a `#`. */
export const TYPED_ALL_MS = 4000;
/** More keys than hands can press in a second are noise. */
const KEYS_A_SECOND = 30;

/**
 * One keypad, without devices: makes codes of keys, and waits after wrong ones. Time comes in with every word, in
 * monotonic milliseconds.
 */
export class Keypad {
  #typed = "";
  #typedAt = Number.NEGATIVE_INFINITY;
  #second = { begunAt: Number.NEGATIVE_INFINITY, keys: 0 };
  /** Wrong codes that were not forgiven, and since when the next one waits for that. */
  #wrongCodes: number;
  #wrongAt: number;
  #waitsUntil: number;

  /** @param wrongCodes those of the process before this one: their wait begins anew */
  constructor(wrongCodes: number, now: number) {
    this.#wrongCodes = wrongCodes;
    this.#wrongAt = now;
    this.#waitsUntil = now + keypadWaitMs(wrongCodes);
  }

  /** When somebody is taken to have typed all, if they press no more; undefined while nothing is typed. */
  get endsAt(): number | undefined {
    return this.#typed === "" ? undefined : this.#typedAt + TYPED_ALL_MS;
  }

  /** Until then it takes no code. */
  get waitsUntil(): number {
    return this.#waitsUntil;
  }

  /** Wrong codes that are not forgiven at this moment. */
  wrongCodesAt(now: number): number {
    const forgiven = Math.floor((now - this.#wrongAt) / WRONG_CODE_FORGIVEN_MS);
    return Math.max(0, this.#wrongCodes - forgiven);
  }

  /**
   * A key was pressed.
   * @param longest digits of the longest code that there is: a code ends with them; 0 while none is known
   * @returns the code that is whole now; `waits` while none is taken
   */
  press(key: string, now: number, longest: number): string | "waits" | undefined {
    if (this.#isFlood(now) || now < this.#waitsUntil) {
      this.#typed = "";
      return "waits";
    }
    if (now - this.#typedAt >= TYPED_ALL_MS) {
      this.#typed = "";
    }
    this.#typedAt = now;
    if (key === "#") {
      return this.take();
    }
    if (key === "*") {
      this.#typed = "";
    } else if (/^\d$/.test(key) && this.#typed.length <= LONGEST_PIN) {
      this.#typed += key;
    }
    return longest > 0 && this.#typed.length === longest ? this.take() : undefined;
  }

  /** What was typed until now, as a code: undefined for what is none. */
  take(): string | undefined {
    const code = this.#typed;
    this.#typed = "";
    return code === "" ? undefined : code;
  }

  /** Nobody knows this code. */
  isWrong(now: number): void {
    this.#wrongCodes = this.wrongCodesAt(now) + 1;
    this.#wrongAt = now;
    this.#waitsUntil = now + keypadWaitMs(this.#wrongCodes);
  }

  #isFlood(now: number): boolean {
    if (now - this.#second.begunAt >= 1000) {
      this.#second = { begunAt: now, keys: 0 };
    }
    this.#second.keys += 1;
    return this.#second.keys > KEYS_A_SECOND;
  }
}

/** No list can have a code of this length: it is no guess either. */
export const canBePin = (code: string): boolean => code.length >= SHORTEST_PIN && code.length <= LONGEST_PIN;
