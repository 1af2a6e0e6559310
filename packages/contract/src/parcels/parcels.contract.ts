import { z } from "zod";
import { csvFile, endpoint, showingPresence, whoMay } from "../lib/endpoint.ts";
import { inPagesOf, Search } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";
import { MOST_AT_ONCE } from "./parcel-limits.ts";

/*
 * 'Correspondencia': what is left at the lobby for a home, until somebody takes it (decisions §10).
 */

const none = z.strictObject({});
const byBuilding = z.strictObject({ buildingId: z.uuid() });
const byParcel = z.strictObject({ buildingId: z.uuid(), parcelId: z.uuid() });
const byApartment = z.strictObject({ apartmentId: z.uuid() });
const reads = whoMay("parcels.read", { building: "buildingId" });
const desk = whoMay("parcels.keep", { building: "buildingId" });
const home = whoMay("parcels.collect", { apartment: "apartmentId" });

export const ParcelKind = z.enum([
  "package",
  "envelope",
  "delivery",
  "groceries",
  "document",
  "bill",
  "other",
]);
export type ParcelKind = z.infer<typeof ParcelKind>;
/** Which bill lies there, of those that come for all homes at once. */
export const BillKind = z.enum(["electricity", "water", "gas", "internet", "administration"]);
export type BillKind = z.infer<typeof BillKind>;

/** A home's code to collect: six digits, good for ten minutes and once. */
export const PARCEL_CODE = /^\d{6}$/;
const ParcelCode = personal("secret", z.string().regex(PARCEL_CODE));

/** The ids of what is handed over, between commas: a form has texts and pictures alone. */
const ParcelIds = z
  .string()
  .max(MOST_AT_ONCE * 37)
  .transform((text) => text.split(","))
  .pipe(z.array(z.uuid()).min(1).max(MOST_AT_ONCE));

export const Parcel = z.object({
  id: z.uuid(),
  buildingId: z.uuid(),
  /** Null when the home is gone. */
  apartment: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  kind: ParcelKind,
  bill: BillKind.nullable(),
  /** The act that left one for every home; null for what came alone. */
  roundId: z.uuid().nullable(),
  carrier: z.string(),
  /** Where it lies. */
  place: z.string(),
  note: z.string(),
  receivedAt: z.iso.datetime(),
  /** Null while it waits. */
  outcome: z.enum(["handed-over", "returned"]).nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** Who took it. */
  takenBy: personal("identity", z.string()),
  /** What was shown for it. */
  proof: z.enum(["code", "signature"]).nullable(),
  hasLabel: z.boolean(),
  hasSignature: z.boolean(),
});
export type Parcel = z.infer<typeof Parcel>;

const filters = {
  state: z.enum(["waiting", "handed-over", "returned", "all"]).default("waiting"),
  kind: ParcelKind.optional(),
  apartmentId: z.uuid().optional(),
  /** Of the home's name. */
  search: Search,
};
const page = { parcels: z.array(Parcel), totalPages: z.number().int() };

export const listParcels = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/parcels",
  summary: "What lies or lay at the lobby for the homes of a building, the newest first",
  access: reads,
  params: byBuilding,
  query: z.strictObject({ ...filters, ...inPagesOf(20) }),
  body: z.undefined(),
  reply: z.object({
    ...page,
    /** All that waits in the building, whatever the list is narrowed to. */
    waiting: z.number().int(),
    /** Where things were put lately. */
    places: z.array(z.string()),
    /** For whose homes bills may come at once. */
    towers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
});

export const exportParcels = csvFile({
  path: "/api/buildings/{buildingId}/parcels.csv",
  summary: "The same as a file for a spreadsheet, without pages and without pictures",
  access: reads,
  params: byBuilding,
  query: z.strictObject(filters),
});

/** Only what came since the asker is of the home. */
export const listHomeParcels = endpoint({
  method: "GET",
  path: "/api/apartments/{apartmentId}/parcels",
  summary: "What lies or lay at the lobby for a home, the newest first",
  access: home,
  params: byApartment,
  query: z.strictObject({ state: z.enum(["waiting", "past"]).default("waiting"), ...inPagesOf(20) }),
  body: z.undefined(),
  reply: z.object({ ...page, waiting: z.number().int() }),
});

const pictures = z.object({
  /** Short-lived addresses; null without one. */
  label: personal("image", z.string().nullable()),
  signature: personal("image", z.string().nullable()),
});

/** Refusals: PARCEL_NOT_FOUND (404). That somebody looked is written down. */
export const showParcelPictures = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/parcels/{parcelId}/pictures",
  summary: "The label and the signature of a parcel",
  access: reads,
  params: byParcel,
  query: none,
  body: z.undefined(),
  reply: pictures,
});

/** Refusals: PARCEL_NOT_FOUND (404). */
export const showHomeParcelPictures = endpoint({
  method: "GET",
  path: "/api/apartments/{apartmentId}/parcels/{parcelId}/pictures",
  summary: "The label and the signature of a parcel of the own home",
  access: home,
  params: z.strictObject({ apartmentId: z.uuid(), parcelId: z.uuid() }),
  query: none,
  body: z.undefined(),
  reply: pictures,
});

