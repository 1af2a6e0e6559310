import { z } from "zod";
import { anybody, endpoint, showingPresence, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";

/** Digits of the code that a visitor tells at the lobby (decisions §5). */
export const VISIT_CODE_DIGITS = 6;

/** Visits on one page of the lobby's list. */
export const VISITS_PAGE = 20;

const none = z.strictObject({});
const byBuilding = z.strictObject({ buildingId: z.uuid() });
const byCode = z.strictObject({
  buildingId: z.uuid(),
  code: personal("secret", z.string().regex(new RegExp(`^\\d{${VISIT_CODE_DIGITS}}$`))),
});

const VisitBuilding = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  /** IANA name: the code is good for a day there. */
  timeZone: z.string(),
});

/** What is told to who asked for a code. Anybody who knows a cédula may: so nothing about the person. */
export const AskedVisit = z.object({
  id: z.uuid(),
  building: VisitBuilding,
  /** The end of the day on which it was asked for, in the building's time zone. */
  expiresAt: z.iso.datetime(),
});
export type AskedVisit = z.infer<typeof AskedVisit>;

/** What a browser makes once and keeps, to be known again: 32 random bytes in base64url. */
const DeviceSecret = z.string().regex(/^[\w-]{43}$/);

/**
 * An unknown cédula is VISITOR_NOT_KNOWN. The device that asks again is shown the same code; any other one gets one of
 * its own beside it.
 */
export const askForVisitCode = endpoint({
  method: "POST",
  path: "/api/visitors/{cedula}/visits",
  summary: "Ask for the code of today's visit to a building",
  access: anybody,
  params: z.strictObject({ cedula: personal("identity", z.string().trim().min(1).max(40)) }),
  query: none,
  body: z.strictObject({
    photo: personal("image", Picture),
    buildingId: z.uuid(),
    device: personal("movement", DeviceSecret.optional()),
  }),
  isForm: true,
  reply: z.object({ code: personal("secret", z.string()), visit: AskedVisit }),
});

/** Who let a visitor in, and when. */
const Authorisation = z.object({
  at: z.iso.datetime(),
  /** Null when the account is gone. */
  by: z.object({ id: z.uuid(), name: personal("identity", z.string()) }).nullable(),
});

/** The visit behind a code, for the lobby to compare faces. */
export const Visit = z.object({
  id: z.uuid(),
  /** As the lobby typed it: the server itself keeps no code. */
  code: personal("secret", z.string()),
  user: z.object({
    id: z.uuid(),
    cedula: personal("identity", z.string()),
    name: personal("identity", z.string()),
    /** Short-lived address of the picture that the person registered with. */
    photo: personal("image", z.string().nullable()),
    /** Short-lived addresses; the first is the picture of today's request. */
    attachments: z.array(z.object({ path: z.string() })),
  }),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Null until somebody authorises it. */
  authorised: Authorisation.nullable(),
});
export type Visit = z.infer<typeof Visit>;

/** A code that is unknown, used, of another building or of yesterday: VISIT_CODE_NOT_VALID. */
export const findVisit = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/visits/{code}",
  summary: "The visit that waits behind a code",
  access: whoMay("visits.authorise", { building: "buildingId" }),
  params: byCode,
  query: none,
  body: z.undefined(),
  reply: z.object({ visit: Visit }),
});

/**
 * A second time is VISIT_ALREADY_AUTHORISED, which says by whom and when; with the same `requestId` it is
 * the first time again (decisions §3).
 */
export const authoriseVisit = endpoint({
  method: "PUT",
  path: "/api/buildings/{buildingId}/visits/{code}",
  summary: "Authorise a visit: writes down who and when, and opens nothing by itself",
  access: showingPresence(whoMay("visits.authorise", { building: "buildingId" })),
  params: byCode,
  query: none,
  body: z.strictObject({ requestId: z.uuid().optional() }).optional(),
  reply: z.object({ visit: Visit }),
});

export const VisitState = z.enum(["waiting", "authorised", "expired"]);
export type VisitState = z.infer<typeof VisitState>;

/** A visit in the lobby's list. Without its code: that is what the visitor brings. */
export const ListedVisit = z.object({
  id: z.uuid(),
  user: z.object({
    id: z.uuid(),
    cedula: personal("identity", z.string()),
    name: personal("identity", z.string()),
  }),
  /** Short-lived address of the picture of the request; null when it was kept long enough. */
  image: personal("image", z.string().nullable()),
  state: VisitState,
  requestedAt: z.iso.datetime(),
  authorised: Authorisation.nullable(),
});
export type ListedVisit = z.infer<typeof ListedVisit>;

export const listVisits = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/visits",
  summary: "Visits of a day, the newest first; of today unless another day is named",
  access: whoMay("visits.authorise", { building: "buildingId" }),
  params: byBuilding,
  query: z.strictObject({
    /** In the building's time zone. */
    day: z.iso.date().optional(),
    /** Part of a name, or the beginning of a document number. */
    search: z.string().trim().max(100).default(""),
    state: VisitState.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(VISITS_PAGE),
  }),
  body: z.undefined(),
  reply: z.object({
    /** The day that is shown, and what today is there. */
    day: z.iso.date(),
    today: z.iso.date(),
    visits: z.array(ListedVisit),
    totalPages: z.number().int(),
  }),
});

/** Server → whoever may authorise there: a visit was asked for or authorised. Ask again. */
export const visitEvents = {
  "visits:changed": z.object({ buildingId: z.uuid() }),
} as const;
