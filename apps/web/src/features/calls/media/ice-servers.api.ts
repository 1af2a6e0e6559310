import type { iceServers } from "@umbral/contract/calls/calls.contract";
import { call } from "../../../lib/call.ts";
import { rtcServersOf } from "./rtc-servers.ts";

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

/** The present STUN and TURN servers. What was prepared serves once; each further connection asks anew. */
export async function takeIceServers(): Promise<RTCIceServer[]> {
  const ready = prepared;
  prepared = null;
  const isFresh = ready !== null && performance.now() - ready.at < PREPARED_FOR_MS;
  return isFresh ? ready.servers.catch(() => findIceServers()) : findIceServers();
}

async function findIceServers(): Promise<RTCIceServer[]> {
  const { iceServers: servers } = await call<typeof iceServers>("GET", "/api/ice-servers");
  return rtcServersOf(servers);
}
