import type { LastVisitor, PastCall } from "@umbral/contract/calls/call-history.contract";
import { isOver, statusAt } from "@umbral/contract/calls/call-machine";
import type { Call, CallStatus } from "@umbral/contract/calls/calls.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction, writeAuditLine } from "../audit/audit.service.ts";
import { findLastEntry } from "../passes/last-entry.ts";
import { findCallsOfRingings, findHome, findRingings, type RingingCall } from "./call-history.queries.ts";
import { byPage, readCallOf } from "./calls.service.ts";

/** Which of the calls of a ringing tells how it stands, when nobody has answered any. */
const telling: readonly CallStatus[] = ["ENTRANTE", "RECHAZADA", "PERDIDA", "TERMINADA", "CONTESTADA"];

/**
 * The calls of the apartment that one lives in, newest first: what rang together is one. From the day on
 * which one moved in: what happened before is of those who lived there. That faces of visitors were shown is written
 * down.
 */
export async function listPastCalls(
  services: Services,
  actor: Actor,
  apartmentId: string,
  page: { page: number; limit: number },
): Promise<{ calls: PastCall[]; totalPages: number }> {
  const { db, clock } = services;
  const home = await findHome(db, actor.id, apartmentId, clock.now());
  if (!home) {
    throw new Refused("NOT_FOUND");
  }
  const { ids, total } = await findRingings(db, { apartmentId, since: home.since }, page);
  const rows = ids.length === 0 ? [] : await findCallsOfRingings(db, ids);
  const calls = await Promise.all(
    ids.flatMap((id) => {
      const ofRinging = rows.filter(({ ringingId }) => ringingId === id);
      return ofRinging.length === 0 ? [] : [describeRinging(services, id, ofRinging)];
    }),
  );
  await writeDownFaces(services, actor, { apartmentId, buildingId: home.buildingId }, calls);
  return { calls, totalPages: Math.ceil(total / page.limit) };
}

/**
 * Who came last to the apartment that one lives in: who rang it, or a guest who came in by a pass, whichever was later.
 * From the day on which one moved in, as the calls.
 */
export async function readLastVisitor(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<LastVisitor> {
  const { db, clock } = services;
  const home = await findHome(db, actor.id, apartmentId, clock.now());
  if (!home) {
    throw new Refused("NOT_FOUND");
  }
  const of = { apartmentId, since: home.since };
  const [{ ids }, entry] = await Promise.all([
    findRingings(db, { ...of, isToHome: true }, { page: 1, limit: 1 }),
    findLastEntry(db, of),
  ]);
  const rows = ids.length === 0 ? [] : await findCallsOfRingings(db, ids);
  const [id] = ids;
  const rang = Math.min(...rows.map(({ createdAt }) => createdAt.getTime()));
  if (entry && (rows.length === 0 || entry.at.getTime() > rang)) {
    return { call: null, guest: { name: entry.name, enteredAt: entry.at.toISOString() } };
  }
  if (id === undefined || rows.length === 0) {
    return { call: null, guest: null };
  }
  const call = await describeRinging(services, id, rows);
  await writeDownFaces(services, actor, { apartmentId, buildingId: home.buildingId }, [call]);
  return { call, guest: null };
}

/**
 * A call as one of its two people reads it. While it rings or goes on, the call itself says who saw whom: whom it rang, who
 * answered, and when. Once it is over it is history, and a face in it is written down as one there.
 */
export async function showCall(services: Services, actor: Actor, callId: string): Promise<{ call: Call }> {
  const { call } = await readCallOf(services, actor, callId);
  const isAnothers = call.caller.photo !== null && call.caller.id !== actor.id;
  if (isAnothers && isOver(call.status)) {
    await services.db.transaction().execute((trx) =>
      writeAction(services, trx, actor, {
        buildingId: call.building.id,
        action: "calls.history-shown",
        subjectId: call.apartment?.id ?? call.id,
        detail: { callId: call.id, faces: 1 },
      }),
    );
  }
  return { call };
}

/** Whoever sees faces of others, those of callers too, or who stood at the entrance, is written down. */
async function writeDownFaces(
  { db, clock }: Services,
  actor: Actor,
  { apartmentId, buildingId }: { apartmentId: string; buildingId: string },
  shown: readonly PastCall[],
): Promise<void> {
  const faces = shown.filter(({ image, caller }) => image !== null && caller.id !== actor.id).length;
  const entrances = shown.filter(({ atEntrance }) => atEntrance !== null).length;
  if (faces + entrances > 0) {
    await db.transaction().execute((trx) =>
      writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "calls.history-shown",
        subjectId: apartmentId,
        detail: { faces, ...(entrances > 0 ? { entrances } : {}) },
        at: clock.now(),
      }),
    );
  }
}

async function describeRinging(
  { addresses, clock }: Services,
  id: string,
  calls: readonly RingingCall[],
): Promise<PastCall> {
  const now = clock.now();
  const answered = calls.find(({ answeredAt }) => answeredAt !== null);
  const main =
    answered ??
    [...calls].sort((a, b) => telling.indexOf(statusAt(a, now)) - telling.indexOf(statusAt(b, now)))[0];
  if (!main) {
    throw new Error("a ringing without a call");
  }
  // Who calls from the lobby is not who stands at its door.
  const face = main.visitorPhotoId ?? (main.isFromLobby ? null : main.callerPhotoId);
  return {
    id,
    caller: { id: main.callerId, name: main.callerName },
    isFromLobby: main.isFromLobby,
    isToLobby: main.isToLobby,
    isUnverified: main.isUnverified,
    ...byPage(main),
    createdAt: main.createdAt.toISOString(),
    status: statusAt(main, now),
    answeredAt: main.answeredAt?.toISOString() ?? null,
    endedAt: main.endedAt?.toISOString() ?? null,
    answered:
      answered?.answeredBy == null
        ? null
        : { id: answered.calleeId, name: answered.calleeName, by: answered.answeredBy },
    said: answered?.said ?? null,
    rejectMessage: calls.find(({ rejectMessage }) => rejectMessage !== null)?.rejectMessage ?? null,
    image: await addresses.forFile(face),
    atEntrance: await addresses.forFile(face === null ? main.ringPictureId : null),
    visitor: main.visitorName,
    isOpened: calls.some(({ isOpened }) => isOpened),
  };
}
