import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import css from "./ClaimDialog.module.css";
import { claimSentences } from "./registration.strings.ts";
import type { RegistrationForm } from "./useRegistration.ts";

/** Asks for the six digits that were sent to the phone of a quick registration (decisions §5). */
export function ClaimDialog({ claim }: Pick<RegistrationForm, "claim">) {
  return (
    <Modal isOpen={claim !== undefined} title={claimSentences.title} onClose={claim?.close} narrow>
      {claim === undefined ? null : <ClaimForm {...claim} />}
    </Modal>
  );
}

function ClaimForm({ trouble, isSending, confirm, sendAgain }: NonNullable<RegistrationForm["claim"]>) {
  const [code, setCode] = useState("");
  const [sent, setSent] = useState<string>();
  const error = sent === "" ? claimSentences.empty : sent === code ? trouble : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(code);
    if (code !== "") {
      confirm(code);
    }
  };
  return (
    <form className={css["claim"]} noValidate onSubmit={submit}>
      <p>{claimSentences.text}</p>
      <TextField
        label="Código"
        value={code}
        error={error}
        onChange={(written) => setCode(written.replace(/\D/g, "").slice(0, 6))}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <Button type="submit" wide loading={isSending}>
        Confirmar
      </Button>
      <Button look="plain" wide disabled={isSending} onClick={sendAgain}>
        Enviar otro código
      </Button>
    </form>
  );
}
