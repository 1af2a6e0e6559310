import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { VideoCodec, VideoKey } from "./video.contract.ts";

export const Camera = z.object({
  id: z.uuid(),
  name: z.string(),
  doorId: z.uuid().nullable(),
});
export type Camera = z.infer<typeof Camera>;

export const listCameras = endpoint({
  method: "GET",
  path: "/api/buildings/{id}/cameras",
  summary: "Cameras of a building",
  access: whoMay("cameras.view", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ cameras: z.array(Camera) }),
});

/** Cameras of one answer at most, the first of the building: a screen shows fewer, and the others come by the line. */
export const LAST_SHOWN_AT_MOST = 24;

/**
 * For a screen that opens, before its line stands: of each camera the last that this process has of it, small, with when it
 * was. None of a camera at which nobody looked yet.
 */
export const listLastShown = endpoint({
  method: "GET",
  path: "/api/buildings/{id}/cameras/last-shown",
  summary: "What the cameras of a building showed last",
  access: whoMay("cameras.view", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({
    /** Of a camera whose video is passed on, its last key comes to who decodes it. */
    decodes: VideoCodec.extract(["h264"]).optional(),
  }),
  body: z.undefined(),
  reply: z.object({
    pictures: z.array(
      z.object({
        camId: z.uuid(),
        at: z.iso.datetime(),
        /** A JPEG in base64. */
        jpeg: personal("image", z.base64()),
      }),
    ),
    keys: z.array(
      z.object({
        camId: z.uuid(),
        at: z.iso.datetime(),
        /** As {@link VideoKey}, its bytes in base64. */
        key: z.object({
          codec: VideoCodec,
          codecName: notPersonal("of a codec", z.string()),
          description: z.base64(),
          /** In µs, as its chunk had it. */
          chunkAt: z.number().int(),
          chunk: personal("image", z.base64()),
        }),
      }),
    ),
  }),
});

const camera = z.strictObject({ buildingId: z.uuid(), camId: z.uuid() });

/** `live`: frames arrive. `no-signal`: the camera gives none since `since`. `away`: its controller is. */
export const CameraState = z.object({
  camId: z.uuid(),
  state: z.enum(["starting", "live", "no-signal", "away"]),
  since: z.iso.datetime(),
});
export type CameraState = z.infer<typeof CameraState>;

/** What a camera showed last, until it shows something again. A browser receives bytes as an `ArrayBuffer`. */
const LastPicture = z.object({
  at: z.iso.datetime(),
  jpeg: z.custom<Uint8Array | ArrayBuffer>(
    (value) => value instanceof Uint8Array || value instanceof ArrayBuffer,
  ),
});

export const subscribeCamera = message({
  event: "subscribe:cam_stream",
  summary: "Begin to receive a camera's frames",
  access: whoMay("cameras.view", { building: "buildingId" }),
  payload: camera.extend({
    /** The video that this viewer decodes: it gets that instead of JPEGs while there is any. Without one, JPEGs. */
    decodes: z.array(VideoCodec).max(VideoCodec.options.length).optional(),
  }),
  reply: CameraState.extend({
    last: LastPicture.optional(),
    /** The same out of its video, where that is newer and this viewer decodes it. */
    lastKey: z.object({ at: z.iso.datetime(), key: VideoKey }).optional(),
  }),
});

export const leaveCamera = message({
  event: "leave:cam_stream",
  summary: "Stop receiving a camera's frames",
  access: whoMay("cameras.view", { building: "buildingId" }),
  payload: camera,
  reply: z.object({}),
});

/** The event that carries one JPEG of this camera, as binary. */
export const frameEvent = (camId: string): `cam_streaming_${string}` => `cam_streaming_${camId}`;

/** Server → browser, to who watches that camera. */
export const cameraEvents = { cam_state: CameraState } as const;
