import { useEffect, useState } from "react";
import { useDebounced } from "../lib/useDebounced.ts";
import { TextField } from "./fields.tsx";

interface SearchFieldProps {
  label: string;
  hint?: string;
  value: string;
  maxLength?: number;
  /** What was typed, once nobody types for a moment. */
  onChange(text: string): void;
}

/** A text that is looked for as one types. */
export function SearchField({ label, hint, value, maxLength = 100, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed.trim());

  // Somebody else changed it, by going back or by taking filters off: that holds, and not what was typed.
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== settled) {
      setTyped(value);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is told, and each text once.
  useEffect(() => {
    if (settled !== value) {
      // An address is changed and drawn at once (`useListAddress`), which React cannot do amid the effects of a drawing.
      queueMicrotask(() => onChange(settled));
    }
  }, [settled]);

  return (
    <TextField
      type="search"
      label={label}
      hint={hint}
      value={typed}
      autoComplete="off"
      maxLength={maxLength}
      onChange={setTyped}
      onBlur={() => {
        // Whoever goes on to a button means what stands here.
        if (typed.trim() !== value) {
          onChange(typed.trim());
        }
      }}
    />
  );
}
