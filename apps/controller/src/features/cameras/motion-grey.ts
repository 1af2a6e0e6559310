import type Sharp from "sharp";
import { type Eighths, readEighths } from "./jpeg-eighths.ts";

/** The small grey picture in which motion is looked for: an eighth of 1280 x 720, which decodes cheaply. */
export const GREY = { width: 160, height: 90 } as const;

let loading: Promise<typeof Sharp> | undefined;

/** The picture library, loaded with the first picture that needs it. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    // Cameras are many and each picture is small: a second thread for one of them only costs.
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

/** Larger ones are decoded in a thread: nothing else waits for a picture for longer than some milliseconds. */
const READ_HERE_BYTES = 250_000;

/**
 * The picture in small and grey. Large enough and written as cameras write it, its means are read from it;
 * any other is decoded, in a thread of its own. Rejects when it is no picture.
 */
export async function greyOf(jpeg: Uint8Array): Promise<Uint8Array> {
  const eighths = jpeg.byteLength <= READ_HERE_BYTES ? readEighths(jpeg) : undefined;
  if (eighths && eighths.width >= GREY.width && eighths.height >= GREY.height) {
    return shrunk(eighths);
  }
  return decodedGrey(jpeg);
}

/**
 * The same of a picture whose means are the very points: its grey is then what a decoder makes of its video in small. One that is
 * made small in another way has other edges, which look as if they moved.
 */
export function exactGreyOf(jpeg: Uint8Array): Uint8Array | undefined {
  const eighths = jpeg.byteLength <= READ_HERE_BYTES ? readEighths(jpeg) : undefined;
  return eighths?.width === GREY.width && eighths.height === GREY.height ? eighths.grey : undefined;
}

/** Any picture in small and grey, decoded by the library. Rejects when it is none. */
export async function decodedGrey(jpeg: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const colours = await sharp(jpeg, { failOn: "error", sequentialRead: true })
    .resize(GREY.width, GREY.height, { fit: "fill", kernel: "linear", fastShrinkOnLoad: true })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
  return brightnessOf(colours);
}

/** As JPEG reckons it, so that pictures read in one way and in the other look the same. */
function brightnessOf(colours: Uint8Array): Uint8Array {
  const grey = new Uint8Array(colours.length / 3);
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [colours[at * 3], colours[at * 3 + 1], colours[at * 3 + 2]];
    grey[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return grey;
}

/** Each point is the mean of those that it stands for. */
function shrunk({ width, height, grey }: Eighths): Uint8Array {
  if (width === GREY.width && height === GREY.height) {
    return grey;
  }
  const small = new Uint8Array(GREY.width * GREY.height);
  const from = (at: number, of: number, size: number) => Math.floor((at * size) / of);
  for (let y = 0; y < GREY.height; y += 1) {
    const [top, bottom] = [from(y, GREY.height, height), from(y + 1, GREY.height, height)];
    for (let x = 0; x < GREY.width; x += 1) {
      const [left, right] = [from(x, GREY.width, width), from(x + 1, GREY.width, width)];
      let sum = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) {
          sum += grey[row * width + column] ?? 0;
        }
      }
      small[y * GREY.width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return small;
}
