import { Role, type UserType } from "./roles.ts";

/**
 * How far a permission reaches for one role:
 * - `no`: not at all
 * - `self`: the person's own things, wherever they are
 * - `apartment`: the apartment of the space
 * - `building`: the whole building of the space
 * - `levels`: what the person's levels of access reach in the building, and when: asked where it is done
 * - `everywhere`: every building (platform administrators)
 * - `shift`: as far as whoever is on shift at the device may, and in its building alone (devices of the lobby)
 */
export type Reach = "no" | "self" | "apartment" | "building" | "levels" | "everywhere" | "shift";

type Column =
  | "LIDER"
  | "RESIDENTE"
  | "ADMINISTRADOR"
  | "PORTERIA"
  | "CONSERJE"
  | "EMPLEADO"
  | "POLICIA"
  | "SERVICIOS"
  | "VISITANTE"
  | "PLATFORM"
  | "KIOSK";

const columns = [
  "LIDER",
  "RESIDENTE",
  "ADMINISTRADOR",
  "PORTERIA",
  "CONSERJE",
  "EMPLEADO",
  "POLICIA",
  "SERVICIOS",
  "VISITANTE",
  "PLATFORM",
  "KIOSK",
] as const satisfies readonly Column[];

/** Roles that may do the same things share a column. */
const columnOf: Record<Role, Column> = {
  RESIDENTE_LIDER: "LIDER",
  RESIDENTE: "RESIDENTE",
  RESIDENTE_TEMPORAL: "RESIDENTE",
  PROPIETARIO: "RESIDENTE",
  ADMINISTRADOR: "ADMINISTRADOR",
  PORTERIA: "PORTERIA",
  CONSERJE: "CONSERJE",
  EMPLEADO_ADMINISTRATIVO: "EMPLEADO",
  POLICIA: "POLICIA",
  SERVICIOS: "SERVICIOS",
  ACCIONISTA: "SERVICIOS",
  VISITANTE_CONOCIDO: "VISITANTE",
  VISITANTE_DESCONOCIDO: "VISITANTE",
};

type Row = readonly [Reach, Reach, Reach, Reach, Reach, Reach, Reach, Reach, Reach, Reach, Reach];

