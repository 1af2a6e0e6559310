import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { connection } from "../../lib/socket.ts";
import { findPeopleOf } from "../buildings/buildings.api.ts";
import { createCallTo, endCallOf, readCallOf } from "./calls.api.ts";
import { createLobbyCall, type LobbyCall } from "./lobby-call.ts";
import { reportTrouble } from "./trouble.ts";

/** Begins to ring everybody in an apartment, from this page. */
export function callApartment(buildingId: string, apartment: DirectoryApartment): LobbyCall {
  const call = createLobbyCall({
    line: connection,
    findPeople: () => findPeopleOf(buildingId, apartment),
    createCall: createCallTo,
    readCall: readCallOf,
    endOverHttp: endCallOf,
    steadyMs: () => performance.now(),
    onTrouble: reportTrouble,
  });
  call.start();
  return call;
}
