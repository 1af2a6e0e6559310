import type { Actor, Services } from "../../platform/context.ts";
import { session as everyDeviceOf } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { stripAccount } from "../accounts/index.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { refuseForHeld } from "../audit/forget-person.ts";
import { voidLinksOf } from "../auth/links.service.ts";
import { askPasswordAgain, endAllSessionsOf, holdAsker } from "../auth/sessions.service.ts";
import { refreshActive } from "../buildings/index.ts";
import { leaveCallsOf } from "../calls/call-leaving.ts";
import { takeCardsOf } from "../cards/card-states.ts";
import { forgetDevicesOf } from "../notifications/devices.ts";
import { mailOf, writeMessages } from "../notifications/notifications.service.ts";
import { voidClaimsOf } from "../registration/claims.ts";
import { endAllSpaces } from "../spaces/index.ts";
import { dropProposalsOf } from "./contact-proposals.queries.ts";
import { lockHolder } from "./free-cedula.queries.ts";
import { tellOfMember } from "./members.service.ts";

/** Numbers are compared without dashes and in capitals: what begins like this can be typed by nobody. */
const FREED = "libre-";
export const isFreed = (cedula: string): boolean => cedula.startsWith(FREED);

/** How long word of it is tried to be delivered. */
const NOTICE_MS = 24 * 3_600_000;

/**
 * 'Recuperar cédula': the account of a stranger loses the number that is not theirs, and all that it is, at once.
 * Whoever the number belongs to registers, or accepts what waits for them, as if it had never been.
 * @throws {Refused} WRONG_PASSWORD and SIGN_IN_REQUIRED of who asks, USER_NOT_FOUND, PERSON_HELD
 */
export async function freeCedulaOf(
  services: Services,
  actor: Actor,
  id: string,
  currentPassword: string,
): Promise<{ ok: true }> {
  const { db, clock, live, wakeOutbox } = services;
  const { passwordHash } = await askPasswordAgain(services, actor, currentPassword);
  const at = clock.now();
  const { sessions, spaces, tellOfCalls } = await db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor, passwordHash);
    // Before they are locked: who rejects their call holds it, and writes to them.
    const leaving = await leaveCallsOf(services, trx, id, actor);
    // Locked before the sessions are: a sign-in under way is counted, and the next one finds nobody.
    const holder = await lockHolder(trx, id);
    if (!holder || isFreed(holder.cedula)) {
      throw new Refused("USER_NOT_FOUND");
    }
    // Cards, devices, proposals and what they were called go for good: the account can be switched off meanwhile.
    await refuseForHeld(trx, id);
    const ended = await endAllSpaces(trx, id, at);
    for (const apartmentId of new Set(ended.flatMap((space) => space.apartmentId ?? []))) {
      await refreshActive(trx, apartmentId, at);
    }
    await stripAccount(trx, id, `${FREED}${id}`);
    await voidLinksOf(trx, id);
    await dropProposalsOf(trx, id);
    await voidClaimsOf(trx, id);
    await forgetDevicesOf(trx, id);
    const cards = await takeCardsOf(trx, id);
    const closed = await endAllSessionsOf(trx, id, at);
    if (holder.email !== "") {
      await writeMessages(services, trx, [
        mailOf({
          userId: id,
          to: holder.email,
          subject: "Tu cuenta de Umbral se cerró",
          paragraphs: [
            `Hola, ${holder.name}.`,
            "La cédula con la que se registró esta cuenta es de otra persona. La cuenta se cerró, con sus accesos y sus tarjetas.",
            "Si crees que es un error, habla con la administración de tu edificio.",
          ],
          expiresAt: new Date(at.getTime() + NOTICE_MS),
        }),
      ]);
    }
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "users.cedula-freed",
      subjectId: id,
      detail: { spaces: ended.length, cards, sessionsEnded: closed.length },
      change: {
        personId: id,
        before: { cedula: holder.cedula, email: holder.email, phone: holder.phone, active: holder.active },
        after: { cedula: "", email: "", phone: "", active: false },
      },
      at,
    });
    return { sessions: closed, spaces: ended, tellOfCalls: leaving };
  });
  tellOfCalls();
  for (const sessionId of sessions) {
    live.dismiss(everyDeviceOf(sessionId));
  }
  wakeOutbox();
  for (const { buildingId, apartmentId } of spaces) {
    await tellOfMember(services, { buildingId, apartmentId }, id);
  }
  return { ok: true };
}
