import { randomUUID } from "node:crypto";
import { reportVideoTrouble } from "@umbral/contract/cameras/video.contract";
import { reportCamera } from "@umbral/contract/controllers/controller-facts.contract";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { Devices } from "./devices.ts";
import { CamerasFeature } from "./features/cameras/cameras.feature.ts";
import type { CaptureState } from "./features/cameras/capture.ts";
import { EventPictures } from "./features/cameras/event-pictures.ts";
import { MotionFeature, type MotionRecord } from "./features/cameras/motion.feature.ts";
import { MotionEyes } from "./features/cameras/motion-eyes.ts";
import { exactGreyOf, greyOf } from "./features/cameras/motion-grey.ts";
import { OnvifCameras } from "./features/cameras/onvif/onvif-cameras.ts";
import { takeSequence } from "./features/cameras/picture-sequence.ts";
import { Trials } from "./features/cameras/trials.ts";
import { decodePicture } from "./features/cameras/video/decode-picture.ts";
import { GreyVideo } from "./features/cameras/video/grey-video.ts";
import { PictureDecoder } from "./features/cameras/video/picture-decoder.ts";
import { VideoFeature } from "./features/cameras/video/video.feature.ts";
import { ClipsFeature } from "./features/clips/clips.feature.ts";
import type { Cancel, Clock } from "./platform/clock.ts";
import type { FactQueue } from "./platform/facts.ts";
import type { Link } from "./platform/link.ts";
import type { Log } from "./platform/log.ts";
import type { Store } from "./platform/store.ts";

/** Where clips lie, and what they may take of the disk where whoever runs the machine says it. */
export interface ClipSettings {
  folder: string;
  mostBytes: number | undefined;
}

interface BuildingCamerasParts {
  devices: Devices;
  facts: FactQueue;
  link: () => Link;
  timeZone: () => string | undefined;
  /** How old an order of the server is. */
  ageOf: (issuedAt: number, ms: number) => Promise<number | undefined>;
  store: Store;
  clips: ClipSettings;
  /** Cameras may be looked for on this machine itself. */
  allowsLoopback: boolean;
  /** Something began to move before a camera. */
  beginMotion: (cameraId: string, at: Date) => MotionRecord;
  clock: Clock;
  random: () => number;
  log: Log;
}

/** All that looks through the building's cameras, put together. */
export class BuildingCameras {
  readonly pictures: CamerasFeature;
  readonly video: VideoFeature;
  readonly motion: MotionFeature;
  readonly clips: ClipsFeature;
  readonly trials: Trials;
  readonly onvif: OnvifCameras;
  readonly #parts: BuildingCamerasParts;
  readonly #ofEvents: EventPictures;

  constructor(parts: BuildingCamerasParts) {
    const { devices, facts, link, clock, random, log, beginMotion: begin } = parts;
    this.#parts = parts;
    this.pictures = new CamerasFeature({
      clock,
      random,
      log,
      makeDriver: (camera, timeZone) => devices.camera(camera, timeZone),
      ofVideo: ({ id, width }) => {
        const chunks = this.video.present(id);
        return chunks.length > 0 ? decodePicture(chunks, { width }) : undefined;
      },
      sendFrame: (cameraId, jpeg) => link().sendFrame(cameraId, jpeg),
      tellState: (cameraId, state, since) => this.#tellState(cameraId, state, since),
    });
    this.video = new VideoFeature({
      clock,
      random,
      log,
      makeDriver: (camera) => devices.video(camera),
      send: (cameraId, chunk) => link().sendVideo(cameraId, chunk),
      tellState: (cameraId, state, since) => {
        // Where pictures are taken too, those say how the camera is.
        if (!this.pictures.isRunning(cameraId)) {
          this.#tellState(cameraId, state, since);
        }
      },
      tellTrouble: (cameraId, trouble) => link().tell(reportVideoTrouble, { cameraId, trouble }),
    });
    this.clips = new ClipsFeature({
      ...parts.clips,
      clock,
      store: parts.store,
      facts,
      newId: randomUUID,
      tap: (cameraId, tap) => this.video.tap(cameraId, tap),
      ageOf: parts.ageOf,
      log,
    });
    this.#ofEvents = new EventPictures({ cameras: this.pictures, facts, clock, log });
    const eyes = new MotionEyes({
      clock,
      video: this.video,
      pictures: this.pictures,
      greyOf,
      exactGreyOf,
      greyVideo: (of) => new GreyVideo(of),
      pictureDecoder: (width) => new PictureDecoder({ clock, width }),
      log,
    });
    this.motion = new MotionFeature({
      clock,
      log,
      look: (camera, onLook) => eyes.look(camera, onLook),
      begin,
    });
    this.trials = new Trials({
      clock,
      makeCamera: (camera) => devices.camera(camera, parts.timeZone() ?? "UTC"),
    });
    this.onvif = new OnvifCameras({ clock, allowsLoopback: parts.allowsLoopback });
  }

  /** What is to be done for a configuration, one after the other, whatever one of them meets. */
  configuring({ cameras, building, clips }: ControllerConfiguration): (() => void)[] {
    return [
      () => this.pictures.configure(cameras, building.timeZone),
      () => this.video.configure(cameras),
      () => this.clips.configure(cameras, clips),
      () => this.motion.configure(cameras, building.timeZone),
    ];
  }

  /** A door of this camera opened. */
  seeOpening(openingId: string, cameraId: string): void {
    this.#ofEvents.ofOpening(openingId, cameraId);
    this.clips.ofOpening(openingId, cameraId);
  }

  /** Somebody held something to a reader of this camera, or typed there. */
  seeAccess(accessId: string, cameraId: string): void {
    this.#ofEvents.ofAccess(accessId, cameraId);
  }

  /** So many pictures, one after the other. @returns what ends it before */
  takeSequence(cameraId: string, pictures: number, take: (jpeg: Uint8Array) => void): Cancel {
    const tap = (onFrame: (jpeg: Uint8Array) => void) => this.pictures.tap(cameraId, onFrame);
    return takeSequence(this.#parts.clock, tap, pictures, take);
  }

  /** It should give something now, and gives nothing. */
  hasNoSignal(cameraId: string): boolean {
    return this.pictures.hasNoSignal(cameraId) || this.video.hasNoSignal(cameraId);
  }

  async stop(): Promise<void> {
    this.motion.stop();
    await this.clips.stop();
    await this.video.stop();
    await this.pictures.stop();
    await this.onvif.stop();
  }

  #tellState(cameraId: string, state: CaptureState, since: Date): void {
    this.#parts.link().tell(reportCamera, { cameraId, state, since: since.toISOString() });
  }
}
