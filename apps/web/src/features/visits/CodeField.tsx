import { joined } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/fields.tsx";
import typing from "../../ui/typing.module.css";
import css from "./CodePanel.module.css";
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
          if (event.key === "Escape") {
            desk.clear();
          }
        }}
      />
      <FieldError id="visit-code-error" error={wrong} />
    </>
  );
}
