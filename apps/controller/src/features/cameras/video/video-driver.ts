import type { VideoChunk, VideoTrouble } from "@umbral/contract/cameras/video.contract";

/** @param agoMs how long ago it came */
export type ChunkListener = (chunk: VideoChunk, agoMs: number) => void;

/** Passes on one camera's video as it comes, until it is told to stop or the camera ends. Tries once. */
export interface VideoDriver {
  readonly longestGapMs: number;
  /**
   * Rejects with a {@link VideoFailure} where trying again would be vain.
   * @param isAwaited whether each picture is waited for as it comes; else some may come at once, a moment later
   */
  capture(onChunk: ChunkListener, signal: AbortSignal, isAwaited?: () => boolean): Promise<void>;
}

/** The camera works, and its video cannot be passed on. The message never holds its address. */
export class VideoFailure extends Error {
  readonly trouble: VideoTrouble;

  constructor(message: string, trouble: VideoTrouble) {
    super(message);
    this.trouble = trouble;
  }
}