/** Who may do what, and how far. The one place that says it; server and web both read it from here. */
// biome-ignore format: a table is read in columns
const table = {
  //                                   LIDER        RESIDENTE*  ADMINISTR.  PORTERIA    CONSERJE    EMPLEADO    POLICIA     SERV., ACC. VISITANTE*  platform      kiosk
  "profile.own":                      ["self",      "self",     "self",     "self",     "self",     "self",     "self",     "self",     "self",     "self",       "no"],
  // Who one is here, and what it takes to stand in a call of one's own.
  "session.own":                      ["self",      "self",     "self",     "self",     "self",     "self",     "self",     "self",     "self",     "self",       "building"],
  "cameras.view":                     ["building",  "building", "building", "building", "building", "building", "building", "no",       "no",       "everywhere", "shift"],
  "doors.operate":                    ["levels",    "levels",   "levels",   "levels",   "levels",   "levels",   "levels",   "levels",   "no",       "everywhere", "shift"],
  // Leave a door free or lock it until a time, and confirm an emergency, which frees the ways out.
  "doors.set-mode":                   ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "everywhere", "shift"],
  "alarms.raise":                     ["building",  "building", "building", "building", "building", "building", "building", "no",       "no",       "everywhere", "shift"],
  "alarms.read":                      ["building",  "building", "building", "building", "building", "building", "building", "no",       "no",       "everywhere", "shift"],
  "alarms.close":                     ["no",        "no",       "building", "building", "building", "no",       "building", "no",       "no",       "everywhere", "shift"],
  // Who is there to act on one, and is called to it also where they are not looking: by SMS.
  "alarms.answer":                    ["no",        "no",       "building", "building", "no",       "no",       "no",       "no",       "no",       "no",         "no"],
  "controllers.restart":              ["no",        "no",       "no",       "no",       "no",       "no",       "no",       "no",       "no",       "everywhere", "no"],
  "access-requests.decide-residents": ["apartment", "no",       "building", "no",       "no",       "no",       "no",       "no",       "no",       "everywhere", "no"],
  "access-requests.decide-owners":    ["no",        "no",       "building", "no",       "no",       "no",       "no",       "no",       "no",       "everywhere", "no"],
  "members.manage":                   ["apartment", "no",       "building", "no",       "no",       "no",       "no",       "no",       "no",       "everywhere", "no"],
  "apartments.search":                ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "building", "everywhere", "building"],
  "calls.ring-apartment":             ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "building", "no",         "building"],
  "calls.ring-lobby":                 ["building",  "building", "building", "no",       "building", "building", "building", "building", "building", "no",         "no"],
  "visits.authorise":                 ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "everywhere", "shift"],
  // Guests: of one's own home, of the building, and the lobby's own for the day.
  "passes.make":                      ["apartment", "apartment", "building", "building", "building", "no",       "no",       "no",       "no",       "no",         "shift"],
  // What lies at the lobby: received and handed over there, collected by those of the home.
  "parcels.read":                     ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "everywhere", "shift"],
  "parcels.keep":                     ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "no",         "shift"],
  "parcels.collect":                  ["apartment", "apartment", "no",      "no",       "no",       "no",       "no",       "no",       "no",       "no",         "no"],
  // What one is told of one's own home; the service asks whether they live there.
  "notices.choose":                   ["apartment", "apartment", "no",      "no",       "no",       "no",       "no",       "no",       "no",       "no",         "no"],
  "calls.door-panel":                 ["self",      "self",     "self",     "no",       "self",     "no",       "no",       "no",       "no",       "no",         "no"],
  // The lobby's logbook: who stands there writes in it, and signs when a shift is handed over.
  "logbook.read":                     ["no",        "no",       "building", "building", "building", "no",       "building", "no",       "no",       "everywhere", "shift"],
  "logbook.write":                    ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "no",         "shift"],
  "logbook.hand-over":                ["no",        "no",       "no",       "building", "building", "no",       "no",       "no",       "no",       "no",         "shift"],
  // What happened today in the building, as it happens: what its desk must know. Other days are the administration's.
  "events.watch":                     ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "everywhere", "shift"],
  // The admin area of a building. What only the platform does there is the next row's.
  "buildings.administer":             ["no",        "no",       "building", "no",       "no",       "no",       "no",       "no",       "no",       "everywhere", "no"],
  // A device of the lobby by itself: somebody steps in, and out.
  "kiosks.use":                       ["no",        "no",       "no",       "no",       "no",       "no",       "no",       "no",       "no",       "no",         "building"],
  // A PIN of one's own to step in there with.
  "shift-pin.own":                    ["no",        "no",       "no",       "self",     "self",     "no",       "no",       "no",       "no",       "no",         "no"],
  // Who administers shows a second factor, and so has one to look after.
  "second-factor.own":                ["no",        "no",       "self",     "no",       "no",       "no",       "no",       "no",       "no",       "self",       "no"],
  "platform.administer":              ["no",        "no",       "no",       "no",       "no",       "no",       "no",       "no",       "no",       "everywhere", "no"],
} as const satisfies Record<string, Row>;

/** A power, named `room.verb`. */
export type Permission = keyof typeof table;
export const permissions = Object.keys(table).filter((word): word is Permission => word in table);

/** How far `permission` reaches for a space of this role. */
export function reachOfRole(role: Role, permission: Permission): Reach {
  return table[permission][columns.indexOf(columnOf[role])] ?? "no";
}

/** The roles for which `permission` reaches just so far. */
export function rolesWith(permission: Permission, reach: Reach): Role[] {
  return Role.options.filter((role) => reachOfRole(role, permission) === reach);
}

/** Comes to see somebody, whatever they are elsewhere. */
export function isVisitor(role: Role): boolean {
  return columnOf[role] === "VISITANTE";
}

