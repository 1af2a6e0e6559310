import { z } from "zod";
import { IntrusionKind } from "../alarms/intrusions.contract.ts";
import { VideoCodec } from "../cameras/video.contract.ts";
import { OpenDoorOrigin } from "../doors/doors.contract.ts";
import { archiveFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { inPagesOf } from "../lib/pages.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { CAMERA_DAY_PAGE } from "./clip-limits.ts";
import { ClipCause } from "./clip-wire.contract.ts";

/*
 * Clips are seen by who sees what they are of (`events.watch`): the administration any day's, the lobby those of its building's day. As evidence only
 * the administration takes them away.
 */

const none = z.strictObject({});
const byClip = z.strictObject({ buildingId: z.uuid(), clipId: z.uuid() });
const watching = whoMay("events.watch", { building: "buildingId" });

/** Where a clip lies: with its controller alone, here, or nowhere any more. */
export const ClipState = z.enum(["at-controller", "fetched", "gone"]);
export type ClipState = z.infer<typeof ClipState>;

/** Bytes of a clip that is fetched; a larger one stays where it is. */
export const CLIP_MOST_BYTES = 128 * 1024 * 1024;

export const Clip = z.object({
  id: z.uuid(),
  buildingId: z.uuid(),
  /** Null when the camera is gone since. */
  cameraId: z.uuid().nullable(),
  cameraName: z.string(),
  cause: ClipCause,
  causeId: z.uuid(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** What the controller's clock said of its beginning, where that cannot be: the times above are the server's own then. */
  toldAt: z.iso.datetime().nullable(),
  codec: VideoCodec,
  bytes: z.number().int(),
  /** False where the camera or the controller stopped in the middle. */
  isWhole: z.boolean(),
  state: ClipState,
  /** IANA name: its times are shown in it. */
  timeZone: z.string(),
});
export type Clip = z.infer<typeof Clip>;

export const listClipsOf = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/clips",
  summary: "The clips of one opening, intrusion, ringing or alarm, by camera",
  access: watching,
  params: z.strictObject({ buildingId: z.uuid() }),
  query: z.strictObject({ cause: ClipCause, causeId: z.uuid() }),
  body: z.undefined(),
  reply: z.object({ clips: z.array(Clip) }),
});

/** How far a clip is here. */
export const ClipFetch = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("ready") }),
  z.object({ outcome: z.literal("fetching"), received: z.number().int(), bytes: z.number().int() }),
]);
export type ClipFetch = z.infer<typeof ClipFetch>;

export const fetchClip = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/clips/{clipId}/fetch",
  summary: "Bring a clip from its controller, or hear how far it is; asked again until it is ready",
  access: watching,
  params: byClip,
  query: none,
  body: none,
  reply: ClipFetch,
});

export const showClip = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/clips/{clipId}/video",
  summary: "The short-lived address of a clip that is here; that somebody sees it is written down",
  access: watching,
  params: byClip,
  query: none,
  body: none,
  reply: z.object({ video: personal("image", z.string()) }),
});

export const takeEvidence = archiveFile({
  path: "/api/buildings/{buildingId}/clips/{clipId}/evidence",
  summary:
    "A clip that is here as evidence: the video, who took it and what proves it; the archive's digest stands in the audit",
  access: whoMay("buildings.administer", { building: "buildingId" }),
  params: byClip,
  body: none,
});

/** Of an alarm: it was a drill. */
const isDrill = z.boolean().optional();

/** One thing that happened before a camera: with a clip, with a picture, or with neither. */
export const CameraEvent = z.object({
  /** Of the opening, the intrusion, the ringing or the alarm. */
  id: z.uuid(),
  cause: ClipCause,
  isDrill,
  at: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** What an intrusion was; null of anything else. */
  intrusion: IntrusionKind.nullable(),
  /** How a door opened; null of anything else. */
  origin: OpenDoorOrigin.nullable(),
  isCertain: z.boolean(),
  doorName: z.string().nullable(),
  /** Who opened; null where nobody is known. */
  userName: personal("identity", z.string().nullable()),
  /** Short-lived addresses of its pictures. */
  imageUrls: personal("image", z.array(z.string())),
  clip: Clip.nullable(),
});
export type CameraEvent = z.infer<typeof CameraEvent>;

export const readCameraDay = endpoint({
  method: "GET",
  path: "/api/{product}/cameras/{id}/day",
  summary: "What happened before a camera on a day of its building, the earliest first",
  access: whoMay("buildings.administer", { camera: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({
    /** The building's own day; today's without it. */
    date: z.iso.date().optional(),
    ...inPagesOf(CAMERA_DAY_PAGE),
  }),
  body: z.undefined(),
  reply: z.object({
    camera: z.object({ id: z.uuid(), name: notPersonal("of a thing", z.string()), buildingId: z.uuid() }),
    buildingName: z.string(),
    timeZone: z.string(),
    date: z.iso.date(),
    /** The day's first moment and the next one's: 23 to 25 hours. */
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    /** Of all of the day's events, in the order of the pages. */
    marks: z.array(
      z.object({ id: z.uuid(), at: z.iso.datetime(), cause: ClipCause, isDrill, hasClip: z.boolean() }),
    ),
    /** There are more than `CAMERA_DAY_MARKS`. */
    isCut: z.boolean(),
    events: z.array(CameraEvent),
    totalPages: z.number().int(),
    /** Whether the building keeps clips now. */
    keepsClips: z.boolean(),
  }),
});
export type CameraDay = z.output<(typeof readCameraDay)["reply"]>;

/** Server → browser, to who may watch the building: a clip was kept, fetched or lost. */
export const clipEvents = { event_clip: z.object({ buildingId: z.uuid() }) } as const;
