import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./PersonalData.module.css";
import { erase } from "./personal-data.api.ts";

/** Whose data it is about. */
export interface Whose {
  id: string;
  name: string;
  /** Empty for who has none: the name stands for it then. */
  cedula: string;
}

interface EraseFormProps {
  person: Whose;
  onCancel(): void;
  onErased(): void;
}

/** What goes and what stays, and the number of their document once more: it cannot be undone. */
export function EraseForm({ person: { id: personId, name, cedula }, onCancel, onErased }: EraseFormProps) {
  const id = useId();
  const confirmation = cedula === "" ? name : cedula;
  const { form, text, submit } = useForm(
    { typed: "" },
    ({ typed }) => ({
      typed: required(
        typed,
        cedula === "" ? "* Debes escribir su nombre" : "* Debes escribir el número de su documento",
      ),
    }),
    { isFleeting: true },
  );
  const erasing = useMutation({
    mutationFn: (typed: string) => erase(personId, typed),
    onSuccess: onErased,
  });
  return (
    <Form ref={form} onSubmit={submit(({ typed }) => erasing.mutate(typed))}>
      <ul className={css["list"]}>
        <li>Se borran su nombre, sus datos de contacto, sus fotos y sus documentos.</li>
        <li>Sus sesiones se cierran, y sus roles, tarjetas y PIN dejan de servir de inmediato.</li>
        <li>Las aperturas, las llamadas y la auditoría se conservan, sin su nombre.</li>
        <li>Las copias de seguridad de antes la tienen hasta que venzan.</li>
      </ul>
      <p>No se puede deshacer.</p>
      <TextField
        {...text("typed")}
        label={cedula === "" ? "Su nombre" : "El número de su documento"}
        hint={`Para confirmar escribe ${confirmation}.`}
        autoComplete="off"
        maxLength={200}
      />
      <FieldError
        id={`${id}-failure`}
        error={erasing.isError ? `* ${sentenceFor(erasing.error)}` : undefined}
      />
      <Button type="submit" look="danger" wide loading={erasing.isPending}>
        Borrar para siempre
      </Button>
      <Button look="quiet" wide onClick={onCancel}>
        Cancelar
      </Button>
    </Form>
  );
}
