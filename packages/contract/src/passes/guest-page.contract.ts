import { z } from "zod";
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
