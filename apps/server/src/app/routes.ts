import type { FastifyInstance } from "fastify";
import { accessEventsRoutes } from "../features/access-control/access-events.routes.ts";
import { accessLevelsRoutes } from "../features/access-control/access-levels.routes.ts";
import { removeGrantsOf } from "../features/access-control/index.ts";
import { pinsRoutes } from "../features/access-control/pins.routes.ts";
import { accessRequestsRoutes } from "../features/access-requests/access-requests.routes.ts";
import { tellDeciders } from "../features/access-requests/access-requests.service.ts";
import { writeDecisionToAsker } from "../features/access-requests/decision-words.ts";
import { resettleSiren } from "../features/alarms/alarm-siren.ts";
import { alarmsRoutes } from "../features/alarms/alarms.routes.ts";
import { alarmsOpenIn } from "../features/alarms/alarms-open.ts";
import { auditRoutes } from "../features/audit/audit.routes.ts";
import { administratorsRoutes } from "../features/auth/administrators.routes.ts";
import { authRoutes } from "../features/auth/auth.routes.ts";
import type { RecoveryClerk } from "../features/auth/recovery-clerk.ts";
import type { RefusedSignIns } from "../features/auth/refused-sign-ins.ts";
import type { SessionTokens } from "../features/auth/session-tokens.ts";
import { administeringBuildingsRoutes } from "../features/buildings/administering-buildings.routes.ts";
import { buildingsRoutes } from "../features/buildings/buildings.routes.ts";
import { hasLobby, targetsOfPlace } from "../features/calls/call-target.ts";
import { callsRoutes } from "../features/calls/calls.routes.ts";
import { callsOpenIn } from "../features/calls/calls-open.ts";
import { administeringCamerasRoutes } from "../features/cameras/administering-cameras.routes.ts";
import type { CameraRelay } from "../features/cameras/camera-relay.ts";
import { camerasRoutes } from "../features/cameras/cameras.routes.ts";
import { cardsRoutes } from "../features/cards/cards.routes.ts";
import type { ClipFetcher } from "../features/clips/clip-fetcher.ts";
import { clipsRoutes } from "../features/clips/clips.routes.ts";
import type { ControllerHub } from "../features/controllers/controller-hub.ts";
import { controllersRoutes } from "../features/controllers/controllers.routes.ts";
import { administeringDoorsRoutes } from "../features/doors/administering-doors.routes.ts";
import { endFreeDoorsOf } from "../features/doors/door-facts.ts";
import { doorsRoutes } from "../features/doors/doors.routes.ts";
import { jammedDoorsOf } from "../features/doors/jammed-doors.ts";
import { entranceSignRoutes } from "../features/entrance-sign/entrance-sign.routes.ts";
import { inputsRoutes } from "../features/inputs/inputs.routes.ts";
import { kiosksRoutes } from "../features/kiosks/kiosks.routes.ts";
import { describeAtKiosk } from "../features/kiosks/kiosks.service.ts";
import { dropShiftPin } from "../features/kiosks/own-shift-pin.ts";
import { logbookRoutes } from "../features/logbook/logbook.routes.ts";
import { noticeRulesRoutes } from "../features/notice-rules/notice-rules.routes.ts";
import { whoHearsOfGuests } from "../features/notice-rules/tell-home.ts";
import { notificationsRoutes } from "../features/notifications/notifications.routes.ts";
import { overviewRoutes } from "../features/overview/overview.routes.ts";
import { homeOfCode } from "../features/parcels/find-by-code.ts";
import { parcelsRoutes } from "../features/parcels/parcels.routes.ts";
import { parcelsOpenIn } from "../features/parcels/parcels-open.ts";
import { askDecider } from "../features/passes/ask-decider.ts";
import { guestPageRoutes } from "../features/passes/guest-page.routes.ts";
import { guestsInsideOf } from "../features/passes/guests-open.ts";
import { passDeskRoutes } from "../features/passes/pass-desk.routes.ts";
import { passesRoutes } from "../features/passes/passes.routes.ts";
import { personalDataRoutes } from "../features/personal-data/personal-data.routes.ts";
import { registrationRoutes } from "../features/registration/registration.routes.ts";
import { termsRoutes } from "../features/registration/terms.routes.ts";
import { reportsRoutes } from "../features/reports/reports.routes.ts";
import { tellOfBuilding } from "../features/spaces/index.ts";
import { devicesAwayIn } from "../features/system-state/devices-open.ts";
import { cardHoldersRoutes } from "../features/users/card-holders.routes.ts";
import { contactProposalsRoutes } from "../features/users/contact-proposals.routes.ts";
import { finderRoutes } from "../features/users/finder.routes.ts";
import { homeInvitationsRoutes } from "../features/users/home-invitations.routes.ts";
import { invitationsRoutes } from "../features/users/invitations.routes.ts";
import {
  letOverduePromisesGo,
  promiseMoreCards,
  refusePromisedCard,
  takeBackOfHome,
  writeInvitations,
} from "../features/users/invitations.service.ts";
import { membersRoutes } from "../features/users/members.routes.ts";
import { movingOutRoutes } from "../features/users/moving-out.routes.ts";
import { personRoutes } from "../features/users/person.routes.ts";
import { placesRoutes } from "../features/users/places.routes.ts";
import { profileRoutes } from "../features/users/profile.routes.ts";
import { staffRoutes } from "../features/users/staff.routes.ts";
import { userDetailsRoutes } from "../features/users/user-details.routes.ts";
import { visitsRoutes } from "../features/visits/visits.routes.ts";
import type { Services } from "../platform/context.ts";
import { pictureRoutes } from "../platform/picture-routes.ts";
import { Refused } from "../platform/refused.ts";

