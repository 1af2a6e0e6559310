import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";

/*
 * PINs of people, at keypads. A PIN is made by the system and shown once, in the answer that made it: nobody reads it
 * again, and nobody chooses one.
 */

const moment = z.iso.datetime().nullable();

/** A PIN as it is seen afterwards: without its digits. */
export const Pin = z.object({
  id: z.uuid(),
  /** `expired`: its own time is over. */
  state: z.enum(["active", "suspended", "expired"]),
  /** Suspended by the administration: whoever holds it changes nothing then. */
  isHeldBack: z.boolean(),
  from: moment,
  until: moment,
  madeAt: z.iso.datetime(),
  lastTimeUsed: moment,
  /** There are more codes or keypads than when it was made: a new one is longer. */
  isTooShort: z.boolean(),
});
export type Pin = z.infer<typeof Pin>;

/** What somebody types, told this once. */
const Digits = personal("secret", z.string().regex(/^\d{6,12}$/));
const made = z.object({ pin: Pin, digits: Digits });
const done = z.object({ ok: z.literal(true) });

const none = z.strictObject({});
const administrators = whoMay("buildings.administer", { building: "id" });
const ofPerson = z.strictObject({ id: z.uuid(), userId: z.uuid() });
const times = { from: moment.default(null), until: moment.default(null) };
const isInOrder = ({
  from,
  until,
}: {
  from?: string | null | undefined;
  until?: string | null | undefined;
}) => !from || !until || Date.parse(from) < Date.parse(until);
const inOrder = { path: ["until"], error: "debe ser después del comienzo" };

/** Refusals: USER_NOT_FOUND (404) for who is nothing in the building. */
export const readPin = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/people/{userId}/pin",
  summary: "The PIN of somebody of a building, without its digits",
  access: administrators,
  params: ofPerson,
  query: none,
  body: z.undefined(),
  reply: z.object({
    /** Null for none. */
    pin: Pin.nullable(),
    /** Is there a keypad at any door where they come in? */
    hasKeypad: z.boolean(),
  }),
});

/** Replaces the one that they had. Refusals: USER_NOT_FOUND (404), GRANT_IN_THE_PAST (422). */
export const makePin = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/people/{userId}/pin",
  summary: "Make a PIN for somebody of a building; its digits are told once",
  access: administrators,
  params: ofPerson,
  query: none,
  body: z.strictObject(times).refine(isInOrder, inOrder),
  reply: made,
});

/**
 * What is not said stays as it is. Refusals: USER_NOT_FOUND and PIN_NOT_FOUND (404), GRANT_IN_THE_PAST and INCOMPLETE
 * (422).
 */
export const changePin = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/people/{userId}/pin",
  summary: "Suspend somebody's PIN, let it open again, or change its time",
  access: administrators,
  params: ofPerson,
  query: none,
  body: z
    .strictObject({ active: z.boolean().optional(), from: moment.optional(), until: moment.optional() })
    .refine(isInOrder, inOrder),
  reply: z.object({ pin: Pin }),
});

/** Refusals: USER_NOT_FOUND and PIN_NOT_FOUND (404). */
export const withdrawPin = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/people/{userId}/pin",
  summary: "Take somebody's PIN away",
  access: administrators,
  params: ofPerson,
  query: none,
  body: z.undefined(),
  reply: done,
});

const own = whoMay("profile.own", "somewhere");
const ofBuilding = z.strictObject({ buildingId: z.uuid() });

/** One's PIN in one building. */
export const OwnPin = z.object({
  buildingId: z.uuid(),
  buildingName: z.string(),
  /** Null for none yet. */
  pin: Pin.nullable(),
});
export type OwnPin = z.infer<typeof OwnPin>;

export const listOwnPins = endpoint({
  method: "GET",
  path: "/api/user/pins",
  summary: "My PINs, one for each building where I come in by a door with a keypad",
  access: own,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ pins: z.array(OwnPin) }),
});

/**
 * Replaces the one that I had. Refusals: NOT_FOUND (404) for a building where I am nothing, PIN_WITHOUT_KEYPAD and
 * PIN_HELD_BACK (409).
 */
export const makeOwnPin = endpoint({
  method: "POST",
  path: "/api/user/pins/{buildingId}",
  summary: "Make a PIN of mine for a building; its digits are told once",
  access: own,
  params: ofBuilding,
  query: none,
  body: z.strictObject({}).optional(),
  reply: made,
});

/** Refusals: PIN_NOT_FOUND (404), PIN_HELD_BACK (409). */
export const changeOwnPin = endpoint({
  method: "PUT",
  path: "/api/user/pins/{buildingId}",
  summary: "Suspend a PIN of mine, or let it open again",
  access: own,
  params: ofBuilding,
  query: none,
  body: z.strictObject({ active: z.boolean() }),
  reply: z.object({ pin: Pin }),
});

/** Refusals: PIN_NOT_FOUND (404), PIN_HELD_BACK (409). */
export const withdrawOwnPin = endpoint({
  method: "DELETE",
  path: "/api/user/pins/{buildingId}",
  summary: "Take a PIN of mine away",
  access: own,
  params: ofBuilding,
  query: none,
  body: z.undefined(),
  reply: done,
});
