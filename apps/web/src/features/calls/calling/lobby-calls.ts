import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { connection } from "../../../lib/socket.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { endCallOf, readCallOf } from "../calls.api.ts";
import { callDesk } from "../desk/index.ts";
import { ringHomeOf, ringLobbyOf } from "./calling.api.ts";
import { createLobbyCall, type LobbyCall } from "./lobby-call.ts";
import type { RungPerson } from "./lobby-call-view.ts";
import { memories, type Where } from "./lobby-memory.ts";

/** Begins to ring everybody in an apartment, from this page. */
export function callApartment({ id, name }: DirectoryApartment): LobbyCall {
  const call = newCall("apartment", name, () => ringHomeOf(id));
  call.start();
  return call;
}

/** Begins to ring the lobby of a building, from this page. */
export function callLobby(buildingId: string): LobbyCall {
  const call = newCall("lobby", "portería", () => ringLobbyOf(buildingId));
  call.start();
  return call;
}

/** The ringing that this page had begun before it was loaded anew; null when there is none. */
export function resumedCall(where: Where): LobbyCall | null {
  const kept = memories[where].kept();
  if (kept === null) {
    return null;
  }
  const call = newCall(where, kept.to, async () => []);
  call.resume();
  return call;
}

function newCall(where: Where, to: string, ring: () => Promise<readonly RungPerson[]>): LobbyCall {
  return createLobbyCall({
    to,
    isToLobby: where === "lobby",
    memory: memories[where],
    line: connection,
    ring,
    readCall: readCallOf,
    endOverHttp: endCallOf,
    steadyMs: () => performance.now(),
    onAnswered: (answered) =>
      callDesk.enter({
        callId: answered.id,
        personId: answered.caller.id,
        entry: { how: "answered", call: answered },
      }),
    begun: callDesk.begun,
    onTrouble: reportTrouble,
  });
}
