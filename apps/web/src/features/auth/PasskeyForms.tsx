import type { Passkey } from "@umbral/contract/auth/passkeys.contract";
import { useEffect } from "react";
import { fieldSentences } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { passkeyTrouble } from "./passkey-device.ts";
import { useAddPasskey, useRemovePasskey } from "./passkeys.api.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

/** As long as the contract takes; its value would bring the schemas along. */
const NAME_LENGTH = 60;

interface AddPasskeyProps {
  onDone(): void;
  /** From when the key may be there until its recovery codes were seen, where it brings some. */
  onMaking(isMaking: boolean): void;
}

/** The key's name and the password; then the device asks by itself. */
export function AddPasskey({ onDone, onMaking }: AddPasskeyProps) {
  const add = useAddPasskey();
  const isMaking = (add.isPending && !add.isPaused) || add.data?.recoveryCodes !== undefined;
  useEffect(() => {
    onMaking(isMaking);
    return () => onMaking(false);
  }, [isMaking, onMaking]);
  const { form, text, submit } = useForm({ name: "", password: "" }, ({ name, password }) => ({
    name: required(name, fieldSentences.required),
    password: required(password, fieldSentences.password),
  }));
  if (add.data?.recoveryCodes) {
    return <RecoveryCodes heading="h2" codes={add.data.recoveryCodes} onDone={onDone} />;
  }
  return (
    <Form
      ref={form}
      onSubmit={submit(({ name, password }) =>
        add.mutate(
          { name: name.trim(), currentPassword: password },
          {
            onSuccess({ recoveryCodes }) {
              notify("Llave de acceso agregada.", "good");
              if (!recoveryCodes) {
                onDone();
              }
            },
          },
        ),
      )}
    >
      <TextField
        {...text("name")}
        label="Nombre de la llave"
        hint="Por ejemplo: portátil, teléfono, llave USB."
        autoComplete="off"
        maxLength={NAME_LENGTH}
      />
      <PasswordField {...text("password")} label="Contraseña actual" maxLength={200} />
      <FieldError id="passkey-failure" error={add.isError ? passkeyTrouble(add.error) : undefined} />
      <Button type="submit" wide loading={add.isPending}>
        Continuar
      </Button>
    </Form>
  );
}

/** Asks once more, with the password: whoever found an open screen takes nothing away. */
export function RemovePasskey({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone(): void }) {
  const remove = useRemovePasskey();
  const go = (currentPassword: string) =>
    remove.mutate(
      { id, currentPassword },
      {
        onSuccess() {
          notify("Llave de acceso quitada.", "good");
          onDone();
        },
      },
    );
  return (
    <PasswordAgain asked={remove} onGiven={go} onCancel={onDone} takesAway>
      <p>
        «{name}» ya no servirá para iniciar sesión. Si es tu único segundo paso, la próxima vez activarás uno
        nuevo.
      </p>
    </PasswordAgain>
  );
}
