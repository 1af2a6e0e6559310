import type { VideoChunk } from "@umbral/contract/cameras/video.contract";

/** Bytes and pictures that are kept at most from one key to the next: ten seconds of thirty good pictures. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_CHUNKS = 300;

interface Group {
  chunks: { chunk: VideoChunk; at: number }[];
  bytes: number;
}

/** What a camera sent since the key before its last one: what happened a moment ago can still be decoded. */
export class RecentVideo {
  #groups: readonly Group[] = [];

  /** @param at when it came, in milliseconds that only grow */
  add(chunk: VideoChunk, at: number): void {
    if (chunk.kind === "key") {
      this.#groups = [...this.#groups.slice(-1), { chunks: [], bytes: 0 }];
    }
    const group = this.#groups.at(-1);
    if (!group) {
      return;
    }
    group.chunks.push({ chunk, at });
    group.bytes += chunk.data.byteLength;
    if (group.bytes > MOST_BYTES || group.chunks.length > MOST_CHUNKS) {
      this.clear();
    }
  }

  clear(): void {
    this.#groups = [];
  }

  /** What decodes the picture that was the last one at this moment, from its key on; nothing where that is no longer known. */
  until(at: number): VideoChunk[] {
    const group = this.#groups.findLast(({ chunks: [first] }) => first !== undefined && first.at <= at);
    return (group?.chunks ?? []).filter((one) => one.at <= at).map(({ chunk }) => chunk);
  }
}
