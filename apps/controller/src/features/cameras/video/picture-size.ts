import type { VideoConfig } from "@umbral/contract/cameras/video.contract";
import { readSps } from "./hevc.ts";
import { BitReader } from "./parameter-bits.ts";

export interface PictureSize {
  width: number;
  height: number;
}

/** Profiles of H.264 that say how their colours are coded: of those that are passed on, high alone. */
const HIGH = 100;
const AVCC_SPS_AT = 6;
const HVCC_ARRAYS_AT = 22;
const HEVC_SPS = 33;

/** How large a video's pictures are, as its parameter sets say. */
export function sizeOf({ codec, description }: VideoConfig): PictureSize {
  const bytes = new Uint8Array(description);
  return codec === "h264" ? avcSize(avcSps(bytes)) : hevcSize(hevcSps(bytes));
}

/** The first sequence parameter set of an `avcC`. */
function avcSps(description: Uint8Array): Uint8Array {
  const length = ((description[AVCC_SPS_AT] ?? 0) << 8) | (description[AVCC_SPS_AT + 1] ?? 0);
  return description.subarray(AVCC_SPS_AT + 2, AVCC_SPS_AT + 2 + length);
}

function avcSize(sps: Uint8Array): PictureSize {
  const [, profile] = sps;
  const reader = new BitReader(sps.subarray(4));
  reader.number();
  let colours = 1;
  if (profile === HIGH) {
    colours = reader.number();
    reader.number();
    reader.number();
    reader.skip(1);
    if (reader.bits(1) === 1) {
      for (let list = 0; list < 8; list += 1) {
        skipScalingList(reader, list < 6 ? 16 : 64);
      }
    }
  }
  reader.number();
  skipOrder(reader);
  reader.number();
  reader.skip(1);
  const width = (reader.number() + 1) * 16;
  const rows = reader.number() + 1;
  const isFrames = reader.bits(1);
  const height = rows * 16 * (2 - isFrames);
  reader.skip(isFrames === 1 ? 1 : 2);
  const isCut = reader.bits(1) === 1;
  const cut = Array.from({ length: isCut ? 4 : 0 }, () => reader.number());
  const [left = 0, right = 0, top = 0, bottom = 0] = cut;
  const across = colours === 1 || colours === 2 ? 2 : 1;
  const down = (colours === 1 ? 2 : 1) * (2 - isFrames);
  return { width: width - (left + right) * across, height: height - (top + bottom) * down };
}

/** In which order pictures are shown, of three kinds. */
function skipOrder(reader: BitReader): void {
  const kind = reader.number();
  if (kind === 0) {
    reader.number();
  } else if (kind === 1) {
    reader.skip(1);
    reader.number();
    reader.number();
    for (let left = Math.min(reader.number(), 255); left > 0; left -= 1) {
      reader.number();
    }
  }
}

function skipScalingList(reader: BitReader, size: number): void {
  if (reader.bits(1) === 0) {
    return;
  }
  let last = 8;
  let next = 8;
  for (let at = 0; at < size; at += 1) {
    if (next !== 0) {
      next = (last + signed(reader.number()) + 256) % 256;
    }
    last = next === 0 ? last : next;
  }
}

const signed = (code: number): number => (code % 2 === 1 ? (code + 1) / 2 : -code / 2);

/** The sequence parameter set of an `hvcC`. */
function hevcSps(description: Uint8Array): Uint8Array {
  const read16 = (at: number) => ((description[at] ?? 0) << 8) | (description[at + 1] ?? 0);
  let at = HVCC_ARRAYS_AT + 1;
  for (let arrays = description[HVCC_ARRAYS_AT] ?? 0; arrays > 0; arrays -= 1) {
    const type = (description[at] ?? 0) & 63;
    let units = read16(at + 1);
    at += 3;
    for (; units > 0 && at < description.length; units -= 1) {
      const length = read16(at);
      if (type === HEVC_SPS) {
        return description.subarray(at + 2, at + 2 + length);
      }
      at += 2 + length;
    }
  }
  return new Uint8Array();
}

function hevcSize(sps: Uint8Array): PictureSize {
  const { width, height } = readSps(sps);
  return { width, height };
}