const text = (most: number) => z.string().trim().max(most, "es demasiado largo").default("");

/** The same `requestId` again is the first time again. Refusals: NOT_FOUND (404) for a home of another building. */
export const receiveParcel = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/parcels",
  summary: "Write down what was left at the lobby for a home, and tell the home",
  access: showingPresence(desk),
  params: byBuilding,
  query: none,
  body: z.strictObject({
    requestId: z.uuid(),
    apartmentId: z.uuid(),
    kind: ParcelKind,
    carrier: text(60),
    place: text(60),
    note: text(200),
    label: personal("image", Picture.optional()),
  }),
  isForm: true,
  reply: z.object({ parcel: Parcel }),
});

/** The same `requestId` again is the first time again. Refusals: NOT_FOUND (404) for a tower of another building. */
export const receiveBills = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/bills",
  summary: "Utility bills for every home of a building, or of a tower of it",
  access: showingPresence(desk),
  params: byBuilding,
  query: none,
  body: z.strictObject({
    requestId: z.uuid(),
    bill: BillKind,
    towerId: z.uuid().nullable(),
    place: text(60),
  }),
  reply: z.object({ count: z.number().int() }),
});

/** What still lies there of one round of bills was handed out. Refusals: PARCEL_NOT_FOUND (404) for no such round. */
export const closeBills = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/bills/{roundId}/closing",
  summary: "All bills of a round that still wait were handed out",
  access: showingPresence(desk),
  params: z.strictObject({ buildingId: z.uuid(), roundId: z.uuid() }),
  query: none,
  body: none,
  reply: z.object({ count: z.number().int() }),
});

/**
 * The code is not used by this. Refusals: PARCEL_CODE_NOT_VALID (422) for what no home of this building shows now, counted
 * as a wrong code of a visit is; TOO_OFTEN (429).
 */
export const findParcelsByCode = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/found-parcels",
  summary: "What waits for the home that shows a code",
  access: desk,
  params: byBuilding,
  query: none,
  body: z.strictObject({ code: ParcelCode }),
  reply: z.object({
    apartment: z.object({ id: z.uuid(), name: z.string() }),
    /** Who drew the code. */
    person: personal("identity", z.string()),
    /** As many as are handed over at once at the most, the newest first. */
    parcels: z.array(Parcel),
    /** How many wait for the home, those beyond these as well; a process of the version before does not say it. */
    waiting: z.number().int().optional(),
  }),
});

/**
 * All of one home, or nothing. The same `requestId` again is the first time again. Refusals: PARCEL_NOT_FOUND (404), PARCEL_CLOSED (409) when one is not there any more,
 * PARCELS_OF_ONE_HOME (422), PARCEL_PROOF_ASKED (422) with neither or both, PARCEL_CODE_NOT_VALID (422), TOO_OFTEN (429).
 */
export const handOverParcels = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/handovers",
  summary: "Hand over parcels of a home, against its code or a signature",
  access: showingPresence(desk),
  params: byBuilding,
  query: none,
  body: z.strictObject({
    /** Names the press. */
    requestId: z.uuid().optional(),
    parcelIds: ParcelIds,
    takenBy: personal("identity", z.string().trim().min(1).max(80)),
    code: ParcelCode.optional(),
    signature: personal("image", Picture.optional()),
  }),
  isForm: true,
  reply: z.object({ parcels: z.array(Parcel) }),
});

/** The same `requestId` again is the first time again. Refusals: PARCEL_NOT_FOUND (404), PARCEL_CLOSED (409). */
export const returnParcel = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/parcels/{parcelId}/return",
  summary: "Give a parcel back to who brought it",
  access: showingPresence(desk),
  params: byParcel,
  query: none,
  body: z.strictObject({ requestId: z.uuid().optional() }),
  reply: z.object({ parcel: Parcel }),
});

/** The home that it is of is told. Refusals: PARCEL_NOT_FOUND (404), PARCEL_CLOSED (409), NOT_FOUND (404). */
export const moveParcel = endpoint({
  method: "PUT",
  path: "/api/buildings/{buildingId}/parcels/{parcelId}/apartment",
  summary: "A parcel that was written down for the wrong home",
  access: showingPresence(desk),
  params: byParcel,
  query: none,
  body: z.strictObject({ apartmentId: z.uuid() }),
  reply: z.object({ parcel: Parcel }),
});

/** Another one takes the place of the asker's last. */
export const drawParcelCode = endpoint({
  method: "POST",
  path: "/api/apartments/{apartmentId}/parcel-codes",
  summary: "A code with which the home's parcels are handed over",
  access: home,
  params: byApartment,
  query: none,
  body: none,
  reply: z.object({ code: ParcelCode, expiresAt: z.iso.datetime() }),
});

/** Server → the home, and its lobby: what waits is another. Without a home: of many. Ask again. */
export const parcelEvents = {
  "parcels:changed": z.object({ buildingId: z.uuid(), apartmentId: z.uuid().nullable() }),
} as const;
