import { Agent, request as secureRequest } from "node:https";
import { type PushPayload, WebPushSubscription } from "@umbral/contract/notifications/notifications.contract";
import webPush from "web-push";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import type { Env } from "../../platform/env.ts";
import { publicAddressesOnly } from "../../platform/public-addresses.ts";
import { keptSetting } from "../../platform/settings.queries.ts";
import {
  type Delivery,
  deliveryOfError,
  deliveryOfStatus,
  PROVIDER_TIMEOUT_MS,
  type Push,
} from "./providers.ts";

const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof Keys>;

/** The configured pair of keys, or the one that is made once and kept. */
export async function vapidKeys(db: Database, env: Env): Promise<VapidKeys> {
  return (
    env.vapid.keys ??
    Keys.parse(JSON.parse(await keptSetting(db, "vapid-keys", JSON.stringify(webPush.generateVAPIDKeys()))))
  );
}

/** Pushes to browsers, through the push service that each browser named. */
export class WebPush implements Push {
  readonly #vapid: VapidKeys & { subject: string };
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  /** @param agent opens the connections; the default reaches public addresses alone */
  constructor(vapid: VapidKeys & { subject: string }, options: { agent?: Agent; timeoutMs?: number } = {}) {
    this.#vapid = vapid;
    this.#agent = options.agent ?? new Agent({ lookup: publicAddressesOnly });
    this.#timeoutMs = options.timeoutMs ?? PROVIDER_TIMEOUT_MS;
  }

  async send(token: string, payload: PushPayload, lifeSeconds: number): Promise<Delivery> {
    const { endpoint, keys } = WebPushSubscription.parse(JSON.parse(token));
    try {
      const details = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
        vapidDetails: this.#vapid,
        TTL: lifeSeconds,
        urgency: "high",
      });
      const status = await this.#statusOf(endpoint, details.headers, details.body);
      if (status >= 200 && status < 300) {
        return { kind: "accepted", providerId: null };
      }
      return status === 404 || status === 410 ? { kind: "gone" } : deliveryOfStatus(status, "");
    } catch (error) {
      return deliveryOfError(error);
    }
  }

  /**
   * Whoever subscribed named the service, and may be anybody: of its answer only the status is read, so that it can neither
   * fill our memory nor hold on to a try by an answer that does not end. The library's own sending waits for its end.
   */
  #statusOf(endpoint: string, headers: webPush.Headers, body: Buffer | null): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = secureRequest(
        endpoint,
        { method: "POST", headers, agent: this.#agent, signal: AbortSignal.timeout(this.#timeoutMs) },
        (response) => {
          response.on("error", () => undefined);
          response.destroy();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }
}
