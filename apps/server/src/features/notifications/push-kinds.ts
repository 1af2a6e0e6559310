import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";

/**
 * What a kind of push wants of a device, and what somebody's quiet hours do to it. What rings is never held: only a notice
 * may wait, and an alarm or a call that did would not compile.
 */
type PushRule =
  | { shows: Exclude<PushPayload["kind"], "notice">; inQuietHours: "rings" }
  | { shows: "notice"; inQuietHours: "rings" | "waits" };

/** Every kind of push that there is. One that does not stand here cannot be written. */
export const pushKinds = {
  call: { shows: "call", inQuietHours: "rings" },
  "call-ended": { shows: "call-ended", inQuietHours: "rings" },
  "bell-test": { shows: "bell-test", inQuietHours: "rings" },
  alarm: { shows: "alarm", inQuietHours: "rings" },
  // Of an alarm that rang: whoever was woken by it is told at once that it is over.
  "alarm-silenced": { shows: "notice", inQuietHours: "rings" },
  // A door that was forced, smoke, somebody who tries codes: to those who watch over the building.
  "door-trouble": { shows: "notice", inQuietHours: "rings" },
  "system-state": { shows: "notice", inQuietHours: "waits" },
  "access-asked": { shows: "notice", inQuietHours: "waits" },
  "access-decided": { shows: "notice", inQuietHours: "waits" },
  "access-removed": { shows: "notice", inQuietHours: "waits" },
  invitation: { shows: "notice", inQuietHours: "waits" },
  guest: { shows: "notice", inQuietHours: "waits" },
  parcel: { shows: "notice", inQuietHours: "waits" },
  "home-arrival": { shows: "notice", inQuietHours: "waits" },
  "home-door": { shows: "notice", inQuietHours: "waits" },
  "arrivals-asked": { shows: "notice", inQuietHours: "waits" },
  // What waited, told together once the hours are over.
  "quiet-summary": { shows: "notice", inQuietHours: "rings" },
} as const satisfies Record<string, PushRule>;

export type PushKind = keyof typeof pushKinds;

/** Does a push of this kind wait for the end of its person's quiet hours? */
export const waitsInQuietHours = (kind: PushKind): boolean => pushKinds[kind].inQuietHours === "waits";
