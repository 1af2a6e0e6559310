import { isWithinWeek, LocalClock } from "@umbral/contract/lib/weekly-hours";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { CameraConfiguration } from "./cameras.feature.ts";
import { MotionDetector } from "./motion-detector.ts";
import type { Look, LookedAt, OnLook } from "./motion-eyes.ts";
import { GREY } from "./motion-grey.ts";
import {
  lookAgainMs,
  type MotionFrame,
  type MotionStep,
  MotionWatch,
  type NextLooks,
  QUIET_MS,
  SEEN_ENOUGH_MS,
} from "./motion-watch.ts";
import { maskOf } from "./motion-zones.ts";
import { PICTURE_EVERY_MS } from "./picture-sequence.ts";

/** A camera that gives nothing for so long ends what was going on. */
const SILENT_MS = 2 * QUIET_MS;
const MINUTE_MS = 60_000;

/** What is written down of motion while it goes on. */
export interface MotionRecord {
  picture(cameraId: string, jpeg: Uint8Array, at: Date): void;
  end(at: Date): void;
}

export interface MotionParts {
  clock: Clock;
  log: Log;
  /** Keeps a camera running and looks at it; undefined when there is none of this id. */
  look: (camera: LookedAt, onLook: OnLook) => Cancel | undefined;
  /** Something began to move. */
  begin: (cameraId: string, at: Date) => MotionRecord;
}

type Settings = NonNullable<CameraConfiguration["motion"]>;

interface Looking {
  end: Cancel;
  detector: MotionDetector;
  watch: MotionWatch;
  record: MotionRecord | undefined;
  /** The pictures that are on their way: each is told after the one before it. */
  telling: Promise<void>;
  nextAt: number;
  isBusy: boolean;
  cancelSilence: Cancel | undefined;
}

interface CameraInUse {
  key: string;
  camera: LookedAt;
  settings: Settings;
  /** Undefined outside of its watched hours. */
  looking: Looking | undefined;
}

/** Looks for motion in the cameras that are to, in their watched hours and in no others. */
export class MotionFeature {
  readonly #parts: MotionParts;
  readonly #cameras = new Map<string, CameraInUse>();
  #wall = new LocalClock("UTC");
  #cancelMinute: Cancel | undefined;

  constructor(parts: MotionParts) {
    this.#parts = parts;
  }

  configure(cameras: readonly CameraConfiguration[], timeZone: string): void {
    this.#wall = new LocalClock(timeZone);
    const wanted = new Map(cameras.map((camera) => [camera.id, camera]));
    for (const [id, inUse] of this.#cameras) {
      const camera = wanted.get(id);
      if (!camera?.motion || keyOf(camera) !== inUse.key) {
        this.#rest(inUse);
        this.#cameras.delete(id);
      }
    }
    for (const camera of cameras) {
      if (camera.motion && !this.#cameras.has(camera.id)) {
        const { id, width, motion: settings } = camera;
        this.#cameras.set(id, { key: keyOf(camera), camera: { id, width }, settings, looking: undefined });
      }
    }
    this.#keepHours();
  }

  stop(): void {
    this.#cancelMinute?.();
    for (const inUse of this.#cameras.values()) {
      this.#rest(inUse);
    }
    this.#cameras.clear();
  }

