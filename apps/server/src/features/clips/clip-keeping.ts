import { createHash } from "node:crypto";
import { CLIP_COVERS_MS } from "@umbral/contract/clips/clip-wire.contract";
import type { ClipsAsked, Services } from "../../platform/context.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { findCamerasOf } from "./clip-keeping.queries.ts";

/**
 * Asks for clips of a ring or an alarm at the cameras that see it: of the entrance, and for an alarm of the floor where it was raised
 * too. What is not kept is noted in the log and nowhere else: nobody who rings or raises an alarm waits for it, or hears of it.
 */
export function keepClipsOf(
  services: Services,
  hub: Pick<ControllerHub, "keepClip">,
  asked: ClipsAsked,
): void {
  orderClips(services, hub, asked).catch((error: unknown) =>
    services.log.warn({ err: error, causeId: asked.causeId }, "clips were not asked for"),
  );
}

/** The camera that sees who rings, and whose it is; undefined where there is none, or where the building keeps nothing of its cameras. */
export async function entranceCameraOf(
  { db }: Pick<Services, "db">,
  buildingId: string,
): Promise<{ cameraId: string; controllerId: string } | undefined> {
  const [camera] = await findCamerasOf(db, { buildingId, homeId: null });
  return camera;
}

async function orderClips(
  { db, log }: Services,
  hub: Pick<ControllerHub, "keepClip">,
  { buildingId, cause, causeId, sinceMs, apartmentId }: ClipsAsked,
): Promise<void> {
  const homeId = cause === "alarm" ? apartmentId : null;
  const cameras = await findCamerasOf(db, { buildingId, homeId });
  const part = Math.max(0, Math.floor(sinceMs / CLIP_COVERS_MS));
  await Promise.all(
    cameras.map(async ({ cameraId, controllerId }) => {
      const clipId = clipIdOf({ cause, causeId, cameraId, part });
      const outcome = await hub.keepClip(controllerId, { clipId, cameraId, cause, causeId });
      if (outcome !== "keeping") {
        log.info({ cameraId, causeId, outcome }, "a clip is not kept");
      }
    }),
  );
}

/**
 * What is asked again, because it rings again or another joins an alarm, is the same clip: a UUID of its digest (version 8).
 * @param of `part` counts the clips of one alarm, from 0: what is raised again once the one before is nearly over has its own
 */
export function clipIdOf(of: { cause: string; causeId: string; cameraId: string; part: number }): string {
  const part = of.part === 0 ? "" : ` ${of.part}`;
  const hex = createHash("sha256").update(`${of.cause} ${of.causeId} ${of.cameraId}${part}`).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
