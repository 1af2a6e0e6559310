import { useId } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField } from "../../ui/fields.tsx";

interface PasswordAndSendProps {
  /** The form's field for it. */
  password: { name: string; value: string; onChange(value: string): void; error: string | undefined };
  sending: { isPending: boolean; isError: boolean; error: unknown };
  /** What the button does. */
  children: string;
}

/** The end of a form by which calls and lost passwords go elsewhere: the password once more, and the button. */
export function PasswordAndSend({ password, sending, children }: PasswordAndSendProps) {
  const id = useId();
  return (
    <>
      <PasswordField {...password} label="Tu contraseña" maxLength={200} />
      <FieldError id={`${id}-failure`} error={sending.isError ? sentenceFor(sending.error) : undefined} />
      <Button type="submit" wide loading={sending.isPending}>
        {children}
      </Button>
    </>
  );
}
