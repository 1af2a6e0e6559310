/** How light it is outside, from 0 (night) to 1 (day). */
export type Light = number;

/** Near the equator the sun rises about 6 and sets about 18, quickly, all year. */
const DAWN = { from: 5.4, to: 6.6 };
const DUSK = { from: 17.4, to: 18.7 };
/** Steps of light that look different: a background is painted for each as it comes. */
const STEPS = 16;

export function lightAt(hour: number): Light {
  const rising = ramp(hour, DAWN.from, DAWN.to);
  const setting = 1 - ramp(hour, DUSK.from, DUSK.to);
  return Math.round(Math.min(rising, setting) * STEPS) / STEPS;
}

/** A colour between its night and its day, `#rrggbb`. */
export function shade(night: string, day: string, light: Light): string {
  const mixed = [1, 3, 5].map((at) => {
    const dark = Number.parseInt(night.slice(at, at + 2), 16);
    const bright = Number.parseInt(day.slice(at, at + 2), 16);
    return Math.round(dark + (bright - dark) * light)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

function ramp(value: number, from: number, to: number): number {
  const along = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return along * along * (3 - 2 * along);
}
