import type { MotionZone } from "@umbral/contract/cameras/motion.contract";

/** Which points of a small picture are watched: 1 inside of any zone. Without zones, all of them. */
export function maskOf(
  zones: readonly MotionZone[],
  { width, height }: { width: number; height: number },
): Uint8Array {
  const mask = new Uint8Array(width * height);
  if (zones.length === 0) {
    return mask.fill(1);
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const point = { left: ((x + 0.5) / width) * 100, top: ((y + 0.5) / height) * 100 };
      if (zones.some((zone) => isInside(zone, point))) {
        mask[y * width + x] = 1;
      }
    }
  }
  return mask;
}

/** A line from the point to the left crosses the polygon's edge an odd number of times. */
function isInside(zone: MotionZone, point: MotionZone[number]): boolean {
  let isIn = false;
  let from = zone.at(-1);
  for (const to of zone) {
    if (from && from.top > point.top !== to.top > point.top) {
      const left = from.left + ((point.top - from.top) / (to.top - from.top)) * (to.left - from.left);
      isIn = left < point.left ? !isIn : isIn;
    }
    from = to;
  }
  return isIn;
}
