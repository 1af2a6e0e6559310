import type { VideoChunk, VideoCodec, VideoConfig } from "@umbral/contract/cameras/video.contract";
import { AVC } from "./avc.ts";
import type { CodedAs } from "./coded-as.ts";
import { HEVC } from "./hevc.ts";
import type { PictureUnits } from "./rtp-pictures.ts";
import { VideoFailure } from "./video-driver.ts";

const CODECS = { h264: AVC, h265: HEVC } as const satisfies Record<VideoCodec, CodedAs>;
const SIZE_BYTES = 4;

/**
 * Makes chunks of pictures: each unit behind its size, and with each key how it is decoded, whether the camera says that once
 * or with every key.
 * @throws {VideoFailure} for what cannot be passed on, and where the picture becomes another in the middle
 */
export class CodedPictures {
  readonly #as: CodedAs;
  readonly #sets = new Map<string, Uint8Array>();
  /** What was said with the last key, until a parameter set is another. */
  #config: VideoConfig | undefined;
  #isBegun = false;
  /** Nothing may follow but a key. */
  #needsKey = true;

  constructor(codec: VideoCodec, parameterSets: readonly Uint8Array[]) {
    this.#as = CODECS[codec];
    for (const unit of parameterSets) {
      this.#learn(unit);
    }
  }

  /** @param at when it came, in µs */
  take({ units, isAfterLoss }: Omit<PictureUnits, "time">, at: number): VideoChunk | undefined {
    const kinds = new Set<string>();
    for (const unit of units) {
      const kind = this.#as.kindOf(unit);
      kinds.add(kind);
      if (kind === "parameters") {
        this.#learn(unit);
      }
    }
    this.#needsKey ||= isAfterLoss;
    // What was lost before a key in several parts may have been its first ones.
    const isKey = kinds.has("key") && (!isAfterLoss || this.#beginsWhole(units));
    if (!isKey && (!kinds.has("delta") || this.#needsKey)) {
      return undefined;
    }
    if (!isKey) {
      return { kind: "delta", at, data: sized(units) };
    }
    this.#config ??= this.#as.configOf(this.#sets);
    this.#isBegun = true;
    this.#needsKey = false;
    const data = sized(units.filter((unit) => this.#as.kindOf(unit) !== "parameters"));
    return { kind: "key", config: this.#config, at, data };
  }

  #beginsWhole(units: readonly Uint8Array[]): boolean {
    const first = units.find((unit) => this.#as.kindOf(unit) === "key");
    return first !== undefined && this.#as.isFirst(first);
  }

  #learn(unit: Uint8Array): void {
    if (this.#as.kindOf(unit) !== "parameters") {
      return;
    }
    const set = this.#as.setOf(unit);
    const known = this.#sets.get(set);
    if (known && Buffer.compare(known, unit) === 0) {
      return;
    }
    if (this.#isBegun && this.#as.isOfPicture(set)) {
      throw new VideoFailure("the picture became another", "changed");
    }
    // A copy: what came with it is not to be kept for so little.
    this.#sets.set(set, new Uint8Array(unit));
    this.#config = undefined;
  }
}

function sized(units: readonly Uint8Array[]): Uint8Array {
  const data = new Uint8Array(units.reduce((sum, { length }) => sum + SIZE_BYTES + length, 0));
  const view = new DataView(data.buffer);
  let at = 0;
  for (const unit of units) {
    view.setUint32(at, unit.length);
    data.set(unit, at + SIZE_BYTES);
    at += SIZE_BYTES + unit.length;
  }
  return data;
}
