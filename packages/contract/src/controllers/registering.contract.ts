import { z } from "zod";
import { KeptAccess } from "../access-control/access-list.ts";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";
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

/** What a controller has to decide by who comes in, against what it should have. */
export const AccessComparison = z.object({
  /**
   * `none`: nobody comes in by a card yet; `behind`: changes are on their way, or wait for it; `other`: it is told anew.
   */
  state: z.enum(["none", "same", "behind", "other"]),
  /** What it said that it has, and when; null before it has said any. */
  kept: KeptAccess.nullable(),
  keptAt: z.iso.datetime().nullable(),
  /** The list as it is here, and since when. */
  wanted: KeptAccess,
  wantedSince: z.iso.datetime(),
});
export type AccessComparison = z.infer<typeof AccessComparison>;

/** What a controller has of its doors, cameras and siren, against what it should have: by its digest. */
const ConfigurationComparison = z.object({
  state: z.enum(["none", "same", "other"]),
  kept: z.string().nullable(),
  /** When it last said that it has it. */
  keptAt: z.iso.datetime().nullable(),
  wanted: z.string(),
});

const Named = z.object({ id: z.uuid(), name: z.string() });
const Name = notPersonal("of a controller", z.string().trim().min(1).max(60));

/** A building's controller as its administrators see it. */
export const ControllerState = z.object({
  id: z.uuid(),
  /** By which it is told from the building's others. */
  name: z.string(),
  /** What is its own. */
  doors: z.array(Named),
  cameras: z.array(Named),
  hasSiren: z.boolean(),
  /** What is the whole building's hangs on it: its siren, and inputs of no door. */
  isMain: z.boolean(),
  /** `waiting`: a code was given out and nobody has used it. */
  state: z.enum(["waiting", "expired", "connected", "away"]),
  version: z.string().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
  pairingExpiresAt: z.iso.datetime().nullable(),
  /** The last one since its key was registered; null for none. */
  secondSignIn: SecondSignIn.nullable(),
  /** Null while it waits to be paired, or for its building's first list. */
  access: AccessComparison.nullable(),
  /** Null while it waits to be paired. */
  configuration: ConfigurationComparison.nullable(),
  /** What it last said of itself; null before it has. */
  status: ControllerStatus.extend({ at: z.iso.datetime() }).nullable(),
});
export type ControllerState = z.infer<typeof ControllerState>;

/** The code is in this answer and nowhere else: the database keeps a digest. */
const Offered = z.object({
  controller: ControllerState,
  pairing: z.object({ code: personal("secret", z.string()), expiresAt: z.iso.datetime() }),
});

export const readControllers = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/controllers",
  summary: "The building's controllers and how each of them is",
  access: whoMay("buildings.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ controllers: z.array(ControllerState) }),
});

export const registerController = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/controllers",
  summary: "Register a controller for a building: a one-time pairing code, shown once",
  access: whoMay("platform.administer", { building: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({ name: Name.default("Controlador") }),
  reply: Offered,
});

export const renameController = endpoint({
  method: "PUT",
  path: "/api/{product}/controllers/{id}/name",
  summary: "Call a controller otherwise",
  access: whoMay("platform.administer", "somewhere"),
  params: byId,
  query: none,
  body: z.strictObject({ name: Name }),
  reply: z.object({ controller: ControllerState }),
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
