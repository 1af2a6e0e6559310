import { IconLinkOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { CallRefused } from "../../lib/failures.ts";
import { forgetLinkToken, linkTokenOf } from "../../lib/link-token.ts";
import { paths } from "../../lib/paths.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/fields.tsx";
import { Note } from "../../ui/Note.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { WayLink } from "../../ui/WayLink.tsx";
import { resetPassword } from "./auth.api.ts";
import { passwordTrouble, resetSentences } from "./auth.strings.ts";
import css from "./LoginScreen.module.css";
import { LoginPage } from "./LoginScreen.tsx";
import { NewPasswordFields } from "./NewPasswordFields.tsx";

/** Sets a new password with the secret of the link that led here. */
export function ResetScreen() {
  const [token] = useState(() => linkTokenOf(paths.resetPassword));
  return (
    <LoginPage>
      <h1 className={css["title"]}>Crea una contraseña nueva</h1>
      {token === null ? (
        <Note title="Falta el enlace" tone="attention" icon={<IconLinkOff size={26} stroke={1.7} />}>
          <p>Abre esta página desde el enlace que te enviamos, o solicita uno nuevo.</p>
        </Note>
      ) : (
        <ResetForm token={token} />
      )}
      {token === null ? (
        <ButtonLink to={paths.recovery} wide>
          Solicitar un enlace nuevo
        </ButtonLink>
      ) : null}
      <WayLink to={paths.login}>Volver a iniciar sesión</WayLink>
    </LoginPage>
  );
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { form, text, submit } = useForm(
    { password: "", confirmation: "" },
    ({ password, confirmation }) => ({
      password: required(password, resetSentences.password),
      confirmation:
        required(confirmation, resetSentences.confirmation) ??
        (confirmation === password ? undefined : resetSentences.differ),
    }),
  );
  const reset = useMutation({
    mutationFn: resetPassword,
    onSuccess: async () => {
      forgetLinkToken(paths.resetPassword);
      notify("Tu contraseña cambió. Inicia sesión con la nueva.", "good");
      await navigate(paths.root, { replace: true });
    },
  });
  const isLinkOver = reset.error instanceof CallRefused && reset.error.code === "RESET_LINK_NOT_VALID";

  return (
    <Form ref={form} onSubmit={submit(({ password }) => reset.mutate({ password, token }))}>
      <NewPasswordFields
        password={text("password")}
        confirmation={text("confirmation")}
        again="Confirma la contraseña"
      />
      <FieldError id="reset-failure" error={reset.isError ? passwordTrouble(reset.error) : undefined} />
      {isLinkOver ? (
        <ButtonLink to={paths.recovery} look="quiet" wide>
          Solicitar un enlace nuevo
        </ButtonLink>
      ) : null}
      <Button type="submit" wide loading={reset.isPending}>
        {resetSentences.button}
      </Button>
    </Form>
  );
}
