import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import type { CameraRelay } from "./camera-relay.ts";
import type { LastPicture } from "./last-pictures.ts";

/** Whoever stands before a camera stands there for so long: a picture of that age shows them too. */
const RECENT_MS = 3000;

/** A camera that hangs at a controller, in its building. */
export interface HangingCamera {
  buildingId: string;
  cameraId: string;
  controllerId: string;
}

/**
 * What a camera shows about now: what it showed last where somebody looks, else its next picture, under the lease of
 * whoever looks and for as long as `CameraRelay.picture` waits.
 * @returns undefined where it shows nothing; at once where its controller is away
 */
export async function recentPicture(
  { clock }: Pick<Services, "clock">,
  { hub, relay }: { hub: Pick<ControllerHub, "lines">; relay: Pick<CameraRelay, "lastPicture" | "picture"> },
  { buildingId, cameraId, controllerId }: HangingCamera,
): Promise<LastPicture | undefined> {
  const last = relay.lastPicture(cameraId);
  if (last && clock.now().getTime() - last.at.getTime() <= RECENT_MS) {
    return last;
  }
  if (!(await hub.lines.isThere(controllerId))) {
    return undefined;
  }
  try {
    return await relay.picture(buildingId, cameraId);
  } catch (error) {
    if (error instanceof Refused) {
      return undefined;
    }
    throw error;
  }
}
