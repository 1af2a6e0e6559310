import { type RefObject, useEffect, useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { useStore } from "../../lib/store.ts";
import { cameraFeeds } from "./camera-line.ts";
import type { CameraView } from "./camera-view.ts";
import { createCanvasPump } from "./canvas-pump.ts";
import { createLiveCamera } from "./live-camera.ts";
import { createCanvasPlayer } from "./video-decoding.ts";

/**
 * Draws a camera on a canvas for as long as it `isLooking`, and says how it is. Drawing passes React by:
 * the component is drawn again only when the state of the camera changes. For one camera for life: give
 * the component its id as key.
 */
export function useLiveCamera(
  buildingId: string,
  camId: string,
  canvas: RefObject<HTMLCanvasElement | null>,
  isLooking: boolean,
): { view: CameraView; pictureAt: string | null } {
  const [camera] = useState(() =>
    createLiveCamera(
      { buildingId, camId },
      {
        feeds: cameraFeeds,
        pump: createCanvasPump(() => canvas.current),
        player: createCanvasPlayer(() => canvas.current),
        sentenceFor,
        now: () => new Date(),
        steadyMs: () => performance.now(),
      },
    ),
  );
  useEffect(() => (isLooking ? camera.start() : undefined), [camera, isLooking]);
  return { view: useStore(camera.view), pictureAt: useStore(camera.pictureAt) };
}
