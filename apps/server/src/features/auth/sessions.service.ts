import type { OwnSession } from "@umbral/contract/auth/sessions.contract";
import { giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { deviceNameOf } from "../../platform/device-name.ts";
import { Refused } from "../../platform/refused.ts";
import { setPassword } from "../accounts/index.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { endSessions } from "./ending-sessions.ts";
import { dropLinksOf } from "./links.queries.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { findPasswordHolder } from "./recovery.queries.ts";
import { noteNewPassword } from "./recovery.service.ts";
import { endSessionsOf, findSessionsOf, isOpen, lockPassword } from "./sessions.queries.ts";

/** Wrong passwords of somebody who is signed in, in 15 minutes: whoever found an open screen may not guess on. */
const WRONG_PASSWORDS = 10;

export async function sessionsOf(services: Services, actor: Actor): Promise<{ sessions: OwnSession[] }> {
  const sessions = await sessionsOfPerson(services, actor.id);
  return { sessions: sessions.map((one) => ({ ...one, isCurrent: one.id === actor.sessionId })) };
}

/** Where somebody is signed in, the last used first. */
export async function sessionsOfPerson(
  { db, clock }: Services,
  userId: string,
): Promise<Omit<OwnSession, "isCurrent">[]> {
  const rows = await findSessionsOf(db, userId, clock.now());
  return rows.map(({ id, createdAt, lastUsedAt, userAgent }) => ({
    id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    device: deviceNameOf(userAgent).name,
  }));
}

/** Has nobody ended this session while something was asked in it? */
export const isSessionOpen = (db: Db, sessionId: string): Promise<boolean> => isOpen(db, sessionId);

/**
 * Ends one session of somebody, on HTTP, on its sockets and in its calls. @returns what to do once it is committed
 * @throws {Refused} NOT_FOUND for one that is not theirs, or ended already
 */
export async function endOneSession(
  services: Services,
  trx: Trx,
  of: { userId: string; sessionId: string; by: Actor },
): Promise<() => void> {
  const { userId, sessionId, by } = of;
  const { ids, leave } = await endSessions(services, trx, { userId, which: { only: sessionId }, by });
  if (ids.length === 0) {
    throw new Refused("NOT_FOUND");
  }
  return leave;
}

/** Ends one session of the person who asks. */
export async function endOwnSession(
  services: Services,
  actor: Actor,
  sessionId: string,
): Promise<{ ok: true }> {
  const { db, clock } = services;
  const now = clock.now();
  const leave = await db.transaction().execute(async (trx) => {
    const tell = await endOneSession(services, trx, { userId: actor.id, sessionId, by: actor });
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "auth.session-closed",
      subjectId: sessionId,
      detail: {},
      at: now,
    });
    return tell;
  });
  leave();
  return { ok: true };
}

/** Ends all their sessions but the one that asks. */
export async function endOtherSessions(services: Services, actor: Actor): Promise<{ ended: number }> {
  const { db, clock } = services;
  const now = clock.now();
  const { ids, leave } = await db.transaction().execute(async (trx) => {
    const which = { except: actor.sessionId };
    const ended = await endSessions(services, trx, { userId: actor.id, which, by: actor });
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "auth.other-sessions-closed",
      subjectId: actor.sessionId,
      detail: { ended: ended.ids.length },
      at: now,
    });
    return ended;
  });
  leave();
  return { ended: ids.length };
}

/** Ends every session of somebody, in the action that takes their account away. @returns which ended */
export function endAllSessionsOf(trx: Trx, userId: string, at: Date): Promise<string[]> {
  return endSessionsOf(trx, userId, { except: null }, at);
}

/** Changes the password of who knows the old one; their other sessions end, this one goes on. */
export async function changePassword(
  services: Services,
  actor: Actor,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ ok: true }> {
  const { db, clock, wakeOutbox } = services;
  const holder = await askPasswordAgain(services, actor, currentPassword);
  refuseWeakPassword(password, holder.cedula);
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  const { leave } = await db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor, holder.passwordHash);
    await setPassword(trx, holder.id, passwordHash);
    await dropLinksOf(trx, holder.id);
    const which = { except: actor.sessionId };
    const ended = await endSessions(services, trx, { userId: holder.id, which, by: actor });
    await noteNewPassword(services, trx, holder, {
      action: "auth.password-changed",
      sessionsEnded: ended.ids.length,
      at: now,
    });
    return ended;
  });
  leave();
  wakeOutbox();
  return { ok: true };
}

/**
 * Asks who is signed in for their password once more, before what matters changes.
 * @throws {Refused} WRONG_PASSWORD, or TOO_OFTEN after too many of them
 */
export async function askPasswordAgain(
  { db, clock }: Services,
  actor: Actor,
  password: string,
): Promise<{ id: string; cedula: string; name: string; email: string; passwordHash: string }> {
  const now = clock.now();
  const limits: Limit[] = [{ subject: ["password-again", actor.id], most: WRONG_PASSWORDS }];
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const { passwordHash, ...holder } = await findPasswordHolder(db, actor.id);
  if (!(await passwordMatches(passwordHash, password)) || passwordHash === null) {
    throw wrongPassword();
  }
  await giveBackAttempt(db, limits, now);
  return { ...holder, passwordHash };
}

/**
 * Holds who asks until the transaction ends. Comparing a password takes a while, and so does what a device signed:
 * meanwhile their session may have been ended, or the password changed, by who wants to keep them out.
 * @param passwordHash what was compared, where one was typed
 * @throws {Refused} SIGN_IN_REQUIRED, WRONG_PASSWORD
 */
export async function holdAsker(trx: Trx, actor: Actor, passwordHash?: string): Promise<void> {
  const kept = await lockPassword(trx, actor.id);
  if (!(await isOpen(trx, actor.sessionId))) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  if (passwordHash !== undefined && kept !== passwordHash) {
    throw wrongPassword();
  }
}

const wrongPassword = (): Refused =>
  new Refused("WRONG_PASSWORD", {
    errors: [{ property: "currentPassword", message: "no es correcta" }],
  });
