import { isResident } from "@umbral/contract/lib/policy";
import { normalPhone } from "@umbral/contract/registration/personal-data";
import { fieldSentences } from "../../lib/sentences.ts";
import { maySendBy, useMessageWays } from "../../lib/useMessageWays.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { PhoneField } from "../../ui/PersonFields.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./ChangeForm.module.css";
import { PasswordAndSend } from "./PasswordAndSend.tsx";
import { useChangePhone } from "./profile.api.ts";

/** Another number, with the password once more: calls and lost passwords go there. */
export function ChangePhone({ onDone }: { onDone(): void }) {
  const { user, spaces } = useSignedIn();
  // Calls and text messages leave by one provider, and only homes are telephoned.
  const isTelephoned = maySendBy(useMessageWays(), "sms") && spaces.some(({ role }) => isResident(role.name));
  const change = useChangePhone();
  const { form, text, submit } = useForm({ phone: user.phone, currentPassword: "" }, (values) => ({
    phone:
      required(values.phone, "* Debes diligenciar el teléfono") ??
      (normalPhone(values.phone) === null ? "* El número de teléfono no es válido" : undefined),
    currentPassword: required(values.currentPassword, fieldSentences.password),
  }));
  return (
    <Form
      ref={form}
      onSubmit={submit((values) =>
        change.mutate(values, {
          onSuccess() {
            notify("Tu celular cambió.", "good");
            onDone();
          },
        }),
      )}
    >
      {isTelephoned ? (
        <p className={css["words"]}>Aquí te llamamos cuando alguien te busca y no contestas en la app.</p>
      ) : null}
      <PhoneField
        {...text("phone")}
        autoComplete="tel"
        hint="Si no es de Colombia, empieza con + y el indicativo del país."
      />
      <PasswordAndSend password={text("currentPassword")} sending={change}>
        Guardar celular
      </PasswordAndSend>
    </Form>
  );
}
