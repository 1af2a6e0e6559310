import { z } from "zod";
import { eventFile, eventPages, eventsToday, recordGaps } from "../lib/event-lists.ts";
import { personal } from "../lib/personal.ts";
import { AccessOutcome, CredentialKind } from "./decision.ts";

/** Decisions at readers on one page. */
export const ACCESS_EVENTS_PAGE = 40;

/** Somebody held something to a reader: what its controller decided, and why. */
export const AccessEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** What the controller's clock said, where that cannot be: the time above is the server's own then. Null otherwise. */
  toldAt: z.iso.datetime().nullable(),
  outcome: AccessOutcome,
  /** What was held to the reader, or typed there. */
  credential: CredentialKind,
  /** Decided while the server was away, and told later. */
  isOffline: z.boolean(),
  /** Null when the door is gone since. */
  doorId: z.uuid().nullable(),
  /** Null for a door that was gone already when it was told. */
  doorName: z.string().nullable(),
  /** Leads to their page; null or absent with nobody. */
  userId: z.uuid().nullable().optional(),
  /** Whose card or PIN it was; null for one that nobody knows. */
  userName: personal("identity", z.string().nullable()),
  /** What was read of a card that nobody knows. */
  tag: personal("movement", z.string().nullable()),
  /** Short-lived address of the door's picture at that moment; null without one. */
  imageUrl: personal("image", z.string().nullable()),
  /** The controller sent something as a picture that is none: it was not kept. */
  hasBrokenPicture: z.boolean(),
  buildingId: z.uuid(),
  buildingName: z.string(),
  /** IANA name: its times are shown in it. */
  timeZone: z.string(),
});
export type AccessEvent = z.infer<typeof AccessEvent>;

const filtersOfToday = { doorId: z.uuid().optional(), outcome: AccessOutcome.optional() };
const filters = {
  ...filtersOfToday,
  /** Beginnings of words of the name of whose card it was, or of their document number. */
  person: z.string().trim().max(100).default(""),
};

export const listDecisions = eventPages({
  path: "/api/{product}/events/access",
  summary: "Who was let in at readers and who was not, the newest first, in one building or in all",
  filters,
  size: ACCESS_EVENTS_PAGE,
  events: { accessEvents: z.array(AccessEvent), ...recordGaps },
});

export const listTodaysDecisions = eventsToday({
  path: "/api/buildings/{id}/today/access",
  summary: "Who was let in at a building's readers today and who was not, the newest first, for its desk",
  size: ACCESS_EVENTS_PAGE,
  filters: filtersOfToday,
  reply: listDecisions.reply,
});

export const exportDecisions = eventFile({
  path: "/api/{product}/events/access.csv",
  summary: "The same as a file for a spreadsheet, without pages and without pictures",
  filters,
});

/** Server → browser, to who may watch the building. */
export const accessEvents = {
  /** Somebody was let in at a reader of this building, or was not, or a picture of it came: who shows them asks again. */
  event_access: z.object({ buildingId: z.uuid() }),
} as const;
