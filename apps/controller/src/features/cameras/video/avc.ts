import type { VideoConfig } from "@umbral/contract/cameras/video.contract";
import { VideoFailure } from "./video-driver.ts";

/** Baseline, main, extended, high: what browsers decode. Beyond them are more bits or more colour. */
const USUAL_PROFILES: ReadonlySet<number> = new Set([66, 77, 88, 100]);
const SPS = 7;
/** Sizes of four bytes stand before each unit, and no others are passed on: ffmpeg writes no others. */
const SIZE_BYTES = 4;

/**
 * Reads an `avcC`: version, profile, constraints, level, the size of sizes, and the parameter sets.
 * @throws {VideoFailure} for what browsers do not decode
 */
export function configOf(description: Uint8Array): { config: VideoConfig; sps: Uint8Array } {
  const [version, profile = 0, constraints = 0, level = 0, sizes = 0, sets = 0] = description;
  const length = ((description[6] ?? 0) << 8) | (description[7] ?? 0);
  const sps = description.slice(8, 8 + length);
  const isWhole = version === 1 && (sizes & 3) + 1 === SIZE_BYTES && (sets & 31) > 0;
  if (!isWhole || length === 0 || sps.length < length) {
    throw new VideoFailure("its parameters cannot be read", "unreadable");
  }
  if (!USUAL_PROFILES.has(profile)) {
    throw new VideoFailure(`H.264 of the profile ${profile}`, "odd-profile");
  }
  const name = `avc1.${[profile, constraints, level].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  return { config: { codec: "h264", name, description }, sps };
}

/** The first sequence parameter set among a picture's units, where the camera sends it along. */
export function spsIn(picture: Uint8Array): Uint8Array | undefined {
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength);
  let at = 0;
  while (at + SIZE_BYTES < picture.length) {
    const size = view.getUint32(at);
    const start = at + SIZE_BYTES;
    if (((picture[start] ?? 0) & 31) === SPS) {
      return picture.subarray(start, start + size);
    }
    at = start + size;
  }
  return undefined;
}
