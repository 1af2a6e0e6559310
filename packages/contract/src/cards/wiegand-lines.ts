/*
 * Boards that stand between a Wiegand reader and a serial port print each frame as a line of text, and each maker its
 * own. No schema library here: a screen uses the same rules while somebody types.
 */
import { payloadWidth, tagOfBits, tagOfNumber } from "./wiegand.ts";

/** How a board writes the bits. `facility-number`: both in decimal, with something between them. */
export const lineDigits = ["hexadecimal", "decimal", "binary", "facility-number"] as const;
/**
 * How bits became a number: the first is its highest; or they fill bytes from the left, zeros after them; or the number's
 * bytes stand in reverse.
 */
export const bitOrders = ["number", "bytes", "bytes-reversed"] as const;
/** A line that says itself how many bits it has, before or after them. */
export const bitCounts = ["before", "after"] as const;

/** The form of a board's lines. */
export interface LineForm {
  /** Stands before every reading; empty for none. Lines without it are of no card. */
  prefix: string;
  digits: (typeof lineDigits)[number];
  /** The whole frame, and not only the number that its parity bits enclose. Always false with a facility. */
  hasParity: boolean;
  /** Bits of the whole frame, also where only its number is printed. Of binary digits each is one, whatever stands here. */
  bits: number | (typeof bitCounts)[number];
  /** Of hexadecimal and decimal numbers. */
  order: (typeof bitOrders)[number];
}

/** Bits of the facility, by those of the whole frame: 26 (H10301), 34 and 37 (H10304). */
const facilityBits = new Map([
  [26, 8],
  [34, 16],
  [37, 16],
]);
export const hasFacility = (bits: number): boolean => facilityBits.has(bits);

/** A frame's fewest and most bits. */
export const FRAME_BITS = { least: 16, most: 256 } as const;
/** Longer than 256 binary digits with their prefix and count: no reading. */
export const LONGEST_LINE = 400;

/** What a line was: `other` lacks the prefix. */
export type LineReading =
  | { kind: "card"; tag: string }
  | { kind: "keys"; keys: string }
  | { kind: "other" }
  | { kind: "damaged"; why: LineDamage };
export type LineDamage = "form" | "bits" | "parity";

const KEYS = "0123456789*#";
const SEPARATED = "[\\s:,;]+";
const BEFORE = new RegExp(`^(\\d{1,3})${SEPARATED}(.+)$`);
const AFTER = new RegExp(`^(.+?)${SEPARATED}(\\d{1,3})$`);
const FACILITY_NUMBER = /^(\d{1,5})[\s:,;./-]+(\d{1,6})$/;

const damaged = (why: LineDamage): LineReading => ({ kind: "damaged", why });

/**
 * What a line of a board says, without its end.
 * @param hasKeypad frames of four and eight bits are keys then
 */
export function readingOf(line: string, form: LineForm, hasKeypad: boolean): LineReading {
  if (line.length > LONGEST_LINE) {
    return damaged("form");
  }
  const text = line.trim();
  if (!text.startsWith(form.prefix)) {
    return { kind: "other" };
  }
  const counted = countedIn(text.slice(form.prefix.length).trim(), form);
  if (!counted) {
    return damaged("form");
  }
  const keys = hasKeypad ? keyOf(counted, form) : null;
  if (keys !== null) {
    return { kind: "keys", keys };
  }
  return form.digits === "facility-number" ? facilityCard(counted) : numberCard(counted, form);
}

/** What stands for the bits, and how many of the whole frame they are. */
interface Counted {
  written: string;
  bits: number;
  /** The line said so itself. */
  isSaid: boolean;
}

