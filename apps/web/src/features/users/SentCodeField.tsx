import type { ComponentProps } from "react";
import { TextField } from "../../ui/fields.tsx";

/** The code that was just sent to an address, which the telephone may fill in by itself. */
export function SentCodeField({
  to,
  ...field
}: { to: string } & Omit<ComponentProps<typeof TextField>, "label" | "hint">) {
  return (
    <TextField
      {...field}
      label="Código"
      hint={`Lo enviamos a ${to}. Vence en 10 minutos.`}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      autoFocus
    />
  );
}
