import type { FastifyInstance } from "fastify";
import type { CameraRelay } from "../features/cameras/camera-relay.ts";
import type { ControllerHub } from "../features/controllers/controller-hub.ts";
import { integrationsRoutes, outsideRoutes } from "../features/integrations/integrations.routes.ts";
import { OutsideFeed } from "../features/integrations/outside-feed.ts";
import { WebhookDispatcher } from "../features/integrations/webhook-dispatcher.ts";
import { WebhookSender } from "../features/integrations/webhook-sender.ts";
import { Webhooks } from "../features/integrations/webhooks.service.ts";
import type { Services } from "../platform/context.ts";

/** What programs outside are told and may ask: its working parts, and its routes. */
export function openIntegrations(services: Services, isDemonstration: boolean) {
  // In the demonstration this machine's own programs may be told.
  const reach = isDemonstration || services.env.demo === "on" ? "anywhere" : "public";
  const dispatcher = new WebhookDispatcher(services, new WebhookSender(reach));
  const webhooks = new Webhooks(services, reach, () => dispatcher.wake());
  const feed = new OutsideFeed(services, () => dispatcher.wake());
  return {
    feed,
    dispatcher,
    serve(http: FastifyInstance, hub: ControllerHub, relay: CameraRelay): void {
      integrationsRoutes(http, webhooks);
      outsideRoutes(http, hub, relay);
    },
  };
}