function countedIn(text: string, form: LineForm): Counted | null {
  if (form.digits === "binary") {
    const written = text.replace(/\s/g, "");
    return /^[01]+$/.test(written) ? { written, bits: written.length, isSaid: true } : null;
  }
  if (typeof form.bits === "number") {
    return text === "" ? null : { written: text, bits: form.bits, isSaid: false };
  }
  const isBefore = form.bits === "before";
  const found = (isBefore ? BEFORE : AFTER).exec(text);
  const [count, written] = isBefore ? [found?.[1], found?.[2]] : [found?.[2], found?.[1]];
  return count === undefined || written === undefined ? null : { written, bits: Number(count), isSaid: true };
}

/**
 * A key comes as a frame of four bits, or of eight whose upper half is the lower one turned around. Where lines do not say
 * how many bits they have, it is known by being that short.
 */
function keyOf({ written, bits, isSaid }: Counted, { digits }: LineForm): string | null {
  const value = numberIn(written, digits === "facility-number" ? "decimal" : digits);
  const isBurst = isSaid ? bits === 4 || bits === 8 : written.length <= (digits === "hexadecimal" ? 2 : 3);
  if (value === null || !isBurst || value > 0xffn) {
    return null;
  }
  const byte = Number(value);
  const isTurned = byte >> 4 === (~byte & 0xf);
  return KEYS[isTurned ? byte & 0xf : byte] ?? null;
}

function numberIn(written: string, digits: "hexadecimal" | "decimal" | "binary"): bigint | null {
  if (digits === "binary") {
    return BigInt(`0b${written}`);
  }
  if (digits === "decimal") {
    return /^\d+$/.test(written) ? BigInt(written) : null;
  }
  const bare = written.replace(/[\s:.-]/g, "").replace(/^0x/i, "");
  return /^[\da-f]+$/i.test(bare) ? BigInt(`0x${bare}`) : null;
}

function facilityCard({ written, bits }: Counted): LineReading {
  const [, facility, number] = FACILITY_NUMBER.exec(written) ?? [];
  if (facility === undefined || number === undefined) {
    return damaged("form");
  }
  const upper = facilityBits.get(bits);
  if (upper === undefined) {
    return damaged("bits");
  }
  const width = payloadWidth(bits);
  const lower = width - upper;
  if (Number(facility) >= 2 ** upper || Number(number) >= 2 ** lower) {
    return damaged("bits");
  }
  return { kind: "card", tag: tagOfNumber((BigInt(facility) << BigInt(lower)) | BigInt(number), width) };
}

function numberCard({ written, bits }: Counted, form: LineForm): LineReading {
  const { digits, hasParity } = form;
  const read = digits === "facility-number" ? null : numberIn(written, digits);
  if (read === null) {
    return damaged("form");
  }
  if (bits < FRAME_BITS.least || bits > FRAME_BITS.most) {
    return damaged("bits");
  }
  // Of binary digits each is a bit that came: without parity they are fewer than their frame's.
  const width = hasParity || digits === "binary" ? bits : payloadWidth(bits);
  const value = digits === "binary" ? read : inOrder(read, width, form.order);
  if (value === null || value >= 1n << BigInt(width)) {
    return damaged("bits");
  }
  if (!hasParity) {
    return { kind: "card", tag: tagOfNumber(value, width) };
  }
  const tag = tagOfBits(Array.from(value.toString(2).padStart(width, "0"), (bit) => (bit === "1" ? 1 : 0)));
  return tag === null ? damaged("parity") : { kind: "card", tag };
}

/** The number whose highest bit came first; null where a line has more than its bits. */
function inOrder(read: bigint, width: number, order: LineForm["order"]): bigint | null {
  if (order === "number") {
    return read;
  }
  const bytes = Math.ceil(width / 8);
  const written = read.toString(16).padStart(bytes * 2, "0");
  if (written.length > bytes * 2) {
    return null;
  }
  if (order === "bytes-reversed") {
    return BigInt(`0x${(written.match(/../g) ?? []).reverse().join("")}`);
  }
  const spare = BigInt(bytes * 8 - width);
  const value = read >> spare;
  return value << spare === read ? value : null;
}
