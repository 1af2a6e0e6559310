/** Uncompressed pixels, rows from the top. */
export interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

/** A picture with transparency, four bytes a pixel, to be laid over one with three. */
export interface Stamp extends Picture {
  channels: 4;
}

/**
 * Lays a stamp over a picture, in place: the one thing a simulated camera does for each frame.
 * @param part the columns of the stamp to take
 */
export function lay(
  onto: Picture,
  stamp: Stamp,
  at: {
    x: number;
    y: number;
    isMirrored?: boolean;
    brightness?: number;
    part?: { from: number; width: number };
  },
): void {
  const from = at.part?.from ?? 0;
  const width = at.part?.width ?? stamp.width;
  const brightness = Math.round((at.brightness ?? 1) * 256);
  const left = Math.round(at.x);
  const top = Math.round(at.y);
  const firstX = Math.max(0, -left);
  const lastX = Math.min(width, onto.width - left);
  const lastY = Math.min(stamp.height, onto.height - top);
  const source = stamp.data;
  const target = onto.data;
  for (let y = Math.max(0, -top); y < lastY; y += 1) {
    for (let x = firstX; x < lastX; x += 1) {
      const column = from + (at.isMirrored ? width - 1 - x : x);
      const s = (y * stamp.width + column) * 4;
      const alpha = source[s + 3] ?? 0;
      if (alpha === 0) {
        continue;
      }
      const t = ((top + y) * onto.width + left + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const over = ((source[s + channel] ?? 0) * brightness) >> 8;
        const under = target[t + channel] ?? 0;
        target[t + channel] = under + (((over - under) * alpha) >> 8);
      }
    }
  }
}

/** The grain of a camera's sensor, the same each time: without it pictures look drawn. */
export function addGrain({ data }: Picture, strength: number): void {
  // It rounds and keeps within a byte by itself.
  const bytes = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
  let state = 0x2545f491;
  for (let at = 0; at < bytes.length; at += 3) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const grain = ((state & 0xff) / 255 - 0.5) * strength;
    bytes[at] = (bytes[at] ?? 0) + grain;
    bytes[at + 1] = (bytes[at + 1] ?? 0) + grain;
    bytes[at + 2] = (bytes[at + 2] ?? 0) + grain;
  }
}
