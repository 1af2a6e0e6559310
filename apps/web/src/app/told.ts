import type { Query } from "@tanstack/react-query";

/** Kept by their building's id: what `building:changed` speaks of. */
const ofOne: readonly unknown[] = [
  "doors",
  "door-settings",
  "cameras",
  "camera-settings",
  "towers",
  "building-settings",
  "building-structure",
  "admin-apartments",
  "apartment-directory",
];
/** Of several buildings, or of a part of one. */
const ofSeveral: readonly unknown[] = ["buildings", "admin-buildings", "floors"];
/** What other events speak of. */
const ofEvents: readonly unknown[] = [
  "access-requests",
  "members",
  "alarms",
  "visits",
  "openings",
  "intrusions",
];

/** What may be other after `building:changed` of this building. */
export function isOfBuilding({ queryKey: [root, id] }: Query, buildingId: string): boolean {
  return ofSeveral.includes(root) || (ofOne.includes(root) && id === buildingId);
}

/** What the server tells of when it changes, so that nobody has to ask. */
export function isTold({ queryKey: [root] }: Query): boolean {
  return [ofOne, ofSeveral, ofEvents].some((roots) => roots.includes(root));
}
