import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { CameraConfiguration, CamerasFeature } from "./cameras.feature.ts";
import type { GreyVideo, GreyVideoParts } from "./video/grey-video.ts";
import { RecentVideo } from "./video/recent-video.ts";
import type { VideoFeature } from "./video/video.feature.ts";

/** So often a camera's picture is looked at; what lies between is not even made small. */
export const LOOK_EVERY_MS = 200;

/** One look at a camera, of which the most come to nothing: only what moves is asked for its picture. */
export interface Look {
  /** In small and grey, of the size `GREY`. Rejects where it cannot be made out. */
  grey(): Promise<Uint8Array>;
  /** The picture itself; undefined where it is gone. */
  picture(): Promise<Uint8Array | undefined>;
}

/** What is to be known of a camera to look at it. */
export type LookedAt = Pick<CameraConfiguration, "id" | "width">;

interface MotionEyesParts {
  clock: Clock;
  video: Pick<VideoFeature, "tap">;
  pictures: Pick<CamerasFeature, "tap">;
  greyOf: (jpeg: Uint8Array) => Promise<Uint8Array>;
  greyVideo: (parts: GreyVideoParts) => Pick<GreyVideo, "take" | "stop">;
  /** Decodes the last picture of these, of this width at most. */
  decode: (chunks: readonly VideoChunk[], width: number) => Promise<Uint8Array | undefined>;
}

/**
 * Looks at cameras for motion. Where one gives video, by that: it is the connection that its clips and whoever looks at it
 * share. Else, and while its video is in trouble, by its pictures.
 */
export class MotionEyes {
  readonly #parts: MotionEyesParts;
  /** Pictures are decoded one after the other: many cameras that move at once do not take the machine. */
  #decoding: Promise<unknown> = Promise.resolve();

  constructor(parts: MotionEyesParts) {
    this.#parts = parts;
  }

  /** Keeps a camera running and looks at it, until it is told to stop. @returns what stops it; undefined for no such camera */
  look({ id: cameraId, width }: LookedAt, onLook: (look: Look) => void): Cancel | undefined {
    const { clock, video, pictures, greyOf, greyVideo } = this.#parts;
    let untapPictures: Cancel | undefined;
    const lookAtPictures = () => {
      untapPictures ??= pictures.tap(cameraId, (jpeg) =>
        onLook({ grey: () => greyOf(jpeg), picture: () => Promise.resolve(jpeg) }),
      );
    };
    const recent = new RecentVideo();
    const greys = greyVideo({
      everyMs: LOOK_EVERY_MS,
      onGrey: (grey) => {
        untapPictures?.();
        untapPictures = undefined;
        const at = clock.now();
        onLook({ grey: () => Promise.resolve(grey), picture: () => this.#decode(recent.until(at), width) });
      },
      onFailed: lookAtPictures,
    });
    const forget = () => {
      greys.stop();
      recent.clear();
    };
    const untapVideo = video.tap(cameraId, {
      broke: forget,
      chunk: (chunk) => {
        recent.add(chunk, clock.now());
        greys.take(chunk);
      },
      failed: lookAtPictures,
    });
    if (!untapVideo) {
      lookAtPictures();
      return untapPictures;
    }
    return () => {
      untapVideo();
      forget();
      untapPictures?.();
    };
  }

  #decode(chunks: readonly VideoChunk[], width: number): Promise<Uint8Array | undefined> {
    const decoded = this.#decoding.then(() => this.#parts.decode(chunks, width));
    this.#decoding = decoded;
    return decoded;
  }
}
