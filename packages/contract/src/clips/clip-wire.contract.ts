import { z } from "zod";
import { VideoCodec } from "../cameras/video.contract.ts";
import { notPersonal } from "../lib/personal.ts";

/**
 * Why some seconds of a camera were kept. `opening`, `intrusion`: the controller's own, by the id that its fact has. `ring`, `alarm`:
 * of a call that rang at the entrance and of an alarm of people, which the server knows.
 */
export const ClipCause = z.enum(["opening", "intrusion", "ring", "alarm"]);
export type ClipCause = z.infer<typeof ClipCause>;

/** A clip begins with the last key that is no later than so long before its event, and ends so long after it (decisions §11). */
export const CLIP_BEFORE_MS = 8000;
export const CLIP_AFTER_MS = 20_000;
/** Motion that goes on, and an alarm, are one clip up to here; what comes then is not in it. */
export const CLIP_AT_MOST_MS = 120_000;
/** What is noticed again within so long of a clip that goes on is in it whole. */
export const CLIP_COVERS_MS = CLIP_AT_MOST_MS - CLIP_BEFORE_MS - CLIP_AFTER_MS;

/** How long a controller keeps clips, unless its building says otherwise. */
export const CLIPS_KEPT_DAYS = 14;
export const ClipsKeptDays = z.number().int().min(1).max(90);

/** What a controller is told of clips: without it, none are kept and no camera is read for them. */
export const ClipConfiguration = z.object({ keptForDays: ClipsKeptDays });
export type ClipConfiguration = z.infer<typeof ClipConfiguration>;

/** One clip of a controller, as its fact says it. */
export const KeptClip = z.strictObject({
  clipId: z.uuid(),
  cameraId: z.uuid(),
  cause: ClipCause,
  causeId: z.uuid(),
  /** Wall times at the controller of its first and its last picture. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  codec: VideoCodec,
  bytes: z.number().int().positive(),
  /** Of the whole file, in hexadecimal. */
  sha256: notPersonal("of a file", z.string().regex(/^[0-9a-f]{64}$/)),
  /** False where the camera or the controller stopped in the middle: it is shorter than it should be. */
  isWhole: z.boolean(),
});
export type KeptClip = z.infer<typeof KeptClip>;

/** Why a controller has a clip no more. */
export const ClipDropped = z.enum(["age", "space", "broken"]);

/**
 * Keep a clip of this camera around now. For what the server alone knows: a ring, an alarm, one that is raised again. The same
 * order again is the first again. `issuedAt` is on the server's steady clock, as a door's order has it: one that comes when its moment is not in memory any
 * more keeps nothing.
 */
export const ClipOrder = z.strictObject({
  clipId: z.uuid(),
  cameraId: z.uuid(),
  cause: ClipCause.extract(["ring", "alarm"]),
  causeId: z.uuid(),
  issuedAt: z.number(),
});
export type ClipOrder = z.infer<typeof ClipOrder>;
/** `none`: this camera gives no video, is not read, or its moment is over. */
export const ClipOrderAnswer = z.object({ outcome: z.enum(["keeping", "none"]) });
export type ClipOrderAnswer = z.infer<typeof ClipOrderAnswer>;
/** How long the server waits for that answer. */
export const CLIP_ANSWER_MS = 3000;

/** One part of a clip's file. Whoever was interrupted goes on at the byte that it lacks. */
export const ClipPartQuestion = z.strictObject({ clipId: z.uuid(), from: z.number().int().nonnegative() });
/** Bytes of one part at most. */
export const CLIP_PART_BYTES = 256 * 1024;
export const ClipPartAnswer = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("part"),
    /** Fewer than {@link CLIP_PART_BYTES} only at the end. */
    data: z.custom<Uint8Array>(
      (value) => value instanceof Uint8Array && value.byteLength > 0 && value.byteLength <= CLIP_PART_BYTES,
    ),
    /** Of the whole file. */
    bytes: z.number().int().positive(),
  }),
  /** It was dropped, never was, or `from` is beyond its end. */
  z.object({ outcome: z.literal("gone") }),
  /** It is being written still: its fact tells when it is not. */
  z.object({ outcome: z.literal("not-yet") }),
]);
export type ClipPartAnswer = z.infer<typeof ClipPartAnswer>;
