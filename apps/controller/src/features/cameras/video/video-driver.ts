import type { VideoChunk, VideoTrouble } from "@umbral/contract/cameras/video.contract";

export type ChunkListener = (chunk: VideoChunk) => void;

/** Passes on one camera's video as it comes, until it is told to stop or the camera ends. Tries once. */
export interface VideoDriver {
  readonly longestGapMs: number;
  /** Rejects with a {@link VideoFailure} where trying again would be vain. */
  capture(onChunk: ChunkListener, signal: AbortSignal): Promise<void>;
}

/** The camera works, and its video cannot be passed on. The message never holds its address. */
export class VideoFailure extends Error {
  readonly trouble: VideoTrouble;

  constructor(message: string, trouble: VideoTrouble) {
    super(message);
    this.trouble = trouble;
  }
}
