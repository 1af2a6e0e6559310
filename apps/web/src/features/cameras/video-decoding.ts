import type { VideoCodec } from "@umbral/contract/cameras/video.contract";
import { createVideoPlayer, type VideoPlayer } from "./video-player.ts";

/** What stands for a codec when it is asked for: a usual camera's profile and level. */
const USUAL = { h264: "avc1.640028", h265: "hvc1.1.6.L120.90" } as const satisfies Record<VideoCodec, string>;

/** A browser that is busy with its graphics was seen to answer after 40 s: pictures come meanwhile. */
const PATIENCE_MS = 1000;

let found: Promise<readonly VideoCodec[]> | undefined;

/** The videos that this browser decodes; none where it has no WebCodecs, as over plain HTTP, and none until it says so. */
export function decodable(): Promise<readonly VideoCodec[]> {
  found ??= soonOrNone(find());
  return found;
}

function soonOrNone(answer: Promise<readonly VideoCodec[]>): Promise<readonly VideoCodec[]> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => resolve([]), PATIENCE_MS);
    void answer.then((codecs) => {
      clearTimeout(patience);
      resolve(codecs);
      found = answer;
    });
  });
}

async function find(): Promise<readonly VideoCodec[]> {
  if (!("VideoDecoder" in window)) {
    return [];
  }
  const asked = (["h264", "h265"] as const).map(async (codec) => {
    try {
      const { supported } = await VideoDecoder.isConfigSupported({ codec: USUAL[codec] });
      return supported ? [codec] : [];
    } catch {
      return [];
    }
  });
  return (await Promise.all(asked)).flat();
}

/** Plays a camera's video onto a canvas, which takes the size of the pictures. */
export function createCanvasPlayer(canvas: () => HTMLCanvasElement | null): VideoPlayer {
  return createVideoPlayer<VideoFrame>({
    makeDecoder: ({ picture, broke }) => {
      const decoder = new VideoDecoder({ output: picture, error: broke });
      return {
        get waiting() {
          return decoder.decodeQueueSize;
        },
        // Each picture comes out as soon as it can: somebody stands before the door.
        configure: (config) => decoder.configure({ ...config, optimizeForLatency: true }),
        decode: (chunk) => decoder.decode(new EncodedVideoChunk(chunk)),
        flush: () => decoder.flush(),
        close: () => decoder.close(),
      };
    },
    draw: (picture) => {
      const element = canvas();
      if (element === null) {
        return;
      }
      const { displayWidth, displayHeight } = picture;
      if (element.width !== displayWidth || element.height !== displayHeight) {
        element.width = displayWidth;
        element.height = displayHeight;
      }
      element.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0, displayWidth, displayHeight);
    },
    release: (picture) => picture.close(),
  });
}
