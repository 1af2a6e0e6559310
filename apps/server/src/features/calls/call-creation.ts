import { type Call, RING_MS } from "@umbral/contract/calls/calls.contract";
import { belongsTo, isVisitor, may, reachOfRole } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { isSessionOpen } from "../auth/sessions.service.ts";
import { refuseTooMany } from "./call-limits.ts";
import { missDue } from "./call-record.ts";
import { ring } from "./call-ringing.ts";
import { apartmentOf, type CallTarget, findTarget } from "./call-target.ts";
import { isAdmitted, isBlocked, isVisitorByAdministration } from "./callers.queries.ts";
import { insertCall, lockCaller, lockRingingAt } from "./calls.queries.ts";
import { describeCall, findCallRow } from "./calls.service.ts";

/**
 * Writes a call to one person of an apartment, or to the lobby, down, with the moment at which it will be missed. It
 * joins what the same caller is ringing at that apartment already; a second one to the same person is
 * the first one again. With `rings` its devices ring at once.
 * @throws {Refused} SIGN_IN_REQUIRED, CALLS_TOO_OFTEN for one ringing too many of who does not call from the lobby
 */
export async function createCall(
  services: Services,
  actor: Actor,
  { apartmentUserId, rings = false }: { apartmentUserId: string; rings?: boolean | undefined },
): Promise<{ call: Call; devices?: number }> {
  const space = await findTarget(services, apartmentUserId);
  if (!space || !belongsTo(actor, space.buildingId)) {
    throw new Refused("NOT_FOUND");
  }
  const isOneself = space.userId === actor.id;
  const { buildingId, isToLobby } = space;
  if (!may(actor, isToLobby ? "calls.ring-lobby" : "calls.ring-apartment", { buildingId }) || isOneself) {
    throw new Refused("NOT_ALLOWED");
  }
  const apartmentId = isToLobby ? apartmentOf(actor, buildingId) : space.apartmentId;
  // One that has just run out and nobody has written so must not stand in for a new one.
  await missDue(services);
  const callId = await services.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    return writeCall(services, trx, actor, { ...space, apartmentId });
  });
  const row = await findCallRow(services, callId);
  const call = await describeCall(services, actor, row);
  return rings && call.status === "ENTRANTE" ? { call, ...(await ring(services, actor, row)) } : { call };
}

/**
 * What the same caller asks for meanwhile waits.
 * @throws {Refused} SIGN_IN_REQUIRED when their session ended, and with it what they rang
 */
export async function holdCaller(trx: Trx, actor: Actor): Promise<void> {
  await lockCaller(trx, actor.id);
  if (!(await isSessionOpen(trx, actor.sessionId))) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
}

/**
 * Writes down that somebody who is held calls whom they may.
 * @returns the call, or the one that rings there already
 * @throws {Refused} CALLS_TOO_OFTEN
 */
export async function writeCall(
  { clock, newId }: Services,
  trx: Trx,
  actor: Actor,
  target: CallTarget,
): Promise<string> {
  const { buildingId, apartmentId, isToLobby } = target;
  const isFromSign = actor.guest !== undefined && "signId" in actor.guest;
  const ringing = await lockRingingAt(trx, { callerId: actor.id, apartmentId, isToLobby });
  const same = ringing.find((call) => call.calleeId === target.userId);
  if (same) {
    return same.id;
  }
  const now = clock.now();
  const id = newId();
  const isFromLobby = !isToLobby && callsFromLobby(actor, buildingId);
  // How often the sign rings is counted before: alike whether anybody is there or not.
  if (!isFromLobby && !isFromSign && ringing.length === 0) {
    await refuseTooMany(trx, { callerId: actor.id, apartmentId, isToLobby }, now);
  }
  const visited = isToLobby || isFromLobby ? null : apartmentId;
  const isUnverified =
    visited !== null &&
    // Whoever was let in once may have passed the sign on: nobody is verified by it.
    (isFromSign || !(await isVerified(trx, { callerId: actor.id, buildingId, apartmentId: visited }, now)));
  await insertCall(trx, {
    id,
    ringingId: ringing[0]?.ringingId ?? newId(),
    buildingId,
    apartmentId,
    callerId: actor.id,
    callerSessionId: actor.sessionId,
    calleeId: target.userId,
    spaceId: target.id,
    isFromLobby,
    isToLobby,
    isUnverified,
    isFromSign,
    isBlocked: visited !== null && (await isBlocked(trx, visited, actor.id)),
    createdAt: now,
    expiresAt: new Date(now.getTime() + RING_MS),
  });
  await writeAuditLine(trx, {
    buildingId,
    actorId: actor.id,
    action: "calls.created",
    subjectId: id,
    detail: {
      calleeId: target.userId,
      apartmentId,
      isFromLobby,
      ...(isToLobby ? { isToLobby } : {}),
      ...(isUnverified ? { isUnverified } : {}),
      ...(isFromSign ? { isFromSign } : {}),
    },
    at: now,
  });
  return id;
}

/** How long a home knows whom it has admitted (decisions §5). */
const ADMITTED_MS = 180 * 24 * 3_600_000;

/** Whether a home vouches for this visitor, or the building's administration does. */
async function isVerified(
  trx: Trx,
  visit: { callerId: string; buildingId: string; apartmentId: string },
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - ADMITTED_MS);
  return (await isAdmitted(trx, visit, { since, now })) || (await isVisitorByAdministration(trx, visit, now));
}

/**
 * A call is from the lobby when the role that allows it is one of the house, because that is what the
 * person called wants to know: the house vouches for who rings. A visitor vouches for nobody, also at
 * the lobby's own tablet. Who holds both roles in the building calls as the house.
 */
function callsFromLobby(actor: Actor, buildingId: string): boolean {
  // Whoever stands at a device of the lobby, it is the lobby's.
  if (actor.kiosk?.buildingId === buildingId) {
    return true;
  }
  return actor.spaces.some(
    (space) =>
      space.buildingId === buildingId &&
      reachOfRole(space.role, "calls.ring-apartment") !== "no" &&
      !isVisitor(space.role),
  );
}
