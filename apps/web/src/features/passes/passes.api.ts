import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  changePass,
  listPasses,
  makePass,
  sendPass,
  sharePass,
  takePassBack,
} from "@umbral/contract/passes/passes.contract";
import { type CallInput, call } from "../../lib/call.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";
import type { PlaceOfPasses } from "./pass-list.api.ts";

/** What is asked of a pass, new or changed. */
export type WantedPass = NonNullable<CallInput<typeof changePass>["body"]>;

const refreshPasses = (buildingId: string) =>
  refresh(keyOf<typeof listPasses>("GET", "/api/buildings/{buildingId}/passes", { params: { buildingId } }));

/** @param requestId names this press: sent again after a lost answer, it is the same one */
export const useMakePass = ({ building, apartmentId }: PlaceOfPasses) =>
  useMutation({
    mutationFn: ({ wanted, requestId }: { wanted: WantedPass; requestId: string }) =>
      call<typeof makePass>("POST", "/api/buildings/{buildingId}/passes", {
        params: { buildingId: building.id },
        body: { ...wanted, apartmentId, requestId },
      }),
    onSettled: () => void refreshPasses(building.id),
  });

export const useChangePass = (buildingId: string, passId: string) =>
  useMutation({
    mutationFn: (body: WantedPass) =>
      call<typeof changePass>("PUT", "/api/buildings/{buildingId}/passes/{passId}", {
        params: { buildingId, passId },
        body,
      }),
    onSettled: () => void refreshPasses(buildingId),
  });

export const useTakePassBack = (buildingId: string) =>
  useMutation({
    mutationFn: (passId: string) =>
      call<typeof takePassBack>("DELETE", "/api/buildings/{buildingId}/passes/{passId}", {
        params: { buildingId, passId },
      }),
    onSettled: () => void refreshPasses(buildingId),
  });

/** The address and the code. Not kept once nobody looks at them. */
export const useSharing = (buildingId: string, passId: string) =>
  useQuery({
    ...queryOf<typeof sharePass>("GET", "/api/buildings/{buildingId}/passes/{passId}/sharing", {
      params: { buildingId, passId },
    }),
    gcTime: 0,
    // What stands there does not change, and is a secret: it is asked for once.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useSendPass = (buildingId: string, passId: string) =>
  useMutation({
    mutationFn: ({ by, requestId }: { by: "email" | "sms"; requestId: string }) =>
      call<typeof sendPass>("POST", "/api/buildings/{buildingId}/passes/{passId}/messages", {
        params: { buildingId, passId },
        body: { by, requestId },
      }),
  });
