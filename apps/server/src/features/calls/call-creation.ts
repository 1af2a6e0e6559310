import { type Call, RING_MS } from "@umbral/contract/calls/calls.contract";
import { belongsTo, isVisitor, may, reachOfRole } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLines } from "../audit/audit.service.ts";
import { isSessionOpen } from "../auth/sessions.service.ts";
import { insertCalls, isAnyDue, lockRingingAt, type NewCall } from "./call-creation.queries.ts";
import { refuseTooMany } from "./call-limits.ts";
import { missDue } from "./call-record.ts";
import { type Rung, ringCalls, tellRung } from "./call-ringing.ts";
import { apartmentOf, type CallTarget, findTarget, targetsOfHome } from "./call-target.ts";
import { isAdmitted, isBlocked, isVisitorByAdministration } from "./callers.queries.ts";
import { lockCaller } from "./calls.queries.ts";
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
  await missWhatRanOut(services, actor);
  const target = { ...space, apartmentId };
  const { ids, rung } = await services.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const written = await writeCalls(services, trx, actor, [target]);
    return { ids: written, rung: rings ? await ringCalls(services, trx, actor, written) : null };
  });
  if (rung === null) {
    const [callId = ""] = ids;
    return { call: await describeCall(services, actor, await findCallRow(services, callId)) };
  }
  const [first] = await describeRung(services, actor, rung);
  if (first === undefined) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  return first;
}

/**
 * Rings everybody of a home, in one transaction whatever their number. What the same caller rings there already is
 * joined, and rings anew.
 * @throws {Refused} NOBODY_TO_RING, SIGN_IN_REQUIRED, CALLS_TOO_OFTEN
 */
export async function ringHome(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<{ calls: RungCall[] }> {
  const [everybody] = await Promise.all([
    targetsOfHome(services, apartmentId),
    missWhatRanOut(services, actor),
  ]);
  const targets = everybody.filter(({ userId }) => userId !== actor.id);
  if (targets.length === 0) {
    throw new Refused("NOBODY_TO_RING");
  }
  const rung = await services.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    return ringCalls(services, trx, actor, await writeCalls(services, trx, actor, targets));
  });
  return { calls: await describeRung(services, actor, rung) };
}

interface RungCall {
  call: Call;
  devices: number;
}

/** What rang, told to those called first and then to who calls. */
async function describeRung(services: Services, actor: Actor, rung: Rung): Promise<RungCall[]> {
  const devices = await tellRung(services, rung);
  return Promise.all(
    rung.calls.map(async (row) => ({
      call: await describeCall(services, actor, row),
      devices: devices.get(row.id) ?? 0,
    })),
  );
}

/** One that has just run out and nobody has written so must not stand in for a new one. */
export async function missWhatRanOut(services: Services, actor: Actor): Promise<void> {
  if (await isAnyDue(services.db, actor.id, services.clock.now())) {
    await missDue(services);
  }
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
 * Writes down that somebody who is held calls whom they may: people of one home, or the lobby.
 * @returns a call for each, or the one that rings there already
 * @throws {Refused} CALLS_TOO_OFTEN
 */
export async function writeCalls(
  services: Services,
  trx: Trx,
  actor: Actor,
  targets: readonly CallTarget[],
): Promise<string[]> {
  const [place] = targets;
  if (place === undefined) {
    return [];
  }
  const { apartmentId, isToLobby } = place;
  const ringing = await lockRingingAt(trx, { callerId: actor.id, apartmentId, isToLobby });
  const isRung = ({ userId }: CallTarget) => ringing.find(({ calleeId }) => calleeId === userId);
  const unrung = targets.filter((target) => !isRung(target));
  const created =
    unrung.length === 0
      ? []
      : await writeNewCalls(services, trx, actor, {
          place,
          targets: unrung,
          ringingId: ringing[0]?.ringingId,
        });
  return targets.flatMap((target) => {
    const call = isRung(target) ?? created.find(({ calleeId }) => calleeId === target.userId);
    return call === undefined ? [] : [call.id];
  });
}

/** `ringingId` is of what the caller rings there already. */
async function writeNewCalls(
  { clock, newId }: Services,
  trx: Trx,
  actor: Actor,
  {
    place,
    targets,
    ringingId,
  }: {
    place: Omit<CallTarget, "id" | "userId">;
    targets: readonly CallTarget[];
    ringingId: string | undefined;
  },
): Promise<NewCall[]> {
  const { buildingId, apartmentId, isToLobby } = place;
  const isFromSign = actor.guest !== undefined && "signId" in actor.guest;
  const now = clock.now();
  const isFromLobby = !isToLobby && callsFromLobby(actor, buildingId);
  // How often the sign rings is counted before: alike whether anybody is there or not.
  if (!isFromLobby && !isFromSign && ringingId === undefined) {
    await refuseTooMany(trx, { callerId: actor.id, apartmentId, isToLobby }, now);
  }
  const visited = isToLobby || isFromLobby ? null : apartmentId;
  const isUnverified =
    visited !== null &&
    // Whoever was let in once may have passed the sign on: nobody is verified by it.
    (isFromSign || !(await isVerified(trx, { callerId: actor.id, buildingId, apartmentId: visited }, now)));
  const common = {
    ringingId: ringingId ?? newId(),
    buildingId,
    apartmentId,
    callerId: actor.id,
    callerSessionId: actor.sessionId,
    isFromLobby,
    isToLobby,
    isUnverified,
    isFromSign,
    isBlocked: visited !== null && (await isBlocked(trx, { apartmentId: visited, callerId: actor.id }, now)),
    createdAt: now,
    expiresAt: new Date(now.getTime() + RING_MS),
  };
  const calls = targets.map(({ id, userId }) => ({ ...common, id: newId(), calleeId: userId, spaceId: id }));
  await insertCalls(trx, calls);
  await writeAuditLines(
    trx,
    calls.map(({ id, calleeId }) => ({
      buildingId,
      actorId: actor.id,
      action: "calls.created",
      subjectId: id,
      detail: {
        calleeId,
        apartmentId,
        isFromLobby,
        ...(isToLobby ? { isToLobby } : {}),
        ...(isUnverified ? { isUnverified } : {}),
        ...(isFromSign ? { isFromSign } : {}),
      },
      at: now,
    })),
  );
  return calls;
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
