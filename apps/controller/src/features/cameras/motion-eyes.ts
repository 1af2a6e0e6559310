import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { CameraConfiguration, CamerasFeature } from "./cameras.feature.ts";
import { LOOK_EVERY_MS, type NextLooks } from "./motion-watch.ts";
import type { GreyVideo, GreyVideoParts } from "./video/grey-video.ts";
import type { PictureDecoder } from "./video/picture-decoder.ts";
import { RecentVideo } from "./video/recent-video.ts";
import type { VideoFeature } from "./video/video.feature.ts";

/** One look at a camera, of which the most come to nothing: only what moves is asked for its picture. */
export interface Look {
  /** When the picture came, in milliseconds that only grow. */
  at: number;
  /** In small and grey, of the size `GREY`, or what makes it so: that rejects where it cannot be made out. */
  grey: Uint8Array | (() => Promise<Uint8Array>);
  /** The picture itself; undefined where it is gone. */
  picture(): Promise<Uint8Array | undefined>;
}

export type OnLook = (look: Look) => NextLooks;

/** What is to be known of a camera to look at it. */
export type LookedAt = Pick<CameraConfiguration, "id" | "width">;

interface MotionEyesParts {
  clock: Clock;
  video: Pick<VideoFeature, "tap">;
  pictures: Pick<CamerasFeature, "tap">;
  greyOf: (jpeg: Uint8Array) => Promise<Uint8Array>;
  /** Of a picture whose grey is as that of its video; undefined of any other. */
  exactGreyOf: (jpeg: Uint8Array) => Uint8Array | undefined;
  greyVideo: (parts: GreyVideoParts) => Pick<GreyVideo, "take" | "saw" | "stop">;
  /** What decodes a camera's pictures, of this width at most. */
  pictureDecoder: (width: number) => Pick<PictureDecoder, "decode" | "stop">;
  log: Log;
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
  look({ id: cameraId, width }: LookedAt, onLook: OnLook): Cancel | undefined {
    const { clock, video, pictures, greyOf, exactGreyOf, greyVideo, pictureDecoder, log } = this.#parts;
    let untapPictures: Cancel | undefined;
    const lookAtPictures = () => {
      untapPictures ??= pictures.tap(cameraId, (jpeg) =>
        onLook({ at: clock.now(), grey: () => greyOf(jpeg), picture: () => Promise.resolve(jpeg) }),
      );
    };
    const recent = new RecentVideo();
    const decoder = pictureDecoder(width);
    let pictureDueAt: number | undefined;
    let isByPictures = true;
    const lookAt = (look: Look): NextLooks => {
      const next = onLook(look);
      if (next.pictureInMs === undefined) {
        pictureDueAt = undefined;
        return next;
      }
      pictureDueAt = isByPictures ? look.at + next.pictureInMs : undefined;
      return isByPictures ? next : { isRestless: next.isRestless, notWithinMs: 0 };
    };
    const greys = greyVideo({
      everyMs: LOOK_EVERY_MS,
      onGrey: (grey, at) => {
        untapPictures?.();
        untapPictures = undefined;
        return lookAt({ at, grey, picture: () => this.#decode(decoder, recent.until(at)) });
      },
      onFailed: lookAtPictures,
    });
    // What is decoded for its picture need not be decoded for its grey as well. Where it comes late or never, greys go on.
    const lookAtPicture = async (at: number) => {
      const jpeg = await this.#decode(decoder, recent.until(at));
      const grey = jpeg && exactGreyOf(jpeg);
      if (grey) {
        greys.saw(lookAt({ at, grey, picture: () => Promise.resolve(jpeg) }), at);
      } else if (jpeg) {
        isByPictures = false;
        greys.saw({ isRestless: true, notWithinMs: 0 }, at);
      }
    };
    const forget = () => {
      pictureDueAt = undefined;
      greys.stop();
      decoder.stop();
      recent.clear();
    };
    const untapVideo = video.tap(cameraId, {
      broke: forget,
      chunk: (chunk, at) => {
        recent.add(chunk, at);
        greys.take(chunk, at);
        if (pictureDueAt !== undefined && at >= pictureDueAt) {
          pictureDueAt = undefined;
          lookAtPicture(at).catch((error: unknown) =>
            log.debug({ err: error, cameraId }, "a picture that cannot be looked at"),
          );
        }
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

  #decode(
    decoder: Pick<PictureDecoder, "decode">,
    chunks: readonly VideoChunk[],
  ): Promise<Uint8Array | undefined> {
    const decoded = this.#decoding.then(() => decoder.decode(chunks));
    // One that fails holds up none behind it.
    this.#decoding = decoded.catch(() => undefined);
    return decoded;
  }
}
