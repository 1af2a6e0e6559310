import type { CodedAs } from "./coded-as.ts";
import { BitReader, lengthed } from "./parameter-bits.ts";
import { VideoFailure } from "./video-driver.ts";

/** Baseline, main, extended, high: what browsers decode. Beyond them are more bits or more colour. */
const USUAL_PROFILES: ReadonlySet<number> = new Set([66, 77, 88, 100]);
const HIGH = 100;
const KEY = 5;
const SPS = 7;
const PPS = 8;

const typeOf = (unit: Uint8Array): number => (unit[0] ?? 0) & 31;

/** H.264, as RFC 6184 sends it and an `avcC` describes it. */
export const AVC: CodedAs = {
  kindOf: (unit) => {
    const type = typeOf(unit);
    if (type === SPS || type === PPS) {
      return "parameters";
    }
    return type === KEY ? "key" : type >= 1 && type < KEY ? "delta" : "other";
  },
  // It begins with the first macroblock, whose number 0 is written as one bit that is set.
  isFirst: (unit) => (unit[1] ?? 0) >= 0x80,
  setOf: (unit) => (typeOf(unit) === SPS ? "sps" : `pps ${new BitReader(unit.subarray(1)).number()}`),
  isOfPicture: (set) => set === "sps",
  configOf: (sets) => {
    const sps = sets.get("sps");
    const pps = [...sets].filter(([name]) => name !== "sps").map(([, set]) => set);
    const [, profile, constraints, level] = sps ?? [];
    if (
      !sps ||
      profile === undefined ||
      constraints === undefined ||
      level === undefined ||
      pps.length === 0
    ) {
      throw new VideoFailure("it does not say how it is decoded", "unreadable");
    }
    if (!USUAL_PROFILES.has(profile)) {
      throw new VideoFailure(`H.264 of the profile ${profile}`, "odd-profile");
    }
    const description = Uint8Array.of(
      ...[1, profile, constraints, level, 0xff, 0xe1, ...lengthed(sps)],
      ...[pps.length, ...pps.flatMap(lengthed)],
      // Of high: 4:2:0, eight bits of light and of colour, no further sets.
      ...(profile === HIGH ? [0xfd, 0xf8, 0xf8, 0] : []),
    );
    const name = [profile, constraints, level].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return { codec: "h264", name: `avc1.${name}`, description };
  },
};
