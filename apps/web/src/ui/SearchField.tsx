import { useEffect, useEffectEvent, useState } from "react";
import { TextField } from "./fields.tsx";

interface SearchFieldProps {
  label: string;
  hint?: string;
  value: string;
  maxLength?: number;
  /** What was typed, once nobody types for a moment. */
  onChange(text: string): void;
}

/** Not every letter is a question to the server. */
const PAUSE_MS = 250;

/** A text that is looked for as one types. */
export function SearchField({ label, hint, value, maxLength = 100, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  const text = typed.trim();

  // Somebody else changed it, by going back or by taking filters off: that holds, and not what was typed.
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTold(value);
    if (value !== told) {
      setTyped(value);
    }
  }

  const tell = () => {
    if (text !== value) {
      setTold(text);
      onChange(text);
    }
  };

  // What is told goes to whoever listens then: the rest of an address may be another by the end of a pause.
  const tellSettled = useEffectEvent(tell);
  // Measured against what holds and not against the last pause: whoever types and takes it back within one has told
  // the first of it by leaving the field, and would look at its rows for ever.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause begins with each letter, and with nothing else.
  useEffect(() => {
    const timer = setTimeout(() => tellSettled(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);

  return (
    <TextField
      type="search"
      label={label}
      hint={hint}
      value={typed}
      autoComplete="off"
      maxLength={maxLength}
      onChange={setTyped}
      // Whoever goes on to a button means what stands here.
      onBlur={tell}
    />
  );
}
