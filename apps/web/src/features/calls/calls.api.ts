import type { createCall, iceServers, readCall, updateCall } from "@umbral/contract/calls/calls.contract";
import type { lobbyUser } from "@umbral/contract/calls/lobby.contract";
import { call } from "../../lib/call.ts";
import { browserPeer } from "./browser-peer.ts";
import type { RungPerson } from "./lobby-call-view.ts";
import type { Peer, PeerEvents } from "./peer.ts";

export async function createCallTo(apartmentUserId: string) {
  const body = { apartmentUserId, type: "VISITANTE" } as const;
  return (await call<typeof createCall>("POST", "/api/call", { body })).call;
}

/** Whom a call to the lobby of this building rings. */
export async function findLobbyOf(buildingId: string): Promise<RungPerson> {
  const { user } = await call<typeof lobbyUser>("GET", "/api/buildings/{id}/lobby-user", {
    params: { id: buildingId },
  });
  return { id: user.id, apartmentUserId: user.apartmentUser.id, name: "Portería" };
}

export async function readCallOf(callId: string) {
  return (await call<typeof readCall>("GET", "/api/call/{callId}", { params: { callId } })).call;
}

export function endCallOf(callId: string) {
  const body = { status: "TERMINADA" } as const;
  return call<typeof updateCall>("PUT", "/api/call/{id}", { params: { id: callId }, body });
}

export function rejectCallOf(callId: string, rejectMessage: string | undefined) {
  const body = { status: "RECHAZADA", ...(rejectMessage === undefined ? {} : { rejectMessage }) } as const;
  return call<typeof updateCall>("PUT", "/api/call/{id}", { params: { id: callId }, body });
}

/** A connection with the present STUN and TURN servers. Their credentials expire: each one asks anew. */
export async function newBrowserPeer(events: PeerEvents): Promise<Peer> {
  return browserPeer(await findIceServers(), events);
}

async function findIceServers(): Promise<RTCIceServer[]> {
  const { iceServers: servers } = await call<typeof iceServers>("GET", "/api/ice-servers");
  return servers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
}
