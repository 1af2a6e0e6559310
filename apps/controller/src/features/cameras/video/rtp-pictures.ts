import { LARGEST_CHUNK_BYTES, type VideoCodec } from "@umbral/contract/cameras/video.contract";
import { VideoFailure } from "./video-driver.ts";

const RTP_HEADER_BYTES = 12;

/** One picture as RTP brought it: its units without start codes or sizes. */
export interface PictureUnits {
  units: Buffer[];
  /** The camera's own time of it, in ticks that begin anew after 2^32. */
  time: number;
  /** Something before it did not come: what needs earlier pictures cannot be decoded. */
  isAfterLoss: boolean;
}

/** How a codec packs its units into packets (RFC 6184, RFC 7798). */
interface Packing {
  headerBytes: number;
  typeOf(header: Buffer): number;
  several: number;
  fragment: number;
  /** What of these codecs is not sent singly, and by no camera that we know. */
  isOdd(type: number): boolean;
  /** The header of a unit that comes in fragments. */
  headerOf(packet: Buffer, fragmentHeader: number): Buffer;
}

const PACKINGS = {
  h264: {
    headerBytes: 1,
    typeOf: (header) => (header[0] ?? 0) & 31,
    several: 24,
    fragment: 28,
    isOdd: (type) => type === 0 || type > 23,
    headerOf: (packet, fragment) => Buffer.of(((packet[0] ?? 0) & 0xe0) | (fragment & 31)),
  },
  h265: {
    headerBytes: 2,
    typeOf: (header) => ((header[0] ?? 0) >> 1) & 63,
    several: 48,
    fragment: 49,
    isOdd: (type) => type > 47,
    headerOf: (packet, fragment) =>
      Buffer.of(((packet[0] ?? 0) & 0x81) | ((fragment & 63) << 1), packet[1] ?? 0),
  },
} as const satisfies Record<VideoCodec, Packing>;

/**
 * Puts pictures together out of packets of RTP. A picture is whole with the packet that is marked as its last: ffmpeg's own
 * reader waits for the next one to begin.
 * @throws {VideoFailure} for what cannot be read
 */
export class RtpPictures {
  readonly #packing: Packing;
  readonly #payloadType: number;
  #units: Buffer[] = [];
  #bytes = 0;
  #fragments: Buffer[] | undefined;
  #time: number | undefined;
  #next: number | undefined;
  #isAfterLoss = false;
  /** Of the picture that is being put together something is missing. */
  #isCut = false;

  constructor(codec: VideoCodec, payloadType: number) {
    this.#packing = PACKINGS[codec];
    this.#payloadType = payloadType;
  }

  push(packet: Buffer): PictureUnits[] {
    const [first = 0, second = 0] = packet;
    const hasPadding = (first & 0x20) !== 0;
    const extension = (first & 0x10) !== 0;
    let start = RTP_HEADER_BYTES + (first & 15) * 4;
    if (extension && start + 4 <= packet.length) {
      start += 4 + packet.readUInt16BE(start + 2) * 4;
    }
    const end = packet.length - (hasPadding ? (packet.at(-1) ?? 0) : 0);
    if (first >> 6 !== 2 || (second & 127) !== this.#payloadType || start >= end) {
      return [];
    }
    const pictures: PictureUnits[] = [];
    const time = packet.readUInt32BE(4);
    const isOther = this.#time !== undefined && this.#time !== time;
    if (this.#isGap(packet.readUInt16BE(2))) {
      // What there is of a picture is none; its rest that may still come is none either.
      this.#isCut = this.#time === time;
      this.#isAfterLoss = true;
      this.#drop();
    } else if (isOther) {
      // One whose last packet was not marked.
      this.#finish(pictures);
    }
    this.#time = time;
    this.#unpack(packet.subarray(start, end));
    if (second >> 7 === 1) {
      this.#finish(pictures);
    }
    return pictures;
  }

  #isGap(sequence: number): boolean {
    const isGap = this.#next !== undefined && sequence !== this.#next;
    this.#next = (sequence + 1) & 0xffff;
    return isGap;
  }

  #drop(): void {
    this.#units = [];
    this.#bytes = 0;
    this.#fragments = undefined;
  }

  #unpack(payload: Buffer): void {
    const { headerBytes, typeOf, several, fragment, isOdd } = this.#packing;
    if (payload.length <= headerBytes) {
      return;
    }
    const type = typeOf(payload);
    if (type === several) {
      let at: number = headerBytes === 1 ? 1 : headerBytes;
      while (at + 2 < payload.length) {
        const size = payload.readUInt16BE(at);
        this.#add(payload.subarray(at + 2, at + 2 + size));
        at += 2 + size;
      }
    } else if (type === fragment) {
      this.#unpackFragment(payload);
    } else if (isOdd(type)) {
      throw new VideoFailure(`packets of the kind ${type}`, "unreadable");
    } else {
      this.#add(payload);
    }
  }

  #unpackFragment(payload: Buffer): void {
    const { headerBytes, headerOf } = this.#packing;
    const header = payload[headerBytes] ?? 0;
    if (header & 0x80) {
      this.#fragments = [headerOf(payload, header)];
    }
    // One whose beginning was lost is left out.
    this.#fragments?.push(payload.subarray(headerBytes + 1));
    this.#grow(payload.length);
    if (header & 0x40 && this.#fragments) {
      const unit = Buffer.concat(this.#fragments);
      this.#fragments = undefined;
      this.#units.push(unit);
    }
  }

  #add(unit: Buffer): void {
    if (unit.length > this.#packing.headerBytes) {
      this.#grow(unit.length);
      this.#units.push(unit);
    }
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > LARGEST_CHUNK_BYTES) {
      throw new VideoFailure("a picture is too large", "unreadable");
    }
  }

  #finish(pictures: PictureUnits[]): void {
    if (this.#units.length > 0 && !this.#isCut) {
      pictures.push({ units: this.#units, time: this.#time ?? 0, isAfterLoss: this.#isAfterLoss });
      this.#isAfterLoss = false;
    }
    this.#isCut = false;
    this.#drop();
    this.#time = undefined;
  }
}
