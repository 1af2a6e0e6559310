import { fieldSentences } from "../../lib/sentences.ts";
import { maySendBy, useMessageWays } from "../../lib/useMessageWays.ts";
import { dialogs } from "../../ui/dialogs.ts";
import { Form } from "../../ui/Panel.tsx";
import { EmailField } from "../../ui/PersonFields.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./ChangeForm.module.css";
import { PasswordAndSend } from "./PasswordAndSend.tsx";
import { useChangeEmail } from "./profile.api.ts";

/** Enough to catch a slip of the hand; the mail itself is the proof. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Another address, with the password once more. It is the person's when its mail was answered. */
export function ChangeEmail({ onDone }: { onDone(): void }) {
  const change = useChangeEmail();
  const ways = useMessageWays();
  const { form, text, submit } = useForm({ email: "", currentPassword: "" }, (values) => ({
    email:
      required(values.email, "* Debes diligenciar el email") ??
      (ADDRESS.test(values.email.trim()) ? undefined : "* El correo electrónico no es válido"),
    currentPassword: required(values.currentPassword, fieldSentences.password),
  }));
  if (!maySendBy(ways, "mail")) {
    return (
      <p className={css["words"]}>
        Umbral todavía no envía correos, así que no podemos confirmar uno nuevo. Pide a la administración que
        configure el correo.
      </p>
    );
  }
  return (
    <Form
      ref={form}
      onSubmit={submit((values) =>
        change.mutate(values, {
          onSuccess({ pending }) {
            onDone();
            void dialogs.success({
              title: "Revisa tu correo",
              text: `Enviamos un enlace a ${pending.email}. Ábrelo en este dispositivo para confirmar el cambio; vence en 24 horas.`,
            });
          },
        }),
      )}
    >
      <p className={css["words"]}>
        Te enviamos un enlace al correo nuevo. Hasta que lo abras, todo sigue llegando al de ahora.
      </p>
      <EmailField {...text("email")} label="Correo nuevo" autoComplete="email" />
      <PasswordAndSend password={text("currentPassword")} sending={change}>
        Enviar enlace
      </PasswordAndSend>
    </Form>
  );
}
