import type { createCall } from "@umbral/contract/calls/calls.contract";
import type { lobbyUser } from "@umbral/contract/calls/lobby.contract";
import { call } from "../../../lib/call.ts";
import type { RungPerson } from "./lobby-call-view.ts";

/** Begins a call to one person and rings them in the same breath. */
export function createCallTo(apartmentUserId: string) {
  const body = { apartmentUserId, type: "VISITANTE", rings: true } as const;
  return call<typeof createCall>("POST", "/api/call", { body });
}

/** Whom a call to the lobby of this building rings. */
export async function findLobbyOf(buildingId: string): Promise<RungPerson> {
  const { user } = await call<typeof lobbyUser>("GET", "/api/buildings/{id}/lobby-user", {
    params: { id: buildingId },
  });
  return { id: user.id, apartmentUserId: user.apartmentUser.id, name: "Portería" };
}
