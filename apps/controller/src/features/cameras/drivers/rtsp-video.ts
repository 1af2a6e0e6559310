import { CameraFailure } from "../camera-driver.ts";
import { FlvDemuxer } from "../video/flv-demuxer.ts";
import { type ChunkListener, type VideoDriver, VideoFailure } from "../video/video-driver.ts";
import { greetUnless } from "./rtsp-camera.ts";
import { runFfmpeg } from "./rtsp-ffmpeg.ts";

/**
 * Each picture's time is when it came: those of cameras are missing where pictures need later ones, which ends ffmpeg,
 * and jump where their clocks are set.
 */
const WHEN_IT_CAME = ["-use_wallclock_as_timestamps", "1"] as const;

/** The H.264 of an RTSP camera, as it comes: the `ffmpeg` program frames it in FLV and decodes nothing. */
export class RtspVideoDriver implements VideoDriver {
  readonly longestGapMs = 1000;
  readonly #address: string;
  readonly #program: string;

  constructor(address: string, program = "ffmpeg") {
    this.#address = address;
    this.#program = program;
  }

  async capture(onChunk: ChunkListener, signal: AbortSignal): Promise<void> {
    await greetUnless(this.#address, signal);
    const demuxer = new FlvDemuxer();
    let codec: string | undefined;
    try {
      await runFfmpeg(
        {
          program: this.#program,
          address: this.#address,
          // Without `nobuffer`, which would throw away the first key picture with what was looked at to know the stream.
          opening: ["-probesize", "32768", "-analyzeduration", "0", ...WHEN_IT_CAME],
          options: [WHEN_IT_CAME.join(" ").slice(1)],
          output: ["-c:v", "copy", "-flush_packets", "1", "-flvflags", "no_duration_filesize", "-f", "flv"],
          onData: (bytes) => demuxer.push(bytes).forEach(onChunk),
          onSaid: (said) => {
            codec ??= /Stream #0:\d+[^\n]*: Video: (\w+)/.exec(said)?.[1];
          },
        },
        signal,
      );
    } catch (error) {
      if (codec !== undefined && codec !== "h264" && error instanceof CameraFailure) {
        throw new VideoFailure(`video in ${codec}`, "other-codec");
      }
      throw error;
    }
  }
}
