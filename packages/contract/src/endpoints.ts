import { z } from "zod";
import * as accessEvents from "./access-control/access-events.contract.ts";
import * as accessLevels from "./access-control/access-levels.contract.ts";
import * as levelPeople from "./access-control/level-people.contract.ts";
import * as pins from "./access-control/pins.contract.ts";
import * as accessRequests from "./access-requests/access-requests.contract.ts";
import * as alarms from "./alarms/alarms.contract.ts";
import * as intrusions from "./alarms/intrusions.contract.ts";
import * as audit from "./audit/audit.contract.ts";
import * as administrators from "./auth/administrators.contract.ts";
import * as auth from "./auth/auth.contract.ts";
import * as passkeys from "./auth/passkeys.contract.ts";
import * as recovery from "./auth/recovery.contract.ts";
import * as secondFactor from "./auth/second-factor.contract.ts";
import * as sessions from "./auth/sessions.contract.ts";
import * as administeringApartments from "./buildings/administering-apartments.contract.ts";
import * as administeringBuildings from "./buildings/administering-buildings.contract.ts";
import * as buildingList from "./buildings/building-list.contract.ts";
import * as buildingNews from "./buildings/building-news.contract.ts";
import * as buildings from "./buildings/buildings.contract.ts";
import * as buildingImport from "./buildings/import.contract.ts";
import * as blockedCallers from "./calls/blocked-callers.contract.ts";
import * as callHistory from "./calls/call-history.contract.ts";
import * as callPush from "./calls/call-push.contract.ts";
import * as calls from "./calls/calls.contract.ts";
import * as doorPanel from "./calls/door-panel.contract.ts";
import * as lobby from "./calls/lobby.contract.ts";
import * as lobbyDesk from "./calls/lobby-desk.contract.ts";
import * as telephone from "./calls/telephone.contract.ts";
import * as administeringCameras from "./cameras/administering-cameras.contract.ts";
import * as cameras from "./cameras/cameras.contract.ts";
import * as video from "./cameras/video.contract.ts";
import * as cards from "./cards/cards.contract.ts";
import * as ownCards from "./cards/own-cards.contract.ts";
import * as clips from "./clips/clips.contract.ts";
import * as controllerFacts from "./controllers/controller-facts.contract.ts";
import * as controllerOrders from "./controllers/controller-orders.contract.ts";
import * as controllers from "./controllers/controllers.contract.ts";
import * as demonstration from "./controllers/demonstration.contract.ts";
import * as registering from "./controllers/registering.contract.ts";
import * as administeringDoors from "./doors/administering-doors.contract.ts";
import * as deviceMoves from "./doors/device-moves.contract.ts";
import * as doorModes from "./doors/door-modes.contract.ts";
import * as doors from "./doors/doors.contract.ts";
import * as openings from "./doors/openings.contract.ts";
import * as entranceSign from "./entrance-sign/entrance-sign.contract.ts";
import * as signPage from "./entrance-sign/sign-page.contract.ts";
import * as inputs from "./inputs/inputs.contract.ts";
import * as outside from "./integrations/outside.contract.ts";
import * as outsideEvents from "./integrations/outside-events.contract.ts";
import * as outsidePasses from "./integrations/outside-passes.contract.ts";
import * as tokens from "./integrations/tokens.contract.ts";
import * as webhooks from "./integrations/webhooks.contract.ts";
import * as handingOver from "./kiosks/handing-over.contract.ts";
import * as kiosks from "./kiosks/kiosks.contract.ts";
import type { Endpoint } from "./lib/endpoint.ts";
import type { Message } from "./lib/message.ts";
import * as message from "./lib/message.ts";
import * as refusals from "./lib/refusals.ts";
import * as logbook from "./logbook/logbook.contract.ts";
import * as noticeRules from "./notice-rules/notice-rules.contract.ts";
import * as bellTest from "./notifications/bell-test.contract.ts";
import * as notifications from "./notifications/notifications.contract.ts";
import * as quietHours from "./notifications/quiet-hours.contract.ts";
import * as overview from "./overview/overview.contract.ts";
import * as parcels from "./parcels/parcels.contract.ts";
import * as guestPage from "./passes/guest-page.contract.ts";
import * as passDesk from "./passes/pass-desk.contract.ts";
import * as passes from "./passes/passes.contract.ts";
import * as rollCall from "./passes/roll-call.contract.ts";
import * as personalData from "./personal-data/personal-data.contract.ts";
import * as registration from "./registration/registration.contract.ts";
import * as terms from "./registration/terms.contract.ts";
import * as reports from "./reports/reports.contract.ts";
import * as systemState from "./system-state/system-state.contract.ts";
import * as cardHolders from "./users/card-holders.contract.ts";
import * as contactProposals from "./users/contact-proposals.contract.ts";
import * as finder from "./users/finder.contract.ts";
import * as homeInvitations from "./users/home-invitations.contract.ts";
import * as invitations from "./users/invitations.contract.ts";
import * as members from "./users/members.contract.ts";
import * as movingOut from "./users/moving-out.contract.ts";
import * as person from "./users/person.contract.ts";
import * as places from "./users/places.contract.ts";
import * as profile from "./users/profile.contract.ts";
import * as staff from "./users/staff.contract.ts";
import * as userDetails from "./users/user-details.contract.ts";
import * as visits from "./visits/visits.contract.ts";

