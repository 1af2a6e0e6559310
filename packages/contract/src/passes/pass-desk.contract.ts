import { z } from "zod";
import { DeskAsks } from "../buildings/administering-buildings.contract.ts";
import { endpoint, showingPresence, whoMay } from "../lib/endpoint.ts";
import { inPagesOf, Search } from "../lib/pages.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";
import { MOST_ENTRIES } from "./pass-rules.ts";
import { Pass, PassCode, PassRefusal } from "./passes.contract.ts";

/*
 * Guests at the desk: whoever works there finds their pass by its code or its QR, lets them in and notes that they left
 * (decisions §10).
 */

const none = z.strictObject({});
const byBuilding = z.strictObject({ buildingId: z.uuid() });
const byPass = z.strictObject({ buildingId: z.uuid(), passId: z.uuid() });
const desk = whoMay("visits.authorise", { building: "buildingId" });

/** A guest at the desk: what whoever works there has to see in one look. */
export const PassAtDesk = Pass.omit({ tellsExit: true, tellsOverstay: true }).extend({
  /** Null when one more may come in now. */
  refusal: PassRefusal.nullable(),
  /** Short-lived address of the picture of an earlier entry by this pass; null without one. */
  photo: personal("image", z.string().nullable()),
  /** What the building asks for at the desk. */
  asks: z.object({ picture: DeskAsks, document: DeskAsks }),
});
export type PassAtDesk = z.infer<typeof PassAtDesk>;

/**
 * Null for the code of a visit of today or of a home that collects its parcels, which counts as no wrong one: who does not
 * know which of them was typed asks here first. One that holds no more is found, with why. Refusals: PASS_NOT_VALID (422) for what nobody was given in this
 * building, counted as a wrong visit code is; TOO_OFTEN (429).
 */
export const findPassByCode = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/found-passes",
  summary: "The pass behind a code or its QR",
  access: desk,
  params: byBuilding,
  query: none,
  body: z.strictObject({
    code: PassCode,
    /** A screen follows who stands on it already: nobody tried to come in by it again. */
    follows: z.boolean().default(false),
  }),
  reply: z.object({
    pass: PassAtDesk.nullable(),
    /** Whose code it is when it is no pass's. */
    other: z.enum(["visit", "parcels"]).optional(),
  }),
});

/** Somebody of a party's list. */
const NameId = notPersonal("names a row, and nobody", z.uuid().optional());
/** How many came or went together. */
const People = z.coerce.number().int().min(1).max(MOST_ENTRIES).default(1);

/**
 * Writes down who came in, and opens nothing by itself. The same `requestId` again is the first time again. Refusals:
 * PASS_NOT_FOUND (404); PASS_REFUSED (409) with why, in `errors` as the `message` of `pass`: a {@link PassRefusal}; PASS_DECIDER_AWAY (503) where a controller decides and is away;
 * PICTURE_ASKED, DOCUMENT_ASKED (422) where the building asks for one; PASS_NAME_NOT_FOUND (404), PASS_NAME_INSIDE (409) for
 * somebody of the list whom another desk ticked first.
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
    /** Somebody of the party's list, alone; left out for anybody else. */
    nameId: NameId,
    picture: personal("image", Picture.optional()),
    document: personal("image", Picture.optional()),
  }),
  isForm: true,
  reply: z.object({ pass: PassAtDesk }),
});

/**
 * Without a name those go out who are not of the list, or all together. Refusals: PASS_NOT_FOUND, PASS_NAME_NOT_FOUND
 * (404); NOBODY_INSIDE (409) for more than are inside; PASS_NAME_NOT_INSIDE (409); PASS_NAMES_ASKED (409) for some of whom
 * nobody knows which of the list they are.
 */
export const leaveByPass = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/passes/{passId}/exits",
  summary: "Note that a guest went out",
  access: showingPresence(desk),
  params: byPass,
  query: none,
  body: z.strictObject({ requestId: z.uuid(), people: People, nameId: NameId }),
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
