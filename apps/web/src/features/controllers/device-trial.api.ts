import { useQuery } from "@tanstack/react-query";
import type { tryDoorDevice } from "@umbral/contract/doors/administering-doors.contract";
import type { TriedDevice } from "@umbral/contract/doors/device-trial";
import type { tryInput } from "@umbral/contract/inputs/inputs.contract";
import { queryOf } from "../../lib/endpoint-query.ts";

/** How often a device is asked for while somebody looks, and while they wait for what it does next. */
const EVERY_MS = 3000;
const TRIED_EVERY_MS = 700;

/** How a device is and how often it read or changed, asked again while somebody looks. */
export function useDeviceTrial(device: TriedDevice, id: string, isTried: boolean) {
  return useQuery({
    ...(device === "input"
      ? queryOf<typeof tryInput>("GET", "/api/{product}/inputs/{id}/trial", { params: { id } })
      : queryOf<typeof tryDoorDevice>("GET", "/api/{product}/doors/{id}/trial", {
          params: { id },
          query: { device },
        })),
    select: ({ trial }) => trial,
    refetchInterval: isTried ? TRIED_EVERY_MS : EVERY_MS,
    retry: false,
  });
}
