import { z } from "zod";
import { endpoint, whoMayBeingThere } from "../lib/endpoint.ts";

/** Why a door is free: somebody said so until a time, the hours of the week do, or an emergency. */
export const FreeOrigin = z.enum(["APP", "SCHEDULE", "ALARM"]);
export type FreeOrigin = z.infer<typeof FreeOrigin>;

/** An emergency frees doors for no longer than this, silenced or not (decisions §8). */
export const EMERGENCY_FREES_MS = 30 * 60_000;

/** What a door is beyond its lock (decisions §8). */
export const DoorModeSettings = z.strictObject({
  /** 'Bloqueada hasta…': for everybody but those whose level passes it, and never the way out. Null for as always. */
  lockedUntil: z.iso.datetime().nullable(),
  /** 'Libre hasta…': its relay is held, and nobody needs anything to come in. Locked beats free. Null for as always. */
  freeUntil: z.iso.datetime().nullable().default(null),
});
export type DoorModeSettings = z.infer<typeof DoorModeSettings>;

/** What a door is now, where it is not as always. */
export const DoorModeNow = z.object({
  mode: z.enum(["free", "locked"]),
  /** Null where nobody can say. */
  until: z.iso.datetime().nullable(),
  /** Why it is free; null for one that is locked. */
  origin: FreeOrigin.nullable(),
  /** Has its controller said that it is so? Of a lock nobody asks it. */
  isConfirmed: z.boolean(),
});
export type DoorModeNow = z.infer<typeof DoorModeNow>;

/**
 * It holds for the app at once, and for cards and the relay as soon as the controller was told. Refusals: GRANT_IN_THE_PAST and
 * DOOR_ONLY_PULSES (422), DOOR_MODE_CHANGED (409).
 */
export const setDoorMode = endpoint({
  method: "PUT",
  path: "/api/{product}/doors/{id}/mode",
  summary: "Lock a door for all but a few until a time, leave it free until a time, or end it",
  access: whoMayBeingThere("doors.set-mode", { door: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: DoorModeSettings.extend({
    /** Only where the door is still this: whoever takes a change back undoes nobody else's. */
    ifStill: DoorModeSettings.optional(),
  }),
  reply: z.object({
    door: z.object({ id: z.uuid(), ...DoorModeSettings.shape }),
    /** What it was until now, without what is over: whoever takes the change back sends this again. */
    before: DoorModeSettings,
  }),
});
