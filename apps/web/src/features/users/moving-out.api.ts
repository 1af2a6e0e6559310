import { useQuery } from "@tanstack/react-query";
import type {
  leaveBuilding,
  leaveHome,
  readHomeLeaving,
  readLeaving,
} from "@umbral/contract/users/moving-out.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** Somebody in a building, or everybody of a home. */
export type Mover = { buildingId: string; userId: string } | { apartmentId: string };

const willQuery = (mover: Mover) =>
  "userId" in mover
    ? queryOf<typeof readLeaving>("GET", "/api/{product}/buildings/{id}/people/{userId}/leaving", {
        params: { id: mover.buildingId, userId: mover.userId },
      })
    : queryOf<typeof readHomeLeaving>("GET", "/api/{product}/apartments/{id}/leaving", {
        params: { id: mover.apartmentId },
      });

/** What moving out will do, as it is now: never what it was a while ago. */
export const useLeaving = (mover: Mover) =>
  useQuery({ ...willQuery(mover), select: ({ leaving }) => leaving, gcTime: 0, staleTime: 0 });

export const leave = (mover: Mover) =>
  "userId" in mover
    ? call<typeof leaveBuilding>("POST", "/api/{product}/buildings/{id}/people/{userId}/leave", {
        params: { id: mover.buildingId, userId: mover.userId },
      })
    : call<typeof leaveHome>("POST", "/api/{product}/apartments/{id}/leave", {
        params: { id: mover.apartmentId },
      });
