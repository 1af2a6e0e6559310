/** A length in each direction, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A marker's box, and how far below its top the point lies that it marks. */
export interface Marker extends Size {
  pointY: number;
}

/** The middle of a marker's box, in pixels from the plan's left and top. */
export interface Spot {
  x: number;
  y: number;
}

/** How often neighbours are moved apart before it is left at that. */
const ROUNDS = 24;
/** Pixels by which two may overlap: against an edge they approach their places by halves. */
const NEGLIGIBLE = 0.5;

/**
 * Where the buttons of doors stand on a plan: at their percentages, drawn in where they would stick out,
 * and moved apart where one would cover another.
 */
export function placeMarkers(
  doors: readonly { left: number; top: number }[],
  plan: Size,
  marker: Marker,
): readonly Spot[] {
  const belowPoint = marker.height / 2 - marker.pointY;
  const spots = doors.map(({ left, top }) =>
    inside({ x: (left / 100) * plan.width, y: (top / 100) * plan.height + belowPoint }, plan, marker),
  );
  for (let round = 0; round < ROUNDS && moveApart(spots, plan, marker); round += 1) {
    // Moving two apart may push one of them onto a third.
  }
  return spots;
}

/** @returns whether anything had to move */
function moveApart(spots: Spot[], plan: Size, marker: Size): boolean {
  let hasMoved = false;
  for (const [index, one] of spots.entries()) {
    for (let other = index + 1; other < spots.length; other += 1) {
      const two = spots[other];
      if (two === undefined || !overlap(one, two, marker)) {
        continue;
      }
      hasMoved = true;
      const [first, second] = separated(one, two, marker);
      Object.assign(one, inside(first, plan, marker));
      spots[other] = inside(second, plan, marker);
    }
  }
  return hasMoved;
}

const overlap = (one: Spot, two: Spot, { width, height }: Size): boolean =>
  Math.abs(one.x - two.x) < width - NEGLIGIBLE && Math.abs(one.y - two.y) < height - NEGLIGIBLE;

/** Apart along the direction in which less is missing. */
function separated(one: Spot, two: Spot, { width, height }: Size): [Spot, Spot] {
  const missingX = width - Math.abs(one.x - two.x);
  const missingY = height - Math.abs(one.y - two.y);
  if (missingX <= missingY) {
    const step = (missingX / 2) * (one.x <= two.x ? 1 : -1);
    return [
      { x: one.x - step, y: one.y },
      { x: two.x + step, y: two.y },
    ];
  }
  const step = (missingY / 2) * (one.y <= two.y ? 1 : -1);
  return [
    { x: one.x, y: one.y - step },
    { x: two.x, y: two.y + step },
  ];
}

const inside = ({ x, y }: Spot, plan: Size, marker: Size): Spot => ({
  x: within(x, marker.width / 2, plan.width),
  y: within(y, marker.height / 2, plan.height),
});

/** Between half a marker and the other edge less as much; in the middle of what is narrower than one. */
function within(value: number, half: number, length: number): number {
  return length < 2 * half ? length / 2 : Math.min(Math.max(value, half), length - half);
}
