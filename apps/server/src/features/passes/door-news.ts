import type { Services } from "../../platform/context.ts";
import { peopleWhoMay } from "../spaces/index.ts";
import type { NotedEntry } from "./door-entries.ts";

/** Tells the home of a pass, and whoever receives its guests, that somebody came in by it at a door. After the commit. */
export function tellEntryAtDoor(
  { db, clock, live, log }: Services,
  { buildingId, apartmentId, passId }: NotedEntry,
): void {
  peopleWhoMay(db, "passes.make", { buildingId, apartmentId }, clock.now())
    .then((people) => live.tellPeople(people, "passes:changed", { buildingId, apartmentId, passId }))
    // What was not told is on their next look.
    .catch((error: unknown) => log.error({ err: error, passId }, "an entry by a pass was not told"));
}
