import { firstQuality, nextQuality, READ_EVERY_MS, type VideoStep, videoSteps } from "./video-quality.ts";
import { readWay } from "./way-reading.ts";

/** What of a connection the keeper needs. */
interface Kept {
  readStats(): Promise<Iterable<unknown>>;
  /** Sends at most so much of the own picture from now on. */
  limit(step: VideoStep): Promise<void>;
  /** The way is too bad for the whole picture, or is no more. */
  onWeak(isWeak: boolean): void;
}

/** Keeps the own picture as good as the way allows, from the connection's first moment until `stop`. */
export function keepQuality({ readStats, limit, onWeak }: Kept): { start(): void; stop(): void } {
  let quality = firstQuality;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isReading = false;

  const look = async () => {
    const before = quality;
    quality = nextQuality(before, readWay(await readStats()));
    if (timer === undefined) {
      return;
    }
    if (quality.isWeak !== before.isWeak) {
      onWeak(quality.isWeak);
    }
    if (quality.step !== before.step) {
      await limit(videoSteps[quality.step]);
    }
  };

  return {
    start() {
      timer ??= setInterval(() => {
        if (!isReading) {
          isReading = true;
          // A browser that cannot tell or limit sends as it always did.
          look()
            .catch(() => undefined)
            .finally(() => {
              isReading = false;
            });
        }
      }, READ_EVERY_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
