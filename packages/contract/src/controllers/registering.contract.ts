import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { ControllerStatus } from "./controllers.contract.ts";

const none = z.strictObject({});
const byId = z.strictObject({ id: z.uuid() });

/** Somebody signed in with a controller's key while another line with it was open. */
export const SecondSignIn = z.object({
  at: z.iso.datetime(),
  /** The address that the later one came from. */
  from: z.string(),
  /** Did the earlier line still answer? Then two machines hold the key; else it was probably a broken line. */
  answered: z.boolean(),
});
export type SecondSignIn = z.infer<typeof SecondSignIn>;

/** A building's controller as its administrators see it. */
export const ControllerState = z.object({
  id: z.uuid(),
  /** `waiting`: a code was given out and nobody has used it. */
  state: z.enum(["waiting", "expired", "connected", "away"]),
  version: z.string().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
  pairingExpiresAt: z.iso.datetime().nullable(),
  /** The last one since its key was registered; null for none. */
  secondSignIn: SecondSignIn.nullable(),
  /** What it last said of itself; null before it has. */
  status: ControllerStatus.extend({ at: z.iso.datetime() }).nullable(),
});
export type ControllerState = z.infer<typeof ControllerState>;

/** The code is in this answer and nowhere else: the database keeps a digest. */
const Offered = z.object({
  controller: ControllerState,
  pairing: z.object({ code: personal("secret", z.string()), expiresAt: z.iso.datetime() }),
});

export const readController = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/controllers",
  summary: "The building's controller and how it is; null without one",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ controller: ControllerState.nullable() }),
});

export const registerController = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/controllers",
  summary: "Register a controller for a building: a one-time pairing code, shown once",
  access: whoMay("platform.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({}),
  reply: Offered,
});

export const replaceController = endpoint({
  method: "PUT",
  path: "/api/{product}/controllers/{id}",
  summary: "Give a controller a new code: the key it had is not believed any more",
  access: whoMay("platform.administer", "somewhere"),
  params: byId,
  query: none,
  body: z.strictObject({}),
  reply: Offered,
});

export const deleteController = endpoint({
  method: "DELETE",
  path: "/api/{product}/controllers/{id}",
  summary: "Take the controller away from its building",
  access: whoMay("platform.administer", "somewhere"),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});
