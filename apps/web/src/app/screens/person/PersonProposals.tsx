import { IconDeviceMobile, IconMail } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { normalEmail, normalPhone, takesSms } from "@umbral/contract/registration/personal-data";
import type { ContactKind, ContactProposal } from "@umbral/contract/users/contact-proposals.contract";
import type { PersonPage } from "@umbral/contract/users/person.contract";
import { formatDate, formatDay, formatSince } from "../../../lib/dates.ts";
import { CallRefused } from "../../../lib/failures.ts";
import { fieldSentences, sentenceFor } from "../../../lib/sentences.ts";
import { useToday } from "../../../lib/useNow.ts";
import { useWhileHere } from "../../../lib/useWhileHere.ts";
import { Button } from "../../../ui/Button.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { sayFailed } from "../../../ui/failed.ts";
import { FieldError } from "../../../ui/fields.tsx";
import { notify } from "../../../ui/notices.ts";
import { Actions, Form } from "../../../ui/Panel.tsx";
import { EmailField, PhoneField } from "../../../ui/PersonFields.tsx";
import { required, useForm } from "../../../ui/useForm.ts";
import css from "./Person.module.css";
import { proposeTo, sendProposalAgain, takeProposalBack } from "./proposals.api.ts";

/** What each is called where it is proposed. */
export const contactNames: Record<ContactKind, { act: string; name: string }> = {
  phone: { act: "Proponer otro celular", name: "Otro celular" },
  email: { act: "Proponer otro correo", name: "Otro correo" },
};

interface ProposalsProps {
  person: PersonPage;
  /** Reads the page again, also after a refusal: somebody may have confirmed meanwhile. */
  onChanged(): Promise<void>;
}

/** What was proposed and waits for the person: how old it is, sending it again and taking it back. */
export function PersonProposals({ person, onChanged }: ProposalsProps) {
  return person.proposals.length === 0 ? null : (
    <ul className={css["proposals"]} aria-label="Por confirmar">
      {person.proposals.map((proposal) => (
        <Proposal key={proposal.id} person={person} proposal={proposal} onChanged={onChanged} />
      ))}
    </ul>
  );
}

function Proposal({ person, proposal, onChanged }: ProposalsProps & { proposal: ContactProposal }) {
  const { id, kind, address } = proposal;
  const Icon = kind === "phone" ? IconDeviceMobile : IconMail;
  const settled = {
    onError: (error: unknown) => void sayFailed(error),
    onSettled: () => onChanged(),
  };
  const sending = useMutation({
    mutationFn: () => sendProposalAgain(person.id, id),
    ...settled,
    onSuccess: () => notify(`Enviamos otro enlace a ${address}.`, "good"),
  });
  const taking = useMutation({ mutationFn: () => takeProposalBack(person.id, id), ...settled });
  const takeBack = async () => {
    const isMeant = await dialogs.confirm({
      title: `¿Retirar ${address}?`,
      text: "El enlace que enviamos dejará de servir de inmediato.",
      irrevocable: true,
    });
    if (isMeant) {
      taking.mutate();
    }
  };
  return (
    <li>
      <Icon aria-hidden="true" size={22} />
      <div>
        <p>
          {contactNames[kind].name}, por confirmar: <strong>{address}</strong>
        </p>
        <Standing of={proposal} timeZone={person.places[0]?.building.timeZone} />
      </div>
      <div className={css["acts"]}>
        <Button
          look="quiet"
          aria-label={`Enviar de nuevo a ${address}`}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          Enviar de nuevo
        </Button>
        <Button
          look="destructive"
          aria-label={`Retirar ${address}`}
          loading={taking.isPending}
          onClick={() => void takeBack()}
        >
          Retirar
        </Button>
      </div>
    </li>
  );
}

