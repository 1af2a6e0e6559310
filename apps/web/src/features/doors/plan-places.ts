/** Percent of the plan from its left and from its top. */
export interface Place {
  left: number;
  top: number;
}

/** Percent of one press of an arrow, and of one with Shift. */
const STEP = 1;
const LARGE_STEP = 10;

const within = (percent: number): number => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10;

/** The place on the plan under a point of the window, never outside of it. */
export function placeAt(
  point: { x: number; y: number },
  box: { left: number; top: number; width: number; height: number },
): Place {
  return {
    left: within(box.width === 0 ? 50 : ((point.x - box.left) / box.width) * 100),
    top: within(box.height === 0 ? 50 : ((point.y - box.top) / box.height) * 100),
  };
}

const directions: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where an arrow key moves it; null for every other key. */
export function moveBy(place: Place, key: string, isLarge: boolean): Place | null {
  const direction = directions[key];
  if (direction === undefined) {
    return null;
  }
  const step = isLarge ? LARGE_STEP : STEP;
  return { left: within(place.left + direction[0] * step), top: within(place.top + direction[1] * step) };
}

/**
 * On which side of a door its name stands, so that no edge of the plan cuts it off: a name is 120 px wide and some 45 high at
 * most, a plan 300 wide and 220 high at least.
 */
export const roomForName = ({ left, top }: Place) => ({
  "data-above": top > 65 || undefined,
  "data-side": left < 20 ? "right" : left > 80 ? "left" : undefined,
});
