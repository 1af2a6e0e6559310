import { useId } from "react";
import { TextField } from "../../ui/fields.tsx";

interface SuggestedFieldProps {
  label: string;
  /** Offered while somebody types; anything else is taken too. */
  words: readonly string[];
  value: string;
  onChange(value: string): void;
}

/** A few words that were probably written before. */
export function SuggestedField({ label, words, value, onChange }: SuggestedFieldProps) {
  const id = useId();
  return (
    <>
      <TextField
        label={label}
        list={id}
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={onChange}
      />
      <datalist id={id}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  );
}

interface TakenByFieldProps {
  value: string;
  onChange(value: string): void;
  /** The form was sent: what is missing is said. */
  isChecked: boolean;
}

/** Who takes it along. */
export const TakenByField = ({ value, onChange, isChecked }: TakenByFieldProps) => (
  <TextField
    label="Quién recoge"
    autoComplete="off"
    maxLength={80}
    value={value}
    onChange={onChange}
    error={isChecked && value.trim() === "" ? "* Escribe el nombre de quien recoge" : undefined}
  />
);
