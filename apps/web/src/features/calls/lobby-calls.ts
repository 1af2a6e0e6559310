import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { connection } from "../../lib/socket.ts";
import { findPeopleOf } from "../buildings/buildings.api.ts";
import { createCallTo, endCallOf, findLobbyOf, readCallOf } from "./calls.api.ts";
import { createLobbyCall, type LobbyCall } from "./lobby-call.ts";
import type { RungPerson } from "./lobby-call-view.ts";
import { reportTrouble } from "./trouble.ts";

/** Begins to ring everybody in an apartment, from this page. */
export function callApartment(buildingId: string, apartment: DirectoryApartment): LobbyCall {
  return begin(() => findPeopleOf(buildingId, apartment));
}

/** Begins to ring the lobby of a building, from this page. */
export function callLobby(buildingId: string): LobbyCall {
  return begin(async () => [await findLobbyOf(buildingId)]);
}

function begin(findPeople: () => Promise<readonly RungPerson[]>): LobbyCall {
  const call = createLobbyCall({
    line: connection,
    findPeople,
    createCall: createCallTo,
    readCall: readCallOf,
    endOverHttp: endCallOf,
    steadyMs: () => performance.now(),
    onTrouble: reportTrouble,
  });
  call.start();
  return call;
}
