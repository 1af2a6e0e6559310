import type { VideoCodec } from "@umbral/contract/cameras/video.contract";

/** What a camera says of its first video before it sends it (RFC 4566, 6184, 7798). */
export interface VideoOffer {
  /** Undefined for one that is not passed on. */
  codec: VideoCodec | undefined;
  /** As RTP numbers it. */
  payloadType: number;
  /** Where the video is set up, and where the whole is played: absolute, relative or empty. */
  control: string;
  wholeControl: string;
  /** The parameter sets that are said here, without start codes. */
  parameterSets: Buffer[];
}

const CODECS: Readonly<Record<string, VideoCodec>> = { H264: "h264", H265: "h265" };

/** @returns undefined where no video is offered */
export function readVideoOffer(sdp: string): VideoOffer | undefined {
  const [whole = "", ...media] = sdp.split(/^(?=m=)/m);
  const video = media.find((text) => text.startsWith("m=video "));
  const type = /^m=video \d+(?:\/\d+)? \S+ (\d+)/.exec(video ?? "")?.[1];
  if (video === undefined || type === undefined) {
    return undefined;
  }
  const attribute = (text: string, name: string) =>
    new RegExp(`^a=${name}(.*?)\\r?$`, "m").exec(text)?.[1]?.trim() ?? "";
  const format = attribute(video, `fmtp:${type}`);
  const sets = [...format.matchAll(/sprop-(?:parameter-sets|vps|sps|pps) *= *([^;\s]+)/gi)];
  const encoding = attribute(video, `rtpmap:${type}`).split("/")[0]?.toUpperCase() ?? "";
  return {
    codec: CODECS[encoding],
    payloadType: Number(type),
    control: attribute(video, "control:"),
    wholeControl: attribute(whole, "control:"),
    parameterSets: sets
      .flatMap(([, list = ""]) => list.split(","))
      .map((base64) => Buffer.from(base64, "base64"))
      .filter(({ length }) => length > 2),
  };
}
