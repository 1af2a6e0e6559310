import type { reportLeaves } from "@umbral/contract/controllers/controller-facts.contract";
import type { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { programs, watchersOf } from "../../platform/live.ts";
import { replaceLeaves } from "./door-leaves.queries.ts";

/**
 * Keeps where a controller's leaves are, and says so to who looks at one of those doors: not to a whole building, whose
 * entrance moves all day.
 */
export async function keepLeaves(
  { db, clock, live }: Pick<Services, "db" | "clock" | "live">,
  controller: { id: string; buildingId: string },
  { leaves }: z.output<typeof reportLeaves.payload>,
): Promise<void> {
  const cameras = await replaceLeaves(db, controller.id, leaves, clock.now());
  for (const cameraId of new Set(cameras)) {
    live.tell(watchersOf(cameraId), "door:state", { buildingId: controller.buildingId });
  }
  live.tell(programs(controller.buildingId, "doors:read"), "doors_changed", {
    buildingId: controller.buildingId,
  });
}
