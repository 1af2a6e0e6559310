/** The addresses of the administration (specification §2). Apart from `paths`: only who administers fetches them. */
export const adminPaths = {
  cardManager: "/admin-dashboard/card-manager",
  buildings: "/admin-dashboard/buildings",
  /** The other reading of {@link adminPaths.buildings}: it leads there. */
  adminBuildings: "/admin-dashboard/admin-buildings",
  building: "/admin-dashboard/buildings/:buildingId",
  buildingApartments: "/admin-dashboard/buildings/:buildingId/apartments",
  /** What a building consists of, in tabs: `?ver=` names one. */
  buildingSettings: "/admin-dashboard/buildings/:buildingId/settings",
  /** Chooses the building whose apartments are shown. */
  adminApartments: "/admin-dashboard/admin-building-apartment",
  /** Chooses the building whose levels of access are shown. */
  accessLevels: "/admin-dashboard/access-levels",
  /** Chooses the building whose integrations are shown. */
  integrations: "/admin-dashboard/integrations",
  users: "/admin-dashboard/users",
  /** Every person's page is under it; by itself it is none. */
  people: "/admin-dashboard/people",
  person: "/admin-dashboard/people/:personId",
  apartmentUsers: "/admin-dashboard/apartments/:apartmentId/users",
  administrators: "/admin-dashboard/administrators",
  systemState: "/admin-dashboard/system-state",
  import: "/admin-dashboard/import",
  audit: "/admin-dashboard/audit",
  eventIntrusion: "/admin-dashboard/events/event-intrusion/:buildingId?",
  readings: "/admin-dashboard/events/access/:buildingId?",
  openDoor: "/admin-dashboard/events/open-door/:buildingId?",
  cameraDay: "/admin-dashboard/cameras/:cameraId/day",
  report: "/admin-dashboard/reports/:buildingId?",
} as const;

const inPath = encodeURIComponent;

export const buildingPath = (buildingId: string): string => `${adminPaths.buildings}/${inPath(buildingId)}`;

export const buildingApartmentsPath = (buildingId: string): string =>
  `${buildingPath(buildingId)}/apartments`;

/** The tabs of a building's settings that other screens lead to. */
export type SettingsTab =
  | "torres"
  | "camaras"
  | "puertas"
  | "entradas"
  | "niveles"
  | "controlador"
  | "integraciones"
  | "personal";

export const buildingSettingsPath = (buildingId: string, tab?: SettingsTab): string =>
  `${buildingPath(buildingId)}/settings${tab === undefined ? "" : `?ver=${tab}`}`;

/** Whose cards an address shows: somebody's id, for a document is in none. */
export const HOLDER = "persona";

/** The cards of a person. */
export const cardsPath = (personId: string): string =>
  `${adminPaths.cardManager}?${HOLDER}=${inPath(personId)}`;

/** The one page of a person. */
export const personPath = (personId: string): string => `${adminPaths.people}/${inPath(personId)}`;

export const apartmentUsersPath = (apartmentId: string): string =>
  `/admin-dashboard/apartments/${inPath(apartmentId)}/users`;

/** Of one building, or of all. */
export const eventIntrusionPath = (buildingId?: string): string => eventsPath("event-intrusion", buildingId);

/** What happened before a camera on one day. */
export const cameraDayPath = (cameraId: string): string => `/admin-dashboard/cameras/${inPath(cameraId)}/day`;

/** Of one building; without one it is chosen there. */
export const reportPath = (buildingId?: string): string =>
  `/admin-dashboard/reports${buildingId === undefined ? "" : `/${inPath(buildingId)}`}`;

/** Of one building, or of all. */
export const openDoorPath = (buildingId?: string): string => eventsPath("open-door", buildingId);

/** Of one building, or of all. */
export const readingsPath = (buildingId?: string): string => eventsPath("access", buildingId);

const eventsPath = (kind: string, buildingId: string | undefined): string =>
  `/admin-dashboard/events/${kind}${buildingId === undefined ? "" : `/${inPath(buildingId)}`}`;
