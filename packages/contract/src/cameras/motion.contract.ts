import { z } from "zod";

/** A place in a camera's picture, in percent from the left and from the top. */
const Point = z.object({ left: z.number().min(0).max(100), top: z.number().min(0).max(100) });

/** A part of the picture that is watched, as a polygon. */
export const MotionZone = z.array(Point).min(3).max(24);
export type MotionZone = z.infer<typeof MotionZone>;

/** `HH:MM` on the building's own clock. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/**
 * Hours of some days in which a camera is watched. `to` before `from` is on the next morning; the same as
 * `from` is a whole day later.
 */
export const WatchedHours = z.object({
  /** On which days they begin: 1 is Monday, 7 is Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: TimeOfDay,
  to: TimeOfDay,
});
export type WatchedHours = z.infer<typeof WatchedHours>;

/** When and where a camera looks for motion. */
export const MotionSettings = z.object({
  /** Without any, the whole picture. */
  zones: z.array(MotionZone).max(12),
  /** 1 notices only what is large and plain, 100 also what is small and faint. */
  sensitivity: z.number().int().min(1).max(100),
  /** A camera is captured for motion in these hours and in no others. Without any, never. */
  watchedHours: z.array(WatchedHours).max(21),
});
export type MotionSettings = z.infer<typeof MotionSettings>;
