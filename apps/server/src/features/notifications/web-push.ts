import { lookup } from "node:dns";
import { Agent } from "node:https";
import { BlockList, isIPv4, type LookupFunction } from "node:net";
import { type PushPayload, WebPushSubscription } from "@umbral/contract/notifications/notifications.contract";
import webPush from "web-push";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import type { Env } from "../../platform/env.ts";
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
      await webPush.sendNotification({ endpoint, keys }, JSON.stringify(payload), {
        vapidDetails: this.#vapid,
        TTL: lifeSeconds,
        urgency: "high",
        agent: this.#agent,
        timeout: this.#timeoutMs,
      });
      return { kind: "accepted", providerId: null };
    } catch (error) {
      if (!(error instanceof webPush.WebPushError)) {
        return deliveryOfError(error);
      }
      return error.statusCode === 404 || error.statusCode === 410
        ? { kind: "gone" }
        : deliveryOfStatus(error.statusCode, "");
    }
  }
}

/** Addresses of this machine and of the networks around it: a subscription must not lead there. */
const inside = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  inside.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  inside.addSubnet(network, prefix, "ipv6");
}

/** Also an IPv4 address written as IPv6 is looked at as what it is. */
export const isInside = (address: string): boolean =>
  inside.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/**
 * Looks a name up when the connection is made, so that a name cannot lead elsewhere than where it led
 * when it was looked at.
 */
const publicAddressesOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || first === undefined) {
      callback(error ?? new Error("no address"), "", 0);
    } else if (addresses.some(({ address }) => isInside(address))) {
      callback(Object.assign(new Error("not a public address"), { code: "NOT_PUBLIC" }), "", 0);
    } else if (options.all) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};
