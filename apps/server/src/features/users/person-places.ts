import { isVisitor, maySomewhere } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { homeRoles } from "@umbral/contract/users/home-invitation-roles";
import type { PersonPlace } from "@umbral/contract/users/person.contract";
import { staffRoles } from "@umbral/contract/users/staff-roles";
import type { Actor } from "../../platform/context.ts";
import type { findPlacesOfPerson } from "./person.queries.ts";

/*
 * What somebody is, place by place, and what whoever reads it may do about that.
 */

type PlaceRow = Awaited<ReturnType<typeof findPlacesOfPerson>>[number];

/** One of their roles. Nobody changes or takes away their own. */
export const asPlace = (
  { id, role, since, endsAt, ...place }: PlaceRow,
  actor: Actor,
  userId: string,
): PersonPlace => ({
  id,
  role,
  since: since.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
  ...whereOf(place),
  may: userId === actor.id ? nothing : mayDoAbout(role, place.apartmentId, isOfPlatform(actor)),
});

/**
 * Has somebody answered for this account, in one of these places? Whoever only says that they visit has registered
 * alone, and may be a stranger under another's name: no role is laid on that (decisions §5).
 */
export const isVouchedFor = (places: readonly { role: Role }[]): boolean =>
  places.some(({ role }) => !isVisitor(role));

const nothing = { change: false, remove: false };
/** Is it one of those that the administration gives in a home? The others there are changed nowhere. */
export const isHomeRole = (role: Role): boolean => isOneOf(homeRoles, role);

const isOneOf = (roles: readonly Role[], role: Role): boolean => roles.includes(role);
const isOfPlatform = (actor: Actor): boolean => maySomewhere(actor, "platform.administer");

/** In a home as its members are looked after, in the building as its staff is: no administrator changes another. */
function mayDoAbout(role: Role, apartmentId: string | null, isPlatform: boolean) {
  if (apartmentId !== null) {
    return { change: isHomeRole(role), remove: true };
  }
  const isStaff = isOneOf(staffRoles, role) && (isPlatform || role !== "ADMINISTRADOR");
  return { change: isStaff, remove: isStaff };
}

/** No administrator moves another out, and nobody themselves. Who has no account is taken away where they are written down. */
export function movesOutOf(actor: Actor, userId: string, places: readonly PlaceRow[]): string[] {
  if (userId === actor.id) {
    return [];
  }
  const heads = places.filter(({ role }) => role === "ADMINISTRADOR").map(({ buildingId }) => buildingId);
  return [...new Set(places.map(({ buildingId }) => buildingId))].filter(
    (id) => isOfPlatform(actor) || !heads.includes(id),
  );
}

interface Where {
  buildingId: string;
  buildingName: string;
  timeZone: string;
  apartmentId: string | null;
  apartmentName: string | null;
}

/** A place as the contract tells it. */
export const whereOf = ({ buildingId, buildingName, timeZone, apartmentId, apartmentName }: Where) => ({
  building: { id: buildingId, name: buildingName, timeZone },
  apartment: apartmentId === null || apartmentName === null ? null : { id: apartmentId, name: apartmentName },
});
