import { execFileSync } from "node:child_process";
import type { VideoChunk, VideoCodec } from "@umbral/contract/cameras/video.contract";
import { CodedPictures } from "../src/features/cameras/video/coded-pictures.ts";

export const FRAMES_PER_SECOND = 15;
const START_CODE = Buffer.of(0, 0, 1);

interface CodedVideo {
  codec?: VideoCodec;
  pictures: number;
  /** Pictures from one key to the next. */
  keyEvery?: number;
  width?: number;
  height?: number;
  /** What is filmed, as ffmpeg's `-filter_complex` says it; a moving test picture without it. */
  scene?: string;
  /** How it is coded beyond that, as ffmpeg's arguments. */
  coding?: readonly string[];
}

/** A camera's video of so many pictures as its chunks, coded by ffmpeg before anybody waits for it. */
export function codedVideo({ codec = "h264", pictures, keyEvery = 15, ...film }: CodedVideo): VideoChunk[] {
  const { width = 128, height = 98, coding = [] } = film;
  const { scene = `testsrc2=size=${width}x${height}:rate=${FRAMES_PER_SECOND}` } = film;
  const isAvc = codec === "h264";
  const stream = execFileSync(
    "ffmpeg",
    [
      ["-nostdin", "-v", "error", "-filter_complex", scene],
      ["-frames:v", String(pictures), "-pix_fmt", "yuv420p", "-preset", "ultrafast"],
      isAvc
        ? ["-c:v", "libx264", "-tune", "zerolatency", "-x264-params"]
        : ["-c:v", "libx265", "-tune", "zerolatency", "-x265-params"],
      [
        `keyint=${keyEvery}:min-keyint=${keyEvery}:scenecut=0:aud=1:bframes=0${isAvc ? "" : ":log-level=none"}`,
      ],
      [...coding, "-f", isAvc ? "h264" : "hevc", "-"],
    ].flat(),
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const typeOf = (unit: Buffer) => (isAvc ? (unit[0] ?? 0) & 31 : ((unit[0] ?? 0) >> 1) & 63);
  const delimiter = isAvc ? 9 : 35;
  const coded = new CodedPictures(codec, []);
  const chunks: VideoChunk[] = [];
  let units: Buffer[] = [];
  const finish = () => {
    const at = Math.round((chunks.length * 1_000_000) / FRAMES_PER_SECOND);
    const chunk = units.length > 0 ? coded.take({ units, isAfterLoss: false }, at) : undefined;
    chunks.push(...(chunk ? [chunk] : []));
    units = [];
  };
  for (const unit of unitsOf(stream)) {
    if (typeOf(unit) === delimiter) {
      finish();
    } else {
      units.push(unit);
    }
  }
  finish();
  return chunks;
}

function unitsOf(stream: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let from = stream.indexOf(START_CODE) + START_CODE.length;
  while (from >= START_CODE.length) {
    const next = stream.indexOf(START_CODE, from);
    // A start code of four bytes has one more before it.
    const end = next < 0 ? stream.length : stream[next - 1] === 0 ? next - 1 : next;
    units.push(stream.subarray(from, end));
    from = next < 0 ? -1 : next + START_CODE.length;
  }
  return units;
}
