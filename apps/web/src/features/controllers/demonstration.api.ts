import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  actInDemonstration,
  DemonstrationCommand,
  readDemonstration,
} from "@umbral/contract/controllers/demonstration.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

/** Whether a controller is connected is asked this often: nobody tells a page without a session. */
const LOOK_MS = 1500;
const demonstrationQuery = queryOf<typeof readDemonstration>("GET", "/api/demo");

/** The demonstration's buildings, looked at again and again. */
export function useDemonstration() {
  return useQuery({
    ...demonstrationQuery,
    refetchInterval: LOOK_MS,
    select: ({ buildings }) => buildings,
  });
}

/** Lets something happen, and says afterwards what did. @returns false when it could not be done */
export type Act = (command: DemonstrationCommand, happened: string) => Promise<boolean>;

/** Lets something happen in a building. */
export function useActInDemonstration(buildingId: string) {
  return useMutation({
    mutationFn: (command: DemonstrationCommand) =>
      call<typeof actInDemonstration>("POST", "/api/demo/buildings/{id}/actions", {
        params: { id: buildingId },
        body: command,
      }),
    onSuccess: () => refresh(demonstrationQuery.queryKey),
  });
}
