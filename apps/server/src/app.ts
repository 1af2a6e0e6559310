import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { serveControllers } from "./app/controllers.ts";
import { openIntegrations } from "./app/integrations.ts";
import { openLines } from "./app/lines.ts";
import { NewsUnheard } from "./app/news-unheard.ts";
import type { App, Parts } from "./app/parts.ts";
import { servePeoplesSockets } from "./app/people.ts";
import { serveRooms } from "./app/routes.ts";
import { buildServices, clockOf } from "./app/services.ts";
import { housekeepingOf } from "./app/tidying.ts";
import { demoRoutes } from "./demo/demo.routes.ts";
import { AccessKeeper } from "./features/access-control/access-keeper.ts";
import { AccessLines } from "./features/access-control/access-lines.ts";
import { AlarmClock } from "./features/alarms/alarm-clock.ts";
import { AuditSealer } from "./features/audit/audit-sealer.ts";
import { RecoveryClerk } from "./features/auth/recovery-clerk.ts";
import { RefusedSignIns } from "./features/auth/refused-sign-ins.ts";
import { SessionTokens } from "./features/auth/session-tokens.ts";
import { SessionWatch } from "./features/auth/session-watch.ts";
import { CallClock } from "./features/calls/call-clock.ts";
import { legReached } from "./features/calls/call-legs.ts";
import { CallPresence } from "./features/calls/call-standing.ts";
import { takeBackLate } from "./features/calls/call-taking-back.ts";
import { GuestWatch } from "./features/calls/guest-watch.ts";
import { RingPictures } from "./features/calls/ring-pictures.ts";
import { CameraRelay } from "./features/cameras/camera-relay.ts";
import { recentPicture } from "./features/cameras/recent-picture.ts";
import { ClipFetcher } from "./features/clips/clip-fetcher.ts";
import { keepClipsOf } from "./features/clips/clip-keeping.ts";
import { componentsOfControllers, controllerKinds } from "./features/controllers/controller-components.ts";
import { ControllerGreeting } from "./features/controllers/controller-greeting.ts";
import { ControllerHub } from "./features/controllers/controller-hub.ts";
import { setAsideFigure } from "./features/controllers/facts-set-aside.ts";
import { ordersSettled, settleForgottenOrders } from "./features/doors/door-orders.ts";
import { LogbookWatch } from "./features/logbook/logbook-watch.ts";
import { Dispatcher } from "./features/notifications/dispatcher.ts";
import { openProviders } from "./features/notifications/open-providers.ts";
import { OutboxFolder } from "./features/notifications/outbox-folder.ts";
import { closeReadableMessages } from "./features/notifications/outbox-words.ts";
import { QuietClock } from "./features/notifications/quiet-clock.ts";
import { ParcelClock } from "./features/parcels/parcel-clock.ts";
import { PassClock } from "./features/passes/pass-clock.ts";
import { PassHandover } from "./features/passes/pass-handover.ts";
import { tellOfEnded } from "./features/passes/pass-news.ts";
import { passesInLists } from "./features/passes/passes-in-lists.ts";
import { OwnReadings } from "./features/system-state/own-readings.ts";
import { StateWatch } from "./features/system-state/state-watch.ts";
import { systemStateRoutes } from "./features/system-state/system-state.routes.ts";
import { stateFigures } from "./features/system-state/system-state.service.ts";
import { StayClock } from "./features/users/stay-clock.ts";
import { BackupSchedule } from "./platform/backup/backup-schedule.ts";
import { BodyWatch } from "./platform/body-watch.ts";
import type { Services } from "./platform/context.ts";
import { documentRoutes } from "./platform/document.ts";
import { healthRoutes } from "./platform/health.ts";
import { closeReadableAddresses } from "./platform/kept-addresses.ts";
import { answerErrors } from "./platform/refusal-replies.ts";
import { dressReplies } from "./platform/replies.ts";
import type { Working } from "./platform/rounds.ts";
import { zodValidator } from "./platform/route.ts";
import { SignedTokens } from "./platform/signed-tokens.ts";
import { serveWeb } from "./platform/web.ts";

export type { App, Parts } from "./app/parts.ts";

