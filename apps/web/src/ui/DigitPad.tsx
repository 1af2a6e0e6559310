import { IconBackspace } from "@tabler/icons-react";
import css from "./DigitPad.module.css";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

interface DigitPadProps {
  /** What it types, for who cannot see it. */
  label: string;
  /** What stands in its field, where it is read from. */
  typed: string;
  onType(typed: string): void;
}

/** The keys of a telephone, for the thumb. */
export function DigitPad({ label, typed, onType }: DigitPadProps) {
  const key = (digit: string) => (
    <button key={digit} type="button" className={css["key"]} onClick={() => onType(typed + digit)}>
      {digit}
    </button>
  );
  return (
    <fieldset className={css["pad"]}>
      <legend className="um-hidden">{label}</legend>
      {KEYS.map(key)}
      <span />
      {key("0")}
      <button
        type="button"
        className={css["key"]}
        aria-label="Borrar el último número"
        disabled={typed === ""}
        onClick={() => onType(typed.slice(0, -1))}
      >
        <IconBackspace aria-hidden="true" size={26} stroke={1.7} />
      </button>
    </fieldset>
  );
}
