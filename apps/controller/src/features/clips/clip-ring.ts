import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { CLIP_ANSWER_MS, CLIP_BEFORE_MS } from "@umbral/contract/clips/clip-wire.contract";
import { isSameConfig } from "./mp4.ts";

/** A chunk and when it came, by the controller's steady clock in milliseconds. */
export interface TimedChunk {
  chunk: VideoChunk;
  at: number;
}

/** So far back the ring goes: what an order asks for, which was some time on its way. */
export const RING_MS = CLIP_BEFORE_MS + CLIP_ANSWER_MS;
/** Chunks of one camera at most, whatever their size: a minute of a good one. */
const MOST_CHUNKS = 2000;

/**
 * The last seconds of one camera's video: empty, or from a key on without a gap. It goes back to the last key that is
 * {@link RING_MS} old, where that fits.
 */
export class ClipRing {
  /** Of its chunks' data. */
  mostBytes: number;
  /** Each begins with a key. */
  #groups: TimedChunk[][] = [];
  #bytes = 0;
  #count = 0;

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** When the first chunk came that is still there. */
  get oldest(): number | undefined {
    return this.#groups[0]?.[0]?.at;
  }

  add(timed: TimedChunk): void {
    if (timed.chunk.kind === "key") {
      const before = this.#groups[0]?.[0]?.chunk;
      if (before?.kind === "key" && !isSameConfig(before.config, timed.chunk.config)) {
        // No clip holds both.
        this.clear();
      }
      this.#groups.push([]);
    }
    const group = this.#groups.at(-1);
    if (!group) {
      return;
    }
    group.push(timed);
    this.#bytes += timed.chunk.data.byteLength;
    this.#count += 1;
    while (this.#isSecondOldEnough(timed.at - RING_MS) || this.#isTooMuch) {
      this.#dropFirst();
    }
  }

  /** From the last key that is no later than this, or from the first that there is. */
  since(at: number): TimedChunk[] {
    const begun = this.#groups.findLastIndex(([key]) => key !== undefined && key.at <= at);
    return this.#groups.slice(Math.max(0, begun)).flat();
  }

  clear(): void {
    this.#groups = [];
    this.#bytes = 0;
    this.#count = 0;
  }

  #isSecondOldEnough(at: number): boolean {
    const second = this.#groups[1]?.[0];
    return second !== undefined && second.at <= at;
  }

  /** Where one group alone is too much, nothing is kept up to the next key. */
  get #isTooMuch(): boolean {
    return this.#groups.length > 0 && (this.#bytes > this.mostBytes || this.#count > MOST_CHUNKS);
  }

  #dropFirst(): void {
    for (const { chunk } of this.#groups.shift() ?? []) {
      this.#bytes -= chunk.data.byteLength;
      this.#count -= 1;
    }
  }
}
