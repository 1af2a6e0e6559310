import { useMutation } from "@tanstack/react-query";
import type { InvitedAccount } from "@umbral/contract/users/invitations.contract";
import { useNavigate } from "react-router";
import { CallRefused } from "../../lib/failures.ts";
import { forgetLinkToken } from "../../lib/link-token.ts";
import { paths } from "../../lib/paths.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { session } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { WayLink } from "../../ui/WayLink.tsx";
import { PASSWORD_HINT, passwordTrouble, resetSentences } from "../auth/index.ts";
import { TermsField } from "../registration/index.ts";
import { acceptWithCode, type InvitedDocument } from "./invitations.api.ts";

/** Who proved that the invited address is theirs. */
export interface Proven {
  code: string;
  cedula: string;
  account: InvitedAccount;
  /** Said here, where the inviter knew none. */
  document?: InvitedDocument;
}

/** The last step: a password of one's own, or the one of the account that there is. */
export function Acceptance({ token, code, cedula, account, document }: Proven & { token: string }) {
  const navigate = useNavigate();
  const isNew = account === "new";
  const { form, text, values, errors, set, submit } = useForm(
    { password: "", confirmation: "", acceptTerms: false },
    ({ password, confirmation, acceptTerms }) => ({
      password: required(password, isNew ? resetSentences.password : fieldSentences.password),
      ...(isNew && {
        confirmation:
          required(confirmation, resetSentences.confirmation) ??
          (confirmation === password ? undefined : resetSentences.differ),
        acceptTerms: required(acceptTerms, "* Debes aceptar los términos y condiciones"),
      }),
    }),
  );
  const accepting = useMutation({
    mutationFn: acceptWithCode,
    onSuccess: async () => {
      forgetLinkToken(paths.invitation);
      notify(
        session.current() === null
          ? "Tu acceso está activo. Inicia sesión con tu cédula."
          : "Tu acceso está activo.",
        "good",
      );
      await navigate(paths.root, { replace: true });
    },
  });
  return (
    <Form
      ref={form}
      onSubmit={submit(({ password, acceptTerms }) =>
        accepting.mutate({ token, code, password, acceptTerms, ...(document && { document }) }),
      )}
    >
      <p>
        {isNew
          ? `Crea tu contraseña. Iniciarás sesión con ella y con tu cédula ${cedula}.`
          : `La cédula ${cedula} ya tiene una cuenta con esta dirección. Escribe su contraseña para aceptar.`}
      </p>
      <input type="hidden" name="username" autoComplete="username" value={cedula} />
      <PasswordField
        {...text("password")}
        label="Contraseña"
        hint={isNew ? PASSWORD_HINT : undefined}
        autoComplete={isNew ? "new-password" : "current-password"}
        maxLength={200}
      />
      {isNew ? (
        <>
          <PasswordField
            {...text("confirmation")}
            label="Confirma la contraseña"
            autoComplete="new-password"
            maxLength={200}
          />
          <TermsField
            isAccepted={values.acceptTerms}
            error={errors.acceptTerms}
            onChange={(isAccepted) => set("acceptTerms", isAccepted)}
          />
        </>
      ) : (
        <WayLink to={paths.recovery}>Olvidé mi contraseña</WayLink>
      )}
      <FieldError id="accept-failure" error={accepting.isError ? troubleOf(accepting.error) : undefined} />
      <Button type="submit" wide loading={accepting.isPending}>
        Aceptar la invitación
      </Button>
    </Form>
  );
}

function troubleOf(error: unknown): string {
  if (error instanceof CallRefused && error.code === "ALREADY_EXISTS") {
    return "Tu correo ya está en una cuenta con otra cédula. Pide a quien te invitó que revise el número o use tu celular.";
  }
  if (error instanceof CallRefused && error.code === "WRONG_PASSWORD") {
    return "La contraseña no es correcta.";
  }
  return passwordTrouble(error);
}
