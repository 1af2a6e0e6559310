import { useQuery } from "@tanstack/react-query";
import type { DoorModeSettings, setDoorMode as setMode } from "@umbral/contract/doors/door-modes.contract";
import type { listDoors } from "@umbral/contract/doors/doors.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/**
 * The doors of a building with their cameras, their place on the plan, and what this person may do.
 * @param everyMs asked again so often: hours begin and end while somebody looks
 */
export function useDoors(buildingId: string, isWanted = true, everyMs: number | false = false) {
  return useQuery({
    ...queryOf<typeof listDoors>("GET", "/api/buildings/{id}/doors", { params: { id: buildingId } }),
    enabled: isWanted,
    refetchInterval: everyMs,
    select: ({ doors }) => doors,
  });
}

/** @param ifStill what the door must be for it */
export const setDoorMode = (id: string, settings: DoorModeSettings, ifStill?: DoorModeSettings) =>
  call<typeof setMode>("PUT", "/api/{product}/doors/{id}/mode", {
    params: { id },
    body: { ...settings, ifStill },
  });
