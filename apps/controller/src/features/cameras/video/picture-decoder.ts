import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { VideoChunk, VideoCodec } from "@umbral/contract/cameras/video.contract";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import { JpegSplitter } from "../jpeg-splitter.ts";
import { byteStreamOf } from "./byte-stream.ts";
import { JPEG_QUALITY, readingTimed } from "./ffmpeg-arguments.ts";
import { IVF_HEADER, ivfPicture } from "./ivf.ts";

/** A decoder that gives no picture by then holds it back until nothing more comes: of this camera, pictures need later ones. */
const HOLDS_BACK_MS = 1500;
/** A picture that is not there by then is given up. */
const WITHIN_MS = 5000;
/** How long a decoder waits for what is asked next. */
const IDLE_MS = 5000;

export interface PictureDecoderParts {
  clock: Clock;
  /** No picture is wider. */
  width: number;
  program?: string;
}

interface Decoder {
  process: ChildProcessByStdio<Writable, Readable, null>;
  codec: VideoCodec;
  key: VideoChunk | undefined;
  /** Pictures behind that key that it was given, itself too; and all. */
  ofKey: number;
  given: number;
  isEnding: boolean;
  asked: ((jpeg: Uint8Array | undefined) => void)[];
  cancel: Cancel | undefined;
}

/**
 * Decodes one camera's pictures, those that are asked for one after the other, by one `ffmpeg` program that goes on where it was:
 * to start it costs as much as to decode three seconds. It ends when nothing is asked for any more.
 */
export class PictureDecoder {
  readonly #parts: PictureDecoderParts;
  #decoder: Decoder | undefined;
  #holdsBack = false;

  constructor(parts: PictureDecoderParts) {
    this.#parts = parts;
  }

  /**
   * Decodes the last picture of these.
   * @param chunks from a key on
   * @returns a JPEG; undefined where there is nothing to decode, or it cannot be
   */
  decode(chunks: readonly VideoChunk[]): Promise<Uint8Array | undefined> {
    const [key] = chunks;
    if (key?.kind !== "key") {
      return Promise.resolve(undefined);
    }
    const { codec } = key.config;
    if (this.#decoder?.codec !== codec) {
      this.stop();
    }
    const decoder = this.#decoder ?? this.#start(codec);
    this.#decoder = decoder;
    const isBehind = decoder.key === key && decoder.ofKey < chunks.length;
    const missing = chunks.slice(isBehind ? decoder.ofKey : 0);
    decoder.key = key;
    decoder.ofKey = chunks.length;
    const pictures = missing.map((chunk, at) => {
      decoder.given += 1;
      return ivfPicture(byteStreamOf(chunk, codec), 2 * decoder.given + (at < missing.length - 1 ? 1 : 0));
    });
    decoder.process.stdin.write(Buffer.concat(pictures));
    return new Promise((resolve) => {
      decoder.asked.push(resolve);
      if (this.#holdsBack) {
        this.#end(decoder);
      } else {
        this.#wait(decoder);
      }
    });
  }

  /** Nothing of what is asked next goes on with anything of before. */
  stop(): void {
    if (this.#decoder) {
      this.#end(this.#decoder);
    }
  }

  #start(codec: VideoCodec): Decoder {
    const { width, program = "ffmpeg" } = this.#parts;
    // Pictures that are asked for have an even time. The coder of JPEGs wants times that grow by more than it rounds off.
    const filter = `select='not(mod(pts,2))',setpts=N/TB,scale='min(${width},iw)':-2`;
    const process = spawn(
      program,
      [
        ...readingTimed(codec),
        ...["-vf", filter, "-fps_mode", "passthrough"],
        ...["-c:v", "mjpeg", "-q:v", String(JPEG_QUALITY), "-threads", "1", "-f", "image2pipe", "pipe:1"],
      ],
      { stdio: ["pipe", "pipe", "ignore"] },
    );
    const decoder: Decoder = {
      ...{ process, codec, key: undefined, ofKey: 0, given: 0 },
      ...{ isEnding: false, asked: [], cancel: undefined },
    };
    const jpegs = new JpegSplitter((jpeg) => {
      decoder.asked.shift()?.(jpeg);
      this.#wait(decoder);
    });
    process.stdout.on("data", (bytes: Buffer) => jpegs.push(bytes));
    process.stdin.on("error", () => undefined);
    const gone = () => {
      decoder.cancel?.();
      this.#forget(decoder);
      for (const resolve of decoder.asked.splice(0)) {
        resolve(undefined);
      }
    };
    process.on("error", gone);
    process.on("close", gone);
    process.stdin.write(IVF_HEADER[codec]);
    return decoder;
  }

  /** For its next picture, or for what is asked next. */
  #wait(decoder: Decoder): void {
    if (!decoder.isEnding) {
      decoder.cancel?.();
      const isAsked = decoder.asked.length > 0;
      decoder.cancel = this.#parts.clock.after(isAsked ? HOLDS_BACK_MS : IDLE_MS, () => {
        this.#holdsBack ||= isAsked;
        this.#end(decoder);
      });
    }
  }

  /** It gives what it still has, or is ended. */
  #end(decoder: Decoder): void {
    this.#forget(decoder);
    decoder.isEnding = true;
    decoder.cancel?.();
    decoder.process.stdin.end();
    decoder.cancel = this.#parts.clock.after(WITHIN_MS, () => decoder.process.kill("SIGKILL"));
  }

  #forget(decoder: Decoder): void {
    if (this.#decoder === decoder) {
      this.#decoder = undefined;
    }
  }
}
