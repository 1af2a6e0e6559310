import { type Administrator, INVITATION_MS } from "@umbral/contract/auth/administrators.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { refuseWithoutWay } from "../../platform/message-ways.ts";
import { Refused } from "../../platform/refused.ts";
import { insertAccount } from "../accounts/index.ts";
import { writeAction, writeAuditLine } from "../audit/audit.service.ts";
import { writeMail } from "../notifications/notifications.service.ts";
import {
  deleteSecondFactor,
  findAdministrator,
  findAdministrators,
  findTaken,
} from "./administrators.queries.ts";
import { endSessions } from "./ending-sessions.ts";
import { newPasswordLink } from "./links.service.ts";
import { deletePasskeysOf } from "./passkeys.queries.ts";
import { tellOfSecurity } from "./security-mails.ts";

type Row = NonNullable<Awaited<ReturnType<typeof findAdministrator>>>;

export async function listAdministratorsOf({ db }: Services): Promise<{ administrators: Administrator[] }> {
  return { administrators: (await findAdministrators(db)).map(toAdministrator) };
}

/**
 * Makes an administrator without a password, and writes them how to set one.
 * @throws {Refused} MAIL_NOT_HERE or MESSAGES_NOT_HERE where nobody can be written to, ALREADY_EXISTS
 */
export async function createAdministratorBy(
  services: Services,
  actor: Actor,
  person: { cedula: string; name: string; email: string },
): Promise<{ administrator: Administrator }> {
  refuseWithoutWay(services, "mail", "email");
  const row = await services.db.transaction().execute(async (trx) => {
    const id = await makeAdministrator(services, trx, actor.id, { ...person, passwordHash: null });
    await invite(services, trx, { id, ...person });
    return findAdministrator(trx, id);
  });
  if (!row) {
    throw new Refused("NOT_FOUND");
  }
  services.wakeOutbox();
  return { administrator: toAdministrator(row) };
}

/**
 * Writes the account and its audit line.
 * @param actorId null for who has the console
 * @throws {Refused} ALREADY_EXISTS naming what somebody has already
 */
export async function makeAdministrator(
  { newId, clock }: Pick<Services, "newId" | "clock">,
  trx: Trx,
  actorId: string | null,
  person: { cedula: string; name: string; email: string; passwordHash: string | null },
): Promise<string> {
  const taken = await findTaken(trx, person);
  if (taken.length > 0) {
    throw alreadyThere(taken);
  }
  const id = newId();
  try {
    await insertAccount(trx, { id, ...person, userType: "ADMIN" });
  } catch (error) {
    // Somebody was quicker by a moment.
    throw isDuplicate(error) ? alreadyThere(["cedula"]) : error;
  }
  await writeAuditLine(trx, {
    buildingId: null,
    actorId,
    action: "administrators.created",
    subjectId: id,
    detail: {},
    at: clock.now(),
    change: {
      personId: id,
      before: {},
      after: { name: person.name, cedula: person.cedula, email: person.email },
    },
  });
  return id;
}

/** @throws {Refused} MAIL_NOT_HERE, MESSAGES_NOT_HERE, NOT_FOUND, ADMINISTRATOR_IS_OFF */
export async function inviteAgain(services: Services, actor: Actor, id: string): Promise<{ ok: true }> {
  refuseWithoutWay(services, "mail");
  await services.db.transaction().execute(async (trx) => {
    const person = await administratorWith(trx, id);
    if (!person.active) {
      throw new Refused("ADMINISTRATOR_IS_OFF");
    }
    await invite(services, trx, person);
    await writeAction(services, trx, actor, {
      buildingId: null,
      action: "administrators.invited",
      subjectId: id,
    });
  });
  services.wakeOutbox();
  return { ok: true };
}

/** For who lost app and recovery codes, whoever administers the platform or a building. Their next sign-in takes up a new second factor before anything else. */
export async function resetSecondFactorOf(
  services: Services,
  actor: Actor,
  id: string,
): Promise<{ ok: true }> {
  if (id === actor.id) {
    throw new Refused("SECOND_FACTOR_IS_YOURS");
  }
  const { leave } = await services.db.transaction().execute(async (trx) => {
    // First, because it holds the person: what one of their sessions adds in the same moment is there to be taken, or is not added.
    const ended = await endSessions(services, trx, { userId: id, which: { except: null }, by: actor });
    const had = [await deleteSecondFactor(trx, id), await deletePasskeysOf(trx, id)];
    if (!had.includes(true)) {
      throw new Refused("NOT_FOUND");
    }
    await writeAction(services, trx, actor, {
      buildingId: null,
      action: "administrators.second-factor-reset",
      subjectId: id,
    });
    await tellOfSecurity(services, trx, id, "taken");
    return ended;
  });
  leave();
  services.wakeOutbox();
  return { ok: true };
}

async function administratorWith(trx: Trx, id: string): Promise<Row> {
  const row = await findAdministrator(trx, id);
  if (!row) {
    throw new Refused("NOT_FOUND");
  }
  return row;
}

async function invite(
  services: Services,
  trx: Trx,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const link = await newPasswordLink(services, trx, id, INVITATION_MS);
  await writeMail(services, trx, {
    userId: id,
    to: email,
    subject: "Te invitaron a administrar Umbral",
    paragraphs: [
      `Hola, ${name}.`,
      "Desde ahora puedes administrar la plataforma Umbral. Crea tu contraseña con este enlace: sirve una sola vez y vence en 7 días.",
      "Al iniciar sesión por primera vez te pediremos activar la verificación en dos pasos; ten a mano tu teléfono.",
    ],
    link: { label: "Crear mi contraseña", url: link.url },
    expiresAt: link.expiresAt,
  });
}

const alreadyThere = (taken: readonly string[]): Refused =>
  new Refused("ALREADY_EXISTS", {
    errors: taken.map((property) => ({ property, message: "already exists" })),
  });

export const toAdministrator = ({ createdAt, hasPassword, hasSecondFactor, ...row }: Row): Administrator => ({
  ...row,
  hasPassword: Boolean(hasPassword),
  hasSecondFactor: Boolean(hasSecondFactor),
  createdAt: createdAt.toISOString(),
});
