import { type KeyObject, randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Access } from "@umbral/contract/lib/endpoint";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from "fastify";
import type pg from "pg";
import type { Logger } from "pino";
import { Server } from "socket.io";
import { v7 } from "uuid";
import { demoRoutes } from "./demo/demo.routes.ts";
import type { Demonstration } from "./demo/demonstration.ts";
import { accessEventsRoutes } from "./features/access-control/access-events.routes.ts";
import {
  findGranted,
  isAccessFact,
  keepAccessFact,
  tidyAccess,
} from "./features/access-control/access-facts.ts";
import { AccessKeeper } from "./features/access-control/access-keeper.ts";
import { accessLevelsRoutes } from "./features/access-control/access-levels.routes.ts";
import { AccessLines } from "./features/access-control/access-lines.ts";
import { pinsRoutes } from "./features/access-control/pins.routes.ts";
import { accessRequestsRoutes } from "./features/access-requests/access-requests.routes.ts";
import { tidyDocuments } from "./features/accounts/index.ts";
import { AlarmClock } from "./features/alarms/alarm-clock.ts";
import { tellActive } from "./features/alarms/alarm-news.ts";
import { alarmsMessages, alarmsRoutes } from "./features/alarms/alarms.routes.ts";
import { tellTroubles } from "./features/alarms/door-troubles.ts";
import { isIntrusionFact, keepIntrusionFact, tidyIntrusions } from "./features/alarms/intrusion-facts.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { AuditSealer } from "./features/audit/audit-sealer.ts";
import { administratorsRoutes } from "./features/auth/administrators.routes.ts";
import { actorsOf } from "./features/auth/auth.gate.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { RecoveryClerk } from "./features/auth/recovery-clerk.ts";
import { RefusedSignIns } from "./features/auth/refused-sign-ins.ts";
import { SessionTokens } from "./features/auth/session-tokens.ts";
import { SessionWatch } from "./features/auth/session-watch.ts";
import { forgetOldPlaces } from "./features/auth/sign-in-networks.ts";
import { administeringBuildingsRoutes } from "./features/buildings/administering-buildings.routes.ts";
import { placesOf } from "./features/buildings/buildings.gate.ts";
import { buildingsRoutes } from "./features/buildings/buildings.routes.ts";
import { CallClock } from "./features/calls/call-clock.ts";
import { leaveCallsOf } from "./features/calls/call-leaving.ts";
import { legReached, tellProgress } from "./features/calls/call-legs.ts";
import { ringDevice } from "./features/calls/call-ringing.ts";
import { CallPresence } from "./features/calls/call-standing.ts";
import { takeBackLate } from "./features/calls/call-taking-back.ts";
import { targetsOfPass } from "./features/calls/call-target.ts";
import { partiesOfCalls } from "./features/calls/calls.gate.ts";
import { callsMessages, callsRoutes } from "./features/calls/calls.routes.ts";
import { GuestWatch } from "./features/calls/guest-watch.ts";
import { tidyVisitors } from "./features/calls/kept-visitors.ts";
import { administeringCamerasRoutes } from "./features/cameras/administering-cameras.routes.ts";
import { CameraRelay } from "./features/cameras/camera-relay.ts";
import { placeOfCamera } from "./features/cameras/cameras.gate.ts";
import { camerasMessages, camerasRoutes } from "./features/cameras/cameras.routes.ts";
import { holderOfCard } from "./features/cards/cards.gate.ts";
import { cardsMessages, cardsRoutes } from "./features/cards/cards.routes.ts";
import { tellTag } from "./features/cards/reader-setups.ts";
import { componentsOfControllers } from "./features/controllers/controller-components.ts";
import { ControllerGreeting } from "./features/controllers/controller-greeting.ts";
import { ControllerHub } from "./features/controllers/controller-hub.ts";
import { controllersRoutes } from "./features/controllers/controllers.routes.ts";
import { setAsideFigure, tidySetAside } from "./features/controllers/facts-set-aside.ts";
import { administeringDoorsRoutes } from "./features/doors/administering-doors.routes.ts";
import { heedFreeDoors, keepDoorFact } from "./features/doors/door-facts.ts";
import { keepLeaves } from "./features/doors/door-leaves.ts";
import { settleForgottenOrders } from "./features/doors/door-orders.ts";
import { placeOfDoor } from "./features/doors/doors.gate.ts";
import { doorsMessages, doorsRoutes } from "./features/doors/doors.routes.ts";
import { tidyOpeningPictures } from "./features/doors/opening-pictures.ts";
import { placeOfInput } from "./features/inputs/inputs.gate.ts";
import { inputsRoutes } from "./features/inputs/inputs.routes.ts";
import { kiosksRoutes } from "./features/kiosks/kiosks.routes.ts";
import { describeAtKiosk } from "./features/kiosks/kiosks.service.ts";
import { tidyShiftPinFailures } from "./features/kiosks/shift-pin-failures.ts";
import { tidyNotices } from "./features/notice-rules/home-notices.service.ts";
import { noticeRulesRoutes } from "./features/notice-rules/notice-rules.routes.ts";
import { tellArrival, tellHeldDoor, whoHearsOfGuests } from "./features/notice-rules/tell-home.ts";
import { Dispatcher } from "./features/notifications/dispatcher.ts";
import { notificationsMessages, notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import { openProviders } from "./features/notifications/open-providers.ts";
import { OutboxFolder } from "./features/notifications/outbox-folder.ts";
import { closeReadableMessages } from "./features/notifications/outbox-words.ts";
import { QuietClock } from "./features/notifications/quiet-clock.ts";
import { overviewRoutes } from "./features/overview/overview.routes.ts";
import { askDecider } from "./features/passes/ask-decider.ts";
import { noteEntryAtDoor } from "./features/passes/door-entries.ts";
import { guestPageRoutes } from "./features/passes/guest-page.routes.ts";
import { PassClock } from "./features/passes/pass-clock.ts";
import { passDeskRoutes } from "./features/passes/pass-desk.routes.ts";
import type { WhoHears } from "./features/passes/pass-news.ts";
import { tidyPassPictures } from "./features/passes/pass-pictures.ts";
import { tidyPasses } from "./features/passes/pass-tidying.ts";
import { passesRoutes } from "./features/passes/passes.routes.ts";
import { passesInLists } from "./features/passes/passes-in-lists.ts";
import { personalDataRoutes } from "./features/personal-data/personal-data.routes.ts";
import { registrationRoutes } from "./features/registration/registration.routes.ts";
import { termsRoutes } from "./features/registration/terms.routes.ts";
import { reportsRoutes } from "./features/reports/reports.routes.ts";
import { tellOfBuilding } from "./features/spaces/index.ts";
import { OwnReadings } from "./features/system-state/own-readings.ts";
import { StateWatch } from "./features/system-state/state-watch.ts";
import { systemStateRoutes } from "./features/system-state/system-state.routes.ts";
import { stateFigures } from "./features/system-state/system-state.service.ts";
import { cardHoldersRoutes } from "./features/users/card-holders.routes.ts";
import { contactProposalsRoutes } from "./features/users/contact-proposals.routes.ts";
import { tidyContactProposals } from "./features/users/contact-proposals.service.ts";
import { finderRoutes } from "./features/users/finder.routes.ts";
import { homeInvitationsRoutes } from "./features/users/home-invitations.routes.ts";
import { invitationsRoutes } from "./features/users/invitations.routes.ts";
import { promiseMoreCards, tidyInvitations, writeInvitations } from "./features/users/invitations.service.ts";
import { membersRoutes } from "./features/users/members.routes.ts";
import { movingOutRoutes } from "./features/users/moving-out.routes.ts";
import { personRoutes } from "./features/users/person.routes.ts";
import { profileRoutes } from "./features/users/profile.routes.ts";
import { staffRoutes } from "./features/users/staff.routes.ts";
import { StayClock } from "./features/users/stay-clock.ts";
import { userDetailsRoutes } from "./features/users/user-details.routes.ts";
import { buildingsOfPeople } from "./features/users/users.gate.ts";
import { tidyVisitPictures } from "./features/visits/visit-pictures.ts";
import { visitsRoutes } from "./features/visits/visits.routes.ts";
import { AccessSigner } from "./platform/access-key.ts";
import { BackupSchedule } from "./platform/backup/backup-schedule.ts";
import { BodyWatch } from "./platform/body-watch.ts";
import type { EarlierAssets } from "./platform/built-assets.ts";
import { type Clock, steadyFrom, systemClock } from "./platform/clock.ts";
import type { Services } from "./platform/context.ts";
import type { Database } from "./platform/database.ts";
import { compareWithDatabase } from "./platform/database-clock.ts";
import { documentRoutes } from "./platform/document.ts";
import type { Env } from "./platform/env.ts";
import type { FileStore } from "./platform/files.ts";
import type { Gate } from "./platform/gate.ts";
import { healthRoutes } from "./platform/health.ts";
import { ForeignHosts, type HostCheck, hostCheck } from "./platform/hosts.ts";
import { Housekeeping } from "./platform/housekeeping.ts";
import { Jobs } from "./platform/jobs.ts";
import { closeReadableAddresses } from "./platform/kept-addresses.ts";
import { KeyedDigest } from "./platform/keyed-digest.ts";
import { Live } from "./platform/live.ts";
import { handleMessagesInTurns } from "./platform/message-turns.ts";
import { MessageTable } from "./platform/messages.ts";
import { servePeople } from "./platform/people-sockets.ts";
import { pictureRoutes } from "./platform/picture-routes.ts";
import { PushProofs } from "./platform/push-proofs.ts";
import { answerErrors } from "./platform/refusal-replies.ts";
import { Refused } from "./platform/refused.ts";
import { dressReplies } from "./platform/replies.ts";
import type { Working } from "./platform/rounds.ts";
import { zodValidator } from "./platform/route.ts";
import { SecretBox } from "./platform/secret-box.ts";
import { isSameOrigin } from "./platform/security-headers.ts";
import { SignedAddresses } from "./platform/signed-address.ts";
import { SignedTokens } from "./platform/signed-tokens.ts";
import { StallWatch } from "./platform/stall-watch.ts";
import { UnsignedLines } from "./platform/unsigned-lines.ts";
import { serveWeb } from "./platform/web.ts";

/** Bytes of one socket message at most: a frame of a large camera and its envelope. */
const SOCKET_MESSAGE_BYTES = 2_000_000;
/** Bytes of a JSON body where an endpoint does not say less. */
const BODY_BYTES = 100_000;

/** A request has come in whole by then, or its line is cut: a large picture over a bad connection takes minutes. */
const REQUEST_MS = 4 * 60_000;

/** A line whose other side does not answer the goodbye is cut after this long. */
const GOODBYE_MS = 1000;

/** What the outside gives. Tests give their own of each. */
export interface Parts {
  env: Env;
  db: Database;
  /** How the owner of the tables reaches the database: a backup is read as them. */
  owner: pg.ClientConfig;
  files: FileStore;
  log: Logger;
  sessionSecret: string;
  /** The key of the pictures, of which that of short secrets is made. */
  filesKey: Buffer;
  /** Signs access lists. */
  accessKey: KeyObject;
  clock?: Clock;
  /** Code of the web app's versions before this one; absent where nobody keeps any. */
  earlierAssets?: EarlierAssets;
  /** The demonstration's side of the buildings; absent outside demonstration mode. */
  demonstration?: (services: Services) => Demonstration;
}

export interface App {
  http: FastifyInstance;
  io: Server;
  services: Services;
  hub: ControllerHub;
  demonstration: Demonstration | undefined;
  messages: MessageTable;
  stateWatch: StateWatch;
  bodies: BodyWatch;
  accessKeeper: AccessKeeper;
  /** Every route there is and who may call it, for the test that looks for one that does not say. */
  routes: readonly { method: string; url: string; access: Access | undefined }[];
  /** Stops serving: clients see a closed transport, not an ended session, and come back by themselves. */
  close(): Promise<void>;
}

/** Puts the house together. Nothing listens yet. */
export async function buildApp(parts: Parts): Promise<App> {
  const { env, db, files, log, sessionSecret, filesKey, accessKey } = parts;
  const ownClock = parts.clock ?? systemClock;
  const { behindMs } = await compareWithDatabase(db, () => ownClock.steadyMs());
  const clock = steadyFrom(ownClock, behindMs);
  const http: FastifyInstance = Fastify({
    loggerInstance: log satisfies FastifyBaseLogger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    trustProxy: env.trustedProxies.length > 0 ? env.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: true,
    // An address that is none, before any route was looked for.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      reply.raw.writeHead(400, { "content-type": "application/json; charset=utf-8" });
      reply.raw.end(JSON.stringify(new Refused("BAD_REQUEST").body()));
    },
  });
  // Kept as they are and read at the end: a later hook may still say who may call one.
  const registered: RouteOptions[] = [];
  http.addHook("onRoute", (route) => {
    registered.push(route);
  });
  const isOwnName = hostCheck(env);
  const foreignHosts = new ForeignHosts(log);
  const isAskedByName: HostCheck = (request) => {
    const isOwn = isOwnName(request);
    if (!isOwn) {
      foreignHosts.note(request);
    }
    return isOwn;
  };
  http.addHook("onRequest", async (request) => {
    if (!isAskedByName(request.raw)) {
      throw new Refused("HOST_NOT_ALLOWED");
    }
  });
  const lines = new Set<Socket>();
  const unsignedLines = new UnsignedLines(env.trustedProxies);
  http.server.on("connection", (line) => {
    unsignedLines.opened(line);
    lines.add(line);
    line.once("close", () => lines.delete(line));
  });
  const io = new Server(http.server, {
    transports: ["websocket"],
    perMessageDeflate: false,
    maxHttpBufferSize: SOCKET_MESSAGE_BYTES,
    serveClient: false,
    // Cookies would sign nobody in, but a page of another origin has no business here at all.
    allowRequest: (request, decide) =>
      decide(null, isAskedByName(request) && isSameOrigin(request.headers, env.publicUrl)),
  });
  handleMessagesInTurns(io);
  const signed = new SignedTokens(sessionSecret);
  const tokens = new SessionTokens(signed);
  const gate: Gate = {
    ...actorsOf(db, clock, tokens),
    ...placesOf(db, { door: placeOfDoor(db), camera: placeOfCamera(db), input: placeOfInput(db) }),
    ...buildingsOfPeople(db, clock, holderOfCard(db)),
    ...partiesOfCalls(db),
  };
  const services: Services = {
    env,
    db,
    clock,
    stalls: new StallWatch(clock),
    newId: v7,
    log,
    files,
    addresses: new SignedAddresses(signed, clock),
    digest: new KeyedDigest(filesKey),
    secrets: new SecretBox(filesKey),
    accessSigner: new AccessSigner(accessKey),
    proofs: new PushProofs(signed, clock),
    gate,
    live: new Live(io),
    lines: unsignedLines,
    wakeOutbox: () => dispatcher.wake(),
    leaveCalls: (...asked) => leaveCallsOf(services, ...asked),
    jobs: new Jobs(() => clock.now()),
    nodeId: randomUUID(),
  };
  await closeReadableAddresses(services);
  await closeReadableMessages(services);
  const hub = new ControllerHub(io, services);
  const greeting = new ControllerGreeting(io, services, hub);
  const accessLines = new AccessLines(services, hub);
  const accessKeeper = new AccessKeeper(services, passesInLists, (buildingId) =>
    accessLines.tell(buildingId),
  );
  const relay = new CameraRelay(io, services, hub);
  const callPresence = new CallPresence(io, services);
  const callClock = new CallClock(services);
  const stayClock = new StayClock(services);
  const passClock = new PassClock(services);
  const quietClock = new QuietClock(services);
  const auditSealer = new AuditSealer(services);
  const sessionWatch = new SessionWatch(io, services);
  const guestWatch = new GuestWatch(services, () => sessionWatch.lookAtGuests());
  const alarmClock = new AlarmClock(services, hub);
  const whoHears: WhoHears = (trx, news) => whoHearsOfGuests(trx, clock.now(), news);
  const messages = new MessageTable(services);
  const demonstration = parts.demonstration?.(services);
  const folder = demonstration && new OutboxFolder(join(env.dataDir, "outbox"));
  const { providers, publicKey } = await openProviders(services);
  const dispatcher = new Dispatcher(services, {
    providers,
    folder,
    onAccepted: (trx, message) => legReached(services, trx, message),
    onTooLate: (trx, callId) => takeBackLate(services, trx, callId),
  });

  const bodies = new BodyWatch();
  http.addHook("onRequest", async ({ raw }) => bodies.watch(raw));
  http.decorate("services", services);
  http.decorateRequest("actor", null);
  http.decorateRequest("proven", null);
  http.decorateRequest("cameAt", 0);
  http.addHook("onRequest", async (request) => {
    request.cameAt = services.stalls.cameAt();
  });
  // Whatever was asked for may have changed who comes in: the database has written down whose, and whose guest nobody
  // is any more.
  http.addHook("onResponse", async ({ method }) => {
    if (method !== "GET") {
      accessKeeper.wake();
      guestWatch.wake();
    }
  });
  http.setValidatorCompiler(zodValidator);
  answerErrors(http, log);
  await dressReplies(http, env);

  pictureRoutes(http);
  accessEventsRoutes(http);
  accessLevelsRoutes(http, (buildingId) => tellOfBuilding(services, buildingId));
  pinsRoutes(http, (buildingId) => tellOfBuilding(services, buildingId));
  accessRequestsRoutes(http);
  const recoveryClerk = new RecoveryClerk(services);
  const refusedSignIns = new RefusedSignIns(services);
  authRoutes(http, {
    tokens,
    clerk: recoveryClerk,
    refused: refusedSignIns,
    describeAtKiosk: async ({ id, kiosk }) => {
      if (kiosk === undefined) {
        throw new Refused("SIGN_IN_REQUIRED");
      }
      return describeAtKiosk(services, { id, kiosk });
    },
  });
  kiosksRoutes(http, tokens);
  alarmsRoutes(http, hub);
  administratorsRoutes(http);
  auditRoutes(http);
  buildingsRoutes(http, hub, { writeInvitations, promiseMoreCards });
  callsRoutes(http, hub);
  camerasRoutes(http);
  cardsRoutes(http);
  administeringBuildingsRoutes(http, hub);
  administeringCamerasRoutes(http, hub);
  controllersRoutes(http, hub);
  doorsRoutes(http, hub);
  administeringDoorsRoutes(http, hub);
  inputsRoutes(http, hub);
  visitsRoutes(http);
  guestPageRoutes(http, tokens, async (pass) => (await targetsOfPass(services, pass)).length > 0);
  passesRoutes(http);
  passDeskRoutes(http, { askDecider: (asked) => askDecider(services, hub, asked), whoHears });
  noticeRulesRoutes(http);
  membersRoutes(http);
  cardHoldersRoutes(http);
  movingOutRoutes(http);
  invitationsRoutes(http);
  contactProposalsRoutes(http);
  homeInvitationsRoutes(http);
  overviewRoutes(http, hub);
  reportsRoutes(http);
  finderRoutes(http);
  personRoutes(http);
  personalDataRoutes(http);
  profileRoutes(http);
  userDetailsRoutes(http);
  staffRoutes(http);
  notificationsRoutes(http, { publicKey, folder });
  registrationRoutes(http);
  termsRoutes(http);
  if (demonstration) {
    demoRoutes(http, hub, demonstration);
  }
  const backups = new BackupSchedule(services, parts.owner);
  const own = new OwnReadings(services, backups);
  const stateWatch = new StateWatch(services, [() => componentsOfControllers(services, hub), ...own.all]);
  systemStateRoutes(http, stateWatch);
  const figures = [setAsideFigure(services), ...stateFigures(services, own)];
  healthRoutes(http, io, { isReady: () => demonstration?.isReady ?? true, backups, figures });
  await documentRoutes(http);
  await serveWeb(http, { hasDemonstration: demonstration !== undefined, earlier: parts.earlierAssets });

  alarmsMessages(messages, services, hub);
  callsMessages(messages, services);
  camerasMessages(messages, relay);
  cardsMessages(messages, services, hub);
  doorsMessages(messages, services, hub);
  notificationsMessages(messages, services);

  servePeople(io, services, messages, [
    { signedIn: (socket, userId) => ringDevice(services, socket.id, userId) },
    { signedIn: (socket, userId) => tellProgress(services, socket.id, userId) },
    { signedIn: (socket, _userId, actor) => tellActive(services, socket.id, actor) },
    { signedIn: (socket, _userId, actor) => tellTroubles(services, socket.id, actor) },
  ]);
  greeting.serve({
    keep: (trx, buildingId, fact, keepPicture) =>
      isIntrusionFact(fact)
        ? keepIntrusionFact(services, trx, buildingId, fact, {
            keepPicture,
            onFire: (id) => alarmClock.fire(id),
            tellHeld: (within, held) => tellHeldDoor(services, within, held),
          })
        : isAccessFact(fact)
          ? keepAccessFact(services, trx, buildingId, fact, {
              keepPicture,
              enterByPass: (within, entry) => noteEntryAtDoor(services, within, entry, whoHears),
            })
          : keepDoorFact(services, trx, buildingId, fact, {
              keepPicture,
              findGranted,
              tellOpened: (within, opened) => tellArrival(services, within, opened),
            }),
    frame: (cameraId, jpeg) => relay.frame(cameraId, jpeg),
    cameraState: (cameraId, state, since) => relay.state(cameraId, state, since),
    tagRead: (buildingId, read) => tellTag(services, buildingId, read),
    leaves: (controller, told) => keepLeaves(services, controller, told),
    signedIn: async (line) => {
      await heedFreeDoors(services, line);
      await accessLines.signedIn(line);
    },
    presence: async (controller, isPresent) => {
      await relay.presence(controller, isPresent);
      await tellOfBuilding(services, controller.buildingId);
      if (isPresent) {
        await alarmClock.returned(controller.buildingId);
      }
    },
  });
  services.stalls.start();
  await settleForgottenOrders(services);
  const housekeeping = new Housekeeping(services, [
    settleForgottenOrders,
    tidyDocuments,
    tidyVisitors,
    tidyVisitPictures,
    tidyPasses,
    tidyPassPictures,
    tidyOpeningPictures,
    tidyIntrusions,
    tidyAccess,
    tidySetAside,
    forgetOldPlaces,
    tidyShiftPinFailures,
    tidyInvitations,
    tidyContactProposals,
    tidyNotices,
  ]);
  // Stopped in the other order: whoever writes messages stops before the messages do.
  const working: readonly Working[] = [
    relay,
    dispatcher,
    recoveryClerk,
    refusedSignIns,
    callPresence,
    alarmClock,
    auditSealer,
    stayClock,
    passClock,
    quietClock,
    callClock,
    guestWatch,
    sessionWatch,
    accessLines,
    accessKeeper,
    housekeeping,
    backups,
    stateWatch,
    bodies,
  ];
  for (const part of working) {
    part.start();
  }

  return {
    http,
    io,
    services,
    hub,
    demonstration,
    messages,
    stateWatch,
    bodies,
    accessKeeper,
    routes: registered.flatMap((route) =>
      [route.method].flat().map((method) => ({ method, url: route.url, access: route.config?.access })),
    ),
    close: async () => {
      foreignHosts.stop();
      services.stalls.stop();
      for (const part of working.toReversed()) {
        await part.stop();
      }
      // Closing the engine, not the sockets: "io server disconnect" is kept for sessions that are over.
      io.engine.close();
      await Promise.all([greeting.settled(), hub.settled()]);
      // A phone that fell asleep would hold the stop for as long as TCP has patience.
      const goodbye = setTimeout(() => {
        for (const line of lines) {
          line.destroy();
        }
      }, GOODBYE_MS);
      await http.close();
      clearTimeout(goodbye);
    },
  };
}
