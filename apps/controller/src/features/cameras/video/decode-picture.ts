import { spawn } from "node:child_process";
import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { LARGEST_JPEG_BYTES } from "../camera-driver.ts";
import { byteStreamOf } from "./byte-stream.ts";
import { JPEG_QUALITY, readingOf } from "./ffmpeg-arguments.ts";

/** A picture that is not there by then is given up. */
const WITHIN_MS = 5000;

/**
 * Decodes the last picture of what a camera sent, by the `ffmpeg` program.
 * @param chunks from a key on
 * @returns a JPEG of this width at most; undefined where there is nothing to decode, or it cannot be
 */
export function decodePicture(
  chunks: readonly VideoChunk[],
  { width, program = "ffmpeg" }: { width: number; program?: string },
): Promise<Uint8Array | undefined> {
  const [key] = chunks;
  if (key?.kind !== "key") {
    return Promise.resolve(undefined);
  }
  const { codec } = key.config;
  const filter = `select='eq(n,${chunks.length - 1})',scale='min(${width},iw)':-2`;
  const ffmpeg = spawn(
    program,
    [
      ...readingOf(codec),
      ...["-vf", filter, "-frames:v", "1", "-fps_mode", "passthrough"],
      ...["-c:v", "mjpeg", "-q:v", String(JPEG_QUALITY), "-threads", "1", "-f", "image2pipe", "pipe:1"],
    ],
    { stdio: ["pipe", "pipe", "ignore"], timeout: WITHIN_MS, killSignal: "SIGKILL" },
  );
  const parts: Buffer[] = [];
  ffmpeg.stdout.on("data", (bytes: Buffer) => parts.push(bytes));
  // It ends as soon as it has what it looks for.
  ffmpeg.stdin.on("error", () => undefined);
  ffmpeg.stdin.end(Buffer.concat(chunks.map((chunk) => byteStreamOf(chunk, codec))));
  return new Promise((resolve) => {
    ffmpeg.on("error", () => resolve(undefined));
    ffmpeg.on("close", () => {
      const jpeg = Buffer.concat(parts);
      resolve(jpeg.length > 0 && jpeg.length <= LARGEST_JPEG_BYTES ? jpeg : undefined);
    });
  });
}
