import { Role, type UserType } from "./roles.ts";

/**
 * How far a permission reaches for one role:
 * - `no`: not at all
 * - `self`: the person's own things, wherever they are
 * - `apartment`: the apartment of the space
 * - `building`: the whole building of the space
 * - `levels`: what the person's levels of access reach in the building, and when: asked where it is done
 * - `everywhere`: every building (platform administrators)
 */
export type Reach = "no" | "self" | "apartment" | "building" | "levels" | "everywhere";

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
  | "PLATFORM";

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

type Row = readonly [Reach, Reach, Reach, Reach, Reach, Reach, Reach, Reach, Reach, Reach];

/** Who may do what, and how far. The one place that says it; server and web both read it from here. */
// biome-ignore format: a table is read in columns
const table = {
  //                                   LIDER        RESIDENTE*  ADMINISTR.  PORTERIA    CONSERJE    EMPLEADO    POLICIA     SERV., ACC. VISITANTE*  platform
  "profile.own":                      ["self",      "self",     "self",     "self",     "self",     "self",     "self",     "self",     "self",     "self"],
  "cameras.view":                     ["building",  "building", "building", "building", "building", "building", "building", "no",       "no",       "everywhere"],
  "doors.operate":                    ["levels",    "levels",   "levels",   "levels",   "levels",   "levels",   "levels",   "levels",   "no",       "everywhere"],
  // Leave a door free or lock it until a time, and confirm an emergency, which frees the ways out.
  "doors.set-mode":                   ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "everywhere"],
  "alarms.raise":                     ["building",  "building", "building", "building", "building", "building", "building", "no",       "no",       "everywhere"],
  "alarms.read":                      ["building",  "building", "building", "building", "building", "building", "building", "no",       "no",       "everywhere"],
  "alarms.close":                     ["no",        "no",       "building", "building", "building", "no",       "building", "no",       "no",       "everywhere"],
  // Who is there to act on one, and is called to it also where they are not looking: by SMS.
  "alarms.answer":                    ["no",        "no",       "building", "building", "no",       "no",       "no",       "no",       "no",       "no"],
  "controllers.restart":              ["no",        "no",       "no",       "no",       "no",       "no",       "no",       "no",       "no",       "everywhere"],
  "access-requests.decide-residents": ["apartment", "no",       "building", "no",       "no",       "no",       "no",       "no",       "no",       "everywhere"],
  "access-requests.decide-owners":    ["no",        "no",       "building", "no",       "no",       "no",       "no",       "no",       "no",       "everywhere"],
  "members.manage":                   ["apartment", "no",       "building", "no",       "no",       "no",       "no",       "no",       "no",       "everywhere"],
  "apartments.search":                ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "building", "everywhere"],
  "calls.ring-apartment":             ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "building", "no"],
  "calls.ring-lobby":                 ["building",  "building", "building", "no",       "building", "building", "building", "building", "building", "no"],
  "visits.authorise":                 ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "everywhere"],
  "calls.door-panel":                 ["self",      "self",     "self",     "no",       "self",     "no",       "no",       "no",       "no",       "no"],
  // What happened today in the building, as it happens: what its desk must know. Other days are the administration's.
  "events.watch":                     ["no",        "no",       "building", "building", "building", "no",       "no",       "no",       "no",       "everywhere"],
  // The admin area of a building. What only the platform does there is the next row's.
  "buildings.administer":             ["no",        "no",       "building", "no",       "no",       "no",       "no",       "no",       "no",       "everywhere"],
  // Who administers shows a second factor, and so has one to look after.
  "second-factor.own":                ["no",        "no",       "self",     "no",       "no",       "no",       "no",       "no",       "no",       "self"],
  "platform.administer":              ["no",        "no",       "no",       "no",       "no",       "no",       "no",       "no",       "no",       "everywhere"],
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

/** The part of a person that decides what they may do: approved, active spaces only. */
export interface Principal {
  userType: UserType;
  spaces: readonly PrincipalSpace[];
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
  return principal.spaces.some(
    (space) =>
      space.buildingId === place.buildingId && reaches(reachOfRole(space.role, permission), space, place),
  );
}

/** May this person do this somewhere? For calls whose place is known only once their body is read. */
export function maySomewhere(principal: Principal, permission: Permission): boolean {
  return principal.userType === "ADMIN"
    ? reachOfPlatform(permission) !== "no"
    : permission === "profile.own" ||
        principal.spaces.some((space) => reachOfRole(space.role, permission) !== "no");
}

/** Some buildings, or all there are. */
export type Buildings = "everywhere" | readonly string[];

/** The buildings in which this person may do this to the building as a whole. */
export function buildingsWhere(principal: Principal, permission: Permission): Buildings {
  if (principal.userType === "ADMIN") {
    return reachOfPlatform(permission) === "everywhere" ? "everywhere" : [];
  }
  const ids = principal.spaces
    .filter(({ role }) => reachOfRole(role, permission) === "building")
    .map(({ buildingId }) => buildingId);
  return [...new Set(ids)];
}

/** Does this person belong to the building at all? Who does not is told that it does not exist. */
export function belongsTo(principal: Principal, buildingId: string): boolean {
  return principal.userType === "ADMIN" || principal.spaces.some((space) => space.buildingId === buildingId);
}

function reaches(reach: Reach, space: PrincipalSpace, place: Place): boolean {
  switch (reach) {
    case "no":
    case "everywhere":
      return false;
    case "self":
    case "building":
    case "levels":
      return true;
    case "apartment":
      return place.apartmentId !== undefined && place.apartmentId === space.apartmentId;
  }
}
