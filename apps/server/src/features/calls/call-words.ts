import type { CallRow } from "./calls.queries.ts";

/** What a call is called in the messages about it. */
export function subjectOf(
  call: Pick<CallRow, "isToLobby" | "isFromLobby" | "isUnverified" | "isByPass" | "isBySign">,
): string {
  if (call.isBySign) {
    return "Visitante sin verificar";
  }
  if (call.isToLobby) {
    return "Llamada a portería";
  }
  if (call.isByPass) {
    return "Visita con invitación";
  }
  if (call.isUnverified) {
    return "Visitante sin verificar";
  }
  return call.isFromLobby ? "Llamada de portería" : "Te llama una visita";
}
