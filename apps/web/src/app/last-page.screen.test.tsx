import {
  type AccessEvent,
  listDecisions,
  listTodaysDecisions,
} from "@umbral/contract/access-control/access-events.contract";
import { readAccess } from "@umbral/contract/access-control/access-levels.contract";
import { listEmployeeRequests } from "@umbral/contract/access-requests/access-requests.contract";
import { type Alarm, listAlarms } from "@umbral/contract/alarms/alarms.contract";
import { type IntrusionEvent, listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import { type AuditEntry, listAudit } from "@umbral/contract/audit/audit.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import {
  type ApartmentSettings,
  readApartments,
} from "@umbral/contract/buildings/administering-apartments.contract";
import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { type AdminBuilding, administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { listBlockedCallers } from "@umbral/contract/calls/blocked-callers.contract";
import { callHistory } from "@umbral/contract/calls/call-history.contract";
import { readDoors } from "@umbral/contract/doors/administering-doors.contract";
import { doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import { listOpenings, type OpenDoorEvent } from "@umbral/contract/doors/openings.contract";
import { readSignOfHome } from "@umbral/contract/entrance-sign/entrance-sign.contract";
import { listTokens } from "@umbral/contract/integrations/tokens.contract";
import { type Delivery, listDeliveries, listWebhooks } from "@umbral/contract/integrations/webhooks.contract";
import { listLogbook } from "@umbral/contract/logbook/logbook.contract";
import { listHomeParcels, listParcels } from "@umbral/contract/parcels/parcels.contract";
import { listGuests } from "@umbral/contract/passes/pass-desk.contract";
import { listPasses } from "@umbral/contract/passes/passes.contract";
import { type CardHolder, listCardHolders } from "@umbral/contract/users/card-holders.contract";
import { type Invitation, listInvitations } from "@umbral/contract/users/invitations.contract";
import { listStaff } from "@umbral/contract/users/staff.contract";
import { listUserDetails, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { type ListedVisit, listVisits } from "@umbral/contract/visits/visits.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../testing/screens/access.ts";
import { missedCall } from "../../testing/screens/calls.ts";
import { calmDesk } from "../../testing/screens/desk.ts";
import { ServerLine } from "../../testing/screens/line.ts";
import { noteOf } from "../../testing/screens/logbook.ts";
import { parcelLike } from "../../testing/screens/parcels.ts";
import { atDesk, carlos, passLike } from "../../testing/screens/passes.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../testing/screens/places.ts";
import { requestOf } from "../../testing/screens/requests.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";

const martina: CardHolder = {
  id: idOf(0x1ca1),
  name: "Martina Niña",
  apartment: { id: home.id, name: home.name },
  from: null,
  until: null,
  state: "now",
  levels: [],
  cards: [],
};
const invitation: Invitation = {
  id: idOf(0x1a2),
  name: "Pedro Portero",
  cedula: "",
  email: "",
  phone: "+573001234567",
  role: "PORTERIA",
  apartment: null,
  endsAt: null,
  sentAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-27T12:00:00.000Z",
  state: "waiting",
  hasConflict: false,
};
const parcel = parcelLike(1, { carrier: "Servientrega" });
const marta: UserDetail = {
  id: idOf(0x700),
  photo: null,
  name: "Marta Gómez",
  cedula: "1000000007",
  phone: "",
  email: "",
  active: true,
  verified: true,
  roleName: "RESIDENTE",
  apartmentName: home.name,
  buildingName: mirador.name,
  places: [],
  tags: [],
  alias: "",
};
const apartment: ApartmentSettings = {
  id: home.id,
  name: home.name,
  active: true,
  apartmentType: "APARTMENT",
  address: "",
  tower: { id: idOf(0x70a), name: "A" },
  floor: { id: idOf(0xf00), name: "1" },
  people: 1,
};
const building: AdminBuilding = {
  ...mirador,
  address1: "Calle 100 # 10-20",
  city: "Bogotá",
  state: "Bogotá D.C.",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
  apartments: 10,
  doors: 3,
  controller: "online",
  lastSeenAt: null,
};
const alarm: Alarm = {
  id: idOf(0xa1a),
  event: "EMERGENCY",
  drill: false,
  buildingId: mirador.id,
  buildingName: mirador.name,
  at: "2026-11-20T12:00:00.000Z",
  raisedBy: [{ id: idOf(0x12), name: "Pedro Portero", apartment: null, at: "2026-11-20T12:00:00.000Z" }],
  seenBy: [],
  siren: "none",
  silenced: null,
  closed: null,
};
const visit: ListedVisit = {
  id: idOf(0xc01),
  user: { id: idOf(0xd01), cedula: "1000000011", name: "Víctor Visitante" },
  image: null,
  state: "waiting",
  requestedAt: "2026-11-20T12:00:00.000Z",
  authorised: null,
};

const inMirador = { buildingId: mirador.id, buildingName: mirador.name, timeZone: "America/Bogota" };
const happened = { toldAt: null, hasBrokenPicture: false, ...inMirador };
const opening: OpenDoorEvent = {
  ...happened,
  id: idOf(0xe01),
  image_url: null,
  timestamp_camera: "2026-11-20T12:00:00.000Z",
  doorId: idOf(0xd0),
  doorName: "Puerta principal",
  userName: "Rosa Líder",
  origin: "APP",
  isCertain: true,
  apartment: home.name,
};
const intrusion: IntrusionEvent = {
  ...happened,
  id: idOf(0xe02),
  kind: "motion",
  cameraId: idOf(0xca),
  cameraName: "Cámara del garaje",
  doorId: null,
  doorName: null,
  inputName: null,
  startTime: "2026-11-20T12:00:00.000Z",
  endTime: "2026-11-20T12:01:00.000Z",
  imageUrls: [],
  imageTimes: [],
};
const reading: AccessEvent = {
  ...happened,
  id: idOf(0xe03),
  at: "2026-11-20T12:00:00.000Z",
  outcome: "granted",
  credential: "card",
  isOffline: false,
  doorId: idOf(0xd0),
  doorName: "Puerta principal",
  userName: "Martina Niña",
  tag: null,
  imageUrl: null,
};
const noted = noteOf(0xe04, "2026-11-20T12:00:00.000Z", "Llegó la bomba");
const done: AuditEntry = {
  id: idOf(0xe05),
  at: "2026-11-20T12:00:00.000Z",
  action: "doors.created",
  building: { id: mirador.id, name: mirador.name, timeZone: "America/Bogota" },
  actor: { id: idOf(0x12), name: "Laura Plataforma" },
  about: ["Puerta principal"],
  origin: null,
  change: null,
  isErased: false,
  isSealed: true,
};
const delivery: Delivery = {
  id: idOf(0xe06),
  webhook: { id: idOf(0x7b), name: "Servidor de avisos" },
  kind: "opened",
  state: "delivered",
  createdAt: "2026-11-20T12:00:00.000Z",
  attempts: 1,
  nextAttemptAt: null,
  lastAttemptAt: "2026-11-20T12:00:01.000Z",
  lastStatus: 204,
  lastFault: null,
  lastMs: 84,
};
/** Of a list of what happened. */
const pages = { totalPages: 1, hasOlder: false };

/** What stands on the first page, which is the only one by now. */
const on = <Row,>({ query: { page: at = 1 } }: { query: { page?: number | undefined } }, row: Row): Row[] =>
  at === 1 ? [row] : [];
const replies = () =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readAccess, miradorAccess)
    .on(listStaff, { staff: [] })
    .on(listParcels, (asked) => ({
      parcels: on(asked, parcel),
      totalPages: 1,
      waiting: 1,
      places: [],
      towers: [],
    }))
    .on(listHomeParcels, (asked) => ({ parcels: on(asked, parcel), totalPages: 1, waiting: 1 }))
    .on(listPasses, (asked) => ({ passes: on(asked, carlos), totalPages: 1 }))
    .on(listCardHolders, (asked) => ({ cardHolders: on(asked, martina), totalPages: 1 }))
    .on(listInvitations, (asked) => ({ invitations: on(asked, invitation), totalPages: 1 }))
    .on(listUserDetails, (asked) => ({ users: on(asked, marta), totalPages: 1, isMore: false }))
    .on(readApartments, (asked) => ({ building: mirador, apartments: on(asked, apartment), totalPages: 1 }))
    .on(administerBuildings, (asked) => ({ buildings: on(asked, building), totalPages: 1 }))
    .on(listAlarms, (asked) => ({ alarms: on(asked, alarm), totalPages: 1 }))
    .on(listVisits, (asked) => ({
      day: "2026-11-20",
      today: "2026-11-20",
      visits: on(asked, visit),
      totalPages: 1,
    }))
    .on(callHistory, (asked) => ({ calls: on(asked, missedCall("2026-11-20T12:00:00.000Z")), totalPages: 1 }))
    .on(listBlockedCallers, { blockedCallers: [] })
    .on(readSignOfHome, { rings: true, hasSign: false })
    .on(listDoors, { doors: [] })
    .on(readDoors, { doors: [] })
    .on(listTokens, { tokens: [] })
    .on(listWebhooks, { webhooks: [] })
    .on(listDeliveries, (asked) => ({ deliveries: on(asked, delivery), totalPages: 1 }))
    .on(listOpenings, (asked) => ({ eventOpenDoorDetails: on(asked, opening), ...pages }))
    .on(listIntrusions, (asked) => ({ eventIntrusionDetails: on(asked, intrusion), ...pages }))
    .on(listDecisions, (asked) => ({ accessEvents: on(asked, reading), ...pages }))
    .on(listTodaysDecisions, (asked) => ({ accessEvents: on(asked, reading), ...pages }))
    .on(listLogbook, (asked) => ({ lines: on(asked, noted), ...pages }))
    .on(listAudit, (asked) => ({ entries: on(asked, done), ...pages }))
    .on(listEmployeeRequests, ({ query }) => ({
      accessRequests: query.page === 1 ? [requestOf("Nora Nueva")] : [],
      totalPages: 1,
    }));

const settings = `/admin-dashboard/buildings/${mirador.id}/settings`;
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");
const pedro = somebody("PORTERIA", "Pedro Portero");
const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const events = "/admin-dashboard/events";

for (const [what, path, as, there] of [
  ["what waits at the desk", "/correspondencia", pedro, /Servientrega/],
  ["what waits for a home", "/building/dashboard/correspondencia", rosa, /Servientrega/],
  ["a home's guests", "/building/dashboard/invitaciones", rosa, "Carlos Pérez"],
  ["people without an account", `${settings}?ver=sin-cuenta`, platformAdministrator(), "Martina Niña"],
  ["who was invited", `${settings}?ver=personal`, alberto, "Pedro Portero"],
  ["who asked to come in", "/building/dashboard/apartments/requests/employee", alberto, "Nora Nueva"],
  ["everybody", "/admin-dashboard/users", platformAdministrator(), "Marta Gómez"],
  ["homes", `/admin-dashboard/buildings/${mirador.id}/apartments`, platformAdministrator(), home.name],
  ["buildings", "/admin-dashboard/buildings", platformAdministrator(), mirador.name],
  ["who rang a home", "/building/dashboard/llamadas", rosa, /^Perdida/],
  ["alarms", "/building/dashboard/alertas", rosa, "Nadie ha dicho «Entendido»"],
  ["the day's visits", "/building/visits/code/confirm", alberto, "Víctor Visitante"],
  ["what doors did", `${events}/open-door`, platformAdministrator(), "Rosa Líder"],
  ["what cameras noticed", `${events}/event-intrusion`, platformAdministrator(), "Cámara del garaje"],
  ["who held a card to a reader", `${events}/access`, platformAdministrator(), "Martina Niña"],
  // After midnight they are others.
  ["who did so today", "/building/dashboard/lecturas", pedro, "Martina Niña"],
  ["what the lobby wrote down", "/building/dashboard/minuta", pedro, "Llegó la bomba"],
  ["who did what", "/admin-dashboard/audit", platformAdministrator(), "Laura Plataforma"],
  ["what left for other programs", `${settings}?ver=integraciones`, alberto, "Servidor de avisos"],
] as const) {
  test(`whoever kept the address of a page that has gone finds ${what} on the last one`, async () => {
    const screen = await renderScreen(`${path}${path.includes("?") ? "&" : "?"}pagina=2`, {
      as,
      replies: replies(),
    });
    await expect.element(page.getByText(there).first()).toBeVisible();
    expect(screen.path()).toBe(path);
  });
}

test("the desk that leafs through who is expected sees the page before, once nobody of the last one is", async () => {
  const nora = atDesk(passLike(2, "Nora Invitada"));
  let totalPages = 2;
  const line = new ServerLine().on(doorClock, { steadyMs: 1000 });
  await renderScreen("/acceso-visitante", {
    as: somebody("PORTERIA", "Pedro Portero"),
    size: "tablet",
    line,
    replies: calmDesk(
      placesReplies()
        .on(apartmentDirectory, { apartments: [] })
        .on(listGuests, ({ query: { which, page: at } }) =>
          which === "inside"
            ? { guests: [], totalPages: 0, inside: 0 }
            : { guests: at === 1 ? [nora] : totalPages === 2 ? [atDesk(carlos)] : [], totalPages, inside: 0 },
        ),
    ),
  });
  await expect.poll(() => line.sent(init)).not.toEqual([]);
  await page.getByRole("button", { name: "Siguiente" }).click();
  await expect.element(page.getByRole("button", { name: /^Carlos Pérez/ })).toBeVisible();
  totalPages = 1;
  line.say("passes:changed", { buildingId: mirador.id, apartmentId: null, passId: carlos.id });
  await expect.element(page.getByRole("button", { name: /^Nora Invitada/ })).toBeVisible();
  expect(page.getByText("No se esperan más invitados hoy.").elements()).toEqual([]);
});
