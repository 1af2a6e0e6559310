import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { between, inPagesOf } from "../lib/pages.ts";
import { notPersonal, personal } from "../lib/personal.ts";

/**
 * What a camera or a door noticed by itself: somebody moved where nobody should, a door opened without a
 * known cause, or stood open longer than it may. What people raise is an alarm, and no intrusion.
 */
export const IntrusionKind = z.enum(["motion", "door-forced", "door-held"]);
export type IntrusionKind = z.infer<typeof IntrusionKind>;

/** Pictures of one intrusion at most. */
export const INTRUSION_PICTURES = 12;

/** Intrusions on one page (specification §9). */
export const INTRUSIONS_PAGE = 10;

/** One intrusion with its pictures, spelt as the specification spells it (§3). */
export const IntrusionEvent = z.object({
  id: z.uuid(),
  kind: IntrusionKind,
  /** Null when it was no camera's, or the camera is gone since. */
  cameraId: z.uuid().nullable(),
  cameraName: z.string().nullable(),
  doorId: z.uuid().nullable(),
  doorName: z.string().nullable(),
  startTime: z.iso.datetime(),
  /**
   * What the controller's clock said, where that cannot be: the time above is the server's own then. Null otherwise.
   */
  toldAt: z.iso.datetime().nullable(),
  /** The controller sent something as a picture that is none: it was not kept. */
  hasBrokenPicture: z.boolean(),
  /** Null while it goes on. */
  endTime: z.iso.datetime().nullable(),
  /** Short-lived addresses, in the order in which the pictures were taken. */
  imageUrls: personal("image", z.array(z.string())),
  /** When each of them was taken. */
  imageTimes: notPersonal("times of pictures", z.array(z.iso.datetime())),
  buildingId: z.uuid(),
  buildingName: z.string(),
  /** IANA name: its times are shown in it. */
  timeZone: z.string(),
});
export type IntrusionEvent = z.infer<typeof IntrusionEvent>;

const filters = {
  buildingId: z.uuid().optional(),
  cameraId: z.uuid().optional(),
  doorId: z.uuid().optional(),
  kind: IntrusionKind.optional(),
  ...between,
};

export const listIntrusions = endpoint({
  method: "GET",
  path: "/api/{product}/events/event-intrusion",
  summary: "What cameras and doors noticed, the newest first, in one building or in all",
  access: whoMay("buildings.administer", { buildings: "buildingId" }),
  params: z.strictObject({}),
  query: z.strictObject({ ...filters, ...inPagesOf(INTRUSIONS_PAGE) }),
  body: z.undefined(),
  reply: z.object({
    eventIntrusionDetails: z.array(IntrusionEvent),
    totalPages: z.number().int(),
    /** There are older ones than can be leafed to: dates lead there. */
    hasOlder: z.boolean(),
  }),
});

/** Of the day that it is in the building now. Other days are the administration's. */
export const listTodaysIntrusions = endpoint({
  method: "GET",
  path: "/api/buildings/{id}/today/intrusions",
  summary: "What a building's cameras and doors noticed today, the newest first, for its desk",
  access: whoMay("events.watch", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject(inPagesOf(INTRUSIONS_PAGE)),
  body: z.undefined(),
  reply: listIntrusions.reply,
});

export const exportIntrusions = endpoint({
  method: "GET",
  path: "/api/{product}/events/event-intrusion.csv",
  summary: "The same as a file for a spreadsheet, without pages and without pictures",
  access: whoMay("buildings.administer", { buildings: "buildingId" }),
  params: z.strictObject({}),
  query: z.strictObject(filters),
  body: z.undefined(),
  isFile: true,
  reply: z.string(),
});

/** Server → browser, to who may watch the building. */
export const intrusionEvents = {
  /** An intrusion of this building began, ended, or has one more picture: who shows them asks again. */
  event_intrusion: z.object({ buildingId: z.uuid() }),
} as const;
