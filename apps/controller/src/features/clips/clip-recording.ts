import type { VideoKey } from "@umbral/contract/cameras/video.contract";
import { CLIP_AT_MOST_MS } from "@umbral/contract/clips/clip-wire.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { TimedChunk } from "./clip-ring.ts";
import type { ClipWriter } from "./clip-writer.ts";
import { isSameConfig } from "./mp4.ts";

/** A file that is larger ends: no half minute of a camera needs so much. */
const MOST_BYTES = 128 * 1024 * 1024;
/** The last picture of a clip that is whole came no longer before its end. */
const LAST_WITHIN_MS = 2000;
/** What nobody waits for lies with the system up to a pause of its line: what came before the end is told after it. */
const LATE_MS = 500;

interface RecordingParts {
  clock: Clock;
  first: TimedChunk & { chunk: VideoKey };
  /** Until when it is to go on, by the steady clock. */
  until: number;
  /** Its first picture should be no later than this. */
  from: number;
  writer: ClipWriter;
  onEnd: () => void;
}

/** One clip from its first picture to its end, which comes by its time, its camera or its size. */
export class ClipRecording {
  readonly #parts: RecordingParts;
  readonly #latest: number;
  #until: number;
  #lastAt: number;
  #cancel: Cancel | undefined;
  #isStoppedBefore = false;
  #hasEnded = false;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
    this.#latest = parts.first.at + CLIP_AT_MOST_MS;
    this.#until = Math.min(parts.until, this.#latest);
    this.#lastAt = parts.first.at;
    this.#endLater();
  }

  push({ chunk, at }: TimedChunk): void {
    const { first, writer } = this.#parts;
    if (this.#hasEnded) {
      return;
    }
    if (at > this.#until) {
      // They come in their order: nothing of before is still under way.
      this.#end();
      return;
    }
    const isOther = chunk.kind === "key" && !isSameConfig(chunk.config, first.chunk.config);
    if (isOther || writer.isBroken || writer.bytes + chunk.data.byteLength > MOST_BYTES) {
      this.stop();
      return;
    }
    this.#lastAt = at;
    writer.push(chunk);
  }

  /** It goes on until then, and never beyond what a clip may last. */
  goOnUntil(at: number): void {
    this.#until = Math.min(at, this.#latest);
    this.#endLater();
  }

  /** It ends now, before its time where that is not over. */
  stop(): void {
    this.#isStoppedBefore = this.#parts.clock.now() < this.#until;
    this.#end();
  }

  /** From its first picture to its last. */
  get lastedMs(): number {
    return this.#lastAt - this.#parts.first.at;
  }

  /** Nothing is missing at its beginning, its end or between. */
  get isWhole(): boolean {
    const { first, from } = this.#parts;
    return !this.#isStoppedBefore && first.at <= from && this.#until - this.#lastAt <= LAST_WITHIN_MS;
  }

  #endLater(): void {
    this.#cancel?.();
    if (!this.#hasEnded) {
      const { clock } = this.#parts;
      this.#cancel = clock.after(Math.max(0, this.#until - clock.now()) + LATE_MS, () => this.#end());
    }
  }

  #end(): void {
    this.#cancel?.();
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.#parts.onEnd();
    }
  }
}
