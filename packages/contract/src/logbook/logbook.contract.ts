import { z } from "zod";
import { csvFile, endpoint, showingPresence, whoMay } from "../lib/endpoint.ts";
import { between, inPagesOf, Search } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";
import { LineDetail, LineGroup, LineKind, NoteCategory } from "./logbook-lines.ts";

/*
 * The lobby's logbook ('Minuta', decisions §10): what happened at a building's desk, by itself and by hand. It is only
 * added to: what was wrong is corrected by a later line.
 */

/** Lines on one page. */
export const LOGBOOK_PAGE = 40;
/** Characters of what somebody writes down. */
export const NOTE_MOST = 2000;
/** Pictures of one line at the most. */
export const NOTE_PICTURES = 4;
/** Days for which names, texts and pictures of lines are kept. */
export const LOGBOOK_DAYS = 730;

const none = z.strictObject({});
const byBuilding = z.strictObject({ buildingId: z.uuid() });
const reads = whoMay("logbook.read", { building: "buildingId" });
const writes = showingPresence(whoMay("logbook.write", { building: "buildingId" }));
const Text = personal(
  "identity",
  z.string().trim().min(1, "escribe qué pasó").max(NOTE_MOST, "es demasiado larga"),
);

/** Null where the line has none, and where it was erased. */
const Name = personal("identity", z.string().nullable());
const line = {
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: LineKind,
  /** Of what somebody wrote down. */
  category: NoteCategory.nullable(),
  detail: LineDetail,
  /** Who did it or wrote it. */
  actor: Name,
  /** Whom it is about: a guest, a visitor, who called, who took a parcel. */
  person: Name,
  /** Who took over the shift. */
  incoming: Name,
  text: Name,
  /** What was open when the shift was handed over, a line each. */
  open: Name,
  /** Something of it was erased: with a person, or because it is old. */
  isErased: z.boolean(),
  /** Short-lived addresses. */
  pictures: personal("image", z.array(z.string())),
};
export const LogbookLine = z.object({
  ...line,
  /** The line that it corrects. */
  corrects: z.object({ id: z.uuid(), at: z.iso.datetime() }).nullable(),
  /** What was said of it later, the oldest first. */
  corrections: z.array(z.object({ id: z.uuid(), at: z.iso.datetime(), actor: Name, text: Name })),
});
export type LogbookLine = z.infer<typeof LogbookLine>;

const filters = {
  group: LineGroup.optional(),
  category: NoteCategory.optional(),
  search: Search,
  ...between,
};

/** That pictures were shown is written down. */
export const listLogbook = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/logbook",
  summary: "The lobby's logbook, the newest first",
  access: reads,
  params: byBuilding,
  query: z.strictObject({ ...filters, ...inPagesOf(LOGBOOK_PAGE) }),
  body: z.undefined(),
  reply: z.object({
    lines: z.array(LogbookLine),
    totalPages: z.number().int(),
    /** There are older ones than can be leafed to: dates lead there. */
    hasOlder: z.boolean(),
  }),
});

export const exportLogbook = csvFile({
  path: "/api/buildings/{buildingId}/logbook.csv",
  summary: "The same as a file for a spreadsheet, without pages or pictures",
  access: whoMay("logbook.read", { building: "buildingId" }),
  params: byBuilding,
  query: z.strictObject(filters),
});

/** The same `requestId` again is the first time again. Refusals: PICTURE_NOT_VALID (422). */
export const writeNote = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/logbook",
  summary: "Write something down in the lobby's logbook",
  access: writes,
  params: byBuilding,
  query: none,
  body: z.strictObject({
    requestId: z.uuid(),
    category: NoteCategory,
    text: Text,
    picture1: personal("image", Picture.optional()),
    picture2: personal("image", Picture.optional()),
    picture3: personal("image", Picture.optional()),
    picture4: personal("image", Picture.optional()),
  }),
  isForm: true,
  reply: z.object({ id: z.uuid() }),
});

/** Says of a line what is right. Refusals: LOGBOOK_LINE_NOT_FOUND (404). */
export const correctLine = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/logbook/{lineId}/corrections",
  summary: "Correct a line of the logbook by another",
  access: writes,
  params: z.strictObject({ buildingId: z.uuid(), lineId: z.uuid() }),
  query: none,
  body: z.strictObject({ requestId: z.uuid(), text: Text }),
  reply: z.object({ id: z.uuid() }),
});

/** Lines came. */
export const logbookEvents = { "logbook:changed": z.object({ buildingId: z.uuid() }) };
