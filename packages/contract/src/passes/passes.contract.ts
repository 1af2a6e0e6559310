import { z } from "zod";
import { ScheduleHours } from "../access-control/schedules.ts";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { inPagesOf, Search } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { Email, PersonName, Phone } from "../registration/registration.contract.ts";
import { MOST_NAMES } from "./pass-limits.ts";
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

/** Where a guest's page is; its secret stands in the fragment, which no server's log sees. */
export const GUEST_PAGE_PATH = "/i/";

/** Digits of a pass's code at least: more where keypads would let it be guessed. */
export const PASS_CODE = /^\d{6,12}$/;
export const PassCode = personal("secret", z.string().regex(PASS_CODE));

/** Who comes, as a host says it. Only the name is asked for. */
const WantedGuest = z.strictObject({
  name: personal("identity", PersonName),
  cedula: personal("identity", z.string().trim().max(40)).default(""),
  phone: personal("contact", z.union([z.literal(""), Phone])).default(""),
  email: personal("contact", z.union([z.literal(""), Email])).default(""),
  plate: personal("movement", z.string().trim().max(12)).default(""),
  company: personal("identity", z.string().trim().max(80)).default(""),
});

/** Who comes; what was not said is empty. */
export const Guest = z.object({
  name: personal("identity", z.string()),
  cedula: personal("identity", z.string()),
  phone: personal("contact", z.string()),
  email: personal("contact", z.string()),
  plate: personal("movement", z.string()),
  company: personal("identity", z.string()),
});
export type Guest = z.infer<typeof Guest>;

/** The same as it was kept. */
const KnownGuest = z.object({
  name: personal("identity", z.string()),
  cedula: personal("identity", z.string()),
  phone: personal("contact", z.string()),
  email: personal("contact", z.string()),
  plate: personal("movement", z.string()),
  company: personal("identity", z.string()),
});

/** When they may come. With `hours` it recurs: within these, until the end. */
const times = {
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  hours: ScheduleHours.nullable(),
};
/** How many may come in by it, once each; null for any number of times. */
const Entries = z.number().int().min(1).max(MOST_ENTRIES).nullable();

/** The people of a party, as its host listed them. Never on the guest's own page. */
const WantedNames = z.array(personal("identity", PersonName)).max(MOST_NAMES);

/** Somebody of that list, and what the desk ticked of them. */
export const PassName = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  state: z.enum(["awaited", "inside", "left"]),
  /** When they came, or went out again; null while they are awaited. */
  at: z.iso.datetime().nullable(),
});
export type PassName = z.infer<typeof PassName>;

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
  guest: KnownGuest,
  /** In the host's order; empty where there is no list. */
  names: z.array(PassName),
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

/** What is asked of a pass, by whoever may make one. */
export const WantedPass = z.strictObject({
  guest: WantedGuest,
  /** No more than there are entries: others may come besides. Left out where a pass is changed, the list stays. */
  names: WantedNames.optional(),
  ...times,
  entries: Entries,
  ...tells,
});

/** What the host shares: the address of the guest's page, and the code. Told to hosts alone, as often as they ask. */
export const Sharing = z.object({ address: personal("secret", z.url()), code: PassCode });

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
 * Refusals: NOT_FOUND (404) for a home that is not the asker's; PASS_TIMES_NOT_VALID (422) for an end before its
 * beginning, in the past, beyond 30 days without hours or a year with them, beyond the end of a temporary resident's own
 * stay, or beyond today where the lobby makes it; PASS_NAMES_DO_NOT_FIT (422) for more names than entries; PASSES_FULL (409). The same `requestId` again is the first time again.
 */
export const makePass = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/passes",
  summary: "Let a guest come",
  access: hosts,
  params: byBuilding,
  query: none,
  body: WantedPass.extend({ apartmentId: z.uuid().nullable(), requestId: z.uuid() }),
  reply: z.object({ pass: Pass, sharing: Sharing }),
});

/**
 * Refusals: PASS_NOT_FOUND (404), PASS_IS_OVER (409) for one that was taken back or whose code was let go, PASS_NAME_CAME
 * (409) for a list without somebody who came already, and those of its making.
 */
export const changePass = endpoint({
  method: "PUT",
  path: "/api/buildings/{buildingId}/passes/{passId}",
  summary: "Change or extend a pass; its code and its page stay",
  access: hosts,
  params: byPass,
  query: none,
  body: WantedPass,
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

/** Refusals: PASS_NOT_FOUND (404), PASS_IS_OVER (409) also once it was over for so long that its code was let go. */
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

/** Refusals: PASS_NOT_FOUND (404), PASS_IS_OVER (409), INCOMPLETE (422) without that address, TOO_OFTEN (429), SMS_USED_UP (503). */
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

/** Why nobody comes in by a pass now. */
export const PassRefusal = z.enum(["taken-back", "expired", "used-up", "not-yet", "not-now"]);

/** Server → the home, and whoever may authorise there: a pass is another one now. Ask again. */
export const passEvents = {
  "passes:changed": z.object({ buildingId: z.uuid(), apartmentId: z.uuid().nullable(), passId: z.uuid() }),
} as const;
