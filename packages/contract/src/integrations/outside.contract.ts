import { z } from "zod";
import { CameraState } from "../cameras/cameras.contract.ts";
import { DoorModeNow } from "../doors/door-modes.contract.ts";
import { Leaf } from "../doors/doors.contract.ts";
import { endpoint, tokensThatMay } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { TokenRight } from "../lib/token-rights.ts";
import { OutsideEvent, OutsideEventKind } from "./outside-events.contract.ts";

/*
 * What programs outside may ask, with `Authorization: Bearer umb_…`. Everything is of the token's own building, which is
 * therefore named nowhere. `v1` stays as it is: what is added to it may be left unread.
 */

/** Events on one page. */
export const OUTSIDE_EVENTS_PAGE = 100;

const none = z.strictObject({});

/** Whatever its rights: what a program asks first. */
export const readOwnToken = endpoint({
  method: "GET",
  path: "/api/v1/token",
  summary: "Which building this token is of, and what it may do",
  access: tokensThatMay("any"),
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({
    token: z.object({
      id: z.uuid(),
      name: notPersonal("of a program", z.string()),
      rights: z.array(TokenRight),
      /** The doors that it may open. */
      doorIds: z.array(z.uuid()),
      expiresAt: z.iso.datetime().nullable(),
    }),
    building: z.object({
      id: z.uuid(),
      name: z.string(),
      /** IANA name. */
      timeZone: z.string(),
    }),
  }),
});

/** A door as programs see it. */
export const OutsideDoor = z.object({
  id: z.uuid(),
  name: z.string(),
  /** How its controller is: `none` for a door that has none. */
  line: z.enum(["online", "away", "none"]),
  /** Absent for a door that is as always. */
  mode: DoorModeNow.optional(),
  /** Where its leaf is. Absent for a door without a sensor, and while nobody can say: its controller is away. */
  leaf: z.object({ is: Leaf, since: z.iso.datetime() }).optional(),
  /** Its relay did not move when it was last told to, at this time, and the door has not opened since. */
  jammedSince: z.iso.datetime().optional(),
  /** May this token open it? */
  mayOpen: z.boolean(),
});
export type OutsideDoor = z.infer<typeof OutsideDoor>;

export const readOutsideDoors = endpoint({
  method: "GET",
  path: "/api/v1/doors",
  summary: "The doors of the building, and how each is",
  access: tokensThatMay("doors:read"),
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ doors: z.array(OutsideDoor) }),
});

/**
 * Answered once the controller said that the relay moved: no later than 3 s, and never carried out later than 2.5 s.
 * The same `requestId` is the same press. Refusals: DOOR_NOT_FOUND (404), TOKEN_MAY_NOT (403), DOOR_LOCKED (403),
 * DOOR_OFFLINE (503), DOOR_NO_ANSWER, DOOR_ORDER_EXPIRED, DOOR_FAILED, DOOR_TOO_OFTEN (429).
 */
export const openOutsideDoor = endpoint({
  method: "POST",
  path: "/api/v1/doors/{doorId}/open",
  summary: "Open a door that this token names",
  access: tokensThatMay("doors:open"),
  params: z.strictObject({ doorId: z.uuid() }),
  query: none,
  body: z.strictObject({ requestId: z.uuid().optional() }),
  reply: z.object({ orderId: z.uuid(), doorId: z.uuid() }),
  bodyLimit: 500,
});

/** Oldest first, from after `after` on. Without it, the newest. They are kept for 30 days. */
export const readWhatHappened = endpoint({
  method: "GET",
  path: "/api/v1/events",
  summary: "What happened in the building, from one event on",
  access: tokensThatMay("events:read"),
  params: none,
  query: z.strictObject({
    /** The number of the last event that was read. */
    after: z.coerce.number().int().min(0).optional(),
    kind: OutsideEventKind.optional(),
    limit: z.coerce.number().int().min(1).max(OUTSIDE_EVENTS_PAGE).default(OUTSIDE_EVENTS_PAGE),
  }),
  body: z.undefined(),
  reply: z.object({ events: z.array(OutsideEvent) }),
});

const OutsideCamera = z.object({ id: z.uuid(), name: z.string(), doorId: z.uuid().nullable() });

export const readOutsideCameras = endpoint({
  method: "GET",
  path: "/api/v1/cameras",
  summary: "The cameras of the building",
  access: tokensThatMay("cameras:read"),
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ cameras: z.array(OutsideCamera) }),
});

/**
 * Waits for the camera's next frame, for 5 s at most; a slow line is better served by `watch_camera`. Refusals:
 * CAMERA_NOT_FOUND (404), CAMERA_SHOWS_NOTHING (503).
 */
export const readOutsidePicture = endpoint({
  method: "GET",
  path: "/api/v1/cameras/{cameraId}/picture",
  summary: "What a camera shows now",
  access: tokensThatMay("cameras:read"),
  params: z.strictObject({ cameraId: z.uuid() }),
  query: none,
  body: z.undefined(),
  reply: z.object({
    cameraId: z.uuid(),
    at: z.iso.datetime(),
    /** A JPEG in base64. */
    jpeg: personal("image", z.base64()),
  }),
});

const camera = z.strictObject({ camId: z.uuid() });

/** From then on `cam_streaming_{camId}` comes, one JPEG each, until the socket leaves or goes. */
export const watchOutsideCamera = message({
  event: "watch_camera",
  summary: "Begin to receive a camera's frames, with a token",
  access: tokensThatMay("cameras:read"),
  payload: camera,
  reply: CameraState,
});

export const leaveOutsideCamera = message({
  event: "unwatch_camera",
  summary: "Stop receiving a camera's frames, with a token",
  access: tokensThatMay("cameras:read"),
  payload: camera,
  reply: z.object({}),
});
