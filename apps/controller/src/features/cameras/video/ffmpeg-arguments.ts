import type { VideoCodec } from "@umbral/contract/cameras/video.contract";

/** ffmpeg's JPEG quality, 2 (best) to 31: about 60 kB for a picture of 1280 x 720. */
export const JPEG_QUALITY = 6;

const FORMATS = { h264: "h264", h265: "hevc" } as const satisfies Record<VideoCodec, string>;

/** Reads coded video from its standard input, on one thread, and says nothing. */
export const readingOf = (codec: VideoCodec, ...how: string[]): string[] => [
  ...["-hide_banner", "-nostdin", "-nostats", "-loglevel", "quiet", "-threads", "1"],
  ...[...how, "-protocol_whitelist", "pipe", "-f", FORMATS[codec], "-i", "pipe:0"],
];
