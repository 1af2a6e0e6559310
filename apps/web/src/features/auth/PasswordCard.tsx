import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { fieldSentences } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { passwordTrouble, resetSentences } from "./auth.strings.ts";
import { NewPasswordFields } from "./NewPasswordFields.tsx";
import css from "./Security.module.css";
import { useChangePassword } from "./sessions.api.ts";

/** The way to another password. */
export function PasswordCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={css["card"]} aria-labelledby="password-card">
      <h2 id="password-card">Contraseña</h2>
      <p className={css["soft"]}>Al cambiarla se cierran tus sesiones en los demás dispositivos.</p>
      <Button look="quiet" icon={<IconKey aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
        Cambiar contraseña
      </Button>
      <Modal isOpen={isOpen} title="Cambiar contraseña" onClose={() => setOpen(false)} narrow>
        <PasswordForm onDone={() => setOpen(false)} />
      </Modal>
    </section>
  );
}

function PasswordForm({ onDone }: { onDone(): void }) {
  const change = useChangePassword();
  const { form, text, submit } = useForm(
    { currentPassword: "", password: "", confirmation: "" },
    ({ currentPassword, password, confirmation }) => ({
      currentPassword: required(currentPassword, fieldSentences.password),
      password: required(password, resetSentences.password),
      confirmation:
        required(confirmation, resetSentences.confirmation) ??
        (confirmation === password ? undefined : `* ${resetSentences.differ}`),
    }),
  );
  return (
    <Form
      ref={form}
      onSubmit={submit(({ currentPassword, password }) =>
        change.mutate(
          { currentPassword, password },
          {
            onSuccess() {
              notify("Tu contraseña cambió.", "good");
              onDone();
            },
          },
        ),
      )}
    >
      <PasswordField {...text("currentPassword")} label="Contraseña actual" maxLength={200} />
      <NewPasswordFields
        password={text("password")}
        confirmation={text("confirmation")}
        again="Confirma la contraseña nueva"
      />
      <FieldError id="password-failure" error={change.isError ? passwordTrouble(change.error) : undefined} />
      <Button type="submit" wide loading={change.isPending}>
        Guardar contraseña
      </Button>
    </Form>
  );
}
