import type { Services } from "../../platform/context.ts";
import { platformPeople } from "../../platform/live.ts";
import { peopleWhoMay } from "./people.ts";

/** Of what is being told in this turn it is known whom to tell. */
const underWay = new WeakMap<Services["live"], Set<string>>();

/** Something happened at a building's doors, readers or cameras: told to the platform, and to who watches the building. */
export function tellWatchers(
  { db, clock, live, log }: Services,
  event: "event_access" | "event_open_door" | "event_intrusion" | "event_clip",
  buildingId: string,
): void {
  live.tell(platformPeople, event, { buildingId });
  // Of many facts that came at once whoever watches hears once: it says only that there is news.
  const asking = underWay.get(live) ?? new Set();
  underWay.set(live, asking);
  const news = `${event} ${buildingId}`;
  if (asking.has(news)) {
    return;
  }
  asking.add(news);
  // When all that was told in this turn was.
  queueMicrotask(() => asking.delete(news));
  peopleWhoMay(db, "events.watch", { buildingId, apartmentId: null }, clock.now())
    .then((people) => live.tellPeople(people, event, { buildingId }))
    // What was not told is on their next look.
    .catch((error: unknown) => log.error({ err: error, buildingId }, "an event was not told to who watches"));
}
