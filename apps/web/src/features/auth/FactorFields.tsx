import { IconKey } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { Button } from "../../ui/Button.tsx";
import { FieldError, TextField } from "../../ui/fields.tsx";
import css from "./SecondFactor.module.css";

interface FactorWaysProps {
  /** Absent where the person has none, or this device does not know it. */
  passkey: { isPending: boolean; error?: string | undefined; use(): void } | undefined;
}

/** The two ways to show a second factor: with a passkey at once, or with a code, which is typed below. */
export function FactorWays({ passkey }: FactorWaysProps) {
  return (
    <>
      {passkey === undefined ? null : (
        <>
          <Button
            wide
            icon={<IconKey aria-hidden="true" size={20} />}
            loading={passkey.isPending}
            onClick={passkey.use}
          >
            Usar una llave de acceso
          </Button>
          <FieldError id="passkey-failure" error={passkey.error} />
        </>
      )}
      <p className={css["soft"]}>
        {passkey === undefined ? "Escribe" : "O escribe"} el código de tu app de verificación. Si perdiste tu
        teléfono, escribe uno de tus códigos de respaldo.
      </p>
    </>
  );
}

/** A code of the app, or of those that let in once who lost it. */
export const FactorCode = (field: Omit<ComponentProps<typeof TextField>, "label">) => (
  <TextField
    {...field}
    label="Código"
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={30}
  />
);
