import { useQuery } from "@tanstack/react-query";
import type { listCameras } from "@umbral/contract/cameras/cameras.contract";
import { call } from "../../lib/call.ts";

/** The cameras of a building, in its order. */
export function useCameras(buildingId: string) {
  return useQuery({
    queryKey: ["cameras", buildingId],
    queryFn: async ({ signal }) => {
      const { cameras } = await call<typeof listCameras>("GET", "/api/buildings/{id}/cameras", {
        params: { id: buildingId },
        signal,
      });
      return cameras;
    },
  });
}
