import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changedValues } from "../../lib/changed-values.ts";
import { localTimeOf, momentOf } from "../../lib/dates.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
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
  /** Whether they are to be saved, where that is asked first. */
  ask?(): Promise<boolean>;
  /** Told which side was changed; never called where none was. */
  save(times: Partial<Times>): Promise<unknown>;
  /** Says what is not about a field, in other words than the server's. */
  sayFailure?(error: unknown): Promise<void>;
  /** It was saved, also when the form is gone by then. */
  onDone(): void;
  /** The form is done with. Where nothing was changed nothing is asked, sent or said. */
  onClose(): void;
}

/** From and until when a PIN or a card opens. */
export function SpanForm({ held, timeZone, ask, save, sayFailure, onDone, onClose }: SpanFormProps) {
  const written = (at: string | null) => (at === null ? "" : localTimeOf(at, timeZone));
  const refusal = useFieldRefusal<SpanValues>({ GRANT_IN_THE_PAST: "until" }, sayFailure);
  const [began] = useState<SpanValues>({ from: written(held.from), until: written(held.until) });
  const { form, text, values, errors, submit, focusWrong } = useForm<SpanValues>(began, (typed) =>
    spanErrors(typed, { timeZone, now: new Date() }),
  );
  const momentsOf = ({ from, until }: SpanValues): Times => ({
    from: momentOf(from, timeZone),
    until: momentOf(until, timeZone),
  });
  const leave = useWhileHere(onClose);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      leave();
      onDone();
    },
    onError: (error) => refusal.say(error, values, focusWrong),
  });
  const saveOnceMeant = async (given: SpanValues) => {
    const changed = changedValues(momentsOf(began), momentsOf(given));
    if (changed === null) {
      onClose();
    } else if (ask === undefined || (await ask())) {
      saving.mutate(changed);
    }
  };
  return (
    <Form ref={form} onSubmit={submit((given) => void saveOnceMeant(given))}>
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