const rooms = [
  members,
  accessEvents,
  accessLevels,
  pins,
  accessRequests,
  administrators,
  alarms,
  audit,
  auth,
  bellTest,
  buildingList,
  buildingImport,
  buildings,
  calls,
  blockedCallers,
  callHistory,
  logbook,
  handingOver,
  rollCall,
  callPush,
  cameras,
  clips,
  cards,
  ownCards,
  movingOut,
  levelPeople,
  cardHolders,
  contactProposals,
  controllers,
  controllerFacts,
  controllerOrders,
  demonstration,
  deviceMoves,
  doorModes,
  doorPanel,
  doors,
  inputs,
  intrusions,
  invitations,
  kiosks,
  lobby,
  lobbyDesk,
  administeringApartments,
  administeringBuildings,
  administeringCameras,
  administeringDoors,
  noticeRules,
  notifications,
  quietHours,
  openings,
  overview,
  reports,
  systemState,
  finder,
  homeInvitations,
  parcels,
  passkeys,
  passes,
  passDesk,
  guestPage,
  entranceSign,
  signPage,
  person,
  places,
  personalData,
  profile,
  recovery,
  secondFactor,
  sessions,
  staff,
  registering,
  registration,
  telephone,
  tokens,
  outside,
  outsidePasses,
  webhooks,
  userDetails,
  visits,
  terms,
  video,
  outsideEvents,
];
const declared: unknown[] = rooms.flatMap((room): unknown[] => Object.values(room));

/** Every HTTP request of the contract: what the server must answer, no more and no less. */
export const allEndpoints: Endpoint[] = declared.filter(
  (thing): thing is Endpoint =>
    typeof thing === "object" && thing !== null && "path" in thing && "access" in thing,
);

/** Every socket message of the contract that somebody sends to the server. */
export const allMessages: Message[] = declared.filter(
  (thing): thing is Message =>
    typeof thing === "object" && thing !== null && "event" in thing && "access" in thing,
);

/** Every schema of the contract, under where it stands: what travels in requests, messages and events. */
export const allSchemas: { where: string; schema: z.core.$ZodType }[] = [
  ...rooms,
  buildingNews,
  refusals,
  message,
]
  .flatMap((room): [string, unknown][] => Object.entries(room))
  .flatMap(([where, thing]) => schemasOf(where, thing));

/** Those of an endpoint, a message or a map of events. A schema by itself travels in one of them. */
function schemasOf(where: string, thing: unknown): { where: string; schema: z.core.$ZodType }[] {
  return typeof thing === "object" && thing !== null && !(thing instanceof z.ZodType)
    ? Object.entries(thing).flatMap(([part, schema]) =>
        schema instanceof z.ZodType ? [{ where: `${where}.${part}`, schema }] : [],
      )
    : [];
}
