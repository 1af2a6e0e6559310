import { type RefObject, useEffect, useRef } from "react";
import { joined } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/fields.tsx";
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
  const scanned = useScanned();
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

/** The code that the key that is being pressed ends, where a scanner typed it: its first digits may have met another focus. */
function useScanned(): RefObject<string | null> {
  const whole = useRef<string | null>(null);
  useEffect(() => {
    const digits = new ScannedDigits();
    const listener = ({ key, timeStamp }: KeyboardEvent) => {
      whole.current = digits.press(key, timeStamp);
    };
    document.addEventListener("keydown", listener, { capture: true });
    return () => document.removeEventListener("keydown", listener, { capture: true });
  }, []);
  return whole;
}
