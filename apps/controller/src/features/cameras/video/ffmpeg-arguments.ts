import type { VideoCodec } from "@umbral/contract/cameras/video.contract";

/** ffmpeg's JPEG quality, 2 (best) to 31: about 60 kB for a picture of 1280 x 720. */
export const JPEG_QUALITY = 6;

/** Of a codec's bare stream, and of its decoder. */
const NAMES = { h264: "h264", h265: "hevc" } as const satisfies Record<VideoCodec, string>;

const reading = (format: string, how: readonly string[]): string[] => [
  ...["-hide_banner", "-nostdin", "-nostats", "-loglevel", "quiet", "-threads", "1"],
  ...[...how, "-protocol_whitelist", "pipe", "-f", format, "-i", "pipe:0"],
];

/** Reads coded video from its standard input, on one thread, and says nothing. */
export const readingOf = (codec: VideoCodec): string[] => reading(NAMES[codec], []);

/** The same, as it comes and behind the times that we say (`ivf.ts`): each picture is decoded when it is there. */
export const readingTimed = (codec: VideoCodec, ...how: string[]): string[] =>
  // Of its container it knows H.264 alone by name.
  reading("ivf", ["-c:v", NAMES[codec], "-probesize", "32", "-flags", "low_delay", "-copyts", ...how]);
