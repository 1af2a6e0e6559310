import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { dialogsOver, isTypedInto } from "../../lib/useTypedAnywhere.ts";
import { joined } from "../../ui/Button.tsx";
import { dialogQueue } from "../../ui/dialogs.ts";
import { FieldError } from "../../ui/fields.tsx";
import { dismissNotice, notices, notify } from "../../ui/notices.ts";
import typing from "../../ui/typing.module.css";
import css from "./CodePanel.module.css";
import { ScannedDigits } from "./typed-code.ts";
import type { CodeDesk } from "./useCodeDesk.ts";

interface CodeFieldProps {
  desk: CodeDesk;
  /** The screen is for this: who stands there types without looking for the field. */
  autoFocus?: boolean;
  /** A number pad stands under it: the device's own keyboard need not come. */
  hasPad?: boolean;
}

/** The six digits. */
export function CodeField({ desk, autoFocus, hasPad }: CodeFieldProps) {
  const { field, code, wrong } = desk;
  const scanned = useScanned(desk);
  return (
    <>
      <label className={css["label"]} htmlFor="visit-code">
        Código de ingreso
      </label>
      <input
        ref={field}
        id="visit-code"
        className={joined(css["code"], typing["typing"])}
        type="text"
        inputMode={hasPad ? "none" : "numeric"}
        autoComplete="off"
        enterKeyHint="search"
        // biome-ignore lint/a11y/noAutofocus: nothing stands before it that a reader would miss.
        autoFocus={autoFocus}
        placeholder="000000"
        value={code}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrong === undefined ? undefined : "visit-code-error"}
        onChange={(event) => desk.type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          const whole = scanned.current;
          if (event.key === "Escape") {
            desk.clear();
          } else if (whole !== null) {
            // What stood there before gives way, also while somebody was typing it.
            event.preventDefault();
            desk.take(whole);
          }
        }}
      />
      <FieldError id="visit-code-error" error={wrong} />
    </>
  );
}

/**
 * The code that the key that is being pressed ends, where a scanner typed it: its first digits may have met another focus.
 * A scanner presses nothing: its Enter meets whatever has the focus, and nobody meant that. Over a dialog that only tells
 * something the next one's code is taken up; where a question stands, or the digits went into another field of the screen,
 * it is said that the code is to be read again. A form in a dialog has its own use for codes.
 */
function useScanned({ field, take }: CodeDesk): RefObject<string | null> {
  const whole = useRef<string | null>(null);
  const handleWhole = useEffectEvent((event: KeyboardEvent, code: string) => {
    const over = dialogsOver(field.current);
    const isTyped = isTypedInto(event.target);
    if (event.target === field.current || (isTyped && over > 0)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (isTyped) {
      notify("El código quedó escrito en otro campo. Bórralo de ahí y vuelve a leerlo.", "trouble");
    } else if (over === 0 || (over === 1 && understoodDialog())) {
      take(code);
    } else {
      sayFinishFirst(field.current);
    }
  });
  useEffect(() => {
    const digits = new ScannedDigits();
    const listener = (event: KeyboardEvent) => {
      whole.current = digits.press(event.key, event.timeStamp);
      if (whole.current !== null) {
        handleWhole(event, whole.current);
      }
    };
    document.addEventListener("keydown", listener, { capture: true });
    return () => document.removeEventListener("keydown", listener, { capture: true });
  }, []);
  return whole;
}

/** Said for as long as that is so: with the last dialog that stands over the field it goes. */
function sayFinishFirst(field: HTMLElement | null): void {
  notify("Termina primero lo que está abierto y vuelve a leer el código.", "trouble");
  const said = notices.current().at(-1);
  const handleClose = () => {
    if (said !== undefined && dialogsOver(field) === 0) {
      dismissNotice(said.id);
    }
  };
  for (const dialog of document.querySelectorAll("dialog[open]")) {
    dialog.addEventListener("close", handleClose, { once: true });
  }
}

/**
 * Closes the dialog that stands, as whoever goes on to the next one has understood it. False, and nothing happens, where it
 * asks something.
 */
function understoodDialog(): boolean {
  const shown = dialogQueue.current();
  if (shown === null || shown.cancel !== undefined) {
    return false;
  }
  shown.answer(true);
  return true;
}
