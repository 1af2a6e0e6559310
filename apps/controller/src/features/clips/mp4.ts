import type { VideoChunk, VideoConfig, VideoKey } from "@umbral/contract/cameras/video.contract";
import { sizeOf } from "../cameras/video/picture-size.ts";
import { box, fullBox, u16, u32, u64 } from "./boxes.ts";

/**
 * Writes coded video into a fragmented MP4 (ISO 14496-12): what a decoder has to know first, then fragments, each whole in itself.
 * Whatever is cut off behind a fragment, what is before it plays.
 */

/** Ticks of a second, as video has them everywhere. */
const TIMESCALE = 90_000;
const US_OF_A_TICK = 1_000_000 / TIMESCALE;
const TRACK = 1;
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
/** Of samples: needs no other; needs others. */
const IS_KEY = 0x02000000;
const IS_DELTA = 0x01010000;
/** Sizes that a sample entry can say. */
const LARGEST_SIDE = 0xffff;

/** One picture, and for how long it is shown, in ticks. */
export interface Sample {
  chunk: VideoChunk;
  duration: number;
}

/** When a chunk came, in ticks since the first one: differences are not rounded twice. */
export const ticksBetween = (first: VideoChunk, chunk: VideoChunk): number =>
  Math.round((chunk.at - first.at) / US_OF_A_TICK);

export const msOfTicks = (ticks: number): number => (ticks * 1000) / TIMESCALE;
/** Of a picture after which none came and before which none did: a fifteenth of a second. */
export const USUAL_TICKS = TIMESCALE / 15;

/** What stands before the first fragment, without a duration: that is known at the end. */
export function initialPart({ config }: Pick<VideoKey, "config">): Buffer {
  const size = sizeOf(config);
  const width = within(size.width);
  const height = within(size.height);
  const file = box("ftyp", latin("iso5"), u32(512), latin("iso5iso6mp41"), latin(entryName(config)));
  const handler = fullBox("hdlr", 0, 0, u32(0), latin("vide"), u32(0, 0, 0), latin("Umbral\0"));
  const data = box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1)));
  const none = u32(0);
  const samples = box(
    "stbl",
    fullBox("stsd", 0, 0, u32(1), sampleEntry(config, width, height)),
    fullBox("stts", 0, 0, none),
    fullBox("stsc", 0, 0, none),
    fullBox("stsz", 0, 0, u32(0), none),
    fullBox("stco", 0, 0, none),
  );
  const media = box(
    "mdia",
    fullBox("mdhd", 0, 0, u32(0, 0, TIMESCALE, 0), u16(UNDETERMINED_LANGUAGE, 0)),
    handler,
    box("minf", fullBox("vmhd", 0, 1, u16(0, 0, 0, 0)), data, samples),
  );
  const track = fullBox(
    "tkhd",
    0,
    3,
    u32(0, 0, TRACK, 0, 0, 0, 0),
    u16(0, 0, 0, 0),
    u32(...MATRIX, width * 0x10000, height * 0x10000),
  );
  const movie = box(
    "moov",
    fullBox(
      "mvhd",
      0,
      0,
      u32(0, 0, TIMESCALE, 0, 0x10000),
      u16(0x0100, 0),
      u32(0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, TRACK + 1),
    ),
    box("trak", track, media),
    box("mvex", fullBox("mehd", 0, 0, u32(0)), fullBox("trex", 0, 0, u32(TRACK, 1, 0, 0, IS_DELTA))),
  );
  return Buffer.concat([file, movie]);
}

/** Where in the initial part the duration of the whole stands, as {@link u32} of ticks. */
export function durationPlace(initial: Buffer): number | undefined {
  const named = initial.indexOf("mehd", 0, "latin1");
  return named < 0 ? undefined : named + 8;
}

/**
 * One fragment: pictures in the order in which they are decoded.
 * @param startTicks when its first is shown
 * @returns its parts one after the other, the pictures' own bytes as they are
 */
export function fragment(number: number, startTicks: number, samples: readonly Sample[]): Uint8Array[] {
  const rows = samples.flatMap(({ chunk, duration }) => [
    duration,
    chunk.data.byteLength,
    chunk.kind === "key" ? IS_KEY : IS_DELTA,
  ]);
  const bytes = samples.reduce((sum, { chunk }) => sum + chunk.data.byteLength, 0);
  const describing = (dataAt: number) =>
    box(
      "moof",
      fullBox("mfhd", 0, 0, u32(number)),
      box(
        "traf",
        // What it says of places counts from this box's own beginning.
        fullBox("tfhd", 0, 0x020000, u32(TRACK)),
        fullBox("tfdt", 1, 0, u64(startTicks)),
        fullBox("trun", 0, 0x000701, u32(samples.length, dataAt, ...rows)),
      ),
    );
  const head = describing(describing(0).byteLength + 8);
  return [
    head,
    Buffer.concat([u32(bytes + 8), latin("mdat")]),
    ...samples.map(({ chunk }) => bytesOf(chunk.data)),
  ];
}

/** When the last picture of a fragment of ours is over, in ticks; undefined where this is none. */
export function endOfFragment(moof: Buffer): number | undefined {
  const run = moof.indexOf("trun", 0, "latin1");
  const time = moof.indexOf("tfdt", 0, "latin1");
  if (run < 0 || time < 0 || moof.length < run + 16) {
    return undefined;
  }
  let ticks = moof.readUInt32BE(time + 8) * 2 ** 32 + moof.readUInt32BE(time + 12);
  const count = moof.readUInt32BE(run + 8);
  const rowsAt = run + 16;
  if (rowsAt + count * 12 > moof.length) {
    return undefined;
  }
  for (let row = 0; row < count; row += 1) {
    ticks += moof.readUInt32BE(rowsAt + row * 12);
  }
  return ticks;
}

/** Is this decoded as that? */
export const isSameConfig = (one: VideoConfig, other: VideoConfig): boolean =>
  one.name === other.name && Buffer.compare(bytesOf(one.description), bytesOf(other.description)) === 0;

/** `und`, five bits a letter. */
const UNDETERMINED_LANGUAGE = 0x55c4;

const entryName = ({ codec }: VideoConfig): string => (codec === "h264" ? "avc1" : "hvc1");

function sampleEntry(config: VideoConfig, width: number, height: number): Buffer {
  return box(
    entryName(config),
    // Reserved, and where its data is: in this file.
    u16(0, 0, 0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    // 72 dots an inch, one picture a sample, no name, 24 bits deep.
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box(config.codec === "h264" ? "avcC" : "hvcC", bytesOf(config.description)),
  );
}

/** The bytes themselves and no copy. */
const bytesOf = (data: VideoChunk["data"]): Uint8Array =>
  data instanceof Uint8Array ? data : new Uint8Array(data);
const latin = (text: string): Buffer => Buffer.from(text, "latin1");
const within = (side: number): number => Math.min(LARGEST_SIDE, Math.max(1, Math.round(side) || 1));
