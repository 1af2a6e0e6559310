import { useQuery } from "@tanstack/react-query";
import type {
  changeDoor,
  createDoor,
  DoorChange,
  DoorFields,
  deleteDoor,
  exportDoors,
  readDoors,
} from "@umbral/contract/doors/making-doors.contract";
import { call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";

/** The doors of a building with their relays, readers and contacts. */
export function useDoorSettings(buildingId: string) {
  return useQuery({
    queryKey: ["door-settings", buildingId],
    queryFn: async ({ signal }) => {
      const { doors } = await call<typeof readDoors>("POST", "/api/{product}/doors", {
        body: { buildingId },
        signal,
      });
      return doors;
    },
  });
}

export const makeDoor = (buildingId: string, body: DoorFields) =>
  call<typeof createDoor>("POST", "/api/{product}/buildings/{id}/doors", {
    params: { id: buildingId },
    body,
  });

export const saveDoor = (id: string, body: DoorChange) =>
  call<typeof changeDoor>("PUT", "/api/{product}/doors/{id}", { params: { id }, body });

export const dropDoor = (id: string) =>
  call<typeof deleteDoor>("DELETE", "/api/{product}/doors/{id}", { params: { id } });

export const downloadDoors = (buildingId: string): Promise<void> =>
  download<typeof exportDoors>("GET", "/api/{product}/buildings/{id}/doors.csv", {
    params: { id: buildingId },
  });
