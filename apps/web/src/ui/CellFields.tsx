import type { InputHTMLAttributes } from "react";
import { joined } from "./Button.tsx";
import css from "./CellFields.module.css";
import type { Option } from "./options.ts";
import typing from "./typing.module.css";

interface CellFieldProps<Value> {
  /** Said to who cannot see the column's header: 'Celular de Rosa Líder'. */
  label: string;
  value: Value;
  onChange(value: Value): void;
}

interface CellTextProps
  extends CellFieldProps<string>,
    Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  isWrong?: boolean;
}

/** One line of text in a cell of a table, whose header is its label for the eye. */
export function CellText({ label, value, onChange, isWrong, ...rest }: CellTextProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      className={joined(css["control"], typing["typing"])}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** One choice of a few in a cell of a table. */
export function CellSelect({
  label,
  value,
  onChange,
  options,
}: CellFieldProps<string> & { options: readonly Option[] }) {
  return (
    <select
      className={joined(css["control"], typing["typing"])}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** A box to tick in a cell of a table. */
export function CellCheck({ label, value, onChange }: CellFieldProps<boolean>) {
  return (
    <label className={css["check"]}>
      <input
        type="checkbox"
        aria-label={label}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
