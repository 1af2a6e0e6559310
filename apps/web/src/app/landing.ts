import type { Session } from "../lib/session.ts";
import { paths } from "./paths.ts";

type Person = Pick<Session, "spaces"> & { user: Pick<NonNullable<Session["user"]>, "userType"> };

/**
 * Where a person lands after signing in (specification §4). Two of its destinations have no screen yet:
 * without the lists of requests, leaders and administrators land as when none is waiting; without the
 * code request, known visitors land on their profile.
 */
export function landingOf({ user, spaces }: Person): string {
  if (user.userType !== "USER") {
    return paths.adminDashboard;
  }
  switch (spaces[0]?.role.name) {
    case undefined:
    case "VISITANTE_DESCONOCIDO":
      return paths.root;
    case "RESIDENTE_LIDER":
    case "RESIDENTE":
    case "RESIDENTE_TEMPORAL":
    case "PROPIETARIO":
      return paths.dashboard;
    case "PORTERIA":
      return paths.access;
    default:
      return paths.profile;
  }
}

/** Where the root sends somebody who is signed in already; null when the root itself is their place. */
export function homeOf(person: Person): string | null {
  const landing = landingOf(person);
  if (landing !== paths.root) {
    return landing;
  }
  // Waiting for approval: the profile says so.
  return person.spaces.length === 0 ? paths.profile : null;
}

/** The screen that sent somebody to sign in, from the state of the location; null when there was none. */
export function originIn(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("origin" in state)) {
    return null;
  }
  const { origin } = state;
  return typeof origin === "string" && /^\/(?!\/)/.test(origin) ? origin : null;
}