interface Handed {
  services: Services;
  hub: ControllerHub;
  relay: CameraRelay;
  clips: ClipFetcher;
  tokens: SessionTokens;
  clerk: RecoveryClerk;
  refused: RefusedSignIns;
  notifications: Parameters<typeof notificationsRoutes>[1];
}

/** Every room's routes, each with what it needs of a later room. */
export function serveRooms(http: FastifyInstance, handed: Handed): void {
  signingIn(http, handed);
  places(http, handed);
  people(http);
  devices(http, handed);
  entrance(http, handed);
  whatWas(http, handed);
}

function signingIn(http: FastifyInstance, { services, tokens, clerk, refused }: Handed): void {
  authRoutes(http, {
    tokens,
    clerk,
    refused,
    dropShiftPin,
    describeAtKiosk: async ({ id, kiosk }) => {
      if (kiosk === undefined) {
        throw new Refused("SIGN_IN_REQUIRED");
      }
      return describeAtKiosk(services, { id, kiosk });
    },
  });
  kiosksRoutes(http, tokens, [
    (buildingId) => guestsInsideOf(services, buildingId),
    (buildingId) => parcelsOpenIn(services, buildingId),
    (buildingId) => alarmsOpenIn(services, buildingId),
    (buildingId) => jammedDoorsOf(services, buildingId),
    (buildingId) => devicesAwayIn(services, buildingId),
    (buildingId) => callsOpenIn(services, buildingId),
  ]);
  registrationRoutes(http);
  termsRoutes(http);
  accessRequestsRoutes(http);
}

function places(http: FastifyInstance, handed: Handed): void {
  const { hub } = handed;
  buildingsRoutes(http, hub, { writeInvitations, promiseMoreCards, letOverduePromisesGo });
  const replacing = { writeDecisionToAsker, tellDeciders, takeBackOfHome, removeGrantsOf };
  administeringBuildingsRoutes(http, hub, { replacing, sirenChanged: sirenChangedOf(handed) });
}

function people(http: FastifyInstance): void {
  administratorsRoutes(http);
  staffRoutes(http);
  membersRoutes(http);
  movingOutRoutes(http);
  cardHoldersRoutes(http);
  invitationsRoutes(http);
  homeInvitationsRoutes(http);
  contactProposalsRoutes(http);
  finderRoutes(http);
  personRoutes(http);
  placesRoutes(http);
  userDetailsRoutes(http);
  profileRoutes(http);
  personalDataRoutes(http);
}

/** A siren that is another one now sounds or is silent as its building's alarms say; it is another one, whatever becomes of this. */
const sirenChangedOf =
  ({ services, hub }: Handed) =>
  (buildingId: string): Promise<void> =>
    resettleSiren(services, hub, buildingId).catch((error: unknown) =>
      services.log.error({ err: error, buildingId }, "a changed siren was told nothing"),
    );

function devices(http: FastifyInstance, handed: Handed): void {
  const { services, hub, relay } = handed;
  const tell = (buildingId: string): Promise<void> => tellOfBuilding(services, buildingId);
  controllersRoutes(http, hub, (trx, controllerId) => endFreeDoorsOf(services, trx, controllerId));
  doorsRoutes(http, hub);
  administeringDoorsRoutes(http, hub, sirenChangedOf(handed));
  camerasRoutes(http, relay);
  administeringCamerasRoutes(http, hub, relay);
  cardsRoutes(http, refusePromisedCard);
  inputsRoutes(http, hub);
  alarmsRoutes(http, hub);
  accessLevelsRoutes(http, tell);
  pinsRoutes(http, tell);
}

function entrance(http: FastifyInstance, { services, hub, tokens }: Handed): void {
  callsRoutes(http, hub);
  visitsRoutes(http);
  logbookRoutes(http);
  parcelsRoutes(http);
  guestPageRoutes(http, tokens, async (pass) => (await targetsOfPlace(services, pass)).length > 0);
  entranceSignRoutes(http, tokens, (buildingId) => hasLobby(services, buildingId));
  passesRoutes(http);
  passDeskRoutes(http, {
    askDecider: (asked) => askDecider(services, hub, asked),
    whoHears: whoHearsOfGuests(services),
    isCodeOfParcels: async (typed) => (await homeOfCode(services, typed)) !== undefined,
  });
  noticeRulesRoutes(http);
}

function whatWas(http: FastifyInstance, { hub, clips, notifications }: Handed): void {
  pictureRoutes(http);
  clipsRoutes(http, clips);
  accessEventsRoutes(http);
  auditRoutes(http);
  overviewRoutes(http, hub);
  reportsRoutes(http);
  notificationsRoutes(http, notifications);
}
