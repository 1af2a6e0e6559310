import { hashKey, type QueryKey } from "@tanstack/react-query";
import { whenIdle } from "../lib/when-idle.ts";

/** A page that draws all the time asks again by then. */
const ASKED_WITHIN_MS = 100;

/** What is to be asked again once it is drawn what the same news brought: who rings is seen before lists are asked for. */
export class StaleLists {
  readonly #ask: (keys: readonly QueryKey[]) => void;
  readonly #keys = new Map<string, QueryKey>();
  #callOff: (() => void) | undefined;

  constructor(ask: (keys: readonly QueryKey[]) => void) {
    this.#ask = ask;
  }

  add(keys: readonly QueryKey[]): void {
    for (const key of keys) {
      this.#keys.set(hashKey(key), key);
    }
    this.#callOff ??= whenIdle(() => {
      this.#callOff = undefined;
      const asked = [...this.#keys.values()];
      this.#keys.clear();
      this.#ask(asked);
    }, ASKED_WITHIN_MS);
  }

  /** Nobody looks at them any more. */
  drop(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#keys.clear();
  }
}
