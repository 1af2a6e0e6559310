import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { VideoChunk, VideoCodec } from "@umbral/contract/cameras/video.contract";
import { GREY } from "../motion-grey.ts";
import { byteStreamOf } from "./byte-stream.ts";
import { readingOf } from "./ffmpeg-arguments.ts";

/** Waiting for a decoder that cannot keep up; beyond it everything is left out up to the next key. */
const MOST_WAITING_BYTES = 2 * 1024 * 1024;
const GREY_BYTES = GREY.width * GREY.height;

export interface GreyVideoParts {
  /** A small grey picture as often as this, at most, in milliseconds. */
  everyMs: number;
  onGrey: (grey: Uint8Array) => void;
  /** Its program is missing, or ended before it gave anything. */
  onFailed: () => void;
  program?: string;
}

interface Decoder {
  codec: VideoCodec;
  process: ChildProcessByStdio<Writable, Readable, null>;
}

/**
 * A camera's coded video in small and grey, decoded by the `ffmpeg` program: all pictures are, as each needs the one before it, and
 * the few that are looked at are made small there. No JPEG is made or read for it.
 */
export class GreyVideo {
  readonly #parts: GreyVideoParts;
  #decoder: Decoder | undefined;
  #isSkipping = true;

  constructor(parts: GreyVideoParts) {
    this.#parts = parts;
  }

  take(chunk: VideoChunk): void {
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
    const { stdin } = decoder.process;
    if (stdin.writableLength > MOST_WAITING_BYTES) {
      this.#isSkipping = true;
      return;
    }
    stdin.write(byteStreamOf(chunk, decoder.codec));
  }

  /** Nothing of what comes goes on with anything of before. */
  stop(): void {
    const decoder = this.#decoder;
    this.#decoder = undefined;
    this.#isSkipping = true;
    decoder?.process.kill("SIGKILL");
  }

  #start(codec: VideoCodec): Decoder {
    const { everyMs, onGrey, onFailed, program = "ffmpeg" } = this.#parts;
    // A little less than the interval, so that jitter does not halve the rate.
    const every = ((everyMs * 0.9) / 1000).toFixed(3);
    // What has no time yet, or an earlier one, is looked at as well: its times are when it was read.
    const filter =
      `select='isnan(t)+isnan(prev_selected_t)+lt(t,prev_selected_t)+gte(t-prev_selected_t,${every})',` +
      `scale=${GREY.width}:${GREY.height}:flags=area,format=gray`;
    const process = spawn(
      program,
      [
        ...readingOf(
          codec,
          "-use_wallclock_as_timestamps",
          "1",
          "-probesize",
          "32",
          "-flags",
          "low_delay",
          "-skip_loop_filter",
          "all",
        ),
        ...["-vf", filter, "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"],
      ],
      { stdio: ["pipe", "pipe", "ignore"] },
    );
    let hasGiven = false;
    let waiting = Buffer.alloc(0);
    process.stdout.on("data", (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= GREY_BYTES) {
        const grey = waiting.subarray(0, GREY_BYTES);
        waiting = waiting.subarray(GREY_BYTES);
        hasGiven = true;
        if (this.#decoder?.process === process) {
          onGrey(grey);
        }
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
    return { codec, process };
  }
}
