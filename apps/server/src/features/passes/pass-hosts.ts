import { belongsTo, reachOfRole } from "@umbral/contract/lib/policy";
import type { Actor } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";

/** As what somebody lets a guest come. */
export type MadeAs = "home" | "administration" | "lobby";

/** Which passes of a building somebody looks after, and as what. */
export interface Host {
  as: MadeAs;
  buildingId: string;
  /** Theirs is this home; null for the building's own guests. */
  apartmentId: string | null;
}

interface Whose {
  buildingId: string;
  apartmentId: string | null;
}

/**
 * As what somebody makes passes of a home, or of the building's own guests.
 * @throws {Refused} NOT_FOUND for a building or home that is not theirs, NOT_ALLOWED for the building's own guests
 */
export function hostIn(actor: Actor, of: Whose): Host {
  const host = hostFor(actor, of);
  if (host === null) {
    const isHidden = of.apartmentId !== null || !belongsTo(actor, of.buildingId);
    throw new Refused(isHidden ? "NOT_FOUND" : "NOT_ALLOWED");
  }
  return host;
}

/** As what somebody looks after this pass. @throws {Refused} PASS_NOT_FOUND for one that is not theirs to see */
export function hostOf(actor: Actor, pass: Whose & { madeAs: MadeAs }): Host {
  const host = hostFor(actor, pass);
  if (host === null || !isOf(host, pass)) {
    throw new Refused("PASS_NOT_FOUND");
  }
  return host;
}

/** Is this pass theirs to look after? */
export function looksAfter(actor: Actor, pass: Whose & { madeAs: MadeAs }): boolean {
  const host = hostFor(actor, pass);
  return host !== null && isOf(host, pass);
}

/** The lobby's are those alone that were made at the desk. */
const isOf = (host: Host, { madeAs }: { madeAs: MadeAs }): boolean =>
  host.as !== "lobby" || madeAs === "lobby";

/**
 * A home's passes are for those who live in it, or own it; the building's own for its administration, and those that
 * were made at the desk for the lobby too (decisions §4). Whom a home invites is not the administration's to see here.
 */
function hostFor(actor: Actor, { buildingId, apartmentId }: Whose): Host | null {
  const wanted = apartmentId === null ? "building" : "apartment";
  const roles = actor.spaces
    .filter((space) => space.buildingId === buildingId)
    .filter((space) => apartmentId === null || space.apartmentId === apartmentId)
    .map(({ role }) => role)
    .filter((role) => reachOfRole(role, "passes.make") === wanted);
  if (roles.length === 0) {
    return null;
  }
  const administers = roles.some((role) => reachOfRole(role, "buildings.administer") === "building");
  const as = apartmentId !== null ? "home" : administers ? "administration" : "lobby";
  return { as, buildingId, apartmentId };
}
