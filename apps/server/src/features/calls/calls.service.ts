import { statusAt } from "@umbral/contract/calls/call-machine";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { may } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { mayKnowWhoLivesIn } from "../buildings/buildings.service.ts";
import { firstNameOf } from "../passes/guest-page.ts";
import { type CallRow, findCall } from "./calls.queries.ts";

/** A call as one of its two people sees it. */
export async function readCallOf(services: Services, actor: Actor, callId: string): Promise<{ call: Call }> {
  return { call: await describeCall(services, actor, await findCallRow(services, callId)) };
}

/** @throws {Refused} CALL_NOT_FOUND */
export async function findCallRow({ db }: Services, callId: string): Promise<CallRow> {
  const row = await findCall(db, callId);
  if (!row) {
    throw new Refused("CALL_NOT_FOUND");
  }
  return row;
}

/** A call as this one of its two people sees it now. */
export async function describeCall(services: Services, actor: Actor, row: CallRow): Promise<Call> {
  const status = statusAt(row, services.clock.now());
  return {
    id: row.id,
    userId: row.calleeId,
    callee: {
      id: row.calleeId,
      name: isKnownTo(actor, row) ? row.calleeName : null,
    },
    status,
    caller: await callerOf(
      services,
      row,
      !row.isToDevice || row.callerId === actor.id || mayKnowWhoLivesIn(actor, row.buildingId),
    ),
    ...placeOf(row),
    ...(actor.guest === undefined ? {} : asGuestKnowsIt(row)),
    isFromLobby: row.isFromLobby,
    isToLobby: row.isToLobby,
    isUnverified: row.isUnverified,
    ...byPage(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    answeredBy: row.answeredBy,
    reached: row.reached,
    rejectMessage: row.rejectMessage,
    said: row.said,
    endedAt: row.endedAt?.toISOString() ?? null,
    may: {
      openDoor:
        row.calleeId === actor.id &&
        status === "CONTESTADA" &&
        row.answeredBy === "app" &&
        !row.isToLobby &&
        may(actor, "calls.door-panel", { buildingId: row.buildingId }),
    },
  };
}

/** On a guest's page stands nothing of who lives where, and of people only the own first name. */
const asGuestKnowsIt = (row: CallRow): Pick<Call, "caller" | "apartment"> => ({
  caller: { id: row.callerId, name: firstNameOf(row.callerName), photo: null },
  apartment: null,
});

/** Visitors learn that there is somebody, never who it is. */
function isKnownTo(actor: Actor, row: CallRow): boolean {
  return row.calleeId === actor.id || mayKnowWhoLivesIn(actor, row.buildingId);
}

/** Who calls; a device of the lobby at which nobody is on shift shows neither name nor face (decisions §9). */
export async function callerOf(
  { addresses }: Services,
  row: CallRow,
  isShown = !row.isToDevice,
): Promise<Call["caller"]> {
  return isShown
    ? { id: row.callerId, name: row.callerName, photo: await addresses.forFile(row.callerPhotoId) }
    : { id: row.callerId, name: SOMEBODY, photo: null };
}

/** Said of a call by the page of a pass, or of the sign at the entrance, alone. */
export const byPage = ({
  isByPass,
  isBySign,
}: Pick<CallRow, "isByPass" | "isBySign">): { isByPass?: true; isBySign?: true } => ({
  ...(isByPass ? { isByPass } : {}),
  ...(isBySign ? { isBySign } : {}),
});

const SOMEBODY = "Alguien del edificio";

export function placeOf(row: CallRow): Pick<Call, "apartment" | "building"> {
  return {
    apartment:
      row.apartmentId === null || row.apartmentName === null
        ? null
        : { id: row.apartmentId, name: row.apartmentName },
    building: { id: row.buildingId, name: row.buildingName },
  };
}
