import { useQuery } from "@tanstack/react-query";
import type { deviceAction } from "@umbral/contract/alarms/alarms.contract";
import type { RelayDriver } from "@umbral/contract/controllers/controllers.contract";
import type {
  changeDoor,
  createDoor,
  DoorChange,
  DoorFields,
  deleteDoor,
  exportDoors,
  readDoors,
  tryRelay,
} from "@umbral/contract/doors/making-doors.contract";
import { call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";
import { ask } from "../../lib/socket.ts";

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

/** 200 opens, or sounds; answered when the controller said that the relay moved. */
const OPEN = 200;

/** Tests one relay of the building: a door's, or the siren's for two seconds. */
export const testRelay = (buildingId: string, device: string) =>
  ask<typeof deviceAction>("device_action", { buildingId, device, action: OPEN });

/** Asks whether a relay is where it was typed; nothing moves. */
export const tryRelayAt = (buildingId: string, relay: RelayDriver, keptOf: string | undefined) =>
  call<typeof tryRelay>("POST", "/api/{product}/buildings/{id}/relays/test", {
    params: { id: buildingId },
    body: { relay, ...(keptOf === undefined ? {} : { keptOf }) },
  });

export const downloadDoors = (buildingId: string): Promise<void> =>
  download<typeof exportDoors>("GET", "/api/{product}/buildings/{id}/doors.csv", {
    params: { id: buildingId },
  });
