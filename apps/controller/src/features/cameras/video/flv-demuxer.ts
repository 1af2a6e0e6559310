import {
  LARGEST_CHUNK_BYTES,
  type VideoChunk,
  type VideoConfig,
} from "@umbral/contract/cameras/video.contract";
import { configOf, spsIn } from "./avc.ts";
import { VideoFailure } from "./video-driver.ts";

const FILE_HEADER_BYTES = 9;
const TAG_HEADER_BYTES = 11;
/** After each tag its size stands once more. */
const TAIL_BYTES = 4;
const VIDEO_TAG = 9;
/** Of the codecs that FLV has a number for. */
const AVC = 7;
const KEY_FRAME = 1;
/** Frame type and codec, what kind of packet it is, and by how much it is shown later than it is decoded. */
const AVC_HEADER_BYTES = 5;
/** FLV counts milliseconds in 31 bits: after 24 days and 20 hours it begins anew. */
const CLOCK_MS = 2 ** 31;

/**
 * Takes the H.264 out of an FLV stream, in pieces however they are cut. Audio and FLV's own notes are left out.
 * @throws {VideoFailure} for what is no FLV, or cannot be passed on
 */
export class FlvDemuxer {
  #rest: Buffer = Buffer.alloc(0);
  #isBegun = false;
  #config: VideoConfig | undefined;
  #sps: Uint8Array | undefined;
  #clock = { last: 0, turns: 0 };

  push(piece: Uint8Array): VideoChunk[] {
    this.#rest = this.#rest.length === 0 ? Buffer.from(piece) : Buffer.concat([this.#rest, piece]);
    const chunks: VideoChunk[] = [];
    let at = this.#isBegun ? 0 : this.#begin();
    while (this.#isBegun && at + TAG_HEADER_BYTES <= this.#rest.length) {
      const size = this.#rest.readUIntBE(at + 1, 3);
      if (size > LARGEST_CHUNK_BYTES) {
        throw new VideoFailure("a picture is too large", "unreadable");
      }
      const end = at + TAG_HEADER_BYTES + size;
      if (end + TAIL_BYTES > this.#rest.length) {
        break;
      }
      if ((this.#rest[at] ?? 0) === VIDEO_TAG) {
        const milliseconds = this.#rest.readUIntBE(at + 4, 3) + (this.#rest[at + 7] ?? 0) * 2 ** 24;
        const chunk = this.#read(this.#rest.subarray(at + TAG_HEADER_BYTES, end), milliseconds);
        if (chunk) {
          chunks.push(chunk);
        }
      }
      at = end + TAIL_BYTES;
    }
    this.#rest = this.#rest.subarray(at);
    return chunks;
  }

  #begin(): number {
    if (this.#rest.length < FILE_HEADER_BYTES + TAIL_BYTES) {
      return 0;
    }
    if (this.#rest.toString("latin1", 0, 3) !== "FLV") {
      throw new VideoFailure("this is no FLV", "unreadable");
    }
    this.#isBegun = true;
    return FILE_HEADER_BYTES + TAIL_BYTES;
  }

  #read(tag: Buffer, milliseconds: number): VideoChunk | undefined {
    const [first = 0, packet = 0] = tag;
    if ((first & 0x0f) !== AVC) {
      throw new VideoFailure("this is no H.264", "other-codec");
    }
    if (tag.length <= AVC_HEADER_BYTES) {
      return undefined;
    }
    // A copy: the rest of a large piece is not to be kept for a small picture.
    const data = new Uint8Array(tag.subarray(AVC_HEADER_BYTES));
    if (packet === 0) {
      this.#configure(data);
      return undefined;
    }
    if (packet !== 1) {
      return undefined;
    }
    const at = (this.#unwound(milliseconds) + tag.readIntBE(2, 3)) * 1000;
    if (first >> 4 !== KEY_FRAME) {
      return { kind: "delta", at, data };
    }
    if (!this.#config) {
      throw new VideoFailure("a picture came without what it is decoded by", "unreadable");
    }
    const sps = spsIn(data);
    if (sps && this.#sps && Buffer.compare(sps, this.#sps) !== 0) {
      throw new VideoFailure("the picture became another", "changed");
    }
    return { kind: "key", config: this.#config, at, data };
  }

  #configure(description: Uint8Array): void {
    if (this.#config && Buffer.compare(description, this.#description()) !== 0) {
      throw new VideoFailure("the picture became another", "changed");
    }
    const { config, sps } = configOf(description);
    this.#config = config;
    this.#sps = sps;
  }

  #description(): Uint8Array {
    return new Uint8Array(this.#config?.description ?? []);
  }

  /** Milliseconds that only grow, out of a clock that begins anew. */
  #unwound(milliseconds: number): number {
    if (milliseconds < this.#clock.last - CLOCK_MS / 2) {
      this.#clock.turns += 1;
    }
    this.#clock.last = milliseconds;
    return this.#clock.turns * CLOCK_MS + milliseconds;
  }
}
