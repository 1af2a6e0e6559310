import { IconCircleCheck, IconClockX, IconLinkOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ContactKind, ReceivedProposal } from "@umbral/contract/users/contact-proposals.contract";
import { type ReactNode, useState } from "react";
import { capital } from "../../lib/capital.ts";
import { formatDay } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import { linkTokenOf } from "../../lib/link-token.ts";
import { paths } from "../../lib/paths.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { useSession } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, PasswordField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Note } from "../../ui/Note.tsx";
import { Form } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { WayLink } from "../../ui/WayLink.tsx";
import { LoginPage } from "../auth/index.ts";
import { askForContactCode, confirmProposedContact, useReceivedProposal } from "./contact-proposals.api.ts";
import css from "./InvitationScreen.module.css";
import { SentCodeField } from "./SentCodeField.tsx";

type Waiting = Extract<ReceivedProposal, { state: "waiting" }>;

const nameOf: Record<ContactKind, string> = { phone: "celular", email: "correo" };

/** Where the link leads that was sent to a proposed phone or mail: whose it is says yes, with a code. */
export function ConfirmContactScreen() {
  const [token] = useState(() => linkTokenOf(paths.confirmContact));
  const isSignedIn = useSession() !== null;
  return (
    <LoginPage>
      {token === null ? (
        <State title="Falta el enlace" icon={<IconLinkOff size={26} stroke={1.7} />}>
          Abre esta página desde el enlace que te enviamos. Si no lo encuentras, pide a la administración que
          lo envíe de nuevo.
        </State>
      ) : (
        <Received token={token} />
      )}
      <WayLink to={isSignedIn ? paths.profile : paths.login}>
        {isSignedIn ? "Ir a mi perfil" : "Ir a iniciar sesión"}
      </WayLink>
    </LoginPage>
  );
}

function Received({ token }: { token: string }) {
  const [confirmed, setConfirmed] = useState<ContactKind | null>(null);
  const query = useReceivedProposal(token);
  if (confirmed !== null) {
    return (
      <State
        title={`Tu ${nameOf[confirmed]} quedó confirmado`}
        tone="calm"
        icon={<IconCircleCheck size={26} stroke={1.7} />}
      >
        {confirmed === "phone"
          ? "Desde ahora te llamamos y te escribimos a este número. Al de antes le avisamos del cambio."
          : "Desde ahora te escribimos a este correo. Al de antes le avisamos del cambio."}
      </State>
    );
  }
  if (query.error instanceof CallRefused && query.error.code === "CONTACT_LINK_NOT_VALID") {
    return (
      <State title="Este enlace ya no sirve" icon={<IconLinkOff size={26} stroke={1.7} />}>
        Si te enviaron otro, usa el último. Si no, pide a la administración que lo envíe de nuevo.
      </State>
    );
  }
  return (
    <ListStates
      query={query}
      skeleton={
        <>
          <h1 className={css["title"]}>Confirmar celular o correo</h1>
          <Skeleton height="10rem" />
        </>
      }
    >
      {(proposal) =>
        proposal.state === "waiting" ? (
          <Confirmation
            token={token}
            proposal={proposal}
            onConfirmed={() => setConfirmed(proposal.kind)}
            onGone={() => void query.refetch()}
          />
        ) : (
          <Over of={proposal} />
        )
      }
    </ListStates>
  );
}

function Over({ of: { state, kind } }: { of: Exclude<ReceivedProposal, Waiting> }) {
  switch (state) {
    case "confirmed":
      return (
        <State
          title={`Este ${nameOf[kind]} ya quedó confirmado`}
          tone="calm"
          icon={<IconCircleCheck size={26} stroke={1.7} />}
        >
          El enlace sirve una sola vez. No tienes que hacer nada más.
        </State>
      );
    case "expired":
      return (
        <State title="El enlace venció" icon={<IconClockX size={26} stroke={1.7} />}>
          Tu cuenta sigue igual. Pide a la administración que lo envíe de nuevo.
        </State>
      );
    case "taken-back":
      return (
        <State title="Esta propuesta ya no vale" icon={<IconLinkOff size={26} stroke={1.7} />}>
          La administración la retiró o propuso otro dato. Tu cuenta sigue igual.
        </State>
      );
  }
}

interface StateProps {
  title: string;
  icon: ReactNode;
  tone?: "calm" | "attention";
  children: ReactNode;
}

