import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { takesSms } from "@umbral/contract/registration/personal-data";
import { CONFIRM_CONTACT_PATH, type ContactKind } from "@umbral/contract/users/contact-proposals.contract";
import type { Services } from "../../platform/context.ts";
import { publicUrlOf } from "../../platform/env.ts";
import type { Holder } from "../accounts/index.ts";
import { mailOf, type OutgoingMessage } from "../notifications/notifications.service.ts";
import { NOTICE_MS } from "./invitation-words.ts";

/** What a message about a proposal needs to know of it. */
export interface Proposed {
  kind: ContactKind;
  address: string;
  /** Of the person. */
  name: string;
  proposedBy: string | null;
  /** Null for the platform. */
  buildingName: string | null;
}

/** How each kind is asked. */
export const wayOf: Record<ContactKind, MessageWay> = { phone: "sms", email: "mail" };

/** A mistyped number is a stranger's: they need not know more. */
export const firstNameOf = (name: string): string => name.split(" ")[0] ?? name;

const whose = ({ buildingName }: Pick<Proposed, "buildingName">): string =>
  buildingName === null ? "la administración de Umbral" : `la administración de ${buildingName}`;
const who = (proposed: Proposed): string =>
  proposed.proposedBy === null ? whose(proposed) : `${proposed.proposedBy}, de ${whose(proposed)},`;

/** Asks at the proposed address whether it is theirs. */
export function proposalTo(
  { env }: Pick<Services, "env">,
  proposed: Proposed,
  secret: string,
  expiresAt: Date,
): OutgoingMessage {
  const { kind, address, name } = proposed;
  // Behind '#': what stands there is sent to no server and written into no log.
  const url = `${publicUrlOf(env)}${CONFIRM_CONTACT_PATH}#token=${secret}`;
  return kind === "email"
    ? mailOf({
        userId: null,
        to: address,
        subject: "Confirma tu nuevo correo en Umbral",
        paragraphs: [
          `Hola, ${firstNameOf(name)}.`,
          `${capital(who(proposed))} propone este correo para tu cuenta de Umbral. Se usará cuando lo confirmes con este enlace: te enviaremos un código. El enlace vence en 7 días.`,
          "Si no lo esperabas, no tienes que hacer nada: nada cambia.",
        ],
        link: { label: "Confirmar mi correo", url },
        expiresAt,
      })
    : smsOf(
        address,
        null,
        "Confirma tu celular",
        `Umbral: ${who(proposed)} propone este celular para tu cuenta, ${firstNameOf(name)}. Confírmalo antes de 7 días: ${url}`,
        expiresAt,
      );
}

/** The code that proves that whoever holds the link reads what arrives there. */
export function contactCodeTo(
  { kind, address, name }: Proposed,
  code: string,
  expiresAt: Date,
): OutgoingMessage {
  const warning = "Vence en 10 minutos. No lo compartas con nadie, tampoco con la administración.";
  return kind === "email"
    ? mailOf({
        userId: null,
        to: address,
        subject: "Tu código para confirmar tu correo",
        paragraphs: [
          `Hola, ${firstNameOf(name)}.`,
          `Tu código es ${code}. Con él confirmas este correo.`,
          warning,
        ],
        expiresAt,
      })
    : smsOf(
        address,
        null,
        "Código para confirmar tu celular",
        `Tu código de Umbral es ${code}. Con él confirmas este celular. ${warning}`,
        expiresAt,
      );
}

/**
 * Tells the old phone or mail that it is another one now, and of a phone the mail too. Where there was none, what else
 * the account is reached by is told.
 */
export function changedFrom(
  { clock }: Pick<Services, "clock">,
  proposed: Proposed,
  before: Holder,
): OutgoingMessage[] {
  const expiresAt = new Date(clock.now().getTime() + NOTICE_MS);
  const { kind, address } = proposed;
  const isMail = kind === "email";
  const subject = isMail
    ? "El correo de tu cuenta de Umbral cambió"
    : "El celular de tu cuenta de Umbral cambió";
  const what = isMail
    ? `Tu cuenta ahora usa otro correo. Lo propuso ${whose(proposed)} y se confirmó allá.`
    : `El celular de tu cuenta ahora termina en ${address.slice(-3)}. Lo propuso ${whose(proposed)} y se confirmó allá.`;
  const warning = "Si no fuiste tú, avisa ahora a la administración de tu edificio.";
  const phone = before.phone.replaceAll(" ", "");
  const isTextable = phone !== "" && takesSms(phone);
  return [
    ...(before.email === ""
      ? []
      : [
          mailOf({
            userId: before.id,
            to: before.email,
            subject,
            paragraphs: [`Hola, ${before.name}.`, what, warning],
            expiresAt,
          }),
        ]),
    ...(isTextable && (!isMail || before.email === "")
      ? [smsOf(phone, before.id, subject, `Umbral: ${what} ${warning}`, expiresAt)]
      : []),
  ];
}

const smsOf = (
  to: string,
  userId: string | null,
  subject: string,
  body: string,
  expiresAt: Date,
): OutgoingMessage => ({ channel: "sms", to, subject, body, data: {}, userId, expiresAt });

const capital = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
