import type { VideoChunk } from "./video.contract.ts";

/** Bytes of one camera that are kept at most: a few seconds of a good one. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Chunks that are kept at most: ten seconds of thirty pictures. */
const MOST_CHUNKS = 300;

/** What a camera sent since its last key, with which a new viewer begins at once. Empty while that is too much. */
export class PictureGroup {
  #chunks: VideoChunk[] = [];
  #bytes = 0;

  get chunks(): readonly VideoChunk[] {
    return this.#chunks;
  }

  add(chunk: VideoChunk): void {
    if (chunk.kind === "key") {
      this.clear();
    } else if (this.#chunks.length === 0) {
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.data.byteLength;
    if (this.#bytes > MOST_BYTES || this.#chunks.length > MOST_CHUNKS) {
      this.clear();
    }
  }

  clear(): void {
    this.#chunks = [];
    this.#bytes = 0;
  }
}
