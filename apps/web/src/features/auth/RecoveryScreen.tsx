import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useMessageWays } from "../../lib/useMessageWays.ts";
import { session } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { FieldError } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { DocumentField } from "../../ui/PersonFields.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { WayLink } from "../../ui/WayLink.tsx";
import { askForLink } from "./auth.api.ts";
import css from "./LoginScreen.module.css";
import { LoginPage } from "./LoginScreen.tsx";
import { recoverySentences, recoveryTrouble, recoveryWords } from "./recovery.strings.ts";

/** Asks for a link that sets a new password. */
export function RecoveryScreen() {
  const navigate = useNavigate();
  const { intro, sent } = recoveryWords(useMessageWays());
  const { form, text, submit } = useForm({ cedula: session.lastCedula() }, ({ cedula }) => ({
    cedula: required(cedula, fieldSentences.cedula),
  }));
  const request = useMutation({
    mutationFn: askForLink,
    onSuccess: async () => {
      await dialogs.success(sent ?? recoverySentences.sent);
      await navigate(paths.login);
    },
    // Logged as the specification wants it (§8), and said in one line that tells nothing of the account (decisions §3).
    onError: (error) => reportError(error),
  });

  return (
    <LoginPage>
      <Form
        ref={form}
        onSubmit={submit(
          ({ cedula }) => request.mutate(cedula),
          () => dialogs.failure(recoverySentences.empty),
        )}
      >
        <h1 className={css["title"]}>Recupera tu contraseña</h1>
        <p className={css["words"]}>{intro}</p>
        {sent === undefined ? null : (
          <>
            <DocumentField {...text("cedula")} label="Cédula" autoComplete="username" />
            <FieldError
              id="recovery-failure"
              error={request.isError ? recoveryTrouble(request.error) : undefined}
            />
            <Button type="submit" wide loading={request.isPending}>
              {recoverySentences.button}
            </Button>
          </>
        )}
      </Form>
      {sent === undefined ? null : (
        <p className={css["words"]}>
          ¿No te llega nada? Pide en la administración de tu edificio que revisen tu correo y tu celular.
        </p>
      )}
      <WayLink to={paths.login}>Volver a iniciar sesión</WayLink>
    </LoginPage>
  );
}
