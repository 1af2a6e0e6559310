import { type ReactNode, useId } from "react";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";

interface PasswordAgainProps {
  /** What the password is for, as it goes. */
  asked: { isPending: boolean; isError: boolean; error: unknown };
  onGiven(password: string): void;
  /** Without it the modal around is the way back. */
  onCancel?(): void;
  /** It takes something away: the button that goes on is red. */
  takesAway?: boolean;
  /** What is about to happen. */
  children?: ReactNode;
}

/** The password once more: whoever found an open screen changes nothing. */
export function PasswordAgain({ asked, onGiven, onCancel, takesAway, children }: PasswordAgainProps) {
  const id = useId();
  const { form, text, submit } = useForm(
    { password: "" },
    ({ password }) => ({
      password: required(password, fieldSentences.password),
    }),
    { isFleeting: true },
  );
  return (
    <Form ref={form} onSubmit={submit(({ password }) => onGiven(password))}>
      {children}
      <PasswordField {...text("password")} label="Contraseña actual" maxLength={200} />
      <FieldError id={`${id}-failure`} error={asked.isError ? sentenceFor(asked.error) : undefined} />
      <Button type="submit" look={takesAway ? "danger" : "primary"} wide loading={asked.isPending}>
        Continuar
      </Button>
      {onCancel ? (
        <Button look="quiet" wide onClick={onCancel}>
          Cancelar
        </Button>
      ) : null}
    </Form>
  );
}
