import { z } from "zod";
import { archiveFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { HOLD_REASON_LENGTH } from "./personal-data-limits.ts";

/*
 * What a person may ask for of what is kept about them (Ley 1581): all of it in one archive, and that it is erased. What
 * a building has to keep stays, without name. A legal hold keeps everything as it is until it is lifted.
 */

const none = z.strictObject({});
const byPerson = z.strictObject({ id: z.uuid() });
const moment = z.iso.datetime();

/** Looks at somebody's pictures that are told. */
export const LOOKS_TOLD = 20;

/** Why nothing of somebody may be erased for now. */
const LegalHold = z.object({
  since: moment,
  reason: z.string(),
  /** Null for an account that is gone. */
  by: z.object({ name: personal("identity", z.string()) }).nullable(),
});

export const PersonalData = z.object({
  /** Null while there is none, and for whoever may not know. */
  hold: LegalHold.nullable(),
  /** Who saw their pictures, or took all that is kept of them; the newest first, looks within minutes as one. */
  looks: z.array(
    z.object({ at: moment, by: z.object({ name: personal("identity", z.string()) }), isTaken: z.boolean() }),
  ),
  may: z.object({ export: z.boolean(), erase: z.boolean(), hold: z.boolean() }),
});
export type PersonalData = z.infer<typeof PersonalData>;

/** Refusals: USER_NOT_FOUND (404), for people of other buildings as for nobody. */
export const readPersonalData = endpoint({
  method: "GET",
  path: "/api/{product}/users/{id}/personal-data",
  summary: "Whether somebody is under a legal hold, and what may be done with what is kept of them",
  access: whoMay("buildings.administer", { person: "id" }),
  params: byPerson,
  query: none,
  body: z.undefined(),
  reply: z.object({ personalData: PersonalData }),
});

/**
 * A ZIP archive with everything that is kept of somebody: JSON that can be read, and every picture. That it was taken is
 * written down before the first byte leaves. Refusals: USER_NOT_FOUND (404), PLATFORM_ONLY (403) for people who have a
 * place in another building too, EXPORTS_BUSY (503).
 */
export const exportPerson = archiveFile({
  path: "/api/{product}/users/{id}/export",
  summary: "Everything that is kept of somebody, pictures too, as one archive",
  access: whoMay("buildings.administer", { person: "id" }),
  params: byPerson,
  body: none,
});

/** The same of oneself. Refusals: WRONG_PASSWORD (422), TOO_OFTEN (429), EXPORTS_BUSY (503). */
export const exportOwnData = archiveFile({
  path: "/api/user/personal-data/export",
  summary: "Everything that is kept of whoever asks, as one archive; they show their password again",
  access: whoMay("profile.own", "somewhere"),
  params: none,
  body: z.strictObject({ currentPassword: personal("secret", z.string().min(1).max(200)) }),
});

/**
 * Erases somebody for good: names, addresses, pictures, sessions, places, cards and PINs, everywhere. Openings, calls and
 * the audit stay without name. Refusals: USER_NOT_FOUND (404), ERASURE_NOT_CONFIRMED (422) when what was typed is not
 * their document's number (the name of who has none), PERSON_HELD (409).
 */
export const erasePerson = endpoint({
  method: "POST",
  path: "/api/{product}/users/{id}/erasure",
  summary: "Erase somebody: what has to be kept stays without name",
  access: whoMay("platform.administer", "somewhere"),
  params: byPerson,
  query: none,
  body: z.strictObject({ typed: personal("identity", z.string().trim().min(1).max(200)) }),
  reply: z.object({ ok: z.literal(true) }),
});

/**
 * Places a legal hold, or lifts it, each with its reason. Refusals: USER_NOT_FOUND (404), PERSON_HELD (409) when there is
 * one already, PERSON_NOT_HELD (409).
 */
export const setLegalHold = endpoint({
  method: "PUT",
  path: "/api/{product}/users/{id}/legal-hold",
  summary: "Place a legal hold on what is kept of somebody, or lift it",
  access: whoMay("platform.administer", "somewhere"),
  params: byPerson,
  query: none,
  body: z.strictObject({
    isHeld: z.boolean(),
    reason: z.string().trim().min(1).max(HOLD_REASON_LENGTH),
  }),
  reply: z.object({ personalData: PersonalData }),
});
