import type { VideoConfig } from "@umbral/contract/cameras/video.contract";
import { AVC } from "./avc.ts";
import type { CodedAs } from "./coded-as.ts";
import { HEVC, readSps } from "./hevc.ts";
import { BitReader } from "./parameter-bits.ts";
import { parameterSetsOf } from "./parameter-sets.ts";

export interface PictureSize {
  width: number;
  height: number;
}

/** Profiles of H.264 that say how their colours are coded: of those that are passed on, high alone. */
const HIGH = 100;

/** How large a video's pictures are, as its parameter sets say. */
export function sizeOf(config: VideoConfig): PictureSize {
  const sets = parameterSetsOf(config);
  return config.codec === "h264" ? avcSize(sequenceSet(sets, AVC)) : hevcSize(sequenceSet(sets, HEVC));
}

/** What says how large the pictures are; empty where it is missing. */
const sequenceSet = (sets: readonly Uint8Array[], { kindOf, setOf, isOfPicture }: CodedAs): Uint8Array =>
  sets.find((set) => kindOf(set) === "parameters" && isOfPicture(setOf(set))) ?? new Uint8Array();

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

function hevcSize(sps: Uint8Array): PictureSize {
  const { width, height } = readSps(sps);
  return { width, height };
}
