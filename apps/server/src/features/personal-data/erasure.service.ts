import type { Actor, Services } from "../../platform/context.ts";
import { session as everyDeviceOf } from "../../platform/live.ts";
import { removeBytes } from "../../platform/picture-sweep.ts";
import { leaveCallsOf } from "../calls/call-leaving.ts";
import { tellOfMember } from "../users/members.service.ts";
import { eraseIn } from "./erasure.ts";

/** @throws {Refused} USER_NOT_FOUND, PERSON_HELD, ERASURE_NOT_CONFIRMED */
export async function erasePersonFor(
  services: Services,
  actor: Actor,
  userId: string,
  typed: string,
): Promise<{ ok: true }> {
  const { db, live } = services;
  const { erased, tellOfCalls } = await db.transaction().execute(async (trx) => {
    // Before they are locked: who rejects their call holds it, and writes to them.
    const leaving = await leaveCallsOf(services, trx, userId, actor);
    return {
      erased: await eraseIn(services, trx, { userId, typed, actorId: actor.id }),
      tellOfCalls: leaving,
    };
  });
  tellOfCalls();
  for (const sessionId of erased.sessions) {
    live.dismiss(everyDeviceOf(sessionId));
  }
  await removeBytes(services, erased.pictures);
  for (const space of erased.spaces) {
    await tellOfMember(services, space, userId);
  }
  return { ok: true };
}
