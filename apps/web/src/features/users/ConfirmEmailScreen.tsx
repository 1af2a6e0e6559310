import { IconLinkOff, IconMailCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { CallRefused } from "../../lib/failures.ts";
import { forgetLinkToken, linkTokenOf } from "../../lib/link-token.ts";
import { paths } from "../../lib/paths.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { useSession } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/fields.tsx";
import { Note } from "../../ui/Note.tsx";
import { notify } from "../../ui/notices.ts";
import { WayLink } from "../../ui/WayLink.tsx";
import { LoginForm, LoginPage } from "../auth/index.ts";
import css from "./ChangeForm.module.css";
import { confirmOwnEmail } from "./profile.api.ts";

/** Where the link in a mail to a new address leads: whoever's it is says yes, signed in. */
export function ConfirmEmailScreen() {
  const [token] = useState(() => linkTokenOf(paths.confirmEmail));
  const isSignedIn = useSession() !== null;
  return (
    <LoginPage>
      {token === null ? (
        <>
          <h1>Confirma tu correo</h1>
          <Note title="Falta el enlace" tone="attention" icon={<IconLinkOff size={26} stroke={1.7} />}>
            <p>Abre esta página desde el enlace que te enviamos, o pide el cambio otra vez en tu perfil.</p>
          </Note>
          <WayLink to={paths.profile}>Ir a mi perfil</WayLink>
        </>
      ) : isSignedIn ? (
        <Confirmation token={token} />
      ) : (
        <>
          <Note title="Confirma tu correo" icon={<IconMailCheck size={26} stroke={1.7} />}>
            <p>Inicia sesión con tu cuenta para confirmar el correo nuevo.</p>
          </Note>
          <LoginForm />
        </>
      )}
    </LoginPage>
  );
}

function Confirmation({ token }: { token: string }) {
  const navigate = useNavigate();
  const confirm = useMutation({
    mutationFn: confirmOwnEmail,
    onSuccess: async () => {
      forgetLinkToken(paths.confirmEmail);
      notify("Tu correo quedó confirmado.", "good");
      await navigate(paths.profile, { replace: true });
    },
  });
  return (
    <div className={css["form"]}>
      <h1>Confirma tu correo</h1>
      <p className={css["words"]}>Desde ahora te escribiremos a este correo.</p>
      <FieldError id="confirm-failure" error={confirm.isError ? troubleOf(confirm.error) : undefined} />
      <Button wide loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
        Confirmar mi correo
      </Button>
      <WayLink to={paths.profile}>Ir a mi perfil</WayLink>
    </div>
  );
}

const troubleOf = (error: unknown): string =>
  error instanceof CallRefused && error.code === "ALREADY_EXISTS"
    ? "Ese correo ya es de otra cuenta."
    : sentenceFor(error);
