import type { MotionZone } from "@umbral/contract/cameras/motion.contract";

/** Percent of the picture, from its left and from its top. */
export interface Point {
  left: number;
  top: number;
}

/** The rectangle around a zone, in percent of the picture. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** As many as a camera may have. */
export const MOST_ZONES = 12;
/** Smaller than this nobody could take hold of it, nor could much move in it. */
export const LEAST_PERCENT = 5;
/** Percent of one press of an arrow, and of one with Shift. */
const STEP = 1;
const LARGE_STEP = 10;

const between = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(most, value));
const tenth = (percent: number): number => Math.round(percent * 10) / 10;

export function boxOf(zone: MotionZone): Box {
  const lefts = zone.map(({ left }) => left);
  const tops = zone.map(({ top }) => top);
  const [left, top] = [Math.min(...lefts), Math.min(...tops)];
  return { left, top, width: Math.max(...lefts) - left, height: Math.max(...tops) - top };
}

function rectangle({ left, top, width, height }: Box): MotionZone {
  const [right, bottom] = [tenth(left + width), tenth(top + height)];
  return [
    { left, top },
    { left: right, top },
    { left: right, top: bottom },
    { left, top: bottom },
  ];
}

/** The same zone elsewhere, never beyond the picture. Whatever its shape, it is kept. */
export function moved(zone: MotionZone, by: Point): MotionZone {
  const box = boxOf(zone);
  const left = between(-box.left, by.left, 100 - box.left - box.width);
  const top = between(-box.top, by.top, 100 - box.top - box.height);
  return zone.map((point) => ({ left: tenth(point.left + left), top: tenth(point.top + top) }));
}

/** The same zone, its corner at the right and bottom moved by this much, never beyond the picture. */
export function sized(zone: MotionZone, by: Point): MotionZone {
  const box = boxOf(zone);
  const width = between(LEAST_PERCENT, box.width + by.left, 100 - box.left);
  const height = between(LEAST_PERCENT, box.height + by.top, 100 - box.top);
  // A zone without a width has nothing to stretch.
  const stretched = (from: number, at: number, was: number, is: number) =>
    tenth(was === 0 ? from : from + ((at - from) * is) / was);
  return zone.map((point) => ({
    left: stretched(box.left, point.left, box.width, width),
    top: stretched(box.top, point.top, box.height, height),
  }));
}

/** The rectangle between two points; null when it is too small to be meant. */
export function zoneBetween(one: Point, other: Point): MotionZone | null {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const width = Math.abs(one.left - other.left);
  const height = Math.abs(one.top - other.top);
  return width < LEAST_PERCENT || height < LEAST_PERCENT
    ? null
    : rectangle({ left: tenth(left), top: tenth(top), width, height });
}

/** A rectangle to begin with; the next one does not hide the one before. */
export function newZone(existing: number): MotionZone {
  const shift = (existing % 5) * 6;
  return rectangle({ left: 20 + shift, top: 20 + shift, width: 40, height: 40 });
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { left: -1, top: 0 },
  ArrowRight: { left: 1, top: 0 },
  ArrowUp: { left: 0, top: -1 },
  ArrowDown: { left: 0, top: 1 },
};

/** How far an arrow key goes; null for every other key. */
export function stepOf(key: string, isLarge: boolean): Point | null {
  const direction = directions[key];
  const step = isLarge ? LARGE_STEP : STEP;
  return direction === undefined ? null : { left: direction.left * step, top: direction.top * step };
}

/** The point of the picture under a point of the window, never beyond the picture. */
export function pointIn(
  at: { x: number; y: number },
  box: { left: number; top: number; width: number; height: number },
): Point {
  return {
    left: tenth(between(0, ((at.x - box.left) / (box.width || 1)) * 100, 100)),
    top: tenth(between(0, ((at.y - box.top) / (box.height || 1)) * 100, 100)),
  };
}

/** Where a zone is, for who cannot see it. */
export function wordsOfZone(zone: MotionZone): string {
  const { left, top, width, height } = boxOf(zone);
  const [fromLeft, fromTop, wide, high] = [left, top, width, height].map((percent) => Math.round(percent));
  return `${fromLeft} % desde la izquierda, ${fromTop} % desde arriba, ${wide} % de ancho, ${high} % de alto`;
}
