import { z } from "zod";
import { ScheduleHours } from "../access-control/schedules.ts";
import { endpoint, showingPresence, whoMay } from "../lib/endpoint.ts";
import { inPagesOf, Search } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";
import { Email, PersonName, Phone } from "../registration/registration.contract.ts";
import { MOST_ENTRIES } from "./pass-rules.ts";

/*
 * 'Invitaciones': a home, the administration or the lobby lets a guest come (decisions §10). What a guest shows is a
 * code, at the desk or a keypad; what a guest gets is the address of a page, whose secret is in its fragment.
 */

const none = z.strictObject({});
const byBuilding = z.strictObject({ buildingId: z.uuid() });
const byPass = z.strictObject({ buildingId: z.uuid(), passId: z.uuid() });
/** The service decides which passes of the building are the asker's: a home's own, or those made at the desk. */
const hosts = whoMay("passes.make", "somewhere");
const desk = whoMay("visits.authorise", { building: "buildingId" });

/** Digits of a pass's code at least: more where keypads would let it be guessed. */
export const PASS_CODE = /^\d{6,12}$/;
const PassCode = personal("secret", z.string().regex(PASS_CODE));

/** Who comes. Only the name is asked for. */
export const Guest = z.object({
  name: personal("identity", PersonName),
  cedula: personal("identity", z.string().trim().max(40)).default(""),
  phone: personal("contact", z.union([z.literal(""), Phone])).default(""),
  email: personal("contact", z.union([z.literal(""), Email])).default(""),
  plate: personal("movement", z.string().trim().max(12)).default(""),
  company: personal("identity", z.string().trim().max(80)).default(""),
});
export type Guest = z.infer<typeof Guest>;

/** When they may come. With `hours` it recurs: within these, until the end. */
const times = {
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  hours: ScheduleHours.nullable(),
};
/** How many may come in by it, once each; null for any number of times. */
const Entries = z.number().int().min(1).max(MOST_ENTRIES).nullable();

/** Who hears what of it. Of the first arrival its host always hears. */
const tells = {
  tellsExit: z.boolean().default(false),
  tellsOverstay: z.boolean().default(true),
};

export const PassState = z.enum(["waiting", "inside", "left", "used-up", "expired", "taken-back"]);

/** A pass as its host sees it. */
export const Pass = z.object({
  id: z.uuid(),
  buildingId: z.uuid(),
  /** Whose guest it is; null for one of the administration or of the desk. */
  apartment: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  madeAs: z.enum(["home", "administration", "lobby"]),
  /** Null when the account is gone. */
  madeBy: z.object({ id: z.uuid(), name: personal("identity", z.string()) }).nullable(),
  guest: Guest,
  ...times,
  entries: Entries,
  entered: z.number().int(),
  left: z.number().int(),
  tellsExit: z.boolean(),
  tellsOverstay: z.boolean(),
  state: PassState,
  isOverstaying: z.boolean(),
  /** The last time somebody came in or went out by it. */
  lastMovementAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Pass = z.infer<typeof Pass>;

const Wanted = z.strictObject({ guest: Guest, ...times, entries: Entries, ...tells });

/** What the host shares: the address of the guest's page, and the code. Told to hosts alone, as often as they ask. */
const Sharing = z.object({ address: personal("secret", z.url()), code: PassCode });

export const listPasses = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/passes",
  summary: "Passes of a home, or those of the building's own guests; the ones that still matter first",
  access: hosts,
  params: byBuilding,
  query: z.strictObject({
    /** Of this home; without it those that belong to none. */
    apartmentId: z.uuid().optional(),
    search: Search,
    /** Those that may still be used or have somebody inside; or all the others. */
    which: z.enum(["current", "past"]).default("current"),
    ...inPagesOf(20),
  }),
  body: z.undefined(),
  reply: z.object({ passes: z.array(Pass), totalPages: z.number().int() }),
});

/**
 * Refusals: PASS_TIMES_NOT_VALID (422) for an end before its beginning, in the past, beyond 30 days without hours or a
 * year with them, or beyond the end of a temporary resident's own stay; PASSES_FULL (409). The same `requestId` again is
 * the first time again.
 */
export const makePass = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/passes",
  summary: "Let a guest come",
  access: hosts,
  params: byBuilding,
  query: none,
  body: Wanted.extend({ apartmentId: z.uuid().nullable(), requestId: z.uuid() }),
  reply: z.object({ pass: Pass, sharing: Sharing }),
});

