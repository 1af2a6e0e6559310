import type { Light } from "./light.ts";

export type SceneName = "entrance" | "garage" | "hall" | "street";

/** Every scene is drawn on a sheet of this size and scaled to what the camera gives. */
export const SHEET = { width: 1280, height: 720 } as const;

/** What a camera looks at. */
export interface Scene {
  /** Everything that stands still, as the inside of an SVG of the sheet's size. */
  draw(light: Light): string;
  /** The way of whoever walks past, in the sheet's pixels: where the feet are, how tall the figure is. */
  walk: { fromX: number; toX: number; feetY: number; height: number };
  /** How bright a figure is at night and by day, as a part of its own colours. */
  brightness: { night: number; day: number };
}

/** A soft round light, as an SVG definition to be used with `fill="url(#id)"`. */
export const glow = (id: string, colour: string, strength: number): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/>` +
  `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;

/** A vertical run of two colours. */
export const fade = (id: string, top: string, bottom: string): string =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/>` +
  `<stop offset="1" stop-color="${bottom}"/></linearGradient>`;

/** `count` drawings side by side. */
export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");

/** A pot with leaves, its foot at x, y. */
export function plant(x: number, y: number, size: number, leaf: string, dark: string): string {
  const leaves = [-62, -40, -18, 4, 26, 48, 66].map(
    (turn, index) =>
      `<path d="M0 0 C-16 -40 -14 -84 0 ${-112 - (index % 3) * 14} C14 -84 16 -40 0 0Z" fill="${
        index % 2 ? leaf : dark
      }" transform="translate(0 -56) rotate(${turn})"/>`,
  );
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse rx="46" ry="9" fill="#000" opacity=".25"/>
    ${leaves.join("")}<path d="M-34 -62 H34 L26 0 H-26Z" fill="#8d5b3c"/>
    <path d="M-38 -70 H38 V-58 H-38Z" fill="#a56c48"/></g>`;
}
