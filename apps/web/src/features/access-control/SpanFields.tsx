import type { ComponentProps } from "react";
import { TextField } from "../../ui/fields.tsx";
import { Pair } from "../../ui/Panel.tsx";

type FieldProps = Omit<ComponentProps<typeof TextField>, "label" | "type" | "hint">;

interface SpanFieldsProps {
  from: FieldProps;
  until: FieldProps;
  hint: string;
}

/** From and until when something is given: both may be left open. */
export function SpanFields({ from, until, hint }: SpanFieldsProps) {
  return (
    <Pair>
      <TextField {...from} type="datetime-local" label="Desde (opcional)" />
      <TextField {...until} type="datetime-local" label="Hasta (opcional)" hint={hint} />
    </Pair>
  );
}
