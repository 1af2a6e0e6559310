/** What of a picture is seen through its frame: `scale` times its size, its corner moved by `x` and `y` pixels. */
export interface ZoomView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** All of it, as it came. */
export const whole: ZoomView = { scale: 1, x: 0, y: 0 };
/** A face at the door of a usual camera is no larger than its own pixels beyond this. */
const LARGEST = 6;
/** A little more than all is all: fingers that let go there mean the whole picture. */
const NEARLY_WHOLE = 1.04;

/** The picture `factor` times as large, around a point of the frame that stays where it is as far as the edges allow. */
export function zoomedAt({ scale, x, y }: ZoomView, frame: Size, at: Point, factor: number): ZoomView {
  const next = Math.min(LARGEST, Math.max(1, scale * factor));
  const ratio = next / scale;
  return within({ scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio }, frame);
}

/** The picture moved under its frame. */
export const movedBy = ({ scale, x, y }: ZoomView, frame: Size, by: Point): ZoomView =>
  within({ scale, x: x + by.x, y: y + by.y }, frame);

/** What fingers leave behind. */
export const settled = (view: ZoomView): ZoomView => (view.scale < NEARLY_WHOLE ? whole : view);

/** Never so that the frame shows what is beside the picture. */
function within({ scale, x, y }: ZoomView, { width, height }: Size): ZoomView {
  const inside = (value: number, length: number) => Math.min(0, Math.max(length * (1 - scale), value));
  return { scale, x: inside(x, width), y: inside(y, height) };
}
