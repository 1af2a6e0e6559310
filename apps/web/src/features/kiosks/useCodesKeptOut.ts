import type { RefObject } from "react";
import { notify } from "../../ui/notices.ts";
import { useScannedCodes } from "./useScannedCodes.ts";

/**
 * A guest's code that a scanner types into a form with PINs is nobody's wrong PIN, whichever of its fields or keys has the
 * focus: nothing is sent, and `sentence` says what comes first. `takeOut` takes the code out of the field that it went into;
 * a PIN, which nobody sees, is typed anew.
 */
export function useCodesKeptOut(
  form: RefObject<HTMLFormElement | null>,
  sentence: string,
  takeOut: (code: string, field: string) => void,
): void {
  useScannedCodes(form, (event, code) => {
    event.preventDefault();
    takeOut(code, event.target instanceof HTMLInputElement ? event.target.name : "");
    notify(sentence, "trouble");
  });
}
