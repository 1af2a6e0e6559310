import type {
  listDecisions,
  listTodaysDecisions,
} from "@umbral/contract/access-control/access-events.contract";
import type { readAccess, readPersonLevels } from "@umbral/contract/access-control/access-levels.contract";
import type { listLevelPeople } from "@umbral/contract/access-control/level-people.contract";
import type {
  listEmployeeRequests,
  listOwnerRequests,
  listWaitingPlaces,
} from "@umbral/contract/access-requests/access-requests.contract";
import type { listAlarms, readAlarm } from "@umbral/contract/alarms/alarms.contract";
import type { listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import type { readApartments } from "@umbral/contract/buildings/administering-apartments.contract";
import type {
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import type { administerBuildings, readBuilding } from "@umbral/contract/buildings/building-list.contract";
import type {
  apartmentDirectory,
  listBuildings,
  listFloors,
  listTowers,
} from "@umbral/contract/buildings/buildings.contract";
import type { listBlockedCallers } from "@umbral/contract/calls/blocked-callers.contract";
import type { callHistory, lastVisitor } from "@umbral/contract/calls/call-history.contract";
import type { readLobbyDesk } from "@umbral/contract/calls/lobby-desk.contract";
import type { readCameras } from "@umbral/contract/cameras/administering-cameras.contract";
import type { listCameras } from "@umbral/contract/cameras/cameras.contract";
import type { readDoors } from "@umbral/contract/doors/administering-doors.contract";
import type { listDoors } from "@umbral/contract/doors/doors.contract";
import type { listOpenings } from "@umbral/contract/doors/openings.contract";
import { type EventSubject, eventSubjects } from "@umbral/contract/event-subjects";
import type { EventName, HeardEvents } from "@umbral/contract/events";
import type { readHandover } from "@umbral/contract/kiosks/handing-over.contract";
import type { listLogbook } from "@umbral/contract/logbook/logbook.contract";
import type { readHomeNotices } from "@umbral/contract/notice-rules/notice-rules.contract";
import type { readBellTest } from "@umbral/contract/notifications/bell-test.contract";
import type { readOverview } from "@umbral/contract/overview/overview.contract";
import type { listHomeParcels, listParcels } from "@umbral/contract/parcels/parcels.contract";
import type { listGuests } from "@umbral/contract/passes/pass-desk.contract";
import type { listPasses } from "@umbral/contract/passes/passes.contract";
import type { listCardHolders, listHomeCardHolders } from "@umbral/contract/users/card-holders.contract";
import type { listHomeInvitations } from "@umbral/contract/users/home-invitations.contract";
import type { listMembers } from "@umbral/contract/users/members.contract";
import type { listVisits } from "@umbral/contract/visits/visits.contract";
import { type EndpointKey, keyOf } from "../lib/endpoint-query.ts";

type Subject = Exclude<EventSubject, "everything">;

/** Of several buildings at once: what is of one of them is of it too. */
const overview = keyOf<typeof readOverview>("GET", "/api/{product}/overview");

/** What may be other once an event was about this subject. A subject without a line here does not compile. */
const staleAbout: { [S in Subject]: (id: string) => readonly EndpointKey[] } = {
  "access-requests": () => [
    overview,
    keyOf<typeof listWaitingPlaces>("GET", "/api/access-requests/waiting"),
    keyOf<typeof listOwnerRequests>("GET", "/api/buildings/{id}/access"),
    keyOf<typeof listEmployeeRequests>("GET", "/api/apartments/{id}/access"),
  ],
  alarms: (buildingId) => [
    overview,
    keyOf<typeof listAlarms>("GET", "/api/buildings/{buildingId}/alarms", { params: { buildingId } }),
    keyOf<typeof readAlarm>("GET", "/api/buildings/{buildingId}/alarms/{alarmId}", {
      params: { buildingId },
    }),
  ],
  "bell-test": (id) => [
    keyOf<typeof readBellTest>("GET", "/api/user/notifications/bell-test/{id}", { params: { id } }),
  ],
  "blocked-callers": (apartmentId) => [
    keyOf<typeof listBlockedCallers>("GET", "/api/apartments/{apartmentId}/blocked-callers", {
      params: { apartmentId },
    }),
  ],
  // Lists with faces are not among these: each time one is read is written down.
  building: (id) => [
    overview,
    keyOf<typeof listDoors>("GET", "/api/buildings/{id}/doors", { params: { id } }),
    keyOf<typeof readDoors>("POST", "/api/{product}/doors", { body: { buildingId: id } }),
    keyOf<typeof listCameras>("GET", "/api/buildings/{id}/cameras", { params: { id } }),
    keyOf<typeof readCameras>("GET", "/api/{product}/buildings/{id}/cameras", { params: { id } }),
    keyOf<typeof listTowers>("GET", "/api/buildings/{id}/towers", { params: { id } }),
    keyOf<typeof readTowers>("GET", "/api/{product}/buildings/{id}/towers", { params: { id } }),
    keyOf<typeof readBuildingSettings>("GET", "/api/{product}/buildings/{id}/settings", { params: { id } }),
    keyOf<typeof readApartments>("GET", "/api/{product}/buildings/{buildingId}/apartments", {
      params: { buildingId: id },
    }),
    keyOf<typeof apartmentDirectory>("GET", "/api/buildings/{buildingId}/apartments", {
      params: { buildingId: id },
    }),
    keyOf<typeof readAccess>("GET", "/api/{product}/buildings/{id}/access-levels", { params: { id } }),
    keyOf<typeof readPersonLevels>("GET", "/api/{product}/users/{id}/access-levels"),
    keyOf<typeof listLevelPeople>("GET", "/api/{product}/buildings/{id}/access-levels/{levelId}/people", {
      params: { id },
    }),
    keyOf<typeof listCardHolders>("GET", "/api/{product}/buildings/{id}/card-holders", { params: { id } }),
    // Of several buildings, or of a part of one.
    keyOf<typeof listBuildings>("GET", "/api/buildings"),
    keyOf<typeof administerBuildings>("GET", "/api/{product}/buildings"),
    keyOf<typeof readBuilding>("GET", "/api/{product}/buildings/{id}"),
    keyOf<typeof listFloors>("GET", "/api/towers/{id}/floors"),
  ],
  doors: (id) => [keyOf<typeof listDoors>("GET", "/api/buildings/{id}/doors", { params: { id } })],
  calls: () => [
    keyOf<typeof callHistory>("GET", "/api/apartments/{apartmentId}/calls"),
    keyOf<typeof lastVisitor>("GET", "/api/apartments/{apartmentId}/last-visitor"),
    keyOf<typeof readLobbyDesk>("GET", "/api/buildings/{buildingId}/lobby-desk"),
  ],
  "access-events": (id) => [
    keyOf<typeof listDecisions>("GET", "/api/{product}/events/access"),
    keyOf<typeof listTodaysDecisions>("GET", "/api/buildings/{id}/today/access", { params: { id } }),
  ],
  intrusions: () => [keyOf<typeof listIntrusions>("GET", "/api/{product}/events/event-intrusion")],
  logbook: (buildingId) => [
    keyOf<typeof listLogbook>("GET", "/api/buildings/{buildingId}/logbook", { params: { buildingId } }),
    keyOf<typeof readHandover>("GET", "/api/buildings/{buildingId}/handover", { params: { buildingId } }),
  ],
  members: (id) => [
    keyOf<typeof listMembers>("GET", "/api/apartments/{id}/members", { params: { id } }),
    keyOf<typeof listHomeCardHolders>("GET", "/api/apartments/{id}/card-holders", { params: { id } }),
    keyOf<typeof listHomeInvitations>("GET", "/api/apartments/{id}/invitations", { params: { id } }),
  ],
  parcels: (buildingId) => [
    keyOf<typeof listParcels>("GET", "/api/buildings/{buildingId}/parcels", { params: { buildingId } }),
    keyOf<typeof listHomeParcels>("GET", "/api/apartments/{apartmentId}/parcels"),
  ],
  notices: (apartmentId) => [
    keyOf<typeof readHomeNotices>("GET", "/api/apartments/{apartmentId}/notices", {
      params: { apartmentId },
    }),
  ],
  passes: (buildingId) => [
    overview,
    keyOf<typeof listPasses>("GET", "/api/buildings/{buildingId}/passes", { params: { buildingId } }),
    keyOf<typeof lastVisitor>("GET", "/api/apartments/{apartmentId}/last-visitor"),
    keyOf<typeof listGuests>("GET", "/api/buildings/{buildingId}/guests", { params: { buildingId } }),
  ],
  openings: () => [keyOf<typeof listOpenings>("GET", "/api/{product}/events/open-door")],
  visits: (buildingId) => [
    overview,
    keyOf<typeof listVisits>("GET", "/api/buildings/{buildingId}/visits", { params: { buildingId } }),
  ],
};

/** Busy lists that somebody leafs through: their screens decide when they are read again (`useEventNews`). */
const leftToScreens: readonly EventSubject[] = ["access-events", "intrusions", "openings"];

/** The events after which something that was read is asked for again. */
export const eventsOfNews = (Object.keys(eventSubjects) as EventName[]).filter((event) => {
  const subject = eventSubjects[event];
  return subject !== null && !leftToScreens.includes(subject.about);
});

/** What is to be asked for again after this event: the keys of it, or everything. */
export function staleAfter<E extends EventName>(
  event: E,
  payload: HeardEvents[E],
): "everything" | readonly EndpointKey[] {
  const subject = eventSubjects[event];
  if (subject === null) {
    return [];
  }
  if (subject.about === "everything") {
    return "everything";
  }
  const id: unknown = Reflect.get(Object(payload), subject.named);
  return typeof id === "string" ? staleAbout[subject.about](id) : [];
}

const newsworthy = new Set(
  Object.values(staleAbout)
    .flatMap((keys) => keys(""))
    .map(([endpoint]) => endpoint),
);

/** May news speak of what is kept under this key? Then nobody has to ask by themselves. */
export const isInNews = ([endpoint]: readonly unknown[]): boolean =>
  typeof endpoint === "string" && newsworthy.has(endpoint);
