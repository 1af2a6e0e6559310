import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * What is typed anywhere on the screen goes into this field, unless it is typed into another one or a dialog is open over it.
 * @param types the characters that are for it
 */
export function useTypedAnywhere(field: RefObject<HTMLInputElement | null>, types: RegExp): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    const isForIt = types.test(event.key) || (event.key === "Backspace" && field.current?.value !== "");
    if (isForIt && !isCommand && !isElsewhere(event.target, field.current)) {
      // The character itself follows the focus.
      field.current?.focus();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** Is this for something else than the field: for another one, or for a dialog that the field is not in? */
export const isElsewhere = (target: EventTarget | null, field: HTMLElement | null = null): boolean =>
  dialogsOver(field) > 0 || isTypedInto(target);

/** How many dialogs stand over the field. */
export const dialogsOver = (field: HTMLElement | null): number =>
  [...document.querySelectorAll("dialog[open]")].filter((dialog) => !dialog.contains(field)).length;

/** Takes what is typed, as a field does. What is only ticked takes nothing. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type=checkbox], [type=radio]), select, textarea") !== null;
