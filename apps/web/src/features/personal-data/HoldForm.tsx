import { useMutation } from "@tanstack/react-query";
import { HOLD_REASON_LENGTH } from "@umbral/contract/personal-data/personal-data-limits";
import { useId } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./PersonalData.module.css";
import { hold } from "./personal-data.api.ts";

/** Why a legal hold is placed, or lifted. */
export function HoldForm({
  personId,
  isHeld,
  onDone,
}: {
  personId: string;
  isHeld: boolean;
  onDone(): void;
}) {
  const leave = useWhileHere(onDone);
  const id = useId();
  const { form, text, submit } = useForm({ reason: "" }, ({ reason }) => ({
    reason: required(reason, "* Debes escribir el motivo"),
  }));
  const setting = useMutation({
    mutationFn: (reason: string) => hold(personId, !isHeld, reason),
    onSuccess: () => {
      notify(isHeld ? "La retención quedó levantada." : "Los datos quedaron retenidos.", "good");
      leave();
    },
  });
  return (
    <Form ref={form} onSubmit={submit(({ reason }) => setting.mutate(reason))}>
      <p className={css["soft"]}>
        {isHeld
          ? "Desde ahora sus datos se pueden borrar otra vez, y se cumplen los plazos del edificio. Si ya se mudó, las tarjetas que se le guardaron se eliminan."
          : "Hasta que la levantes no se borra nada de esta persona: ni a petición, ni por plazos del edificio."}
      </p>
      <TextField
        {...text("reason")}
        label="Motivo"
        hint="Queda en la auditoría."
        autoComplete="off"
        maxLength={HOLD_REASON_LENGTH}
      />
      <FieldError
        id={`${id}-failure`}
        error={setting.isError ? `* ${sentenceFor(setting.error)}` : undefined}
      />
      <Button type="submit" wide loading={setting.isPending}>
        {isHeld ? "Levantar la retención" : "Retener por ley"}
      </Button>
    </Form>
  );
}
