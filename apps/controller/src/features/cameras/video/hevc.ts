import type { CodedAs } from "./coded-as.ts";
import { BitReader, lengthed } from "./parameter-bits.ts";
import { VideoFailure } from "./video-driver.ts";

/** Shown before a key and sent after it: these need pictures of before that key too, and no others need them (RASL). */
const SKIPPED_LEADING: ReadonlySet<number> = new Set([8, 9]);
const FIRST_KEY = 16;
const LAST_KEY = 23;
const LAST_PICTURE = 31;
const VPS = 32;
const SPS = 33;
const PPS = 34;
const HEADER_BYTES = 2;
/** What whoever decodes H.265 in a browser decodes: the main profile, eight bits. */
const MAIN = 1;
/** Space, tier and profile; compatibility; constraints; level. */
const PROFILE_BYTES = 12;

const typeOf = (unit: Uint8Array): number => ((unit[0] ?? 0) >> 1) & 63;

/** H.265, as RFC 7798 sends it and an `hvcC` (ISO 14496-15) describes it. */
export const HEVC: CodedAs = {
  kindOf: (unit) => {
    const type = typeOf(unit);
    if (type === VPS || type === SPS || type === PPS) {
      return "parameters";
    }
    if (type >= FIRST_KEY && type <= LAST_KEY) {
      return "key";
    }
    // Whoever looks, clips and motion begin at any key, and who begins there cannot decode those (H.265, 8.3.3).
    return type <= LAST_PICTURE && !SKIPPED_LEADING.has(type) ? "delta" : "other";
  },
  isFirst: (unit) => (unit[HEADER_BYTES] ?? 0) >= 0x80,
  setOf: (unit) => {
    const type = typeOf(unit);
    return type === PPS
      ? `pps ${new BitReader(unit.subarray(HEADER_BYTES)).number()}`
      : type === SPS
        ? "sps"
        : "vps";
  },
  isOfPicture: (set) => set === "sps",
  configOf: (sets) => {
    const [vps, sps] = [sets.get("vps"), sets.get("sps")];
    const pps = [...sets].filter(([name]) => name.startsWith("pps")).map(([, set]) => set);
    if (!vps || !sps || pps.length === 0) {
      throw new VideoFailure("it does not say how it is decoded", "unreadable");
    }
    const { profile, layers, isNested, colours, light, colour } = readSps(sps);
    const [general = 0] = profile;
    if ((general & 31) !== MAIN || light !== 0 || colour !== 0) {
      throw new VideoFailure(`H.265 of the profile ${general & 31}`, "odd-profile");
    }
    const arrays: [number, Uint8Array[]][] = [
      [VPS, [vps]],
      [SPS, [sps]],
      [PPS, pps],
    ];
    const description = Uint8Array.of(
      ...[1, ...profile, 0xf0, 0, 0xfc, 0xfc | colours, 0xf8 | light, 0xf8 | colour, 0, 0],
      // Sizes of four bytes stand before each unit.
      (layers << 3) | (isNested << 2) | 3,
      arrays.length,
      ...arrays.flatMap(([type, units]) => [0x80 | type, 0, units.length, ...units.flatMap(lengthed)]),
    );
    return { codec: "h265", name: nameOf(profile), description };
  },
};

/** What a sequence parameter set says. Sizes are without what is cut off. */
export function readSps(sps: Uint8Array) {
  const reader = new BitReader(sps.subarray(HEADER_BYTES));
  reader.skip(4);
  const layers = reader.bits(3) + 1;
  const isNested = reader.bits(1);
  const profile = Array.from({ length: PROFILE_BYTES }, () => reader.bits(8));
  if (layers > 1) {
    const present = Array.from({ length: 8 }, () => [reader.bits(1), reader.bits(1)] as const);
    for (const [hasProfile, hasLevel] of present.slice(0, layers - 1)) {
      reader.skip(hasProfile * 88 + hasLevel * 8);
    }
  }
  reader.number();
  const colours = reader.number();
  reader.skip(colours === 3 ? 1 : 0);
  const [width, height] = [reader.number(), reader.number()];
  // Counted in samples of colour, of which 4:2:0 has one for two of light.
  const isCut = reader.bits(1) === 1;
  const cut = Array.from({ length: isCut ? 4 : 0 }, () => reader.number());
  const [left = 0, right = 0, top = 0, bottom = 0] = cut;
  return {
    width: width - (left + right) * (colours === 1 || colours === 2 ? 2 : 1),
    height: height - (top + bottom) * (colours === 1 ? 2 : 1),
    profile,
    layers,
    isNested,
    colours: colours & 3,
    light: reader.number() & 7,
    colour: reader.number() & 7,
  };
}

/** As WebCodecs calls it: `hvc1.1.6.L93.90`. */
function nameOf(profile: readonly number[]): string {
  const [general = 0, ...rest] = profile;
  const compatibility = rest.slice(0, 4).reduce((sum, byte) => sum * 256 + byte, 0);
  const reversed = [...compatibility.toString(2).padStart(32, "0")].reverse().join("");
  const constraints = rest.slice(4, 10);
  while (constraints.at(-1) === 0) {
    constraints.pop();
  }
  return [
    `hvc1.${["", "A", "B", "C"][general >> 6] ?? ""}${general & 31}`,
    Number.parseInt(reversed, 2).toString(16).toUpperCase(),
    `${general & 0x20 ? "H" : "L"}${profile.at(-1) ?? 0}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join(".");
}
