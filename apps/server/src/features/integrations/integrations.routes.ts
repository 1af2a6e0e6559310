import {
  leaveOutsideCamera,
  openOutsideDoor,
  readOutsideCameras,
  readOutsideDoors,
  readOutsidePicture,
  readOwnToken,
  readWhatHappened,
  watchOutsideCamera,
} from "@umbral/contract/integrations/outside.contract";
import {
  changeOutsidePass,
  makeOutsidePass,
  readOutsideHomes,
  readOutsidePass,
  takeOutsidePassBack,
} from "@umbral/contract/integrations/outside-passes.contract";
import { listTokens, makeToken, takeTokenBack } from "@umbral/contract/integrations/tokens.contract";
import {
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  renewWebhookSecret,
  sendAgain,
  tryWebhook,
} from "@umbral/contract/integrations/webhooks.contract";
import type { FastifyInstance } from "fastify";
import type { MessageTable } from "../../platform/messages.ts";
import { route, tokenRoute } from "../../platform/route.ts";
import type { CameraRelay } from "../cameras/camera-relay.ts";
import { camerasOfBuilding } from "../cameras/cameras-of-programs.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { doorsForProgram, openForProgram } from "../doors/doors-of-programs.ts";
import {
  changePassForProgram,
  makePassForProgram,
  readPassForProgram,
  takePassBackForProgram,
} from "../passes/passes-of-programs.ts";
import { describeCaller } from "./describe-caller.ts";
import { asOutsideEvent } from "./outside-event.ts";
import { findOutsideEvents } from "./outside-events.queries.ts";
import { homesForProgram } from "./outside-homes.ts";
import { makeTokenAt, takeTokenBackAt, tokensOf } from "./tokens.service.ts";
import type { Webhooks } from "./webhooks.service.ts";

/** What who administers a building does about its integrations. */
export function integrationsRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  const { services } = app;
  route(app, listTokens, ({ params }) => tokensOf(services, params.id));
  route(app, makeToken, ({ actor, params, body }) => makeTokenAt(services, actor, params.id, body));
  route(app, takeTokenBack, ({ actor, params }) =>
    takeTokenBackAt(services, actor, { id: params.tokenId, buildingId: params.id }),
  );
  const ofWebhook = (params: { id: string; webhookId: string }) => ({
    id: params.webhookId,
    buildingId: params.id,
  });
  route(app, listWebhooks, ({ params }) => webhooks.list(params.id));
  route(app, makeWebhook, ({ actor, params, body }) => webhooks.make(actor, params.id, body));
  route(app, changeWebhook, ({ actor, params, body }) => webhooks.change(actor, ofWebhook(params), body));
  route(app, renewWebhookSecret, ({ actor, params }) => webhooks.renewSecret(actor, ofWebhook(params)));
  route(app, deleteWebhook, ({ actor, params }) => webhooks.delete(actor, ofWebhook(params)));
  route(app, tryWebhook, ({ actor, params }) => webhooks.tryOut(actor, ofWebhook(params)));
  route(app, listDeliveries, ({ params, query }) => webhooks.deliveries(params.id, query));
  route(app, sendAgain, ({ actor, params }) =>
    webhooks.sendAgain(actor, { id: params.deliveryId, buildingId: params.id }),
  );
}

/** What programs ask. */
export function outsideRoutes(app: FastifyInstance, hub: ControllerHub, relay: CameraRelay): void {
  const { services } = app;
  tokenRoute(app, readOwnToken, ({ caller }) => describeCaller(services, caller));
  tokenRoute(app, readOutsideDoors, ({ caller }) => doorsForProgram(services, hub, caller));
  tokenRoute(app, openOutsideDoor, ({ caller, params, body, request }) =>
    openForProgram(services, hub, caller, {
      doorId: params.doorId,
      requestId: body.requestId,
      pressedAt: request.cameAt,
    }),
  );
  tokenRoute(app, readWhatHappened, async ({ caller, query }) => ({
    events: (await findOutsideEvents(services.db, { ...query, buildingId: caller.buildingId })).map((row) =>
      asOutsideEvent(row),
    ),
  }));
  tokenRoute(app, readOutsideHomes, ({ caller, query }) =>
    homesForProgram(services.db, caller.buildingId, query),
  );
  tokenRoute(app, makeOutsidePass, ({ caller, body }) => makePassForProgram(services, caller, body));
  tokenRoute(app, readOutsidePass, ({ caller, params }) =>
    readPassForProgram(services, caller, params.passId),
  );
  tokenRoute(app, changeOutsidePass, ({ caller, params, body }) =>
    changePassForProgram(services, caller, params.passId, body),
  );
  tokenRoute(app, takeOutsidePassBack, ({ caller, params }) =>
    takePassBackForProgram(services, caller, params.passId),
  );
  tokenRoute(app, readOutsideCameras, async ({ caller }) => ({
    cameras: await camerasOfBuilding(services, caller.buildingId),
  }));
  tokenRoute(app, readOutsidePicture, async ({ caller, params: { cameraId } }) => {
    const { at, jpeg } = await relay.picture(caller.buildingId, cameraId);
    return { cameraId, at: at.toISOString(), jpeg: Buffer.from(jpeg).toString("base64") };
  });
}

export function outsideMessages(table: MessageTable, relay: CameraRelay): void {
  table.onToken(watchOutsideCamera, ({ socket, caller, payload }) =>
    relay.subscribe(socket, caller.buildingId, payload.camId),
  );
  table.onToken(leaveOutsideCamera, async ({ socket, payload }) => {
    await relay.leave(socket, payload.camId);
    return {};
  });
}
