import { z } from "zod";
import { controllers } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { notPersonal } from "../lib/personal.ts";

/** What a camera's video is coded in, where it can be passed on as it comes. */
export const VideoCodec = z.enum(["h264", "h265"]);
export type VideoCodec = z.infer<typeof VideoCodec>;

/** Bytes of one picture of a video at most, as of a JPEG. */
export const LARGEST_CHUNK_BYTES = 1_500_000;
const LARGEST_DESCRIPTION_BYTES = 8192;

/** A browser receives bytes as an `ArrayBuffer`. */
const bytes = (atMost: number) =>
  z.custom<Uint8Array | ArrayBuffer>(
    (value) =>
      (value instanceof Uint8Array || value instanceof ArrayBuffer) &&
      value.byteLength > 0 &&
      value.byteLength <= atMost,
  );

/** What a decoder must know before its first picture. */
export const VideoConfig = z.strictObject({
  codec: VideoCodec,
  /** As WebCodecs calls it: `avc1.64001f`. */
  name: notPersonal("of a codec", z.string().regex(/^(avc1|hvc1)\.[\w.]{1,40}$/)),
  /** The parameter sets: an `avcC` or `hvcC` box's content. */
  description: bytes(LARGEST_DESCRIPTION_BYTES),
});
export type VideoConfig = z.infer<typeof VideoConfig>;

const chunk = {
  /** When it came to the controller, in µs since the stream began. */
  at: z.number().int(),
  data: bytes(LARGEST_CHUNK_BYTES),
};

/** A picture that needs no other, and how it is decoded. */
export const VideoKey = z.strictObject({ kind: z.literal("key"), config: VideoConfig, ...chunk });
export type VideoKey = z.infer<typeof VideoKey>;

/**
 * One picture of a video, as its camera coded it. A `key` needs no other and says how it is decoded, so that whoever
 * missed something begins there; a `delta` needs every one since the last key.
 */
export const VideoChunk = z.discriminatedUnion("kind", [
  VideoKey,
  z.strictObject({ kind: z.literal("delta"), ...chunk }),
]);
export type VideoChunk = z.infer<typeof VideoChunk>;

/** Why a camera's video is not passed on, and it is sent as pictures. */
export const VideoTrouble = z.enum([
  /** It gives pictures. */
  "no-video",
  /** It speaks a codec that is not passed on. */
  "other-codec",
  /** H.264 of a kind that browsers do not decode: 10 bits, 4:2:2. */
  "odd-profile",
  "no-key-frames",
  /** Its picture became another in the middle. */
  "changed",
  "unreadable",
]);
export type VideoTrouble = z.infer<typeof VideoTrouble>;

/** A stream without a key picture for so long is sent as pictures instead. */
export const NO_KEY_FRAME_MS = 10_000;
/** After trouble the video of a camera is tried again no sooner. */
export const VIDEO_AGAIN_AFTER_MS = 5 * 60_000;

/** The event that carries one chunk of this camera's video, as {@link VideoChunk}. */
export const videoEvent = (camId: string): `cam_video_${string}` => `cam_video_${camId}`;

/** Sent without acknowledgement: where the line is busy everything is left out up to the next key. */
export const sendVideo = message({
  event: "video",
  summary: "One coded picture of a camera whose video is watched",
  access: controllers,
  payload: z.tuple([z.uuid(), VideoChunk]),
  reply: z.object({}),
});

/** Told when it comes to that, and again to whoever asks for the video meanwhile. */
export const reportVideoTrouble = message({
  event: "video:trouble",
  summary: "A camera's video cannot be passed on",
  access: controllers,
  payload: z.strictObject({ cameraId: z.uuid(), trouble: VideoTrouble }),
  reply: z.object({}),
});
