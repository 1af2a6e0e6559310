/*
 * Frames of OSDP (SIA OSDP 2.2, IEC 60839-11-5): what stands between two devices on a line, with nothing of its meaning.
 */

const START = 0x53;
/** Lets slow lines wake before a frame begins. */
const MARK = 0xff;
const HEAD_BYTES = 5;
/** A head, one byte of body and a checksum. */
const SHORTEST = HEAD_BYTES + 2;
/** The longest frame of the standard. */
const LONGEST = 1440;
const MAC_BYTES = 4;

const REPLY_BIT = 0x80;
const SEQUENCE_BITS = 0x03;
const CRC_BIT = 0x04;
const SECURITY_BIT = 0x08;

/** Which way a frame goes: from the panel, or back to it. */
export type Direction = "command" | "reply";

interface Head {
  /** 0 to 126; 127 is for everybody on the line. */
  address: number;
  direction: Direction;
  /** 0 begins anew; then 1, 2, 3, 1… */
  sequence: number;
  /** False where the other side knows only the checksum of one byte. */
  usesCrc: boolean;
  /** The security block without its length: its type, and what comes with it. */
  security: Uint8Array | null;
}
export interface NewFrame extends Head {
  /** The code of the command or reply and its data. */
  body: Uint8Array;
}
export interface Frame extends Head {
  /** As it came: in a sealed frame its last four bytes are the seal. */
  body: Buffer;
  /** All bytes before the check, as the seal was reckoned over. */
  bytes: Buffer;
}

/** @param seal gives the four bytes that follow the body, reckoned over all before them */
export function encodeFrame(frame: NewFrame, seal?: (bytes: Buffer) => Uint8Array): Buffer {
  const { address, direction, sequence, usesCrc, security, body } = frame;
  const block = security ? Buffer.from([security.length + 1, ...security]) : Buffer.alloc(0);
  const checkBytes = usesCrc ? 2 : 1;
  const length = HEAD_BYTES + block.length + body.length + (seal ? MAC_BYTES : 0) + checkBytes;
  const control = sequence | (usesCrc ? CRC_BIT : 0) | (security ? SECURITY_BIT : 0);
  const head = [
    START,
    address | (direction === "reply" ? REPLY_BIT : 0),
    length & 0xff,
    length >> 8,
    control,
  ];
  const open = Buffer.concat([Buffer.from(head), block, body]);
  const bytes = seal ? Buffer.concat([open, seal(open)]) : open;
  return Buffer.concat([
    Buffer.from([MARK]),
    bytes,
    usesCrc ? crcOf(bytes) : Buffer.from([checksumOf(bytes)]),
  ]);
}

/**
 * Finds the frames in what comes over a line, wherever it is cut. What is none is passed over, and never kept: a frame
 * that was promised and not finished is given up with {@link FrameReader.forget}.
 */
export class FrameReader {
  #rest = Buffer.alloc(0);

  read(chunk: Uint8Array): Frame[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    for (;;) {
      const start = this.#rest.indexOf(START);
      this.#rest = start < 0 ? Buffer.alloc(0) : this.#rest.subarray(start);
      if (this.#rest.length < HEAD_BYTES) {
        return frames;
      }
      const length = this.#rest.readUInt16LE(2);
      const isFrame = length >= SHORTEST && length <= LONGEST;
      if (isFrame && this.#rest.length < length) {
        return frames;
      }
      const frame = isFrame ? decode(this.#rest.subarray(0, length)) : null;
      if (frame) {
        frames.push(frame);
      }
      // A start that began no frame may have been any byte: the next one is looked for right behind it.
      this.#rest = this.#rest.subarray(frame ? length : 1);
    }
  }

  forget(): void {
    this.#rest = Buffer.alloc(0);
  }
}

function decode(whole: Buffer): Frame | null {
  const control = whole.readUInt8(4);
  const usesCrc = (control & CRC_BIT) !== 0;
  const bytes = whole.subarray(0, usesCrc ? -2 : -1);
  const isRight = usesCrc
    ? crcOf(bytes).equals(whole.subarray(-2))
    : checksumOf(bytes) === whole.readUInt8(whole.length - 1);
  const hasBlock = (control & SECURITY_BIT) !== 0;
  const blockBytes = hasBlock ? (bytes[HEAD_BYTES] ?? 0) : 0;
  const body = bytes.subarray(HEAD_BYTES + blockBytes);
  if (!isRight || (hasBlock && blockBytes < 2) || body.length === 0) {
    return null;
  }
  const address = whole.readUInt8(1);
  return {
    address: address & ~REPLY_BIT,
    direction: (address & REPLY_BIT) !== 0 ? "reply" : "command",
    sequence: control & SEQUENCE_BITS,
    usesCrc,
    security: hasBlock ? bytes.subarray(HEAD_BYTES + 1, HEAD_BYTES + blockBytes) : null,
    body,
    bytes,
  };
}

/** CRC-16 with the polynomial 0x1021 and the beginning 0x1D0F, its low byte first. */
function crcOf(bytes: Uint8Array): Buffer {
  let crc = 0x1d0f;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc & 0x8000) !== 0 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
    }
  }
  return Buffer.from([crc & 0xff, crc >> 8]);
}

/** What makes the sum of all bytes a multiple of 256. */
const checksumOf = (bytes: Uint8Array): number => -bytes.reduce((sum, byte) => sum + byte, 0) & 0xff;
