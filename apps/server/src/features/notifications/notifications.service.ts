import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { type Channel, WebPushSubscription } from "@umbral/contract/notifications/notifications.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { deviceNameOf } from "./device-name.ts";
import { composeMail, type MailWords } from "./mail-text.ts";
import { findDevicesOf, insertMessages, upsertDevice, withdrawOfCall } from "./notifications.queries.ts";

/** Devices of one person at most; the one registered longest ago makes room. */
const DEVICES_AT_MOST = 20;
/** A token of Firebase: what their SDKs give, without room for anything else. */
const FCM_TOKEN = /^[\w:.-]{20,1000}$/;

interface Words {
  subject: string;
  body: string;
  /** What the channel needs besides: see the dispatcher. */
  data: Record<string, string>;
  userId: string;
  callId: string | null;
  expiresAt: Date;
}

/** Writes a message for one address or number, to leave after the commit. Then say `services.wakeOutbox()`. */
export async function writeMessage(
  services: Pick<Services, "newId" | "clock">,
  trx: Trx,
  channel: Exclude<Channel, "push">,
  to: string,
  words: Words,
): Promise<void> {
  await insertMessages(trx, [
    {
      id: services.newId(),
      channel,
      recipient: to,
      createdAt: services.clock.now(),
      ...words,
    },
  ]);
}

/**
 * Writes a mail, to leave after the commit. Then say `services.wakeOutbox()`. The words may hold what people
 * wrote: it is shown as text.
 */
export async function writeMail(
  services: Pick<Services, "newId" | "clock">,
  trx: Trx,
  { userId, to, expiresAt, ...words }: MailWords & { userId: string; to: string; expiresAt: Date },
): Promise<void> {
  const { subject, text, html } = composeMail(words);
  await writeMessage(services, trx, "mail", to, {
    subject,
    body: text,
    data: { html },
    userId,
    callId: null,
    expiresAt,
  });
}

/** A message to each registered device of the person, as a push. */
export async function writePushes(
  services: Pick<Services, "newId" | "clock">,
  trx: Trx,
  words: Words,
): Promise<void> {
  const createdAt = services.clock.now();
  const devices = await findDevicesOf(trx, words.userId, createdAt);
  await insertMessages(
    trx,
    devices.map(({ id: recipient }) => ({
      id: services.newId(),
      channel: "push",
      recipient,
      createdAt,
      ...words,
    })),
  );
}

/** What still waits of a call's messages is not sent: it was decided. */
export async function withdrawMessages(trx: Trx, callId: string, now: Date): Promise<void> {
  await withdrawOfCall(trx, callId, now);
}

/** Registers the device of this session for pushes. */
export async function registerDeviceOf(
  { db, clock, newId }: Services,
  actor: Actor,
  registrationToken: string,
  userAgent?: string,
): Promise<{ registered: true }> {
  const device = readToken(registrationToken);
  await db.transaction().execute((trx) =>
    upsertDevice(
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
    ),
  );
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
