import type { CallRow } from "./calls.queries.ts";

/** What a call is called in the messages about it. */
export function subjectOf(call: Pick<CallRow, "isToLobby" | "isFromLobby">): string {
  if (call.isToLobby) {
    return "Llamada a portería";
  }
  return call.isFromLobby ? "Llamada de portería" : "Te llaman desde la entrada";
}
