import { z } from "zod";
import { WeeklyHours } from "../lib/weekly-hours.ts";

/** A place in a camera's picture, in percent from the left and from the top. */
const Point = z.object({ left: z.number().min(0).max(100), top: z.number().min(0).max(100) });

/** A part of the picture that is watched, as a polygon. */
export const MotionZone = z.array(Point).min(3).max(24);
export type MotionZone = z.infer<typeof MotionZone>;

/** When and where a camera looks for motion. */
export const MotionSettings = z.object({
  /** Without any, the whole picture. */
  zones: z.array(MotionZone).max(12),
  /** 1 notices only what is large and plain, 100 also what is small and faint. */
  sensitivity: z.number().int().min(1).max(100),
  /** A camera is captured for motion in these hours and in no others. Without any, never. */
  watchedHours: z.array(WeeklyHours).max(21),
});
export type MotionSettings = z.infer<typeof MotionSettings>;
