import { z } from "zod";
import { eventFile, eventPages, eventsToday, recordGaps } from "../lib/event-lists.ts";
import { personal } from "../lib/personal.ts";
import { OpenDoorOrigin } from "./doors.contract.ts";

/** Openings on one page (specification §9). */
export const OPENINGS_PAGE = 40;

/** A door that did open: when, how, and on whose behalf. Spelt as the specification spells it (§3). */
export const OpenDoorEvent = z.object({
  id: z.uuid(),
  /** Short-lived address of the door's picture at that moment; null without one. */
  image_url: personal("image", z.string().nullable()),
  timestamp_camera: z.iso.datetime(),
  /**
   * What the controller's clock said, where that cannot be: the time above is the server's own then. Null otherwise.
   */
  toldAt: z.iso.datetime().nullable(),
  /** The controller sent something as a picture that is none: it was not kept. */
  hasBrokenPicture: z.boolean(),
  /** Null when the door is gone since. */
  doorId: z.uuid().nullable(),
  doorName: z.string(),
  /** Leads to their page; null or absent with nobody. */
  userId: z.uuid().nullable().optional(),
  /** Null when nobody is known to have opened it. */
  userName: personal("identity", z.string().nullable()),
  origin: OpenDoorOrigin,
  /** False when it may have opened: its controller stopped in the middle of the move. */
  isCertain: z.boolean(),
  /** The home from which that person was in the building. */
  apartment: z.string().nullable(),
  buildingId: z.uuid(),
  buildingName: z.string(),
  /** IANA name: its times are shown in it. */
  timeZone: z.string(),
});
export type OpenDoorEvent = z.infer<typeof OpenDoorEvent>;

const filters = {
  doorId: z.uuid().optional(),
  /** Beginnings of words of the name of who opened, or of their document number. */
  person: z.string().trim().max(100).default(""),
  origin: OpenDoorOrigin.optional(),
};

export const listOpenings = eventPages({
  path: "/api/{product}/events/open-door",
  summary: "Doors that opened, the newest first, in one building or in all",
  filters,
  size: OPENINGS_PAGE,
  events: { eventOpenDoorDetails: z.array(OpenDoorEvent), ...recordGaps },
});

export const listTodaysOpenings = eventsToday({
  path: "/api/buildings/{id}/today/openings",
  summary: "Doors of a building that opened today, the newest first, for its desk",
  size: OPENINGS_PAGE,
  reply: listOpenings.reply,
});

export const exportOpenings = eventFile({
  path: "/api/{product}/events/open-door.csv",
  summary: "The same as a file for a spreadsheet, without pages and without pictures",
  filters,
});
