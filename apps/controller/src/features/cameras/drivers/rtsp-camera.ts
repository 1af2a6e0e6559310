import type { CameraDriver, FrameListener } from "../camera-driver.ts";
import { JpegSplitter } from "../jpeg-splitter.ts";
import { JPEG_QUALITY } from "../video/ffmpeg-arguments.ts";
import { runFfmpeg } from "./rtsp-ffmpeg.ts";
import { greetCamera } from "./rtsp-greeting.ts";

/**
 * Without the key before them pictures of H.265 come out grey, and look live: the first key is waited for, so long at most.
 * A camera may have none: it is not to be dark for ever.
 */
const KEY_WITHIN_SECONDS = 8;
/** Before that it is greeted, and ffmpeg connects. */
const CONNECTS_WITHIN_SECONDS = 10;

interface Video {
  codec: string;
  width: number;
}

/** A camera that speaks RTSP, read by the `ffmpeg` program (5.1 or later). */
export class RtspCameraDriver implements CameraDriver {
  readonly longestGapMs = 1000;
  readonly firstWithinMs = (CONNECTS_WITHIN_SECONDS + KEY_WITHIN_SECONDS) * 1000;
  readonly #address: string;
  readonly #width: number;
  readonly #framesPerSecond: number;
  readonly #program: string;
  /** Its pictures are JPEGs of the right size already: they are passed on as they come. */
  #givesJpeg = false;

  constructor(options: { address: string; width: number; framesPerSecond: number; program?: string }) {
    this.#address = options.address;
    this.#width = options.width;
    this.#framesPerSecond = options.framesPerSecond;
    this.#program = options.program ?? "ffmpeg";
  }

  async capture(onFrame: FrameListener, signal: AbortSignal): Promise<void> {
    const mayCopy = this.#givesJpeg;
    await greetUnless(this.#address, signal);
    await this.#run(onFrame, signal);
    if (this.#givesJpeg && !mayCopy && !signal.aborted) {
      await this.#run(onFrame, signal);
    }
  }

  #run(onFrame: FrameListener, signal: AbortSignal): Promise<void> {
    const splitter = new JpegSplitter(onFrame);
    let isKnown = this.#givesJpeg;
    return runFfmpeg(
      {
        program: this.#program,
        address: this.#address,
        opening: [
          ["-fflags", "nobuffer", "-flags", "low_delay", "-probesize", "32768", "-analyzeduration", "0"],
          ["-threads", "1"],
        ].flat(),
        options: ["fflags nobuffer"],
        output: [this.#givesJpeg ? ["-c:v", "copy"] : this.#decoding(), "-f", "image2pipe"].flat(),
        onData: (bytes) => splitter.push(bytes),
        // What it says about the video: it is started anew when nothing needs to be decoded.
        onSaid: (said, restart) => {
          const video = isKnown ? undefined : videoIn(said);
          if (video) {
            isKnown = true;
            this.#givesJpeg = video.codec === "mjpeg" && video.width <= this.#width;
            if (this.#givesJpeg) {
              restart();
            }
          }
        },
      },
      signal,
    );
  }

  #decoding(): string[] {
    return [
      // Frames are left out, never doubled, and none waits for the next one to be judged. Variable 0: a key was seen.
      "-vf",
      `select='st(0,max(ld(0),key+gte(t-start_t,${KEY_WITHIN_SECONDS})))*` +
        `(isnan(prev_selected_t)+gte(t-prev_selected_t,${(0.9 / this.#framesPerSecond).toFixed(4)}))',` +
        `scale='min(${this.#width},iw)':-2`,
      "-fps_mode",
      "passthrough",
      "-c:v",
      "mjpeg",
      "-q:v",
      String(JPEG_QUALITY),
      "-threads",
      "1",
    ];
  }
}

/** Greets the camera, and is silent where nobody wants it any more. */
export async function greetUnless(address: string, signal: AbortSignal): Promise<void> {
  try {
    await greetCamera(address, signal);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

/** `Stream #0:0: Video: h264 (Main), yuv420p(progressive), 1920x1080, 25 tbr` */
function videoIn(said: string): Video | undefined {
  const found = /Stream #0:\d+[^\n]*: Video: (\w+)[^\n]*?, (\d+)x\d+/.exec(said);
  return found?.[1] && found[2] ? { codec: found[1], width: Number(found[2]) } : undefined;
}
