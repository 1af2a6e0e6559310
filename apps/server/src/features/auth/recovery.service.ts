import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { networkOf } from "../../platform/address.ts";
import { forgetAttempts, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { failuresFrom } from "../../platform/guesses.ts";
import { takeOfHour } from "../../platform/hourly-ceilings.queries.ts";
import { Refused } from "../../platform/refused.ts";
import { setPassword } from "../accounts/index.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { writeMail, writeMessage } from "../notifications/notifications.service.ts";
import { endSessions } from "./ending-sessions.ts";
import { dropLinksOf, findLinkHolder, useLink } from "./links.queries.ts";
import { digestOf, newPasswordLink } from "./links.service.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";
import { findPersonToRecover, insertRecoveryRequest, takeRecoveryRequest } from "./recovery.queries.ts";
import { isOwnPlace, rememberPlace } from "./sign-in-networks.ts";

/** In 15 minutes, whether they succeed or not (decisions §3): of one cédula and one address in all. */
const REQUESTS_OF_CEDULA = 5;
const REQUESTS_OF_ADDRESS = 60;
/** Links to one person in 15 minutes, for all who ask from elsewhere than the person's own places. */
const LINKS_FOR_OTHERS = 5;
/** A request that waited longer, because no server ran, is not answered any more: nobody waits for it. */
const WORTH_ANSWERING_MS = 10 * 60_000;
/** How long word of a changed password is tried to be delivered. */
const NOTICE_MS = 24 * 3_600_000;

/** A number that can be dialled from anywhere. */
const DIALLABLE = /^\+\d{8,15}$/;

/**
 * Takes down that somebody asked for a link. Nothing is looked up here: the answer tells nothing of the
 * cédula, and takes as long for any.
 * @throws {Refused} TOO_OFTEN; MESSAGES_NOT_HERE, for any cédula, where no link could reach anybody
 */
export async function askForLink(
  { db, clock, newId, ways }: Services,
  { cedula, address }: { cedula: string; address: string },
): Promise<{ ok: true }> {
  if (ways.length === 0) {
    throw new Refused("MESSAGES_NOT_HERE");
  }
  const now = clock.now();
  const network = networkOf(address);
  await refuseTooOften(
    { db },
    [
      { subject: ["recovery", cedula, network], most: REQUESTS_OF_CEDULA },
      { subject: ["recovery-from", network], most: REQUESTS_OF_ADDRESS },
    ],
    now,
  );
  await insertRecoveryRequest(db, { id: newId(), cedula, askedAt: now, network });
  return { ok: true };
}

/** Answers one request that waits. @returns false when none does */
export async function answerRequest(services: Services): Promise<boolean> {
  const { db, clock, wakeOutbox } = services;
  const outcome = await db.transaction().execute(async (trx) => {
    const request = await takeRecoveryRequest(trx);
    if (!request) {
      return "none";
    }
    const now = clock.now();
    const isLate = now.getTime() - request.askedAt.getTime() > WORTH_ANSWERING_MS;
    const person = isLate ? undefined : await findPersonToRecover(trx, request.cedula);
    if (!person || !(await mayHaveLink(services, trx, person.id, request.network))) {
      return "nobody";
    }
    const by = await sendLink(services, trx, person);
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: null,
      action: "auth.recovery-asked",
      subjectId: person.id,
      detail: { by },
      at: now,
    });
    return "sent";
  });
  if (outcome === "sent") {
    wakeOutbox();
  }
  return outcome !== "none";
}

/**
 * The mails that others ask for are few, and once they are used up void nothing: the last link stays good. Who asks
 * from a place of their own is only held by the limit on asking.
 */
async function mayHaveLink(services: Services, trx: Trx, userId: string, network: string): Promise<boolean> {
  const limits: Limit[] = [{ subject: ["recovery-links", userId], most: LINKS_FOR_OTHERS }];
  return (
    (await isOwnPlace(services, userId, network)) ||
    (await takeAttempt(trx, limits, services.clock.now())) === 0
  );
}

/**
 * By mail; by SMS for who has no mail, or where none is sent; not at all for who has neither. What cannot be sent voids no
 * older link.
 */
