import { IconLinkOff, IconMailOff, IconUserExclamation } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import {
  type DocumentType,
  documentTypes,
  isCedulaOf,
  normalCedula,
} from "@umbral/contract/registration/personal-data";
import type { ReceivedInvitation } from "@umbral/contract/users/invitations.contract";
import { useState } from "react";
import { formatDay } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import { linkTokenOf } from "../../lib/link-token.ts";
import { paths } from "../../lib/paths.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { ChoiceField, FieldError, SelectField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Note } from "../../ui/Note.tsx";
import { Form } from "../../ui/Panel.tsx";
import { DocumentField } from "../../ui/PersonFields.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { WayLink } from "../../ui/WayLink.tsx";
import { LoginPage } from "../auth/index.ts";
import { documentOptions } from "../registration/index.ts";
import { Acceptance, type Proven } from "./InvitationAcceptance.tsx";
import css from "./InvitationScreen.module.css";
import { askForCode, type InvitedDocument, proveWithCode, useReceivedInvitation } from "./invitations.api.ts";
import { SentCodeField } from "./SentCodeField.tsx";
import { roleNames } from "./users.strings.ts";

/** Where an invitation's link leads: what it is about, a code for the invited address, and the acceptance. */
export function InvitationScreen() {
  const [token] = useState(() => linkTokenOf(paths.invitation));
  return (
    <LoginPage>
      <h1 className={css["title"]}>Tu invitación</h1>
      {token === null ? (
        <Note title="Falta el enlace" tone="attention" icon={<IconLinkOff size={26} stroke={1.7} />}>
          <p>Abre esta página desde el enlace que te enviamos, o pide que te inviten otra vez.</p>
        </Note>
      ) : (
        <Received token={token} />
      )}
      <WayLink to={paths.login}>Ir a iniciar sesión</WayLink>
    </LoginPage>
  );
}

function Received({ token }: { token: string }) {
  const query = useReceivedInvitation(token);
  if (query.error instanceof CallRefused && query.error.code === "INVITATION_NOT_VALID") {
    return (
      <Note
        title="Esta invitación ya no sirve"
        tone="attention"
        icon={<IconLinkOff size={26} stroke={1.7} />}
      >
        <p>Venció, se retiró o ya se aceptó. Pide a quien te invitó que la envíe de nuevo.</p>
      </Note>
    );
  }
  return (
    <ListStates query={query} skeleton={<Skeleton height="10rem" />}>
      {(invitation) => (
        <>
          <Words of={invitation} />
          <Steps token={token} invitation={invitation} />
        </>
      )}
    </ListStates>
  );
}

function Words({ of: { name, role, building, apartment, endsAt, expiresAt } }: { of: ReceivedInvitation }) {
  return (
    <div className={css["words"]}>
      <p>
        Hola, {name}. Te invitaron a <strong>{building.name}</strong>
        {apartment === null ? "" : `, apartamento ${apartment},`} como{" "}
        <strong>{roleNames[role].toLowerCase()}</strong>
        {endsAt === null ? "." : `, hasta el ${formatDay(endsAt, building.timeZone)}.`}
      </p>
      <p className={css["soft"]}>
        Tu acceso empieza cuando aceptes. La invitación vence el {formatDay(expiresAt, building.timeZone)}.
      </p>
    </div>
  );
}

function Steps({ token, invitation }: { token: string; invitation: ReceivedInvitation }) {
  const [way, setWay] = useState<MessageWay>(invitation.ways[0]?.way ?? "mail");
  const [wasSent, setSent] = useState(false);
  const [proven, setProven] = useState<Proven | null>(null);
  const asking = useMutation({ mutationFn: askForCode, onSuccess: () => setSent(true) });
  const to = invitation.ways.find((one) => one.way === way)?.to ?? "";
  const ask = () => asking.mutate({ token, way });

  if (proven !== null) {
    switch (proven.account) {
      case "unnamed":
        return <DocumentForm token={token} code={proven.code} onProven={setProven} />;
      case "other":
        return (
          <Conflict
            cedula={proven.cedula}
            // A number that was typed here may be mistyped.
            onOther={
              proven.document === undefined ? undefined : () => setProven({ ...proven, account: "unnamed" })
            }
          />
        );
      default:
        return <Acceptance token={token} {...proven} />;
    }
  }
  if (wasSent) {
    return (
      <CodeForm
        token={token}
        to={to}
        trouble={asking.isError ? sentenceFor(asking.error) : undefined}
        isSending={asking.isPending}
        onAgain={ask}
        onOther={() => setSent(false)}
        onProven={setProven}
      />
    );
  }
  if (invitation.ways.length === 0) {
    return (
      <Note
        title="No podemos enviarte el código"
        tone="attention"
        icon={<IconMailOff size={26} stroke={1.7} />}
      >
        <p>
          Para aceptar hace falta un código, y aquí no se envían mensajes a la dirección que escribió quien te
          invitó. Pídele que te invite con otra, un correo por ejemplo.
        </p>
      </Note>
    );
  }
  return (
    <div className={css["form"]}>
      {invitation.ways.length > 1 ? (
        <ChoiceField
          label="¿A dónde te enviamos el código?"
          name="way"
          value={way}
          onChange={(chosen) => setWay(chosen === "sms" ? "sms" : "mail")}
          options={invitation.ways.map((one) => ({ value: one.way, label: wayLabel(one) }))}
        />
      ) : (
        <p>Te enviaremos un código a {to} para confirmar que eres tú.</p>
      )}
      <FieldError id="ask-failure" error={asking.isError ? sentenceFor(asking.error) : undefined} />
      <Button wide loading={asking.isPending} onClick={ask}>
        Enviar código
      </Button>
    </div>
  );
}

