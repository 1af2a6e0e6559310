import type { createCall, iceServers, readCall, updateCall } from "@umbral/contract/calls/calls.contract";
import type { lobbyUser } from "@umbral/contract/calls/lobby.contract";
import { call } from "../../lib/call.ts";
import { browserPeer } from "./browser-peer.ts";
import type { RungPerson } from "./lobby-call-view.ts";
import type { Peer, PeerEvents } from "./peer.ts";

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

/** Credentials of relays expire; those that were asked for while it rang are good for much longer than this. */
const PREPARED_FOR_MS = 120_000;
let prepared: { at: number; servers: Promise<RTCIceServer[]> } | null = null;

/** Asks for the STUN and TURN servers while it rings: the connection, once answered, need not wait for them. */
export function prepareIceServers(): void {
  const servers = findIceServers();
  prepared = { at: performance.now(), servers };
  // Whoever takes them hears of it; nobody else needs them.
  servers.catch(() => undefined);
}

/** A connection with the present STUN and TURN servers. What was prepared serves once; each further one asks anew. */
export async function newBrowserPeer(events: PeerEvents): Promise<Peer> {
  const ready = prepared;
  prepared = null;
  const isFresh = ready !== null && performance.now() - ready.at < PREPARED_FOR_MS;
  const servers = isFresh ? await ready.servers.catch(() => findIceServers()) : await findIceServers();
  return browserPeer(servers, events);
}

async function findIceServers(): Promise<RTCIceServer[]> {
  const { iceServers: servers } = await call<typeof iceServers>("GET", "/api/ice-servers");
  return servers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
}