/** 'Lo propuso Alberto · enviado a las 3:05 PM · vence el 30 nov 2026' */
function Standing({ of, timeZone }: { of: ContactProposal; timeZone: string | undefined }) {
  const today = useToday();
  const { by, sentAt, expiresAt, state } = of;
  const who = by === null ? "" : `Lo propuso ${by.name} · `;
  const sent = formatSince(sentAt, today, timeZone);
  const when = sent.startsWith("el ") ? `enviado ${sent}` : `enviado hoy a ${sent}`;
  switch (state) {
    case "waiting":
      return (
        <p className={css["soft"]}>
          {who}
          {when} · vence el {formatDay(expiresAt, timeZone)}
        </p>
      );
    case "expired":
      return (
        <p className={css["soft"]}>
          {who}
          {when} · <strong className={css["warned"]}>venció el {formatDate(expiresAt, timeZone)}</strong>
        </p>
      );
    case "void":
      return (
        <p className={css["soft"]}>
          {who}
          <strong className={css["warned"]}>ya no vale</strong>: quien lo propuso ya no administra todos los
          edificios de esta persona. Envíalo de nuevo para que sea palabra tuya.
        </p>
      );
  }
}

interface ProposalFormProps {
  person: PersonPage;
  kind: ContactKind;
  onChanged(): Promise<void>;
  onClose(): void;
}

/** Another phone or mail, for somebody else to confirm. */
export function ProposalForm({ person, kind, onChanged, onClose }: ProposalFormProps) {
  const leave = useWhileHere(onClose);
  const { form, text, submit } = useForm({ phone: "", email: "" }, ({ phone, email }) =>
    kind === "phone" ? { phone: phoneTrouble(phone) } : { email: emailTrouble(email) },
  );
  const proposing = useMutation({
    mutationFn: ({ phone, email }: { phone: string; email: string }) =>
      proposeTo(
        person.id,
        kind === "phone" ? { kind, phone: normalPhone(phone) ?? phone } : { kind, email: normalEmail(email) },
      ),
    onSuccess: ({ proposal }) => {
      notify(`Enviamos un enlace a ${proposal.address}. Cambia cuando se confirme.`, "good");
      leave();
      void onChanged();
    },
  });
  const older = person.proposals.find((one) => one.kind === kind);
  return (
    <Form ref={form} onSubmit={submit((typed) => proposing.mutate(typed))}>
      <p>
        {kind === "phone" ? "A ese número le llega un mensaje de texto" : "A ese correo le llega un mensaje"}{" "}
        con un enlace. Cambia cuando {person.name} lo confirme, y al de ahora le avisamos.
      </p>
      {older === undefined ? null : (
        <p className={css["soft"]}>Toma el lugar de {older.address}, que está por confirmar.</p>
      )}
      {kind === "phone" ? (
        <PhoneField {...text("phone")} autoFocus />
      ) : (
        <EmailField {...text("email")} autoFocus />
      )}
      <FieldError
        id="proposal-failure"
        error={proposing.isError ? troubleOf(proposing.error, kind) : undefined}
      />
      <Actions fills>
        <Button type="submit" loading={proposing.isPending}>
          Enviar propuesta
        </Button>
      </Actions>
    </Form>
  );
}

function phoneTrouble(written: string): string | undefined {
  const phone = normalPhone(written);
  return (
    required(written, fieldSentences.required) ??
    (phone === null
      ? "* El número de teléfono no es válido"
      : takesSms(phone)
        ? undefined
        : "* Ese número no recibe mensajes de texto: escribe un celular")
  );
}

const emailTrouble = (written: string): string | undefined =>
  required(written, fieldSentences.required) ??
  (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(written.trim()) ? undefined : "* El correo no es válido");

const troubleOf = (error: unknown, kind: ContactKind): string =>
  error instanceof CallRefused && error.code === "CONTACT_IS_THEIRS"
    ? `Ese ya es su ${kind === "phone" ? "teléfono" : "correo"}.`
    : sentenceFor(error);