/** Lives in the apartment of the space, or owns it. */
export function isResident(role: Role): boolean {
  return columnOf[role] === "LIDER" || columnOf[role] === "RESIDENTE";
}

/** How far `permission` reaches for a platform administrator. */
export function reachOfPlatform(permission: Permission): Reach {
  return table[permission][columns.indexOf("PLATFORM")] ?? "no";
}

/** How far `permission` reaches at a device of the lobby. */
export function reachOfKiosk(permission: Permission): Reach {
  return table[permission][columns.indexOf("KIOSK")] ?? "no";
}

/** Who may be on shift at a device of their building's lobby. */
export const lobbyRoles = ["PORTERIA", "CONSERJE"] as const satisfies readonly Role[];

/** The part of a person that decides what they may do: approved, active spaces only. */
export interface Principal {
  userType: UserType;
  /** At a device of the lobby: those of whoever is on shift that are of this lobby; none without a shift. */
  spaces: readonly PrincipalSpace[];
  /** The device of a lobby from which this is asked. */
  kiosk?: { buildingId: string };
}

export interface PrincipalSpace {
  role: Role;
  buildingId: string;
  apartmentId: string | null;
}

/** Where something is done. An apartment adds itself. */
export interface Place {
  buildingId: string;
  apartmentId?: string;
}

/** May this person do this here? A place with no apartment asks about the building as a whole. */
export function may(principal: Principal, permission: Permission, place: Place): boolean {
  if (principal.userType === "ADMIN") {
    return reachOfPlatform(permission) === "everywhere";
  }
  const atKiosk = byKiosk(principal, permission);
  if (atKiosk !== null) {
    return atKiosk && principal.kiosk?.buildingId === place.buildingId;
  }
  return principal.spaces.some(
    (space) =>
      space.buildingId === place.buildingId && reaches(reachOfRole(space.role, permission), space, place),
  );
}

/** May this person do this somewhere? For calls whose place is known only once their body is read. */
export function maySomewhere(principal: Principal, permission: Permission): boolean {
  const atKiosk = byKiosk(principal, permission);
  if (atKiosk !== null) {
    return atKiosk;
  }
  return principal.userType === "ADMIN"
    ? reachOfPlatform(permission) !== "no"
    : permission === "profile.own" ||
        permission === "session.own" ||
        principal.spaces.some((space) => reachOfRole(space.role, permission) !== "no");
}

/** Some buildings, or all there are. */
export type Buildings = "everywhere" | readonly string[];

/** The buildings in which this person may do this to the building as a whole. */
export function buildingsWhere(principal: Principal, permission: Permission): Buildings {
  if (principal.userType === "ADMIN") {
    return reachOfPlatform(permission) === "everywhere" ? "everywhere" : [];
  }
  if (principal.kiosk && byKiosk(principal, permission) !== null) {
    return byKiosk(principal, permission) ? [principal.kiosk.buildingId] : [];
  }
  const ids = principal.spaces
    .filter(({ role }) => reachOfRole(role, permission) === "building")
    .map(({ buildingId }) => buildingId);
  return [...new Set(ids)];
}

/** Does this person belong to the building at all? Who does not is told that it does not exist. */
export function belongsTo(principal: Principal, buildingId: string): boolean {
  return (
    principal.userType === "ADMIN" ||
    principal.kiosk?.buildingId === buildingId ||
    principal.spaces.some((space) => space.buildingId === buildingId)
  );
}

/** Does the device itself decide: yes or no whoever stands there? Null where it is for who is on shift, and for who is at none. */
function byKiosk({ kiosk }: Principal, permission: Permission): boolean | null {
  const reach = reachOfKiosk(permission);
  return kiosk === undefined || reach === "shift" ? null : reach === "building";
}

function reaches(reach: Reach, space: PrincipalSpace, place: Place): boolean {
  switch (reach) {
    case "no":
    case "everywhere":
    case "shift":
      return false;
    case "self":
    case "building":
    case "levels":
      return true;
    case "apartment":
      return place.apartmentId !== undefined && place.apartmentId === space.apartmentId;
  }
}
