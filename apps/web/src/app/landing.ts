import type { WaitingPlace } from "@umbral/contract/access-requests/access-requests.contract";
import type { Space } from "@umbral/contract/auth/auth.contract";
import * as landings from "../lib/landings.ts";
import type { Session } from "../lib/session.ts";

/** What decides where somebody lands. */
export type Person = Pick<Session, "spaces" | "kiosk"> & {
  user: Pick<NonNullable<Session["user"]>, "userType">;
};

/** Which lists of requests have somebody waiting: the permissions of the specification's landing. */
export interface Waiting {
  employees: boolean;
  owners: boolean;
}

/** As when the call that asks has failed. */
export const nobodyWaits: Waiting = { employees: false, owners: false };

/** Does the landing of this person depend on who waits? */
export const landsByRequests = ({ user, spaces, kiosk }: Person): boolean =>
  kiosk === undefined &&
  user.userType === "USER" &&
  (spaces[0]?.role.name === "RESIDENTE_LIDER" || spaces[0]?.role.name === "ADMINISTRADOR");

/**
 * Who waits where this person stands now: in the current apartment, or without one in the building
 * (decisions §3). What waits at their other places is in the menu.
 */
export function waitingAt(space: Space | undefined, places: readonly WaitingPlace[]): Waiting {
  const here = places.filter(
    ({ building, apartment }) =>
      building.id === space?.building.id && (apartment === null || apartment.id === space.apartment?.id),
  );
  return {
    employees: here.some(({ employees }) => employees > 0),
    owners: here.some(({ owners }) => owners !== null && owners > 0),
  };
}

/** Where a person lands after signing in (specification §4). */
export function landingOf(person: Person, waiting: Waiting = nobodyWaits): string {
  if (landsByRequests(person)) {
    if (waiting.employees) {
      return landings.requestsEmployee;
    }
    // A leader's list is the other one.
    if (waiting.owners && person.spaces[0]?.role.name === "ADMINISTRADOR") {
      return landings.requestsOwner;
    }
  }
  return usualLandingOf(person);
}

/** The same where nobody waits for them. */
function usualLandingOf({ user, spaces, kiosk }: Person): string {
  if (kiosk !== undefined) {
    return landings.access;
  }
  if (user.userType !== "USER") {
    return landings.adminDashboard;
  }
  switch (spaces[0]?.role.name) {
    case undefined:
    case "VISITANTE_DESCONOCIDO":
      return landings.root;
    case "RESIDENTE_LIDER":
    case "RESIDENTE":
    case "RESIDENTE_TEMPORAL":
    case "PROPIETARIO":
      return landings.dashboard;
    case "VISITANTE_CONOCIDO":
      return landings.visitCode;
    case "PORTERIA":
      return landings.access;
    default:
      return landings.profile;
  }
}

/** Where the root sends somebody who is signed in already; null when the root itself is their place. */
export function homeOf(person: Person): string | null {
  const landing = usualLandingOf(person);
  if (landing !== landings.root) {
    return landing;
  }
  // Waiting for approval: the profile says so.
  return person.spaces.length === 0 ? landings.profile : null;
}
