import type { Role } from "@umbral/contract/lib/roles";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { takesSms } from "@umbral/contract/registration/personal-data";
import { INVITATION_PATH } from "@umbral/contract/users/invitations.contract";
import { roleNames } from "@umbral/contract/users/role-words";
import type { Services } from "../../platform/context.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { type Holder, waysOf } from "../accounts/index.ts";
import { mailOf, type OutgoingMessage } from "../notifications/notifications.service.ts";

/** How long word of what happened is tried to be delivered. */
export const NOTICE_MS = 24 * 3_600_000;

/** What a message about an invitation needs to know of it. */
export interface Told {
  id: string;
  name: string;
  email: string;
  phone: string;
  role: Role;
  apartmentName: string | null;
  buildingName: string;
}

const placeOf = ({ apartmentName, buildingName }: Told): string =>
  apartmentName === null ? buildingName : `apartamento ${apartmentName} de ${buildingName}`;

/** The address that an invitation leads to. */
export const linkOf = ({ env }: Pick<Services, "env">, secret: string): string =>
  `${publicUrlOf(env)}${INVITATION_PATH}?token=${secret}`;

/** The invitation itself, to the typed mail, or to the telephone where none can be sent; null for neither. */
export function invitationTo(
  services: Pick<Services, "env" | "ways">,
  told: Told,
  secret: string,
  expiresAt: Date,
): OutgoingMessage | null {
  const [way] = waysOf(services, told);
  const url = linkOf(services, secret);
  const as = roleNames[told.role].toLowerCase();
  if (way === "mail") {
    return mailOf({
      userId: null,
      to: told.email,
      subject: `Te invitaron a ${told.buildingName} en Umbral`,
      paragraphs: [
        `Hola, ${told.name}.`,
        `Te invitaron como ${as} en ${placeOf(told)}. Tu acceso empieza cuando aceptes con este enlace; te enviaremos un código para confirmar que eres tú. El enlace vence en 7 días.`,
        "Si no esperabas esta invitación, no tienes que hacer nada.",
      ],
      link: { label: "Ver la invitación", url },
      expiresAt,
    });
  }
  return way === undefined
    ? null
    : {
        channel: "sms",
        to: told.phone,
        subject: "Invitación",
        body: `Umbral: te invitaron como ${as} en ${placeOf(told)}. Acepta antes de 7 días: ${url}`,
        data: {},
        userId: null,
        expiresAt,
      };
}

/** The code that proves an address that the inviter typed. */
export function codeTo(told: Told, way: MessageWay, code: string, expiresAt: Date): OutgoingMessage {
  const warning = "Vence en 10 minutos. No lo compartas con nadie, tampoco con quien te invitó.";
  return way === "mail"
    ? mailOf({
        userId: null,
        to: told.email,
        subject: "Tu código para aceptar la invitación",
        paragraphs: [
          `Hola, ${told.name}.`,
          `Tu código es ${code}. Con él aceptas ser ${roleNames[told.role].toLowerCase()} en ${placeOf(told)}.`,
          warning,
        ],
        expiresAt,
      })
    : {
        channel: "sms",
        to: told.phone,
        subject: "Código de la invitación",
        body: `Tu código de Umbral es ${code}. ${warning}`,
        data: {},
        userId: null,
        expiresAt,
      };
}

/** Tells the account with this cédula that somebody was invited with it at another address. */
export function warningTo({ clock }: Pick<Services, "clock">, told: Told, holder: Holder): OutgoingMessage[] {
  const expiresAt = new Date(clock.now().getTime() + NOTICE_MS);
  const subject = `Invitaron a alguien con tu cédula en ${told.buildingName}`;
  const what = `En ${told.buildingName} invitaron a una persona con el número de cédula de tu cuenta, a un correo o celular que no son los tuyos. Tu cuenta sigue igual.`;
  if (holder.email !== "") {
    return [
      mailOf({
        userId: holder.id,
        to: holder.email,
        subject,
        paragraphs: [
          `Hola, ${holder.name}.`,
          what,
          "Si esperabas una invitación, pide que usen el correo o el celular de tu cuenta. Si no, avisa a la administración del edificio.",
        ],
        expiresAt,
      }),
    ];
  }
  const phone = holder.phone.replaceAll(" ", "");
  return phone === "" || !takesSms(phone)
    ? []
    : [
        {
          channel: "sms",
          to: phone,
          subject,
          body: `Umbral: ${what}`,
          data: {},
          userId: holder.id,
          expiresAt,
        },
      ];
}

/** The same to the account's devices. */
export const warningPush = (buildingName: string) => ({
  subject: "Invitaron a alguien con tu cédula",
  body: `En ${buildingName} usaron otro correo o celular. Si esperabas la invitación, pide que usen los de tu cuenta.`,
  smsBody: "",
  push: "invitation" as const,
  data: { path: "/profile", tag: "invitation-conflict" },
});

/** Tells an account that was there before that a role began on it. */
export function welcomeTo(
  { clock, env }: Pick<Services, "clock" | "env">,
  told: Told,
  holder: Holder,
): OutgoingMessage {
  return mailOf({
    userId: holder.id,
    to: holder.email,
    subject: `Tienes un nuevo acceso en ${told.buildingName}`,
    paragraphs: [
      `Hola, ${holder.name}.`,
      `Ahora eres ${roleNames[told.role].toLowerCase()} en ${placeOf(told)}. Inicia sesión con tu cédula y tu contraseña de siempre.`,
      "Si no aceptaste ninguna invitación, recupera tu contraseña ahora y avisa a la administración del edificio.",
    ],
    link: { label: "Iniciar sesión", url: publicUrlOf(env) },
    expiresAt: new Date(clock.now().getTime() + NOTICE_MS),
  });
}
