import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";

/** Why a door is free: somebody said so until a time, the hours of the week do, or an emergency. */
export const FreeOrigin = z.enum(["APP", "SCHEDULE", "ALARM"]);
export type FreeOrigin = z.infer<typeof FreeOrigin>;

/** An emergency frees doors for no longer than this, silenced or not (decisions §8). */
export const EMERGENCY_FREES_MS = 30 * 60_000;

/** What a door is beyond its lock (decisions §8). */
export const DoorModeSettings = z.strictObject({
  /** 'Bloqueada hasta…': for everybody but those whose level passes it, and never the way out. Null for as always. */
  lockedUntil: z.iso.datetime().nullable(),
});
export type DoorModeSettings = z.infer<typeof DoorModeSettings>;

/** It holds for the app at once, and for cards as soon as the controller was told. Refusals: GRANT_IN_THE_PAST (422). */
export const setDoorMode = endpoint({
  method: "PUT",
  path: "/api/{product}/doors/{id}/mode",
  summary: "Lock a door for all but a few until a time, or end it",
  access: whoMay("buildings.administer", { door: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: DoorModeSettings,
  reply: z.object({ door: z.object({ id: z.uuid(), ...DoorModeSettings.shape }) }),
});
