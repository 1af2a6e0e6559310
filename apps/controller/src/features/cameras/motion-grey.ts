import type Sharp from "sharp";

/** The small grey picture in which motion is looked for: an eighth of 1280 x 720, which decodes cheaply. */
export const GREY = { width: 160, height: 90 } as const;

let loading: Promise<typeof Sharp> | undefined;

/** The picture library, loaded when the first camera looks for motion. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    // Cameras are many and each picture is small: a second thread for one of them only costs.
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

/** The picture in small and grey, decoded in a thread of its own. Rejects when it is no picture. */
export async function greyOf(jpeg: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return sharp(jpeg, { failOn: "error", sequentialRead: true })
    .resize(GREY.width, GREY.height, { fit: "fill", kernel: "linear", fastShrinkOnLoad: true })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}