/** Refusals: PASS_NOT_FOUND (404), PASS_IS_OVER (409) for one that was taken back, and those of its making. */
export const changePass = endpoint({
  method: "PUT",
  path: "/api/buildings/{buildingId}/passes/{passId}",
  summary: "Change or extend a pass; its code and its page stay",
  access: hosts,
  params: byPass,
  query: none,
  body: Wanted,
  reply: z.object({ pass: Pass }),
});

/** It stays in the list, and opens nothing from now on. A second time is the first one again. */
export const takePassBack = endpoint({
  method: "DELETE",
  path: "/api/buildings/{buildingId}/passes/{passId}",
  summary: "Take a pass back at once",
  access: hosts,
  params: byPass,
  query: none,
  body: z.undefined(),
  reply: z.object({ pass: Pass }),
});

/** Refusals: PASS_NOT_FOUND (404), PASS_IS_OVER (409). */
export const sharePass = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/passes/{passId}/sharing",
  summary: "The address and the code to share with the guest",
  access: hosts,
  params: byPass,
  query: none,
  body: z.undefined(),
  reply: Sharing,
});

/** Refusals: PASS_NOT_FOUND (404), PASS_IS_OVER (409), INCOMPLETE (422) without that address, TOO_OFTEN (429). */
export const sendPass = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/passes/{passId}/messages",
  summary: "Send the guest's page by mail or SMS to the address in the pass",
  access: hosts,
  params: byPass,
  query: none,
  body: z.strictObject({ by: z.enum(["email", "sms"]), requestId: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});

export const PassRefusal = z.enum(["taken-back", "expired", "used-up", "not-yet", "not-now"]);

/** A guest at the desk: what whoever works there has to see in one look. */
export const PassAtDesk = Pass.omit({ tellsExit: true, tellsOverstay: true }).extend({
  /** Null when so many more may come in now. */
  refusal: PassRefusal.nullable(),
  /** Short-lived address of the picture of an earlier entry by this pass; null without one. */
  photo: personal("image", z.string().nullable()),
  /** What the building asks for at the desk. */
  asks: z.object({
    picture: z.enum(["no", "may", "must"]),
    document: z.enum(["no", "may", "must"]),
  }),
});
export type PassAtDesk = z.infer<typeof PassAtDesk>;

/**
 * Refusals: PASS_NOT_VALID (422) for what nobody was given in this building, counted as a wrong visit code is;
 * TOO_OFTEN (429). One that holds no more is found, with why.
 */
export const findPassByCode = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/found-passes",
  summary: "The pass behind a code or its QR",
  access: desk,
  params: byBuilding,
  query: none,
  body: z.strictObject({ code: PassCode }),
  reply: z.object({ pass: PassAtDesk }),
});

/** How many came or went together. */
const People = z.coerce.number().int().min(1).max(MOST_ENTRIES).default(1);

/**
 * Writes down who came in, and opens nothing by itself. The same `requestId` again is the first time again. Refusals:
 * PASS_NOT_FOUND (404); PASS_REFUSED (409) with why; PASS_DECIDER_AWAY (503) where a controller decides and is away;
 * PICTURE_ASKED, DOCUMENT_ASKED (422) where the building asks for one.
 */
export const enterByPass = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/passes/{passId}/entries",
  summary: "Let a guest in at the desk",
  access: showingPresence(desk),
  params: byPass,
  query: none,
  body: z.strictObject({
    requestId: z.uuid(),
    people: People,
    picture: personal("image", Picture.optional()),
    document: personal("image", Picture.optional()),
  }),
  isForm: true,
  reply: z.object({ pass: PassAtDesk }),
});

/** Refusals: PASS_NOT_FOUND (404), NOBODY_INSIDE (409) for more than are inside. */
export const leaveByPass = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/passes/{passId}/exits",
  summary: "Note that a guest went out",
  access: showingPresence(desk),
  params: byPass,
  query: none,
  body: z.strictObject({ requestId: z.uuid(), people: People }),
  reply: z.object({ pass: PassAtDesk }),
});

/** Guests for the desk: who is inside now, those that stay too long first, and who is expected today. */
export const listGuests = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/guests",
  summary: "Guests that are inside now or expected today",
  access: desk,
  params: byBuilding,
  query: z.strictObject({
    which: z.enum(["inside", "expected"]).default("inside"),
    search: Search,
    ...inPagesOf(20),
  }),
  body: z.undefined(),
  reply: z.object({
    guests: z.array(PassAtDesk),
    totalPages: z.number().int(),
    /** People inside now, of all pages. */
    inside: z.number().int(),
  }),
});

/** Server → the home, and whoever may authorise there: a pass is another one now. Ask again. */
export const passEvents = {
  "passes:changed": z.object({ buildingId: z.uuid(), apartmentId: z.uuid().nullable(), passId: z.uuid() }),
} as const;
