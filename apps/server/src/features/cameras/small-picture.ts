import { FairQueue } from "../../platform/fair-queue.ts";

/** As wide as a phone shows it, at twice its points. */
const LONGEST_SIDE_PX = 640;
/** 15 to 30 kB at that size. */
const JPEG_QUALITY = 70;
/** A camera gives 12 megapixels at most; more is a picture made to fill a memory. */
const PIXELS_AT_MOST = 40_000_000;
const SECONDS_AT_MOST = 2;

/** In Node's threads, two at a time: files and compressing have the others. */
const queue = new FairQueue({ atOnce: 2, atOnceOfOne: 1, waiting: 200, waitingOfOne: 1 });

/** A camera's picture as small as a screen needs it until the live one comes; undefined when it is none, or too many wait. */
export async function smallPicture(cameraId: string, jpeg: Uint8Array): Promise<Uint8Array | undefined> {
  // Before any library looks at it.
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8 || jpeg[2] !== 0xff) {
    return undefined;
  }
  try {
    return await queue.run(cameraId, () => scaled(jpeg));
  } catch {
    // Whatever the decoder says of a camera's bytes: the line shows what there is.
    return undefined;
  }
}

async function scaled(jpeg: Uint8Array): Promise<Uint8Array> {
  // Loaded when the first picture comes: starting does not wait for it.
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  return sharp(jpeg, { failOn: "error", limitInputPixels: PIXELS_AT_MOST, sequentialRead: true })
    .timeout({ seconds: SECONDS_AT_MOST })
    .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}
