import type { ComponentProps } from "react";
import { PasswordField } from "../../ui/fields.tsx";
import { PASSWORD_HINT } from "./auth.strings.ts";

type Field = Omit<ComponentProps<typeof PasswordField>, "label">;

interface NewPasswordFieldsProps {
  password: Field;
  confirmation: Field;
  /** What asks for it a second time. */
  again: string;
}

/** A new password, typed twice. */
export function NewPasswordFields({ password, confirmation, again }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password}
        label="Contraseña nueva"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        maxLength={200}
      />
      <PasswordField {...confirmation} label={again} autoComplete="new-password" maxLength={200} />
    </>
  );
}
