import { bitsOf, tagOfBits } from "@umbral/contract/cards/wiegand";

/** What a panel asks a reader. */
export const commands = {
  poll: 0x60,
  identity: 0x61,
  capabilities: 0x62,
  localStatus: 0x64,
  light: 0x69,
  sound: 0x6a,
  keySet: 0x75,
  challenge: 0x76,
  cryptogram: 0x77,
} as const;

/** What a reader answers. */
export const replies = {
  ack: 0x40,
  refusal: 0x41,
  identity: 0x45,
  capabilities: 0x46,
  localStatus: 0x48,
  card: 0x50,
  keypad: 0x53,
  cryptogram: 0x76,
  firstSeal: 0x78,
  busy: 0x79,
} as const;

/** What a reader has, by the numbers of its capability report. */
const capabilities = { light: 4, sound: 5, security: 9 } as const;
const CAPABILITY_BYTES = 3;

export interface Capabilities {
  light: boolean;
  sound: boolean;
  secureChannel: boolean;
}

/** What a reader says it can. */
export function capabilitiesOf(data: Buffer): Capabilities {
  const has = (code: number) => {
    for (let at = 0; at + CAPABILITY_BYTES <= data.length; at += CAPABILITY_BYTES) {
      if (data[at] === code) {
        return (data[at + 1] ?? 0) > 0;
      }
    }
    return false;
  };
  return {
    light: has(capabilities.light),
    sound: has(capabilities.sound),
    secureChannel: has(capabilities.security),
  };
}

/** What a poll brought, or a question about its housing; null for what opens nothing and tells nothing. */
export type Told =
  | { kind: "card"; tag: string | null }
  | { kind: "keys"; keys: string }
  | { kind: "housing"; isTampered: boolean; hasPower: boolean }
  | null;

export function toldBy(code: number, data: Buffer): Told {
  switch (code) {
    case replies.card: {
      // The reader's number, the format, and how many bits follow.
      const count = data.length >= 4 ? data.readUInt16LE(2) : 0;
      const bytes = data.subarray(4);
      return { kind: "card", tag: count <= bytes.length * 8 ? tagOfBits(bitsOf(bytes, count)) : null };
    }
    case replies.keypad: {
      const keys = data.subarray(2, 2 + (data[1] ?? 0));
      return { kind: "keys", keys: Array.from(keys, keyOf).join("") };
    }
    case replies.localStatus:
      return data.length < 2 ? null : { kind: "housing", isTampered: data[0] !== 0, hasPower: data[1] === 0 };
    default:
      return null;
  }
}

/** Digits are themselves; `*` and `#` come as the keys of a terminal. Any other key is none. */
function keyOf(code: number): string {
  if (code === 0x7f) {
    return "*";
  }
  if (code === 0x0d) {
    return "#";
  }
  const key = String.fromCharCode(code);
  return /^[0-9*#]$/.test(key) ? key : "";
}

const RED = 1;
const GREEN = 2;
/** How long a light stays, in tenths of a second: the unit of lights and sounds. */
const LIGHT_TENTHS = { granted: 30, refused: 20 } as const;

/** A light for who stands there; what the reader showed before comes back by itself. */
export function lightFor(outcome: "granted" | "refused"): Buffer {
  const colour = outcome === "granted" ? GREEN : RED;
  const tenths = LIGHT_TENTHS[outcome];
  // Reader 0, light 0: for a time, on for all of it; and nothing of its resting light changes.
  return Buffer.from([0, 0, 2, 10, 0, colour, colour, tenths & 0xff, tenths >> 8, 0, 0, 0, 0, 0]);
}

/** One short sound to come in, three to stay out. */
export const soundFor = (outcome: "granted" | "refused"): Buffer =>
  Buffer.from(outcome === "granted" ? [0, 2, 2, 0, 1] : [0, 2, 1, 1, 3]);

/** The key that the reader is to hold from now on. */
export const keySetFor = (key: Buffer): Buffer => Buffer.concat([Buffer.from([1, key.length]), key]);
