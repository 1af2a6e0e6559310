import { useMutation, useQuery } from "@tanstack/react-query";
import type { keepAtHand, keepNoLonger, readLobbyDesk } from "@umbral/contract/calls/lobby-desk.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { queryClient } from "../../lib/queries.ts";
import { sayFailed } from "../../ui/failed.ts";

const deskQuery = (buildingId: string) =>
  queryOf<typeof readLobbyDesk>("GET", "/api/buildings/{buildingId}/lobby-desk", { params: { buildingId } });

/**
 * The homes at hand at this lobby, and the calls that nobody answered.
 * @param isPart of a screen that has asked itself
 */
export function useLobbyDesk(buildingId: string, isPart = false) {
  // Who comes back from a call has changed what waits, and was not told so.
  return useQuery({ ...deskQuery(buildingId), refetchOnMount: isPart ? false : "always" });
}

/** Keeps a home at hand at this lobby, or no longer: seen at once, and as it was again when that was refused. */
export function useFavouriteHomes(buildingId: string) {
  const { queryKey } = deskQuery(buildingId);
  return useMutation({
    scope: { id: `lobby-favourites-${buildingId}` },
    mutationFn: ({ apartmentId, isFavourite }: { apartmentId: string; isFavourite: boolean }) => {
      const params = { buildingId, apartmentId };
      return isFavourite
        ? call<typeof keepAtHand>("PUT", "/api/buildings/{buildingId}/lobby-desk/favourites/{apartmentId}", {
            params,
            body: {},
          })
        : call<typeof keepNoLonger>(
            "DELETE",
            "/api/buildings/{buildingId}/lobby-desk/favourites/{apartmentId}",
            { params },
          );
    },
    onMutate: ({ apartmentId, isFavourite }) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (desk) => {
        const others = desk?.favourites.filter((id) => id !== apartmentId) ?? [];
        return desk && { ...desk, favourites: isFavourite ? [...others, apartmentId] : others };
      });
      return before;
    },
    onSuccess: ({ favourites }) =>
      queryClient.setQueryData(queryKey, (desk) => desk && { ...desk, favourites }),
    onError: (error, _, before) => {
      queryClient.setQueryData(queryKey, before);
      void sayFailed(error);
    },
  });
}