const wayLabel = ({ way, to }: { way: MessageWay; to: string }): string =>
  way === "mail" ? `Correo ${to}` : `Mensaje de texto al ${to}`;

interface CodeFormProps {
  token: string;
  to: string;
  trouble: string | undefined;
  isSending: boolean;
  onAgain(): void;
  onOther(): void;
  onProven(proven: Proven): void;
}

function CodeForm({ token, to, trouble, isSending, onAgain, onOther, onProven }: CodeFormProps) {
  const { form, text, submit } = useForm({ code: "" }, ({ code }) => ({
    code:
      required(code, fieldSentences.required) ??
      (/^\d{6}$/.test(code.trim()) ? undefined : "* El código tiene seis números"),
  }));
  const proving = useMutation({
    mutationFn: (code: string) => proveWithCode({ token, code }),
    onSuccess: ({ account, cedula }, code) => onProven({ code, account, cedula }),
  });
  return (
    <Form ref={form} onSubmit={submit(({ code }) => proving.mutate(code.trim()))}>
      <SentCodeField {...text("code")} to={to} />
      <FieldError id="code-failure" error={proving.isError ? sentenceFor(proving.error) : trouble} />
      <Button type="submit" wide loading={proving.isPending}>
        Continuar
      </Button>
      <Button look="quiet" wide loading={isSending} onClick={onAgain}>
        Enviar otro código
      </Button>
      <Button look="plain" wide onClick={onOther}>
        Volver
      </Button>
    </Form>
  );
}

interface DocumentFormProps {
  token: string;
  code: string;
  onProven(proven: Proven): void;
}

const asDocumentType = (chosen: string): DocumentType =>
  documentTypes.find((type) => type === chosen) ?? "CEDULA_CIUDADANIA";

/** The inviter knew only a name and an address: who it is, is said by themselves. */
function DocumentForm({ token, code, onProven }: DocumentFormProps) {
  const { form, text, submit } = useForm({ documentType: "CEDULA_CIUDADANIA", cedula: "" }, (typed) => ({
    cedula:
      required(typed.cedula, fieldSentences.cedula) ??
      (isCedulaOf(asDocumentType(typed.documentType), normalCedula(typed.cedula))
        ? undefined
        : "* Revisa el número de documento"),
  }));
  const proving = useMutation({
    mutationFn: (document: InvitedDocument) => proveWithCode({ token, code, document }),
    onSuccess: ({ account, cedula }, document) => onProven({ code, account, cedula, document }),
  });
  return (
    <Form
      ref={form}
      onSubmit={submit(({ documentType, cedula }) =>
        proving.mutate({ documentType: asDocumentType(documentType), cedula: normalCedula(cedula) }),
      )}
    >
      <p>Dinos quién eres: con tu documento inicias sesión.</p>
      <SelectField {...text("documentType")} label="Tipo de documento" options={documentOptions} />
      <DocumentField {...text("cedula")} autoFocus />
      <FieldError id="document-failure" error={proving.isError ? sentenceFor(proving.error) : undefined} />
      <Button type="submit" wide loading={proving.isPending}>
        Continuar
      </Button>
    </Form>
  );
}

function Conflict({ cedula, onOther }: { cedula: string; onOther?: (() => void) | undefined }) {
  return (
    <Note
      title="Tu cédula ya tiene otra cuenta"
      tone="attention"
      icon={<IconUserExclamation size={26} stroke={1.7} />}
    >
      <p>
        La cédula {cedula} ya está en una cuenta con otro correo o celular, así que no podemos darle este
        acceso.
      </p>
      <p>
        Si esa cuenta es tuya, pide que te inviten con el correo o el celular de tu cuenta. Si no, pide a la
        administración que recupere tu cédula y abre este enlace otra vez.
      </p>
      {onOther === undefined ? null : (
        <Button look="quiet" onClick={onOther}>
          Corregir el documento
        </Button>
      )}
    </Note>
  );
}
