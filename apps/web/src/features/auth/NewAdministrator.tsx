import { useMutation } from "@tanstack/react-query";
import { errorList } from "../../lib/error-list.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { maySendBy, useMessageWays } from "../../lib/useMessageWays.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { DocumentField, EmailField } from "../../ui/PersonFields.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { createOne, readAdministratorsAgain } from "./administrators.api.ts";
import css from "./NewAdministrator.module.css";

const names = { cedula: "Cédula", name: "Nombre", email: "Correo" };

/** Who is to administer the platform. An invitation by mail does the rest. */
export function NewAdministrator({ onDone }: { onDone(): void }) {
  const leave = useWhileHere(onDone);
  // What became of it is told also to who closed the form meanwhile.
  const create = useMutation({
    mutationFn: createOne,
    onSuccess: (_, { email }) => {
      notify(`Enviamos la invitación a ${email.trim()}.`, "good");
      leave();
    },
    onError: (error) => void dialogs.errors(errorList(error, names)),
    onSettled: () => void readAdministratorsAgain(),
  });
  const ways = useMessageWays();
  const { form, text, submit } = useForm({ cedula: "", name: "", email: "" }, ({ cedula, name, email }) => ({
    cedula: required(cedula, fieldSentences.cedula),
    name: required(name, "* Debes diligenciar el nombre"),
    email: required(email, "* Debes diligenciar el email"),
  }));
  if (!maySendBy(ways, "mail")) {
    return (
      <p className={css["soft"]}>
        Umbral todavía no envía correos, así que no puede invitar a nadie a administrarlo. Configura el correo
        (SMTP_URL), o crea la cuenta en el servidor con <code>umbral administrador</code> o, sin el
        instalador, <code>admin-create</code>.
      </p>
    );
  }
  return (
    <Form ref={form} onSubmit={submit((person) => create.mutate(person))}>
      <p className={css["soft"]}>Le enviamos un correo para que cree su contraseña.</p>
      <DocumentField {...text("cedula")} label="Cédula" />
      <TextField {...text("name")} label="Nombre" autoComplete="off" maxLength={200} />
      <EmailField {...text("email")} />
      <Button type="submit" wide loading={create.isPending}>
        Enviar invitación
      </Button>
    </Form>
  );
}
