import type { readCall, updateCall } from "@umbral/contract/calls/calls.contract";
import { call } from "../../lib/call.ts";

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
