import { CallRefused } from "./failures.ts";
import { createStore } from "./store.ts";

/** At a device of the lobby: a door wants the PIN of whoever is on shift once more. */
export const pinAsked = createStore(false);

/** Passes a failure on, and notes that it was about the PIN. */
export function notingPresence(error: unknown): never {
  if (error instanceof CallRefused && error.code === "SHIFT_PIN_ASKED") {
    pinAsked.set(true);
  }
  throw error;
}
