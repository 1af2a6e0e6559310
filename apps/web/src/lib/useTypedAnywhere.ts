import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * What is typed anywhere on the screen goes into this field, unless it is typed into another one or a dialog is open.
 * @param types the characters that are for it
 */
export function useTypedAnywhere(field: RefObject<HTMLInputElement | null>, types: RegExp): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    const isForIt = types.test(event.key) || (event.key === "Backspace" && field.current?.value !== "");
    if (isForIt && !isCommand && !isElsewhere(event.target)) {
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

/** Is this for something else: a field, or a dialog over the page? */
export const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector("dialog[open]") !== null ||
  (target instanceof HTMLElement && target.closest("input, select, textarea") !== null);
