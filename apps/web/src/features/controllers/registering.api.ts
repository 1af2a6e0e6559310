import { useQuery } from "@tanstack/react-query";
import type {
  deleteController,
  readControllers,
  registerController,
  renameController,
  replaceController,
} from "@umbral/contract/controllers/registering.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** A controller says how it is every ten seconds; its coming and going is seen sooner. */
const LOOK_AGAIN_MS = 4000;

/** The building's controllers and how each is now, asked again and again while somebody looks. */
export function useControllers(buildingId: string) {
  return useQuery({
    ...queryOf<typeof readControllers>("GET", "/api/{product}/buildings/{id}/controllers", {
      params: { id: buildingId },
    }),
    select: ({ controllers }) => controllers,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export const registerControllerOf = (buildingId: string, name: string) =>
  call<typeof registerController>("POST", "/api/{product}/buildings/{id}/controllers", {
    params: { id: buildingId },
    body: { name },
  });

export const nameController = (id: string, name: string) =>
  call<typeof renameController>("PUT", "/api/{product}/controllers/{id}/name", {
    params: { id },
    body: { name },
  });

export const replaceControllerWith = (id: string) =>
  call<typeof replaceController>("PUT", "/api/{product}/controllers/{id}", { params: { id }, body: {} });

export const removeController = (id: string) =>
  call<typeof deleteController>("DELETE", "/api/{product}/controllers/{id}", { params: { id } });
