import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { DigitPad } from "../../ui/DigitPad.tsx";
import { FieldError, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./Kiosks.module.css";
import { beginShiftHere } from "./kiosks.api.ts";
import { isWrongPin, PinField, pinRequired, usePad } from "./PinField.tsx";
import { useCodesKeptOut } from "./useCodesKeptOut.ts";

/** Somebody of the lobby steps in. Who they are they say themselves: the device names nobody. */
export function ShiftForm() {
  const navigate = useNavigate();
  const { form, values, text, reset, refuse, submit } = useForm(
    { cedula: "", pin: "" },
    ({ cedula, pin }) => ({
      cedula: required(cedula, fieldSentences.cedula),
      pin: pinRequired(pin),
    }),
    { isFleeting: true },
  );
  const begin = useMutation({
    mutationFn: beginShiftHere,
    onSuccess: () => navigate(paths.accessVisitor),
    onError: (error) => {
      // The number stays, the PIN is typed anew. Empty it is not wrong by itself: only what was refused is said.
      const emptied = { ...values, pin: "" };
      reset(emptied);
      refuse(isWrongPin(error) ? { pin: `* ${sentenceFor(error)}` } : {}, emptied);
    },
  });
  useCodesKeptOut(form, "Comienza primero tu turno y vuelve a leer el código.", (code, field) =>
    reset(
      field === "cedula" ? { ...values, cedula: values.cedula.replace(code, "") } : { ...values, pin: "" },
    ),
  );
  const [typesIn, setTypesIn] = useState<"cedula" | "pin">("cedula");
  const { hasPad, inputMode } = usePad();
  const typed = text(typesIn);
  return (
    <Form ref={form} onSubmit={submit((who) => begin.mutate(who))}>
      <TextField
        {...text("cedula")}
        label="Cédula"
        inputMode={inputMode}
        autoComplete="off"
        maxLength={40}
        onFocus={() => setTypesIn("cedula")}
      />
      <PinField {...text("pin")} inputMode={inputMode} onFocus={() => setTypesIn("pin")} />
      {hasPad ? (
        <DigitPad
          label={typesIn === "pin" ? "Teclado del PIN" : "Teclado de la cédula"}
          typed={typed.value}
          onType={typed.onChange}
        />
      ) : null}
      <FieldError
        id="shift-failure"
        error={begin.isError && !isWrongPin(begin.error) ? `* ${sentenceFor(begin.error)}` : undefined}
      />
      <Button type="submit" wide loading={begin.isPending}>
        Comenzar turno
      </Button>
      <p className={css["soft"]}>
        El PIN de turno lo creas en tu perfil, en «PIN de turno». No es tu contraseña ni el PIN de una puerta.
      </p>
    </Form>
  );
}
