import { availableParallelism } from "node:os";
import type { Metadata, Sharp } from "sharp";
import { FairQueue } from "./fair-queue.ts";
import { currentAsker } from "./origin.ts";
import { Refused } from "./refused.ts";

/** The longest side of what is kept (decisions §3). */
const LONGEST_SIDE_PX = 1600;
/** Phones take 50 megapixels; more is a picture made to fill a memory. */
const PIXELS_AT_MOST = 64_000_000;
/** Of decoding and scaling one picture; a phone's largest takes about one. */
const SECONDS_AT_MOST = 10;
const JPEG_QUALITY = 84;

export interface KeptPicture {
  bytes: Buffer;
  mediaType: "image/jpeg";
}

/**
 * A large one takes hundreds of megabytes and a second or more: two at a time and one processor left for all the rest,
 * one of each person or address, in turn. What waits holds its bytes.
 */
const queue = new FairQueue({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  atOnceOfOne: 1,
  waiting: 64,
  waitingOfOne: 12,
});
/** Bytes that tell the formats apart. */
const HEAD_BYTES = 16;

/**
 * Makes of what somebody sent the picture that is kept: decoded, turned upright, without what the camera
 * wrote about where and when, of at most 1600 px, as a JPEG made here. Nothing of what was sent is kept.
 * @param property the field that is named when it is refused
 * @param asker whose share of the queue it takes: unless said, who asked for what is being done
 * @throws {Refused} PICTURE_NOT_VALID when it does not decode whole as a picture, TOO_OFTEN or UNAVAILABLE when too many
 * wait
 */
export async function readPicture(
  sent: Blob,
  property: string,
  asker = currentAsker(),
): Promise<KeptPicture> {
  const head = Buffer.from(await sent.slice(0, HEAD_BYTES).arrayBuffer());
  // Before any library looks at it: SVG, PDF and the many others are not pictures that a camera takes.
  if (!looksTaken(head)) {
    throw notAPicture(property);
  }
  return queue.run(asker, async () => remade(Buffer.from(await sent.arrayBuffer()), property));
}

async function remade(bytes: Buffer, property: string): Promise<KeptPicture> {
  // Loaded when the first picture comes: starting does not wait for it.
  const { default: sharp } = await import("sharp");
  // One processor for each picture: the others are for those who wait for an answer.
  sharp.concurrency(1);
  let kept: Buffer;
  try {
    const picture: Sharp = sharp(bytes, {
      failOn: "error",
      limitInputPixels: PIXELS_AT_MOST,
      sequentialRead: true,
      pages: 1,
    });
    const { format }: Metadata = await picture.metadata();
    if (!FORMATS.includes(format)) {
      throw notAPicture(property);
    }
    kept = await picture
      .timeout({ seconds: SECONDS_AT_MOST })
      .autoOrient()
      .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
  } catch {
    // Whatever the decoder says of somebody's bytes, they were no picture.
    throw notAPicture(property);
  }
  return { bytes: kept, mediaType: "image/jpeg" };
}

const FORMATS: readonly (string | undefined)[] = ["jpeg", "png", "webp", "heif"];

/** The first bytes of JPEG, PNG, WebP and AVIF. */
function looksTaken(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.subarray(from, to).toString("latin1");
  return (
    text(0, 3) === "\xff\xd8\xff" ||
    text(0, 8) === "\x89PNG\r\n\x1a\n" ||
    (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") ||
    (text(4, 8) === "ftyp" && text(8, 12) === "avif")
  );
}

const notAPicture = (property: string): Refused =>
  new Refused("PICTURE_NOT_VALID", { errors: [{ property, message: "is not a picture" }] });
