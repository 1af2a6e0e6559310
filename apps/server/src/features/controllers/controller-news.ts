import type { Services } from "../../platform/context.ts";
import type { ControllerHub } from "./controller-hub.ts";

/**
 * Tells a building's controller what it must know now, after a change of its building was committed. The
 * change stands either way: a controller that did not hear of it is told when it signs in again.
 */
export async function tellController(
  { log }: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<void> {
  try {
    await hub.telling.configure(buildingId);
  } catch (error) {
    log.error({ err: error, buildingId }, "a controller was not told of a change");
  }
}
