import type { iceServers } from "@umbral/contract/calls/calls.contract";
import { call } from "../../../lib/call.ts";
import { rtcServersOf } from "./rtc-servers.ts";

/** The present STUN and TURN servers. */
export async function findIceServers(): Promise<RTCIceServer[]> {
  const { iceServers: servers } = await call<typeof iceServers>("GET", "/api/ice-servers");
  return rtcServersOf(servers);
}
