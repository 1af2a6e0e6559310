import { useMutation } from "@tanstack/react-query";
import { NOTE_MOST } from "@umbral/contract/logbook/logbook.contract";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
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

interface HandOverFormProps {
  buildingId: string;
  onDone(): void;
}

/** What is open, and both signatures: of whoever leaves, and of whoever comes. */
export function HandOverForm({ buildingId, onDone }: HandOverFormProps) {
  const navigate = useNavigate();
  const query = useHandover(buildingId);
  const { form, text, submit } = useForm(
    { text: "", pin: "", cedula: "", incomingPin: "" },
    ({ pin, cedula, incomingPin }) => ({
      pin: pinRequired(pin),
      cedula: required(cedula, fieldSentences.cedula),
      incomingPin: pinRequired(incomingPin),
    }),
  );
  const sign = useMutation({
    mutationFn: (signed: Parameters<typeof handShiftOver>[1]) => handShiftOver(buildingId, signed),
    onSuccess: (hasBegun) => {
      notify(
        hasBegun ? "Turno entregado. Comenzó el siguiente." : "La entrega del turno quedó en la minuta.",
        "good",
      );
      onDone();
      if (hasBegun) {
        void navigate(paths.accessVisitor);
      }
    },
    onError: () => {
      text("pin").onChange("");
      text("incomingPin").onChange("");
    },
  });
  return (
    <Form ref={form} onSubmit={submit((typed) => sign.mutate(typed))}>
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
        <PinField {...text("pin")} inputMode="numeric" />
      </FieldGroup>
      <FieldGroup legend="Quien recibe">
        <TextField {...text("cedula")} label="Cédula" inputMode="numeric" autoComplete="off" maxLength={40} />
        <PasswordField
          {...text("incomingPin")}
          {...PIN_FIELD}
          label="PIN de turno de quien recibe"
          inputMode="numeric"
        />
      </FieldGroup>
      <FieldError id="handover-failure" error={sign.isError ? `* ${sentenceFor(sign.error)}` : undefined} />
      <Button type="submit" wide loading={sign.isPending}>
        Firmar y entregar turno
      </Button>
    </Form>
  );
}
