import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { refresh } from "../../lib/queries.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Form, Panel } from "../../ui/Panel.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./Kiosks.module.css";
import { setPin, shiftPinQuery } from "./kiosks.api.ts";
import { PIN_FIELD } from "./PinField.tsx";
import { useCodesKeptOut } from "./useCodesKeptOut.ts";

/** 'PIN de turno', in the profile of who works at a lobby. */
export function ShiftPinCard() {
  const query = useQuery(shiftPinQuery);
  const timeZone = useSignedIn().spaces[0]?.building.timeZone;
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="PIN de turno">
      <p className={css["soft"]}>
        Con él comienzas tu turno en los equipos de portería. No abre puertas por sí solo y no es el PIN de
        ninguna. Cinco intentos errados te bloquean en ese equipo hasta que crees otro aquí.
      </p>
      <ListStates query={query} skeleton={<CardSkeletons count={1} />}>
        {({ setAt }) => (
          <div className={css["card"]}>
            <p>
              {setAt === null
                ? "Todavía no tienes PIN de turno."
                : `Tienes PIN de turno desde el ${formatDate(setAt, timeZone)}.`}
            </p>
            <Button look={setAt === null ? "primary" : "quiet"} onClick={() => setOpen(true)}>
              {setAt === null ? "Crear PIN de turno" : "Cambiar PIN de turno"}
            </Button>
          </div>
        )}
      </ListStates>
      <Modal isOpen={isOpen} title="PIN de turno" onClose={() => setOpen(false)} narrow>
        {isOpen ? <PinForm onDone={() => setOpen(false)} /> : null}
      </Modal>
    </Panel>
  );
}

const SIX_DIGITS = /^\d{6,12}$/;

function PinForm({ onDone }: { onDone(): void }) {
  const leave = useWhileHere(onDone);
  const { form, values, text, reset, submit } = useForm(
    { pin: "", again: "", currentPassword: "" },
    ({ pin, again, currentPassword }) => ({
      pin: SIX_DIGITS.test(pin) ? undefined : "* Escribe entre 6 y 12 números",
      again: again === pin ? undefined : "* Los dos PIN no son iguales",
      currentPassword: required(currentPassword, fieldSentences.password),
    }),
  );
  useCodesKeptOut(form, "Guarda primero tu PIN y vuelve a leer el código.", (_code, field) =>
    reset(field in values ? { ...values, [field]: "" } : values),
  );
  const change = useMutation({
    mutationFn: setPin,
    onSuccess: async () => {
      await refresh(shiftPinQuery.queryKey);
      notify("Tu PIN de turno quedó guardado.", "good");
      leave();
    },
  });
  return (
    <Form ref={form} onSubmit={submit(({ pin, currentPassword }) => change.mutate({ pin, currentPassword }))}>
      <PasswordField
        {...text("pin")}
        {...PIN_FIELD}
        label="PIN nuevo"
        hint="6 números o más, que no sean seguidos ni repetidos."
        inputMode="numeric"
      />
      <PasswordField {...text("again")} {...PIN_FIELD} label="Repite el PIN" inputMode="numeric" />
      <PasswordField {...text("currentPassword")} label="Tu contraseña" maxLength={200} />
      <FieldError id="pin-failure" error={change.isError ? `* ${sentenceFor(change.error)}` : undefined} />
      <Button type="submit" wide loading={change.isPending}>
        Guardar PIN
      </Button>
    </Form>
  );
}
