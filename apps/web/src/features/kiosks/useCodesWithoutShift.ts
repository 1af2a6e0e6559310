import { dialogsOver } from "../../lib/useTypedAnywhere.ts";
import { notify } from "../../ui/notices.ts";
import { useScannedCodes } from "./useScannedCodes.ts";

/**
 * A guest's code that is scanned while nobody is on shift is no apartment's number: it does not stay in the field that it
 * went into, and what comes first is said. A form in a dialog has its own use for codes.
 */
export function useCodesWithoutShift(): void {
  useScannedCodes(null, (event, code) => {
    if (dialogsOver(null) > 0) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    takeOut(code, event.target);
    notify("Sin turno no se leen códigos. Comienza tu turno y vuelve a leer el código.", "trouble");
  });
}

/** As if it had been deleted by hand: whoever drew the field hears of it. */
function takeOut(code: string, field: EventTarget | null): void {
  const at = field instanceof HTMLInputElement ? field.value.lastIndexOf(code) : -1;
  if (field instanceof HTMLInputElement && at >= 0) {
    field.setRangeText("", at, at + code.length, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
