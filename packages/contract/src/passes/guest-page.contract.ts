import { z } from "zod";
import { Call } from "../calls/calls.contract.ts";
import { anybody, endpoint, guests } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { PASS_CODE, PassRefusal } from "./passes.contract.ts";

/*
 * The guest's own page, `/i/#<secret>`: public, without sign-in. The secret stays in the browser's address fragment and
 * is exchanged for a session of a guest, which may read its own pass and make its one call, and nothing else.
 */

/** How long a guest's session lasts. */
export const GUEST_SESSION_MS = 30 * 60_000;
/** 32 random bytes in base64url. */
export const PassSecret = personal("secret", z.string().regex(/^[\w-]{43}$/));

const none = z.strictObject({});

/** What a guest is told: nothing of who lives where, and of people only the own first name. */
export const GuestPass = z.object({
  /** Empty for a party, which is called as its host likes. */
  firstName: personal("identity", z.string()),
  building: z.object({ name: z.string(), address: z.string(), timeZone: z.string() }),
  /** In Spanish, 'lun–vie 8:00 AM–5:00 PM'; null without hours of the week. */
  hours: z.string().nullable(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** How many may still come in by it; null for any number. */
  entriesLeft: z.number().int().nullable(),
  /** What is typed at the keypad or told at the desk, and what the QR says; null when it holds no more. */
  code: personal("secret", z.string().regex(PASS_CODE)).nullable(),
  /** Null when one may come in now. */
  refusal: PassRefusal.nullable(),
  /** Whether 'Estoy en la entrada' can ring the home now. */
  mayRing: z.boolean(),
});
export type GuestPass = z.infer<typeof GuestPass>;

/** Refusals: GUEST_PAGE_NOT_VALID (404) alike for what never was and what was let go; TOO_OFTEN (429). */
export const beginGuestSession = endpoint({
  method: "POST",
  path: "/api/guest/session",
  summary: "Exchange the secret of a guest's page for a session of 30 minutes",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({ secret: PassSecret }),
  bodyLimit: 500,
  reply: z.object({
    token: personal("secret", z.string()),
    expiresAt: z.iso.datetime(),
    pass: GuestPass,
  }),
});

/** Refusals: GUEST_PAGE_NOT_VALID (404) when it was let go meanwhile. */
export const readOwnPass = endpoint({
  method: "GET",
  path: "/api/guest/pass",
  summary: "The guest's own pass, as it is now",
  access: guests,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ pass: GuestPass }),
});

/**
 * 'Estoy en la entrada': rings everybody of the home at once, or the lobby for a guest of the building. Asked again in the
 * same session while it rings, it is the same ringing and rings anew. The guest is told neither home nor names. The
 * call ends with its session: a page whose session is old begins another one first. Refusals: GUEST_PAGE_NOT_VALID
 * (404); PASS_REFUSED (409) when one may not come in by it now; NOBODY_TO_RING (409); GUEST_CALLS_ALREADY (409) while
 * another ringing or call of this pass goes on; CALLS_TOO_OFTEN (429).
 */
export const ringByPass = endpoint({
  method: "POST",
  path: "/api/guest/call",
  summary: "Ring the home that let the guest come, or the lobby",
  access: guests,
  params: none,
  query: none,
  body: z.strictObject({}),
  bodyLimit: 500,
  reply: z.object({
    /** One for each person who is rung: who answers first ends the others, and ending one of them ends all. */
    calls: z.array(Call).min(1),
    /** Devices that rang at once. */
    devices: z.number().int(),
  }),
});
