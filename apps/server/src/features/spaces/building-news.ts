import type { Services } from "../../platform/context.ts";
import { platformPeople, programs } from "../../platform/live.ts";
import { peopleOf } from "./people.ts";

/**
 * Tells everybody who may have a building's screens open that it is another one now, after a change of it was
 * committed. The change stands either way: a screen that did not hear of it asks when it is opened again.
 */
export async function tellOfBuilding(
  { db, clock, live, log }: Pick<Services, "db" | "clock" | "live" | "log">,
  buildingId: string,
): Promise<void> {
  live.tell(platformPeople, "building:changed", { buildingId });
  live.tell(programs(buildingId, "doors:read"), "doors_changed", { buildingId });
  try {
    live.tellPeople(await peopleOf(db, buildingId, clock.now()), "building:changed", { buildingId });
  } catch (error) {
    log.error({ err: error, buildingId }, "a building's people were not told of a change");
  }
}
