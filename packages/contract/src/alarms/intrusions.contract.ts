import { z } from "zod";
import { eventFile, eventPages, eventsToday } from "../lib/event-lists.ts";
import { notPersonal, personal } from "../lib/personal.ts";

/**
 * What a camera or a door noticed by itself: somebody moved where nobody should, a door opened without a
 * known cause, or stood open longer than it may, or somebody tries codes at its keypad; and what the inputs of the building say: its fire panel, a box that
 * was opened, a battery that runs out, an exit button that stays pressed. What people raise is an alarm, and no intrusion.
 */
export const IntrusionKind = z.enum([
  "motion",
  "door-forced",
  "door-held",
  "fire",
  "tamper",
  "low-battery",
  "button-stuck",
  "wrong-codes",
]);
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
  /** What noticed it, when it was an input. */
  inputName: z.string().nullable(),
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
  cameraId: z.uuid().optional(),
  doorId: z.uuid().optional(),
  kind: IntrusionKind.optional(),
};

export const listIntrusions = eventPages({
  path: "/api/{product}/events/event-intrusion",
  summary: "What cameras and doors noticed, the newest first, in one building or in all",
  filters,
  size: INTRUSIONS_PAGE,
  events: { eventIntrusionDetails: z.array(IntrusionEvent) },
});

export const listTodaysIntrusions = eventsToday({
  path: "/api/buildings/{id}/today/intrusions",
  summary: "What a building's cameras and doors noticed today, the newest first, for its desk",
  size: INTRUSIONS_PAGE,
  reply: listIntrusions.reply,
});

export const exportIntrusions = eventFile({
  path: "/api/{product}/events/event-intrusion.csv",
  summary: "The same as a file for a spreadsheet, without pages and without pictures",
  filters,
});

/** What is wrong with a door, or what an input says: whoever stands at the lobby has to go and look. */
export const DoorTrouble = z.object({
  /** Of the intrusion. */
  id: z.uuid(),
  kind: IntrusionKind.exclude(["motion"]),
  buildingId: z.uuid(),
  buildingName: z.string(),
  /** IANA name: its time is shown in it. */
  timeZone: z.string(),
  /** Where: the door, or the input and its door. */
  doorName: z.string(),
  /** The camera that looks at it; null without one. */
  camera: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  at: z.iso.datetime(),
});
export type DoorTrouble = z.infer<typeof DoorTrouble>;
/** For how long it is worth telling, on a screen and by push: afterwards it stands in the list. */
export const DOOR_TROUBLE_MS = 30 * 60_000;

/** Server → browser, to who may watch the building. */
export const intrusionEvents = {
  /** A door was forced, or stands open for too long, or an input is on. Told at once, and again to a device that signs in. */
  door_trouble: DoorTrouble,

  /** An intrusion of this building began, ended, or has one more picture: who shows them asks again. */
  event_intrusion: z.object({ buildingId: z.uuid() }),
} as const;
