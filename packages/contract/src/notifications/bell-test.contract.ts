import { z } from "zod";
import { endpoint, whoHoldsTheProof, whoMay } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { personal } from "../lib/personal.ts";

export const DeviceKind = z.enum(["phone", "tablet", "computer"]);
export type DeviceKind = z.infer<typeof DeviceKind>;

/** How far the push of a test went; `none` for an open app that is not registered for pushes. */
const PushWay = z.enum(["none", "waiting", "sent", "not-sent", "arrived"]);

/** One of the person's devices in a test of the bell. It arrived only when the device itself said so. */
export const TestedDevice = z.object({
  id: z.uuid(),
  /** Browser and system, as 'Chrome en Android'. */
  name: personal("movement", z.string()),
  kind: DeviceKind,
  /** The one that asks. */
  isThis: z.boolean(),
  /** Since when it is registered for pushes. */
  registeredAt: z.iso.datetime().nullable(),
  push: PushWay,
  /** The open app on it heard the test. */
  isHeard: z.boolean(),
});
export type TestedDevice = z.infer<typeof TestedDevice>;

export const BellTest = z.object({
  id: z.uuid(),
  startedAt: z.iso.datetime(),
  /** Until then a device may still answer. */
  expiresAt: z.iso.datetime(),
  devices: z.array(TestedDevice),
});
export type BellTest = z.infer<typeof BellTest>;

/** How long the push of a test is worth delivering: as long as a call rings. */
export const BELL_TEST_MS = 30_000;

/** 'Probar mi timbre': makes the person's own devices ring, and nobody else's. */
export const startBellTest = endpoint({
  method: "POST",
  path: "/api/user/notifications/bell-test",
  summary: "Make one's own devices ring",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ test: BellTest }),
});

export const readBellTest = endpoint({
  method: "GET",
  path: "/api/user/notifications/bell-test/{id}",
  summary: "What arrived of a test of one's own devices",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ test: BellTest }),
});

/** The device got the push of a test. Its app may be closed: the proof in the push stands for the session. */
export const bellTestArrived = endpoint({
  method: "POST",
  path: "/api/push/bell-test/arrived",
  summary: "Say that the push of a test of the bell arrived on this device",
  access: whoHoldsTheProof("bell-test"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

/** The open app heard the test. */
export const bellTestHeard = message({
  event: "bell_test:heard",
  summary: "Say that this device heard a test of the bell",
  access: whoMay("profile.own", "somewhere"),
  payload: z.strictObject({ testId: z.uuid() }),
  reply: z.object({}),
});

/** Server → the person's own devices. */
export const notificationEvents = {
  bell_test: z.object({ testId: z.uuid() }),
  /** A device answered: who looks at the test reads it again. */
  "bell_test:changed": z.object({ testId: z.uuid() }),
} as const;
