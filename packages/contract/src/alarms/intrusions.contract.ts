import { z } from "zod";

/**
 * What a camera or a door noticed by itself: somebody moved where nobody should, a door opened without a
 * known cause, or stood open longer than it may. What people raise is an alarm, and no intrusion.
 */
export const IntrusionKind = z.enum(["motion", "door-forced", "door-held"]);
export type IntrusionKind = z.infer<typeof IntrusionKind>;

/** Pictures of one intrusion at most. */
export const INTRUSION_PICTURES = 12;

/** Server → browser, to platform administrators. */
export const intrusionEvents = {
  /** An intrusion of this building began, ended, or has one more picture: who shows them asks again. */
  event_intrusion: z.object({ buildingId: z.uuid() }),
} as const;
