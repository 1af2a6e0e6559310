import type { Cancel, Clock } from "../../platform/clock.ts";
import type { FrameListener } from "./camera-driver.ts";

/** Between two pictures of an intrusion. */
export const PICTURE_EVERY_MS = 500;
/** A sequence whose camera gives too little ends after this long. */
const SEQUENCE_WITHIN_MS = 15_000;

/**
 * Takes so many pictures of a camera, one after the other, and lets it rest.
 * @param tap as `CamerasFeature.tap`, of one camera
 * @returns what ends it before
 */
export function takeSequence(
  clock: Clock,
  tap: (onFrame: FrameListener) => Cancel | undefined,
  pictures: number,
  take: FrameListener,
): Cancel {
  let left = pictures;
  let nextAt = 0;
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    cancel();
    untap?.();
  };
  const cancel = clock.after(SEQUENCE_WITHIN_MS, () => end());
  const untap = tap((jpeg) => {
    if (!hasEnded && clock.now() >= nextAt) {
      nextAt = clock.now() + PICTURE_EVERY_MS;
      left -= 1;
      take(jpeg);
      if (left === 0) {
        end();
      }
    }
  });
  return end;
}
