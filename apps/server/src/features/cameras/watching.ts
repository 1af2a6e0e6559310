import { may } from "@umbral/contract/lib/policy";
import type { Services } from "../../platform/context.ts";
import { person, watchersOf } from "../../platform/live.ts";
import { findCameraIds } from "./cameras.queries.ts";

/** Takes a building's cameras from somebody who may not see them any more, on every device, at once. */
export async function endWatching(
  { db, gate, live }: Pick<Services, "db" | "gate" | "live">,
  userId: string,
  buildingId: string,
): Promise<void> {
  const who = await gate.personOf(userId);
  if (who !== null && may(who, "cameras.view", { buildingId })) {
    return;
  }
  const cameras = await findCameraIds(db, { buildingId });
  live.leave(person(userId), cameras.map(watchersOf));
}
