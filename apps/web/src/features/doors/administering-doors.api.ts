import { useQuery } from "@tanstack/react-query";
import type { readAccess } from "@umbral/contract/access-control/access-levels.contract";
import type {
  changeDoor,
  createDoor,
  DoorChange,
  DoorFields,
  deleteDoor,
  exportDoors,
  readDoors,
} from "@umbral/contract/doors/administering-doors.contract";
import type { moveDevices } from "@umbral/contract/doors/device-moves.contract";
import type { z } from "zod";
import { call } from "../../lib/call.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** The doors of a building with their relays, readers and contacts. */
export function useDoorSettings(buildingId: string) {
  return useQuery({
    ...queryOf<typeof readDoors>("POST", "/api/{product}/doors", { body: { buildingId } }),
    select: ({ doors }) => doors,
  });
}

/** The schedules of a building, by which a door may be free. */
export function useSchedules(buildingId: string) {
  return useQuery({
    ...queryOf<typeof readAccess>("GET", "/api/{product}/buildings/{id}/access-levels", {
      params: { id: buildingId },
    }),
    select: ({ schedules }) => schedules,
  });
}

export const makeDoor = (buildingId: string, body: DoorFields) =>
  call<typeof createDoor>("POST", "/api/{product}/buildings/{id}/doors", {
    params: { id: buildingId },
    body,
  });

export const saveDoor = (id: string, body: DoorChange) =>
  call<typeof changeDoor>("PUT", "/api/{product}/doors/{id}", { params: { id }, body });

/** Gives devices to another controller, in one act. */
export const moveDevicesOf = (buildingId: string, body: z.input<(typeof moveDevices)["body"]>) =>
  call<typeof moveDevices>("POST", "/api/{product}/buildings/{id}/device-moves", {
    params: { id: buildingId },
    body,
  });

export const dropDoor = (id: string) =>
  call<typeof deleteDoor>("DELETE", "/api/{product}/doors/{id}", { params: { id } });

/** All of them, or those that were chosen. */
export const downloadDoors = (buildingId: string, ids?: string, form?: FileForm): Promise<void> =>
  download<typeof exportDoors>("GET", "/api/{product}/buildings/{id}/doors.csv", {
    params: { id: buildingId },
    query: ids === undefined ? {} : { ids },
    form,
  });
