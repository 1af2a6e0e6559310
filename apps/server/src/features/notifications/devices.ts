import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { WebPushSubscription } from "@umbral/contract/notifications/notifications.contract";
import type { Actor } from "../../platform/actor.ts";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { deviceNameOf } from "../../platform/device-name.ts";
import { Refused } from "../../platform/refused.ts";
import { setPushToken } from "../accounts/index.ts";
import { deleteDevicesOf, upsertDevice } from "./notifications.queries.ts";

/** Devices of one person at most; the one registered longest ago makes room. */
const DEVICES_AT_MOST = 20;

/** A token of Firebase: what their SDKs give, without room for anything else. */
const FCM_TOKEN = /^[\w:.-]{20,1000}$/;

/** No device gets this person's pushes any more. */
export const forgetDevicesOf = (trx: Trx, userId: string): Promise<void> => deleteDevicesOf(trx, userId);

/** Registers the device of this session for pushes. */
export async function registerDeviceOf(
  { db, clock, newId }: Services,
  actor: Actor,
  registrationToken: string,
  userAgent?: string,
): Promise<{ registered: true }> {
  const device = readToken(registrationToken);
  await db.transaction().execute(async (trx) => {
    await upsertDevice(
      trx,
      {
        id: newId(),
        userId: actor.id,
        sessionId: actor.sessionId,
        kind: device.kind,
        token: device.token,
        tokenHash: createHash("sha256").update(device.name).digest(),
        registeredAt: clock.now(),
        ...deviceNameOf(userAgent),
      },
      DEVICES_AT_MOST,
    );
    await setPushToken(trx, actor.id, device.token);
  });
  return { registered: true };
}

/** `name` is the part that stays when a browser renews the keys of a subscription. */
function readToken(text: string): { kind: "web" | "fcm"; token: string; name: string } {
  if (!text.trimStart().startsWith("{")) {
    if (!FCM_TOKEN.test(text)) {
      throw notAToken();
    }
    return { kind: "fcm", token: text, name: text };
  }
  const subscription = WebPushSubscription.safeParse(fromJson(text));
  if (!subscription.success || !leadsToAName(subscription.data.endpoint)) {
    throw notAToken();
  }
  return { kind: "web", token: text, name: subscription.data.endpoint };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notAToken();
  }
}

/** Push services have names; where a name leads is looked at when the push is sent. */
function leadsToAName(endpoint: string): boolean {
  const { hostname, username, password } = new URL(endpoint);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && username === "" && password === "";
}

const notAToken = (): Refused =>
  new Refused("BAD_REQUEST", {
    errors: [{ property: "registrationToken", message: "is no push subscription and no registration token" }],
  });
