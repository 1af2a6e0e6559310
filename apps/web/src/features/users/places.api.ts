import type { changeHomeRole, givePlace, removeHomeRole } from "@umbral/contract/users/places.contract";
import type { z } from "zod";
import { call } from "../../lib/call.ts";

export type NewPlace = z.input<(typeof givePlace)["body"]>;

/** Somebody known is something more in a building from now on. */
export const givePlaceTo = (id: string, userId: string, body: NewPlace) =>
  call<typeof givePlace>("POST", "/api/{product}/buildings/{id}/people/{userId}/places", {
    params: { id, userId },
    body,
  });

interface HomeRoleOf {
  apartmentId: string;
  userId: string;
  spaceId: string;
}

/** One role in a home becomes another, or ends at another day. */
export const changeHomeRoleTo = (
  { apartmentId: id, ...of }: HomeRoleOf,
  body: z.input<(typeof changeHomeRole)["body"]>,
) =>
  call<typeof changeHomeRole>("PUT", "/api/{product}/apartments/{id}/people/{userId}/roles/{spaceId}", {
    params: { id, ...of },
    body,
  });

/** One role in a home ends; what else they are there stays. */
export const endHomeRole = ({ apartmentId: id, ...of }: HomeRoleOf) =>
  call<typeof removeHomeRole>("DELETE", "/api/{product}/apartments/{id}/people/{userId}/roles/{spaceId}", {
    params: { id, ...of },
  });
