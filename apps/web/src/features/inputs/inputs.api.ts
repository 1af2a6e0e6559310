import { useQuery } from "@tanstack/react-query";
import type {
  changeInput,
  createInput,
  deleteInput,
  InputFields,
  listInputs,
} from "@umbral/contract/inputs/inputs.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** The exit buttons, panels, tamper and battery contacts of a building. */
export function useInputs(buildingId: string) {
  return useQuery({
    ...queryOf<typeof listInputs>("GET", "/api/{product}/buildings/{id}/inputs", {
      params: { id: buildingId },
    }),
    select: ({ inputs }) => inputs,
  });
}

export const makeInput = (buildingId: string, body: InputFields) =>
  call<typeof createInput>("POST", "/api/{product}/buildings/{id}/inputs", {
    params: { id: buildingId },
    body,
  });

export const saveInput = (id: string, body: InputFields) =>
  call<typeof changeInput>("PUT", "/api/{product}/inputs/{id}", { params: { id }, body });

export const dropInput = (id: string) =>
  call<typeof deleteInput>("DELETE", "/api/{product}/inputs/{id}", { params: { id } });
