import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { CameraTrouble } from "@umbral/contract/controllers/controller-orders.contract";
import { type CameraDriver, CameraFailure, type FrameListener } from "../camera-driver.ts";
import { JpegSplitter } from "../jpeg-splitter.ts";
import { greetCamera } from "./rtsp-greeting.ts";

type Ffmpeg = ChildProcessByStdio<Writable, Readable, Readable>;

/** ffmpeg gives up a connection that says nothing for this long, also when its controller is gone. */
const SOCKET_TIMEOUT_US = 5_000_000;
/** ffmpeg's JPEG quality, 2 (best) to 31: about 60 kB for a picture of 1280 x 720. */
const JPEG_QUALITY = 6;
const STDERR_KEPT = 4096;

interface Video {
  codec: string;
  width: number;
}

/** A camera that speaks RTSP, read by the `ffmpeg` program (5.1 or later). */
export class RtspCameraDriver implements CameraDriver {
  readonly longestGapMs = 1000;
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
    await this.#greet(signal);
    await this.#run(onFrame, signal);
    if (this.#givesJpeg && !mayCopy && !signal.aborted) {
      await this.#run(onFrame, signal);
    }
  }

  async #greet(signal: AbortSignal): Promise<void> {
    try {
      await greetCamera(this.#address, signal);
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    }
  }

  #run(onFrame: FrameListener, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      return Promise.resolve();
    }
    const script = connectionScript(this.#address);
    const ffmpeg = spawn(this.#program, this.#arguments(), { stdio: ["pipe", "pipe", "pipe"] });
    const kill = () => ffmpeg.kill("SIGKILL");
    signal.addEventListener("abort", kill, { once: true });
    const splitter = new JpegSplitter(onFrame);
    ffmpeg.stdout.on("data", (chunk: Uint8Array) => splitter.push(chunk));
    const said = this.#listen(ffmpeg, kill);
    // It may be dead before it has read its script: the exit says so.
    ffmpeg.stdin.on("error", () => undefined);
    ffmpeg.stdin.end(script);
    return new Promise((resolve, reject) => {
      ffmpeg.on("error", (error) => {
        // EACCES: the search came through a folder that this user may not enter, and found none elsewhere.
        const isMissing = "code" in error && (error.code === "ENOENT" || error.code === "EACCES");
        const what = isMissing ? "the program ffmpeg is not installed" : "ffmpeg did not start";
        reject(new CameraFailure(what, "no-program"));
      });
      // Not `exit`: by now its pipes are closed too.
      ffmpeg.on("close", (code) => {
        signal.removeEventListener("abort", kill);
        if (signal.aborted || ffmpeg.killed || code === 0) {
          resolve();
        } else {
          const { reason, trouble } = reasonIn(said());
          reject(new CameraFailure(`ffmpeg ended with ${code ?? "a signal"}: ${reason}`, trouble));
        }
      });
    });
  }

  /** Reads what ffmpeg says about the video, and starts it anew when nothing needs to be decoded. */
  #listen(ffmpeg: Ffmpeg, restart: () => void): () => string {
    let said = "";
    let isKnown = this.#givesJpeg;
    ffmpeg.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("latin1")).slice(-STDERR_KEPT);
      const video = isKnown ? undefined : videoIn(said);
      if (video) {
        isKnown = true;
        this.#givesJpeg = video.codec === "mjpeg" && video.width <= this.#width;
        if (this.#givesJpeg) {
          restart();
        }
      }
    });
    return () => said;
  }

  #arguments(): string[] {
    const decode = [
      // Frames are left out, never doubled, and none waits for the next one to be judged.
      "-vf",
      `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${(0.9 / this.#framesPerSecond).toFixed(4)})',` +
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
    return [
      ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "info"],
      ["-fflags", "nobuffer", "-flags", "low_delay", "-probesize", "32768", "-analyzeduration", "0"],
      ["-threads", "1"],
      ["-protocol_whitelist", "pipe,rtsp,rtsps,rtp,tcp,tls,crypto"],
      ["-f", "concat", "-safe", "0", "-i", "pipe:0"],
      ["-map", "0:v:0", "-an"],
      this.#givesJpeg ? ["-c:v", "copy"] : decode,
      ["-f", "image2pipe", "pipe:1"],
    ].flat();
  }
}

/**
 * What ffmpeg is to open, for its standard input: an address on its command line could be read by every
 * user of the machine, with the camera's password in it.
 */
function connectionScript(address: string): string {
  if (!/^rtsps?:\/\/[^\s\p{Cc}]+$/u.test(address)) {
    throw new Error("this is no RTSP address");
  }
  return [
    "ffconcat version 1.0",
    `file '${address.replaceAll("'", "'\\''")}'`,
    "option rtsp_transport tcp",
    `option timeout ${SOCKET_TIMEOUT_US}`,
    "option fflags nobuffer",
    "option probesize 32768",
    "option analyzeduration 0",
    "",
  ].join("\n");
}

/** `Stream #0:0: Video: h264 (Main), yuv420p(progressive), 1920x1080, 25 tbr` */
function videoIn(said: string): Video | undefined {
  const found = /Stream #0:\d+[^\n]*: Video: (\w+)[^\n]*?, (\d+)x\d+/.exec(said);
  return found?.[1] && found[2] ? { codec: found[1], width: Number(found[2]) } : undefined;
}

/** Why ffmpeg ended, in words of our own: its own hold the camera's address. */
function reasonIn(said: string): { reason: string; trouble: CameraTrouble } {
  const reasons: [RegExp, string, CameraTrouble][] = [
    [/401 Unauthorized/, "the camera refused the name or password", "refused-password"],
    [/404 (Stream )?Not Found/, "the camera has no such stream", "not-there"],
    [/Connection refused/, "connection refused", "unreachable"],
    [/No route to host|Network is unreachable/, "the camera cannot be reached", "unreachable"],
    [/timed out/, "the camera did not answer in time", "unreachable"],
    [
      /Name or service not known|Temporary failure in name resolution/,
      "the camera's name is not known",
      "unreachable",
    ],
  ];
  const found = reasons.find(([pattern]) => pattern.test(said));
  return found
    ? { reason: found[1], trouble: found[2] }
    : { reason: "the stream ended or could not be read", trouble: "no-pictures" };
}