async function sendLink(
  services: Services,
  trx: Trx,
  person: { id: string; name: string; email: string; phone: string },
): Promise<MessageWay | "none"> {
  const number = person.phone.replaceAll(" ", "");
  const isReached = { mail: person.email !== "", sms: DIALLABLE.test(number) };
  const way = services.ways.find((one) => isReached[one]);
  if (way === undefined || (way === "sms" && (await takeOfHour(trx, services, "recovery-links")) > 0)) {
    return "none";
  }
  const { url, expiresAt } = await newPasswordLink(services, trx, person.id);
  if (way === "sms") {
    await writeMessage(services, trx, "sms", number, {
      subject: "Recupera tu contraseña",
      body: `Umbral: crea tu contraseña nueva aquí, antes de 30 minutos: ${url}`,
      data: {},
      userId: person.id,
      callId: null,
      expiresAt,
    });
    return "sms";
  }
  await writeMail(services, trx, {
    userId: person.id,
    to: person.email,
    subject: "Recupera tu contraseña de Umbral",
    paragraphs: [
      `Hola, ${person.name}.`,
      "Alguien pidió crear una contraseña nueva para tu cuenta. Si fuiste tú, usa este enlace: sirve una sola vez y vence en 30 minutos.",
      "Si no fuiste tú, no tienes que hacer nada: tu contraseña sigue siendo la misma.",
    ],
    link: { label: "Crear contraseña nueva", url },
    expiresAt,
  });
  return "mail";
}

/** Asked of the room above: somebody's PIN for shifts is worth nothing any more. @returns whether they had one */
export type DropShiftPin = (trx: Trx, userId: string) => Promise<boolean>;

/**
 * Sets the password of whose link it is, and ends all of their sessions, with the calls in them. Whoever knew the old
 * password may have set the PIN for shifts with it: that goes too.
 */
export async function resetPassword(
  services: Services,
  dropShiftPin: DropShiftPin,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<{ ok: true }> {
  const { db, clock, wakeOutbox } = services;
  const now = clock.now();
  await refuseTooOften(
    { db },
    [{ subject: ["reset-from", networkOf(address)], most: REQUESTS_OF_ADDRESS }],
    now,
  );
  const digest = digestOf(token);
  const holder = await findLinkHolder(db, "password", digest, now);
  if (!holder) {
    throw new Refused("RESET_LINK_NOT_VALID");
  }
  refuseWeakPassword(password, holder.cedula);
  const passwordHash = await hashPassword(password);
  const { leave } = await db.transaction().execute(async (trx) => {
    if (!(await useLink(trx, "password", digest, now))) {
      throw new Refused("RESET_LINK_NOT_VALID");
    }
    await setPassword(trx, holder.id, passwordHash);
    await dropLinksOf(trx, holder.id);
    // Before their sessions: who steps in by it in this moment is waited for, and that shift ends as well.
    const hadShiftPin = await dropShiftPin(trx, holder.id);
    const ended = await endSessions(services, trx, {
      userId: holder.id,
      which: { except: null },
      by: { id: holder.id, sessionId: null },
    });
    // Whoever holds the link is the owner, wherever they are: nobody's guessing keeps them out of there.
    await forgetAttempts(trx, [failuresFrom("login", holder.cedula, address)], now);
    await rememberPlace(services, trx, holder.id, address);
    await noteNewPassword(services, trx, holder, {
      action: "auth.password-reset",
      sessionsEnded: ended.ids.length,
      hadShiftPin,
      at: now,
    });
    return ended;
  });
  leave();
  wakeOutbox();
  return { ok: true };
}

/** Writes down that somebody's password is another one. Whoever did not do it learns of it. */
export async function noteNewPassword(
  services: Services,
  trx: Trx,
  person: { id: string; name: string; email: string },
  done: {
    action: "auth.password-reset" | "auth.password-changed";
    sessionsEnded: number;
    /** It went with the old password. */
    hadShiftPin?: boolean;
    at: Date;
  },
): Promise<void> {
  await writeAuditLine(trx, {
    buildingId: null,
    actorId: person.id,
    action: done.action,
    subjectId: person.id,
    detail: { sessionsEnded: done.sessionsEnded, ...(done.hadShiftPin && { hadShiftPin: true }) },
    at: done.at,
  });
  if (person.email === "") {
    return;
  }
  await writeMail(services, trx, {
    userId: person.id,
    to: person.email,
    subject: "Tu contraseña de Umbral cambió",
    paragraphs: [
      `Hola, ${person.name}.`,
      "La contraseña de tu cuenta acaba de cambiar. Se cerraron las sesiones que tenías abiertas en otros dispositivos.",
      ...(done.hadShiftPin
        ? ["Tu PIN de turno dejó de servir: crea otro en tu perfil antes de tu próximo turno."]
        : []),
      // It keeps nobody out of their own door, and somebody else may have made it: only its person can tell.
      ...(done.action === "auth.password-reset"
        ? [
            "Tu PIN para teclados, tus pases y tus invitaciones siguen como estaban: si crees que alguien más usó tu cuenta, revisa que todos sean tuyos.",
          ]
        : []),
      "Si no fuiste tú, recupera tu contraseña ahora y avisa a la administración de tu edificio.",
    ],
    link: { label: "Recuperar mi contraseña", url: `${publicUrlOf(services.env)}/recuperar` },
    expiresAt: new Date(done.at.getTime() + NOTICE_MS),
  });
}

async function refuseTooOften(
  { db }: Pick<Services, "db">,
  limits: readonly Limit[],
  now: Date,
): Promise<void> {
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
}
