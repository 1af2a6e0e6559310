import type { FileHandle } from "node:fs/promises";
import type { VideoChunk, VideoKey } from "@umbral/contract/cameras/video.contract";
import { type ClipFiles, type SealedFile, writeAll } from "./clip-files.ts";
import { fragment, initialPart, type Sample, ticksBetween, USUAL_TICKS } from "./mp4.ts";

/** What a kill of the process takes away at most. */
const FRAGMENT_US = 1_000_000;
const FRAGMENT_BYTES = 1024 * 1024;
/** Written since the disk was last asked to keep it. */
const SYNC_BYTES = 2 * 1024 * 1024;
/** What waits for a disk that is too slow, beyond what came at once out of memory. */
const BEHIND_BYTES = 32 * 1024 * 1024;

/** Writes one clip's file as its video comes, without anybody waiting for the disk. */
export class ClipWriter {
  readonly #files: ClipFiles;
  readonly #clipId: string;
  readonly #first: VideoKey;
  readonly #handle: Promise<FileHandle>;
  #pending: VideoChunk[] = [];
  #pendingBytes = 0;
  #lastTicks = USUAL_TICKS;
  #fragments = 0;
  /** The end of what was made into fragments, in ticks. */
  #ticks = 0;
  #bytes = 0;
  #unsynced = 0;
  #waiting = 0;
  #work: Promise<void>;
  #hasFailed = false;

  /** @param handle of the new file, once there is one */
  constructor(files: ClipFiles, clipId: string, first: VideoKey, handle: Promise<FileHandle>) {
    this.#files = files;
    this.#clipId = clipId;
    this.#first = first;
    this.#handle = handle;
    this.#work = handle.then(() => undefined);
    this.#work.catch(() => undefined);
    this.#write([initialPart(first)]);
  }

  /** Written, and waiting to be. */
  get bytes(): number {
    return this.#bytes + this.#waiting + this.#pendingBytes;
  }

  /** The disk does not take it, or not fast enough: no more of it is of use. */
  get isBroken(): boolean {
    return this.#hasFailed || this.#waiting > BEHIND_BYTES;
  }

  push(chunk: VideoChunk): void {
    const [begun] = this.#pending;
    const isFull =
      begun !== undefined &&
      (chunk.kind === "key" ||
        chunk.at - begun.at >= FRAGMENT_US ||
        this.#pendingBytes + chunk.data.byteLength > FRAGMENT_BYTES);
    if (isFull) {
      this.#endFragment(chunk);
    }
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.data.byteLength;
  }

  /**
   * Whole and on the disk.
   * @throws what the disk threw; the file is closed all the same
   */
  async finish(): Promise<SealedFile> {
    this.#endFragment(undefined);
    const handle = await this.#handle;
    try {
      await this.#work;
      return await this.#files.seal(this.#clipId, handle, { bytes: this.#bytes, ticks: this.#ticks });
    } finally {
      await handle.close();
    }
  }

  /** @param next what comes behind it, which says how long its last picture is shown */
  #endFragment(next: VideoChunk | undefined): void {
    const chunks = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    const [begun] = chunks;
    if (!begun) {
      return;
    }
    const samples = chunks.map((chunk, index): Sample => {
      const after = chunks[index + 1] ?? next;
      this.#lastTicks = after ? Math.max(0, this.#ticksOf(after) - this.#ticksOf(chunk)) : this.#lastTicks;
      return { chunk, duration: this.#lastTicks };
    });
    this.#fragments += 1;
    const startTicks = this.#ticksOf(begun);
    this.#ticks = startTicks + samples.reduce((sum, { duration }) => sum + duration, 0);
    this.#write(fragment(this.#fragments, startTicks, samples));
  }

  #ticksOf(chunk: VideoChunk): number {
    return ticksBetween(this.#first, chunk);
  }

  #write(parts: Uint8Array[]): void {
    const bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#waiting += bytes;
    const written = this.#work.then(async () => {
      const handle = await this.#handle;
      await writeAll(handle, Buffer.concat(parts, bytes), this.#bytes);
      this.#bytes += bytes;
      this.#waiting -= bytes;
      this.#unsynced += bytes;
      if (this.#unsynced > SYNC_BYTES) {
        this.#unsynced = 0;
        await handle.datasync();
      }
    });
    this.#work = written;
    written.catch(() => {
      this.#hasFailed = true;
    });
  }
}
