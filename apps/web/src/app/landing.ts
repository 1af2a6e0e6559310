import type { WaitingPlace } from "@umbral/contract/access-requests/access-requests.contract";
import type { Space } from "@umbral/contract/auth/auth.contract";
import { paths } from "../lib/paths.ts";
import type { Session } from "../lib/session.ts";

type Person = Pick<Session, "spaces" | "kiosk"> & { user: Pick<NonNullable<Session["user"]>, "userType"> };

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
export function landingOf({ user, spaces, kiosk }: Person, waiting: Waiting = nobodyWaits): string {
  if (kiosk !== undefined) {
    return paths.access;
  }
  if (user.userType !== "USER") {
    return paths.adminDashboard;
  }
  switch (spaces[0]?.role.name) {
    case undefined:
    case "VISITANTE_DESCONOCIDO":
      return paths.root;
    case "RESIDENTE_LIDER":
      return waiting.employees ? paths.requestsEmployee : paths.dashboard;
    case "ADMINISTRADOR":
      if (waiting.employees) {
        return paths.requestsEmployee;
      }
      return waiting.owners ? paths.requestsOwner : paths.profile;
    case "RESIDENTE":
    case "RESIDENTE_TEMPORAL":
    case "PROPIETARIO":
      return paths.dashboard;
    case "VISITANTE_CONOCIDO":
      return paths.visitCode;
    case "PORTERIA":
      return paths.access;
    default:
      return paths.profile;
  }
}

/** Where the root sends somebody who is signed in already; null when the root itself is their place. */
export function homeOf(person: Person, waiting?: Waiting): string | null {
  const landing = landingOf(person, waiting);
  if (landing !== paths.root) {
    return landing;
  }
  // Waiting for approval: the profile says so.
  return person.spaces.length === 0 ? paths.profile : null;
}
