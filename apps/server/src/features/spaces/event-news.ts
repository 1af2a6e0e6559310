import type { Services } from "../../platform/context.ts";
import { platformPeople } from "../../platform/live.ts";
import { peopleWhoMay } from "./people.ts";

/** Something happened at a building's doors, readers or cameras: told to the platform, and to who watches the building. */
export function tellWatchers(
  { db, clock, live, log }: Services,
  event: "event_access" | "event_open_door" | "event_intrusion" | "event_clip",
  buildingId: string,
): void {
  live.tell(platformPeople, event, { buildingId });
  peopleWhoMay(db, "events.watch", { buildingId, apartmentId: null }, clock.now())
    .then((people) => live.tellPeople(people, event, { buildingId }))
    // What was not told is on their next look.
    .catch((error: unknown) => log.error({ err: error, buildingId }, "an event was not told to who watches"));
}