  /** Begins and ends as the building's clock says, now and with every minute. */
  #keepHours(): void {
    const { clock } = this.#parts;
    this.#cancelMinute?.();
    this.#cancelMinute = undefined;
    if (this.#cameras.size === 0) {
      return;
    }
    const date = clock.date();
    const moment = this.#wall.read(date);
    for (const [id, inUse] of this.#cameras) {
      if (!isWithinWeek(inUse.settings.watchedHours, moment)) {
        this.#rest(inUse);
      } else if (!inUse.looking) {
        this.#look(id, inUse);
      }
    }
    const left = MINUTE_MS - (date.getTime() % MINUTE_MS);
    this.#cancelMinute = clock.after(left, () => this.#keepHours());
  }

  #look(cameraId: string, inUse: CameraInUse): void {
    const { zones, sensitivity } = inUse.settings;
    const looking: Looking = {
      end: () => undefined,
      detector: new MotionDetector({ width: GREY.width, mask: maskOf(zones, GREY), sensitivity }),
      watch: new MotionWatch(),
      record: undefined,
      telling: Promise.resolve(),
      nextAt: 0,
      isBusy: false,
      cancelSilence: undefined,
    };
    const end = this.#parts.look(inUse.camera, (look) => this.#onLook(cameraId, looking, look));
    if (end) {
      looking.end = end;
      inUse.looking = looking;
    }
  }

  #onLook(cameraId: string, looking: Looking, { at, grey, picture }: Look): NextLooks {
    const { clock } = this.#parts;
    // A machine that cannot keep up looks less often; it does not fall behind.
    if (looking.isBusy || at < looking.nextAt) {
      return nextLooks(looking, at);
    }
    const frame = { at, date: new Date(clock.date().getTime() - (clock.now() - at)), picture };
    if (grey instanceof Uint8Array) {
      try {
        this.#see(cameraId, looking, frame, grey);
      } catch (error) {
        this.#complain(cameraId, error);
      }
      // What was decoded already is looked at: it was chosen by what its coder says of unrest.
      looking.nextAt = at + lookAgainMs(true, { isGoing: false, isSeenEnough: false });
      return nextLooks(looking, at);
    }
    looking.isBusy = true;
    grey()
      .then((made) => this.#see(cameraId, looking, frame, made))
      .catch((error: unknown) => this.#complain(cameraId, error))
      .finally(() => {
        looking.isBusy = false;
        looking.nextAt = at + lookAgainMs(looking.detector.isRestless, looking.watch);
      });
    return { isRestless: true, notWithinMs: 0 };
  }

  #see(cameraId: string, looking: Looking, frame: MotionFrame, grey: Uint8Array): void {
    if (this.#cameras.get(cameraId)?.looking === looking) {
      this.#heed(cameraId, looking, looking.watch.see(frame, looking.detector.isMoving(grey, frame.at)));
    }
  }

  #complain(cameraId: string, error: unknown): void {
    this.#parts.log.debug({ err: error, cameraId }, "a picture that cannot be looked at");
  }

  #heed(cameraId: string, looking: Looking, steps: readonly MotionStep[]): void {
    for (const { kind, frame } of steps) {
      switch (kind) {
        case "began":
          looking.record = this.#parts.begin(cameraId, frame.date);
          break;
        case "picture":
          this.#tellPicture(cameraId, looking, frame);
          break;
        case "ended":
          looking.record?.end(frame.date);
          looking.record = undefined;
          break;
      }
    }
    looking.cancelSilence?.();
    looking.cancelSilence =
      looking.record &&
      this.#parts.clock.after(SILENT_MS, () => this.#heed(cameraId, looking, looking.watch.end()));
  }

  #tellPicture(cameraId: string, looking: Looking, { picture, date }: MotionFrame): void {
    const { record } = looking;
    // Heard at once: one that fails while it waits for its turn would end the process.
    const coming = picture().catch((error: unknown) => {
      this.#complain(cameraId, error);
      return undefined;
    });
    looking.telling = looking.telling.then(async () => {
      const jpeg = await coming;
      // What comes after its end belongs to nothing any more.
      if (jpeg && record && looking.record === record) {
        record.picture(cameraId, jpeg, date);
      }
    });
  }

  #rest(inUse: CameraInUse): void {
    const { looking } = inUse;
    if (!looking) {
      return;
    }
    inUse.looking = undefined;
    looking.end();
    looking.cancelSilence?.();
    const [ended] = looking.watch.end();
    if (ended) {
      looking.record?.end(ended.frame.date);
      looking.record = undefined;
    }
  }
}

function nextLooks({ detector, watch }: Looking, at: number): NextLooks {
  const { isRestless } = detector;
  const { isSeenEnough, pictureDueAt } = watch;
  if (pictureDueAt !== undefined) {
    const pictureInMs = Math.max(0, pictureDueAt - at);
    return { isRestless, pictureInMs, notWithinMs: pictureInMs + PICTURE_EVERY_MS };
  }
  return { isRestless, notWithinMs: isSeenEnough ? SEEN_ENOUGH_MS : 0 };
}

/** A camera that looks through another lens, or at other zones, begins anew. */
const keyOf = ({ id, width, motion, source }: CameraConfiguration): string =>
  JSON.stringify([id, width, motion, source]);
