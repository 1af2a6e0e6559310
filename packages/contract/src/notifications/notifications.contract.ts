import { z } from "zod";
import { anybody, endpoint, thisMachine, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { MessageWay } from "./message-ways.ts";

/** The ways to reach somebody who does not hear the socket. */
export const Channel = z.enum(["mail", "push", "sms", "voice"]);
export type Channel = z.infer<typeof Channel>;

/** Bytes of the JSON that registers a device for pushes (specification §9). */
const TOKEN_BODY_BYTES = 2000;

/** What a browser's `PushSubscription.toJSON()` gives. */
export const WebPushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1000),
  expirationTime: z.number().nullish(),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{80,100}=*$/),
    auth: z.string().regex(/^[\w-]{16,32}=*$/),
  }),
});
export type WebPushSubscription = z.infer<typeof WebPushSubscription>;

/**
 * Registers this session's device. The token is a browser's push subscription as JSON text, or one of
 * Firebase Cloud Messaging. A device that is registered again belongs to who did so last.
 */
export const registerDevice = endpoint({
  method: "POST",
  path: "/api/user/notifications/token",
  summary: "Register this device for pushes, until its session ends",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({ registrationToken: personal("secret", z.string().min(1).max(TOKEN_BODY_BYTES)) }),
  reply: z.object({ registered: z.literal(true) }),
  bodyLimit: TOKEN_BODY_BYTES,
});

/**
 * How this installation reaches people: the `applicationServerKey` with which a browser subscribes, and by which ways
 * messages leave from here. It is the same for everybody, and says of nobody whether they have a mail or a telephone.
 */
export const pushPublicKey = endpoint({
  method: "GET",
  path: "/api/push/public-key",
  summary: "The public VAPID key, in base64url, and by which ways messages leave",
  access: anybody,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ publicKey: z.string(), ways: z.array(MessageWay) }),
});

/** What a push carries: JSON text in Web Push, the same words as `data` of a Firebase message. */
export const PushPayload = z.object({
  /**
   * What it wants of the device:
   * - `call`: ring until `expiresAt`, with 'Contestar' and 'Rechazar';
   * - `call-ended`: take the place of the ringing with the same tag, without noise;
   * - `notice`: show something to know or to decide; a click goes to `path`;
   * - `alarm`: be impossible to miss until somebody looks; a click goes to `path`;
   * - `bell-test`: show that this device hears, and say so to the server.
   */
  kind: z.enum(["call", "call-ended", "notice", "alarm", "bell-test"]),
  title: z.string(),
  body: z.string(),
  /** The page of this product that a click opens, from its root. */
  path: z.string().startsWith("/"),
  /** A later push with the same tag takes the place of an earlier one. */
  tag: z.string(),
  /** After this there is nothing to answer any more. */
  expiresAt: z.iso.datetime(),
  /**
   * Signed and short-lived: with it the device, which has no session while the app is closed, may do the
   * one thing that this push offers (reject this call, say that this test arrived) and nothing else.
   */
  proof: z.string().optional(),
});
export type PushPayload = z.infer<typeof PushPayload>;

/** A message that found no provider, as it stands in the outbox of the demonstration. */
export const OutboxMessage = z.object({
  id: z.uuid(),
  channel: Channel,
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
});
export type OutboxMessage = z.infer<typeof OutboxMessage>;

/** Only in demonstration mode. */
export const readOutbox = endpoint({
  method: "GET",
  path: "/api/demo/outbox",
  summary: "The newest messages of the outbox, newest first",
  access: thisMachine,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ messages: z.array(OutboxMessage) }),
});
