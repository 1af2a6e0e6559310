import { maySomewhere } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { buildingOfOwnPerson, isPerson } from "../accounts/index.ts";
import { writeAction } from "../audit/audit.service.ts";
import { endOneSession } from "../auth/sessions.service.ts";
import { administersSomewhere } from "./contact-proposals.queries.ts";

/**
 * Ends a session of somebody: where they are signed in counts everywhere, so it is for the administration of all their
 * buildings, and for who administers one the platform's (decisions §9). Its own people end theirs in the profile.
 * @throws {Refused} USER_NOT_FOUND, PLATFORM_ONLY, NOT_FOUND
 */
export async function endSessionOf(
  services: Services,
  actor: Actor,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ ok: true }> {
  const { db, clock } = services;
  const leave = await db.transaction().execute(async (trx) => {
    const buildingId = await buildingOfOwnPerson(services, trx, actor, userId);
    const isPlatform = maySomewhere(actor, "platform.administer");
    if (!isPlatform && (await administersSomewhere(trx, userId, clock.now()))) {
      throw new Refused("PLATFORM_ONLY");
    }
    if (!(await isPerson(trx, userId))) {
      throw new Refused("USER_NOT_FOUND");
    }
    const tell = await endOneSession(services, trx, { userId, sessionId, by: actor });
    await writeAction(services, trx, actor, {
      buildingId,
      action: "users.session-ended",
      subjectId: userId,
      detail: { sessionId },
    });
    return tell;
  });
  leave();
  return { ok: true };
}
