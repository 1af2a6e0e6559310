import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { VideoChunk, VideoCodec } from "@umbral/contract/cameras/video.contract";
import { GREY } from "../motion-grey.ts";
import type { NextLooks } from "../motion-watch.ts";
import { byteStreamOf } from "./byte-stream.ts";
import { readingTimed } from "./ffmpeg-arguments.ts";
import { IVF_HEADER, ivfPicture } from "./ivf.ts";
import { type ChosenPicture, PictureChoice } from "./picture-choice.ts";

/** Waiting for a decoder that cannot keep up; beyond it everything is left out up to the next key. */
const MOST_WAITING_BYTES = 2 * 1024 * 1024;
const GREY_BYTES = GREY.width * GREY.height;
/** What is looked at comes out in its order. What did not by then was swallowed by the decoder, as what is broken is. */
const SWALLOWED_MS = 3000;

export interface GreyVideoParts {
  /** A small grey picture as often as this, at most, in milliseconds. */
  everyMs: number;
  /** @param at when the picture came, as it was taken @returns what it says of the next ones */
  onGrey: (grey: Uint8Array, at: number) => NextLooks;
  /** Its program is missing, or ended before it gave anything. */
  onFailed: () => void;
  program?: string;
}

interface Decoder {
  codec: VideoCodec;
  process: ChildProcessByStdio<Writable, Readable, null>;
  /** Pictures that it was given. */
  given: number;
  /** When those came that are looked at and are still in it. */
  lookedAt: number[];
}

/**
 * A camera's coded video in small and grey, decoded by the `ffmpeg` program: what may show that something moves, which is all of it
 * up to there, as each picture needs the one before. The few that are looked at are made small there.
 */
export class GreyVideo {
  readonly #parts: GreyVideoParts;
  #choice: PictureChoice;
  #decoder: Decoder | undefined;
  #isSkipping = true;

  constructor(parts: GreyVideoParts) {
    this.#parts = parts;
    this.#choice = new PictureChoice(parts.everyMs);
  }

  /** @param at when it came, in milliseconds that only grow */
  take(chunk: VideoChunk, at: number): void {
    if (chunk.kind === "key") {
      if (this.#decoder?.codec !== chunk.config.codec) {
        this.stop();
        this.#decoder = this.#start(chunk.config.codec);
      }
      this.#isSkipping = false;
    }
    const decoder = this.#decoder;
    if (!decoder || this.#isSkipping) {
      return;
    }
    if (decoder.process.stdin.writableLength > MOST_WAITING_BYTES) {
      this.#isSkipping = true;
      return;
    }
    const chosen = this.#choice.take(chunk, at);
    if (chosen.length > 0) {
      give(decoder, chosen);
    }
  }

  /** What a picture showed that was looked at elsewhere. */
  saw(next: NextLooks, at: number): void {
    this.#choice.saw(next, at);
  }

  /** Nothing of what comes goes on with anything of before. */
  stop(): void {
    const decoder = this.#decoder;
    this.#decoder = undefined;
    this.#isSkipping = true;
    this.#choice = new PictureChoice(this.#parts.everyMs);
    decoder?.process.kill("SIGKILL");
  }

  #start(codec: VideoCodec): Decoder {
    const { onFailed, program = "ffmpeg" } = this.#parts;
    // Pictures that are looked at have an even time.
    const filter = `select='not(mod(pts,2))',scale=${GREY.width}:${GREY.height}:flags=area,format=gray`;
    const process = spawn(
      program,
      [
        ...readingTimed(codec, "-skip_loop_filter", "all"),
        ...["-vf", filter, "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"],
      ],
      { stdio: ["pipe", "pipe", "ignore"] },
    );
    const decoder: Decoder = { codec, process, given: 0, lookedAt: [] };
    process.stdin.write(IVF_HEADER[codec]);
    let hasGiven = false;
    let waiting = Buffer.alloc(0);
    process.stdout.on("data", (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= GREY_BYTES) {
        const grey = waiting.subarray(0, GREY_BYTES);
        waiting = waiting.subarray(GREY_BYTES);
        hasGiven = true;
        this.#onGrey(decoder, grey);
      }
    });
    process.stdin.on("error", () => undefined);
    const end = () => {
      if (this.#decoder?.process !== process) {
        return;
      }
      // The next key begins anew.
      this.#decoder = undefined;
      this.#isSkipping = true;
      if (!hasGiven) {
        onFailed();
      }
    };
    process.on("error", end);
    process.on("close", end);
    return decoder;
  }

  #onGrey(decoder: Decoder, grey: Uint8Array): void {
    if (this.#decoder !== decoder) {
      return;
    }
    const at = decoder.lookedAt.shift();
    if (at !== undefined) {
      this.#choice.saw(this.#parts.onGrey(grey, at), at);
    }
  }
}

function give(decoder: Decoder, chosen: readonly ChosenPicture[]): void {
  const now = chosen.at(-1)?.at ?? 0;
  decoder.lookedAt = decoder.lookedAt.filter((at) => now - at < SWALLOWED_MS);
  const pictures = chosen.map(({ chunk, at, isLookedAt }) => {
    if (isLookedAt) {
      decoder.lookedAt.push(at);
    }
    decoder.given += 1;
    return ivfPicture(byteStreamOf(chunk, decoder.codec), 2 * decoder.given + (isLookedAt ? 0 : 1));
  });
  decoder.process.stdin.write(Buffer.concat(pictures));
}