/** Puts the house together. Nothing listens yet. */
export async function buildApp(parts: Parts): Promise<App> {
  const { env, log, sessionSecret } = parts;
  const clock = await clockOf(parts);
  const lines = openLines(env, log, parts.filesKey);
  const { http, io } = lines;
  const signed = new SignedTokens(sessionSecret);
  const tokens = new SessionTokens(signed);
  const services = buildServices(parts, lines, clock, {
    signed,
    tokens,
    wakeOutbox: () => dispatcher.wake(),
    keepClips: (of) => keepClipsOf(services, hub, of),
    keepRingPicture: (of) => ringPictures.keep(of),
  });
  await closeReadableAddresses(services);
  await closeReadableMessages(services);

  const hub = new ControllerHub(io, services);
  const greeting = new ControllerGreeting(io, services, hub);
  const accessLines = new AccessLines(services, hub);
  const accessKeeper = new AccessKeeper(services, passesInLists, {
    list: (buildingId) => accessLines.tell(buildingId),
    passes: (passIds) => tellOfEnded(services, passIds),
  });
  const tellOwnControllers = () => {
    accessLines.tellAll();
    hub.telling.lookAtOwn();
  };
  services.news.onBack(tellOwnControllers);
  services.bus?.onBack((wasMissed) => {
    tellOwnControllers();
    if (wasMissed) {
      // What this process said was heard nowhere else, and what others said not here.
      services.live.tellEverybody("news:missed");
    }
  });
  const relay = new CameraRelay(io, services, hub);
  const ringPictures = new RingPictures(services, (camera) =>
    recentPicture(services, { hub, relay }, camera),
  );
  const clips = new ClipFetcher(services, hub);
  const sessionWatch = new SessionWatch(io, services);
  const guestWatch = new GuestWatch(services, () => sessionWatch.lookAtGuests());
  const logbookWatch = new LogbookWatch(services);
  const alarmClock = new AlarmClock(services, hub);
  const demonstration = parts.demonstration?.(services);
  const folder = demonstration && new OutboxFolder(join(env.dataDir, "outbox"));
  const integrations = openIntegrations(services, demonstration !== undefined);
  const { providers, publicKey } = await openProviders(services);
  const dispatcher = new Dispatcher(services, {
    providers,
    folder,
    onAccepted: (trx, message) => legReached(services, trx, message),
    onTooLate: (trx, callId) => takeBackLate(services, trx, callId),
  });
  const clerk = new RecoveryClerk(services);
  const refused = new RefusedSignIns(services);
  const backups = new BackupSchedule(services, parts.owner);
  const own = new OwnReadings(services, backups);
  const stateWatch = new StateWatch(services, [
    { kinds: controllerKinds, read: () => componentsOfControllers(services, hub) },
    ...own.all,
  ]);
  const bodies = new BodyWatch();

  await prepareRequests(http, services, bodies, () => {
    if (services.news.isHeard) {
      return;
    }
    accessKeeper.wake();
    guestWatch.wake();
    integrations.feed.wake();
    logbookWatch.wake();
  });
  serveRooms(http, {
    services,
    hub,
    relay,
    clips,
    tokens,
    clerk,
    refused,
    notifications: { publicKey, folder },
  });
  integrations.serve(http, hub, relay);
  if (demonstration) {
    demoRoutes(http, hub, demonstration);
  }
  systemStateRoutes(http, stateWatch);
  const figures = [setAsideFigure(services), ...stateFigures(services, own)];
  healthRoutes(http, io, { isReady: () => demonstration?.isReady ?? true, backups, figures });
  await documentRoutes(http);
  await serveWeb(http, { hasDemonstration: demonstration !== undefined, earlier: parts.earlierAssets });

  const messages = servePeoplesSockets(io, services, { hub, relay });
  serveControllers(greeting, services, { relay, accessLines, alarmClock, feed: integrations.feed, clips });

  http.server.on("connection", () => services.stalls.somebodyCame());
  services.stalls.start();
  services.news.start();
  await settleForgottenOrders(services);
  // Stopped in the other order: whoever writes messages stops before the messages do.
  const working: readonly Working[] = [
    // They write none, and a message that hangs must not keep it from doors that a card was taken away.
    accessLines,
    accessKeeper,
    relay,
    ringPictures,
    clips,
    dispatcher,
    clerk,
    refused,
    new CallPresence(io, services),
    alarmClock,
    new AuditSealer(services),
    new StayClock(services),
    new PassClock(services),
    new PassHandover(services, hub),
    new ParcelClock(services),
    new QuietClock(services),
    new CallClock(services),
    guestWatch,
    integrations.dispatcher,
    integrations.feed,
    logbookWatch,
    sessionWatch,
    new NewsUnheard(services),
    housekeepingOf(services),
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
    ringPictures,
    routes: lines.routes(),
    close: async () => {
      lines.quiet();
      services.stalls.stop();
      await services.news.stop();
      for (const part of working.toReversed()) {
        await part.stop();
      }
      await lines.close(async () => {
        await messages.settled();
        await Promise.all([greeting.settled(), hub.telling.stop(), ordersSettled()]);
      });
    },
  };
}

/** What happens to each request, whichever room it is for. */
async function prepareRequests(
  http: FastifyInstance,
  services: Services,
  bodies: BodyWatch,
  somethingChanged: () => void,
): Promise<void> {
  http.decorate("services", services);
  http.decorateRequest("actor", null);
  http.decorateRequest("caller", null);
  http.decorateRequest("proven", null);
  http.decorateRequest("cameAt", 0);
  // None of these waits for anything: a promise for each would cost more than what it does.
  http.addHook("onRequest", (request, _reply, done) => {
    bodies.watch(request.raw);
    request.cameAt = services.stalls.cameAt();
    done();
  });
  // Whatever was asked for may have changed who comes in: the database has written down whose, and whose guest nobody
  // is any more. Where it cannot say so it is looked for.
  http.addHook("onResponse", ({ method }, _reply, done) => {
    if (method !== "GET") {
      somethingChanged();
    }
    done();
  });
  http.setValidatorCompiler(zodValidator);
  answerErrors(http, services.log);
  await dressReplies(http, services.env);
}
