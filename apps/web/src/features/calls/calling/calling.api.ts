import type { createCall, ringHome } from "@umbral/contract/calls/calls.contract";
import type { lobbyUser } from "@umbral/contract/calls/lobby.contract";
import { call } from "../../../lib/call.ts";
import type { RungPerson } from "./lobby-call-view.ts";

/** Rings everybody of a home at once. */
export async function ringHomeOf(apartmentId: string): Promise<RungPerson[]> {
  const { calls } = await call<typeof ringHome>("POST", "/api/apartments/{apartmentId}/calls", {
    params: { apartmentId },
    body: {},
  });
  return calls.map((rung) => ({ ...rung, name: rung.call.callee.name }));
}

/** Rings whoever answers for the lobby of this building. */
export async function ringLobbyOf(buildingId: string): Promise<RungPerson[]> {
  const { user } = await call<typeof lobbyUser>("GET", "/api/buildings/{id}/lobby-user", {
    params: { id: buildingId },
  });
  const body = { apartmentUserId: user.apartmentUser.id, type: "VISITANTE", rings: true } as const;
  const rung = await call<typeof createCall>("POST", "/api/call", { body });
  return [{ name: "Portería", call: rung.call, devices: rung.devices }];
}
