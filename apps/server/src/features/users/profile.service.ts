import type { CurrentUser, Space } from "@umbral/contract/auth/auth.contract";
import type { PendingEmail } from "@umbral/contract/users/profile.contract";
import { type Limit, refusedJustNow, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { refuseWithoutWay } from "../../platform/message-ways.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { setEmail, setPhone, setPhoto } from "../accounts/index.ts";
import { writeOwnAction } from "../audit/audit.service.ts";
import { describePerson } from "../auth/auth.service.ts";
import { newEmailLink, takeEmailLink, voidPasswordLinkTo, waitingEmailOf } from "../auth/links.service.ts";
import { askPasswordAgain, holdAsker } from "../auth/sessions.service.ts";
import { writeMail } from "../notifications/notifications.service.ts";
import { findAddress } from "./profile.queries.ts";

type Me = { user: CurrentUser; spaces: Space[] };

/** Links to new addresses in 15 minutes: each is a mail to somebody who may never have asked for one. */
const EMAIL_LINKS = 5;
/** Pictures of oneself in 15 minutes: enough to find a good one. */
const PHOTOS = 6;
/** How long word of a change is tried to be delivered. */
const NOTICE_MS = 24 * 3_600_000;

const photosOf = (actor: Actor): Limit[] => [{ subject: ["profile-photo", actor.id], most: PHOTOS }];

/**
 * Who was told a moment ago that these are too many need not send another.
 * @throws {Refused} TOO_OFTEN
 */
export function refuseManyPhotos({ db, clock }: Services, actor: Actor): void {
  const retryAfter = refusedJustNow(db, photosOf(actor), clock.now());
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
}

/**
 * Takes a new picture; the old one goes with the next sweep.
 * @throws {Refused} TOO_OFTEN, before anything is decoded
 */
export async function changeOwnPhoto(services: Services, actor: Actor, sent: Blob): Promise<Me> {
  const retryAfter = await takeAttempt(services.db, photosOf(actor), services.clock.now());
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const picture = await readPicture(sent, "photo");
  await withPictures(services, async (trx, keep) => {
    await setPhoto(trx, actor.id, await keep("profile", picture.bytes));
    await writeOwnAction(services, trx, actor.id, "users.photo-changed");
  });
  return describePerson(services, actor.id);
}

/** Calls and lost passwords go to this number: it changes only with the password. */
export async function changeOwnPhone(
  services: Services,
  actor: Actor,
  { phone, currentPassword }: { phone: string; currentPassword: string },
): Promise<Me> {
  const { passwordHash } = await askPasswordAgain(services, actor, currentPassword);
  await services.db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor, passwordHash);
    const before = await findAddress(trx, actor.id);
    await setPhone(trx, actor.id, phone);
    await voidPasswordLinkTo(services, trx, "phone", { id: actor.id, email: before.email });
    await writeOwnAction(services, trx, actor.id, "users.phone-changed", {
      before: { phone: before.phone },
      after: { phone },
    });
    await tell(
      services,
      trx,
      { userId: actor.id, name: before.name, to: before.email },
      "Tu número de celular cambió en Umbral",
      [`El celular de tu cuenta ahora termina en ${phone.slice(-3)}.`],
    );
  });
  services.wakeOutbox();
  return describePerson(services, actor.id);
}

export async function waitingEmail(
  services: Services,
  actor: Actor,
): Promise<{ pending: PendingEmail | null }> {
  const waiting = await waitingEmailOf(services, actor.id);
  return { pending: waiting && { email: waiting.email, expiresAt: waiting.expiresAt.toISOString() } };
}

/**
 * Asks at the new address whether it is theirs; nothing changes until it says so. The old one is told.
 * @throws {Refused} MAIL_NOT_HERE or MESSAGES_NOT_HERE where it could not be asked, TOO_OFTEN
 */
export async function askForEmail(
  services: Services,
  actor: Actor,
  { email, currentPassword }: { email: string; currentPassword: string },
): Promise<{ pending: PendingEmail }> {
  const { db, clock, wakeOutbox } = services;
  refuseWithoutWay(services, "mail", "email");
  const person = await askPasswordAgain(services, actor, currentPassword);
  const limits: Limit[] = [{ subject: ["email-link", actor.id], most: EMAIL_LINKS }];
  const retryAfter = await takeAttempt(db, limits, clock.now());
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const expiresAt = await db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor, person.passwordHash);
    const link = await newEmailLink(services, trx, actor.id, email);
    await writeMail(services, trx, {
      userId: actor.id,
      to: email,
      subject: "Confirma tu correo en Umbral",
      paragraphs: [
        `Hola, ${person.name}.`,
        "Confirma que este es tu correo. El enlace sirve una sola vez y vence en 24 horas; ábrelo con tu sesión iniciada en Umbral.",
        "Si no pediste este cambio, no tienes que hacer nada.",
      ],
      link: { label: "Confirmar mi correo", url: link.url },
      expiresAt: link.expiresAt,
    });
    await writeOwnAction(services, trx, actor.id, "users.email-asked");
    await tell(
      services,
      trx,
      { userId: actor.id, name: person.name, to: person.email },
      "Pidieron cambiar el correo de tu cuenta de Umbral",
      [
        "Alguien con tu contraseña pidió usar otro correo en tu cuenta. Este seguirá siendo el tuyo hasta que el nuevo se confirme.",
      ],
    );
    return link.expiresAt;
  });
  wakeOutbox();
  return { pending: { email, expiresAt: expiresAt.toISOString() } };
}

/** The new address is theirs. The old one is told for the last time. */
export async function confirmOwnEmail(services: Services, actor: Actor, token: string): Promise<Me> {
  const { db, wakeOutbox } = services;
  await db.transaction().execute(async (trx) => {
    const email = await takeEmailLink(services, trx, actor.id, token);
    if (email === null) {
      // Nothing is used up by a refusal: the transaction is undone.
      throw new Refused("EMAIL_LINK_NOT_VALID");
    }
    const before = await findAddress(trx, actor.id);
    if (!(await setEmail(trx, actor.id, email))) {
      throw new Refused("ALREADY_EXISTS", { errors: [{ property: "email", message: "already exists" }] });
    }
    await voidPasswordLinkTo(services, trx, "email", { id: actor.id, email: before.email });
    await writeOwnAction(services, trx, actor.id, "users.email-changed", {
      before: { email: before.email },
      after: { email },
    });
    await tell(
      services,
      trx,
      { userId: actor.id, name: before.name, to: before.email },
      "El correo de tu cuenta de Umbral cambió",
      ["Tu cuenta ahora usa otro correo. Ya no te escribiremos a este."],
    );
  });
  wakeOutbox();
  return describePerson(services, actor.id);
}

/** Word of a change to an address that may be none. */
async function tell(
  services: Services,
  trx: Trx,
  { userId, name, to }: { userId: string; name: string; to: string },
  subject: string,
  what: readonly string[],
): Promise<void> {
  if (to === "") {
    return;
  }
  await writeMail(services, trx, {
    userId,
    to,
    subject,
    paragraphs: [
      `Hola, ${name}.`,
      ...what,
      "Si no fuiste tú, recupera tu contraseña ahora y avisa a la administración de tu edificio.",
    ],
    link: { label: "Recuperar mi contraseña", url: `${publicUrlOf(services.env)}/recuperar` },
    expiresAt: new Date(services.clock.now().getTime() + NOTICE_MS),
  });
}
