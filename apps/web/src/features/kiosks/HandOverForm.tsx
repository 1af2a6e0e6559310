import { useMutation } from "@tanstack/react-query";
import { NOTE_MOST } from "@umbral/contract/logbook/logbook.contract";
import { Link, useNavigate } from "react-router";
import { CallRefused } from "../../lib/failures.ts";
import { keyIn } from "../../lib/key-in.ts";
import { paths } from "../../lib/paths.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { useMay } from "../../lib/useMay.ts";
import { usePress } from "../../lib/usePress.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField, TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { FieldGroup, Form } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./Kiosks.module.css";
import { handShiftOver, useHandover } from "./kiosks.api.ts";
import { PIN_FIELD, PinField, pinRequired } from "./PinField.tsx";
import { useCodesKeptOut } from "./useCodesKeptOut.ts";

/** Beside which field a refusal is said. What tells nobody whose number or PIN it was stands at the other's PIN. */
const FIELDS = {
  HANDOVER_PIN_WRONG: "pin",
  HANDOVER_TO_ONESELF: "cedula",
  SHIFT_NOT_BEGUN: "incomingPin",
} as const;

interface HandOverFormProps {
  buildingId: string;
  onDone(): void;
}

/** What is open, and both signatures: of whoever leaves, and of whoever comes. */
export function HandOverForm({ buildingId, onDone }: HandOverFormProps) {
  const leave = useWhileHere(onDone);
  const navigate = useNavigate();
  const query = useHandover(buildingId);
  const nameOf = usePress();
  const makesOwnPin = useMay("shift-pin.own");
  const { form, values, text, reset, refuse, submit } = useForm(
    { text: "", pin: "", cedula: "", incomingPin: "" },
    ({ pin, cedula, incomingPin }) => ({
      pin: pinRequired(pin),
      cedula: required(cedula, fieldSentences.cedula),
      incomingPin: pinRequired(incomingPin),
    }),
  );
  useCodesKeptOut(form, "Entrega primero el turno y vuelve a leer el código.", (code, field) => {
    const isSeen = field === "text" || field === "cedula";
    reset(
      isSeen
        ? { ...values, [field]: values[field].replace(code, "") }
        : { ...values, pin: "", incomingPin: "" },
    );
  });
  const sign = useMutation({
    mutationFn: (signed: Parameters<typeof handShiftOver>[1]) => handShiftOver(buildingId, signed),
    onSuccess: (hasBegun) => {
      notify(
        hasBegun ? "Turno entregado. Comenzó el siguiente." : "La entrega del turno quedó en la minuta.",
        "good",
      );
      leave();
      if (hasBegun) {
        void navigate(paths.accessVisitor);
      }
    },
    onError: (error) => {
      // Both are typed anew. Empty they are not wrong by themselves: only what was refused is said.
      const emptied = { ...values, pin: "", incomingPin: "" };
      const field = fieldOf(error);
      reset(emptied);
      refuse(field === undefined ? {} : { [field]: `* ${sentenceFor(error)}` }, emptied);
    },
  });
  const failure =
    sign.isError && fieldOf(sign.error) === undefined ? `* ${sentenceFor(sign.error)}` : undefined;
  return (
    <Form
      ref={form}
      onSubmit={submit((typed) => {
        // PINs that are typed anew sign the same.
        const requestId = nameOf(JSON.stringify([typed.cedula.trim(), typed.text.trim()]));
        sign.mutate({ ...typed, requestId });
      })}
      foot={
        <div className={css["sign"]}>
          <FieldError id="handover-failure" error={failure} />
          <Button type="submit" wide loading={sign.isPending}>
            Firmar y entregar turno
          </Button>
        </div>
      }
    >
      <section aria-label="Pendientes">
        <h3>Pendientes</h3>
        <ListStates
          query={query}
          skeleton={<Skeleton height="3rem" />}
          isEmpty={({ open }) => open.length === 0}
          empty={{ title: "No hay pendientes.", isShort: true }}
        >
          {({ open }) => (
            <ul className={css["open"]}>
              {open.map((item, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two of them may say the same
                <li key={place} data-about={item.about}>
                  {item.text}
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      </section>
      <TextField {...text("text")} label="Novedades (opcional)" maxLength={NOTE_MOST} autoComplete="off" />
      <FieldGroup legend="Quien entrega">
        <PinField {...text("pin")} className={css["pin"]} inputMode="numeric" />
        {makesOwnPin ? (
          <p className={css["soft"]}>
            ¿Aún no tienes?{" "}
            <Link to={`${paths.profile}?ver=turno`}>Créalo en tu perfil, en «PIN de turno»</Link>.
          </p>
        ) : null}
      </FieldGroup>
      <FieldGroup legend="Quien recibe">
        <TextField {...text("cedula")} label="Cédula" inputMode="numeric" autoComplete="off" maxLength={40} />
        <PasswordField
          {...text("incomingPin")}
          {...PIN_FIELD}
          className={css["pin"]}
          label="PIN de turno de quien recibe"
          hint="Cada quien lo crea antes en su perfil, en «PIN de turno»."
          inputMode="numeric"
        />
      </FieldGroup>
    </Form>
  );
}

function fieldOf(error: unknown): "pin" | "cedula" | "incomingPin" | undefined {
  const code = error instanceof CallRefused ? keyIn(FIELDS, error.code) : undefined;
  return code === undefined ? undefined : FIELDS[code];
}