/** How it stands, when there is nothing to type. */
const State = ({ title, icon, tone = "attention", children }: StateProps) => (
  <>
    <h1 className="um-hidden">Confirmar celular o correo</h1>
    <div role="status">
      <Note title={title} tone={tone} icon={icon}>
        <p>{children}</p>
      </Note>
    </div>
  </>
);

interface ConfirmationProps {
  token: string;
  proposal: Waiting;
  onConfirmed(): void;
  /** It ended since it was read. */
  onGone(): void;
}

function Confirmation({ token, proposal, onConfirmed, onGone }: ConfirmationProps) {
  const { kind, name, to, building, by, expiresAt } = proposal;
  const [wasSent, setSent] = useState(false);
  const asking = useMutation({
    mutationFn: () => askForContactCode(token),
    onSuccess: () => setSent(true),
    onError: whenGone(onGone),
  });
  const whose = building === null ? "la administración de Umbral" : `la administración de ${building.name}`;
  const proposer = by === null ? capital(whose) : `${by.name}, de ${whose},`;
  return (
    <>
      <h1 className={css["title"]}>Confirma tu {nameOf[kind]}</h1>
      <div className={css["words"]}>
        <p>
          Hola, {name}. {proposer} propone este {nameOf[kind]} para tu cuenta: <strong>{to}</strong>
        </p>
        <p className={css["soft"]}>
          Nada cambia hasta que lo confirmes. El enlace vence el {formatDay(expiresAt, building?.timeZone)}.
        </p>
      </div>
      {wasSent ? (
        <CodeForm
          token={token}
          proposal={proposal}
          trouble={asking.isError ? sentenceFor(asking.error) : undefined}
          isSending={asking.isPending}
          onAgain={() => asking.mutate()}
          onConfirmed={onConfirmed}
          onGone={onGone}
        />
      ) : (
        <div className={css["form"]}>
          <p>Te enviaremos un código a {to} para saber que es tuyo.</p>
          <FieldError id="ask-failure" error={asking.isError ? sentenceFor(asking.error) : undefined} />
          <Button wide loading={asking.isPending} onClick={() => asking.mutate()}>
            Enviar código
          </Button>
        </div>
      )}
    </>
  );
}

interface CodeFormProps extends ConfirmationProps {
  /** Why no other code could be sent. */
  trouble: string | undefined;
  isSending: boolean;
  onAgain(): void;
}

/** The code that was sent there, and the password of an account that has one. */
function CodeForm({
  token,
  proposal: { kind, to, asksPassword },
  trouble,
  isSending,
  onAgain,
  onConfirmed,
  onGone,
}: CodeFormProps) {
  const { form, text, submit } = useForm({ code: "", password: "" }, ({ code, password }) => ({
    code:
      required(code, fieldSentences.required) ??
      (/^\d{6}$/.test(code.trim()) ? undefined : "* El código tiene seis números"),
    ...(asksPassword && { password: required(password, fieldSentences.password) }),
  }));
  const confirming = useMutation({
    mutationFn: ({ code, password }: { code: string; password: string }) =>
      confirmProposedContact({ token, code: code.trim(), ...(asksPassword && { password }) }),
    onSuccess: onConfirmed,
    onError: whenGone(onGone),
  });
  return (
    <Form ref={form} onSubmit={submit((typed) => confirming.mutate(typed))}>
      <SentCodeField {...text("code")} to={to} />
      {asksPassword ? (
        <>
          <PasswordField
            {...text("password")}
            label="Contraseña"
            hint="La de tu cuenta de Umbral: así nadie más la cambia por ti."
            autoComplete="current-password"
            maxLength={200}
          />
          <WayLink to={paths.recovery}>Olvidé mi contraseña</WayLink>
        </>
      ) : null}
      <FieldError id="confirm-failure" error={confirming.isError ? troubleOf(confirming.error) : trouble} />
      <Button type="submit" wide loading={confirming.isPending}>
        Confirmar mi {nameOf[kind]}
      </Button>
      <Button look="quiet" wide loading={isSending} onClick={onAgain}>
        Enviar otro código
      </Button>
    </Form>
  );
}

const whenGone = (onGone: () => void) => (error: unknown) => {
  if (error instanceof CallRefused && error.code === "CONTACT_LINK_NOT_VALID") {
    onGone();
  }
};

function troubleOf(error: unknown): string {
  if (error instanceof CallRefused && error.code === "ALREADY_EXISTS") {
    return "Ese correo ya es de otra cuenta. Pide a la administración que proponga otro.";
  }
  if (error instanceof CallRefused && error.code === "WRONG_PASSWORD") {
    return "La contraseña no es correcta.";
  }
  return sentenceFor(error);
}
