import { useMutation } from "@tanstack/react-query";
import { localTimeOf, momentOf } from "../../lib/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import { type SpanValues, spanErrors } from "./access-values.ts";
import type { PinTimes as Times } from "./pins.api.ts";
import { SpanFields } from "./SpanFields.tsx";
import { useFieldRefusal } from "./useFieldRefusal.ts";

interface SpanFormProps {
  held: Times;
  timeZone: string;
  save(times: Times): Promise<unknown>;
  onDone(): void;
}

/** From and until when a PIN or a card opens. */
export function SpanForm({ held, timeZone, save, onDone }: SpanFormProps) {
  const written = (at: string | null) => (at === null ? "" : localTimeOf(at, timeZone));
  const refusal = useFieldRefusal<SpanValues>({ GRANT_IN_THE_PAST: "until" });
  const { form, text, values, errors, submit, focusWrong } = useForm<SpanValues>(
    { from: written(held.from), until: written(held.until) },
    (typed) => spanErrors(typed, { timeZone, now: new Date() }),
  );
  const saving = useMutation({
    mutationFn: save,
    onSuccess: onDone,
    onError: (error) => refusal.say(error, values, focusWrong),
  });
  const momentsOf = ({ from, until }: SpanValues): Times => ({
    from: momentOf(from, timeZone),
    until: momentOf(until, timeZone),
  });
  return (
    <Form ref={form} onSubmit={submit((given) => saving.mutate(momentsOf(given)))}>
      <SpanFields
        from={text("from")}
        until={{ ...text("until"), error: errors.until ?? refusal.at("until", values.until) }}
        hint="Sin fecha, hasta que se retire."
      />
      <Button type="submit" loading={saving.isPending}>
        Guardar fechas
      </Button>
    </Form>
  );
}
