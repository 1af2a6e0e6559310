import { normalPhone } from "@umbral/contract/registration/personal-data";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./ChangeForm.module.css";
import { useChangePhone } from "./profile.api.ts";

/** Another number, with the password once more: calls and lost passwords go there. */
export function ChangePhone({ onDone }: { onDone(): void }) {
  const { user } = useSignedIn();
  const change = useChangePhone();
  const { form, text, submit } = useForm({ phone: user.phone, currentPassword: "" }, (values) => ({
    phone:
      required(values.phone, "* Debes diligenciar el teléfono") ??
      (normalPhone(values.phone) === null ? "* El número de teléfono no es válido" : undefined),
    currentPassword: required(values.currentPassword, fieldSentences.password),
  }));
  return (
    <form
      ref={form}
      className={css["form"]}
      noValidate
      onSubmit={submit((values) => {
        if (!change.isPending) {
          change.mutate(values, {
            onSuccess() {
              notify("Tu celular cambió.", "good");
              onDone();
            },
          });
        }
      })}
    >
      <p className={css["words"]}>
        Aquí te llamamos cuando alguien te busca y no contestas en la aplicación.
      </p>
      <TextField
        {...text("phone")}
        label="Celular"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="Si no es de Colombia, empieza con + y el indicativo del país."
        maxLength={40}
      />
      <PasswordField {...text("currentPassword")} label="Tu contraseña" maxLength={200} />
      <FieldError id="phone-failure" error={change.isError ? sentenceFor(change.error) : undefined} />
      <Button type="submit" wide loading={change.isPending}>
        Guardar celular
      </Button>
    </form>
  );
}
