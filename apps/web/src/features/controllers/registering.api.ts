import { useQuery } from "@tanstack/react-query";
import type {
  deleteController,
  readController,
  registerController,
  replaceController,
} from "@umbral/contract/controllers/registering.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** A controller says how it is every ten seconds; its coming and going is seen sooner. */
const LOOK_AGAIN_MS = 4000;

/** The building's controller and how it is now, asked again and again while somebody looks. */
export function useController(buildingId: string) {
  return useQuery({
    ...queryOf<typeof readController>("GET", "/api/{product}/buildings/{id}/controllers", {
      params: { id: buildingId },
    }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export const registerControllerOf = (buildingId: string) =>
  call<typeof registerController>("POST", "/api/{product}/buildings/{id}/controllers", {
    params: { id: buildingId },
    body: {},
  });

export const replaceControllerWith = (id: string) =>
  call<typeof replaceController>("PUT", "/api/{product}/controllers/{id}", { params: { id }, body: {} });

export const removeController = (id: string) =>
  call<typeof deleteController>("DELETE", "/api/{product}/controllers/{id}", { params: { id } });
