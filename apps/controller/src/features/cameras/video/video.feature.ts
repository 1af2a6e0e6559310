import { PictureGroup } from "@umbral/contract/cameras/picture-group";
import {
  NO_KEY_FRAME_MS,
  VIDEO_AGAIN_AFTER_MS,
  type VideoChunk,
  type VideoTrouble,
} from "@umbral/contract/cameras/video.contract";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { CameraConfiguration } from "../cameras.feature.ts";
import { Capture, type CaptureState } from "../capture.ts";
import { Leases } from "../leases.ts";
import { type VideoDriver, VideoFailure } from "./video-driver.ts";

export interface VideoParts {
  clock: Clock;
  random: () => number;
  /** Undefined for a camera that gives pictures and no video. */
  makeDriver: (camera: CameraConfiguration) => VideoDriver | undefined;
  /** @returns whether it was sent; where it was not, nothing is until the next key */
  send: (cameraId: string, chunk: VideoChunk) => boolean;
  tellState: (cameraId: string, state: CaptureState, since: Date) => void;
  tellTrouble: (cameraId: string, trouble: VideoTrouble) => void;
  log: Log;
}

interface VideoInUse {
  camera: CameraConfiguration;
  driver: VideoDriver | undefined;
  leases: Leases;
  capture: Capture<VideoChunk> | undefined;
  group: PictureGroup;
  /** What comes is left out until a key is sent. */
  isSkipping: boolean;
  /** When the last key came, or the first chunk. */
  keyAt: number | undefined;
  trouble: { kind: VideoTrouble; until: number } | undefined;
}

/** The videos of the building's cameras, passed on as they come, each once and only while somebody looks at it. */
export class VideoFeature {
  readonly #parts: VideoParts;
  readonly #cameras = new Map<string, VideoInUse>();
  readonly #ending = new Set<Promise<void>>();

  constructor(parts: VideoParts) {
    this.#parts = parts;
  }

  configure(cameras: readonly CameraConfiguration[]): void {
    const wanted = new Map(cameras.map((camera) => [camera.id, camera]));
    for (const [id, inUse] of this.#cameras) {
      const camera = wanted.get(id);
      if (!camera) {
        this.#cameras.delete(id);
        inUse.leases.stop();
        this.#end(inUse);
      } else if (JSON.stringify(camera.source) !== JSON.stringify(inUse.camera.source)) {
        this.#end(inUse);
        Object.assign(inUse, { camera, driver: this.#parts.makeDriver(camera), trouble: undefined });
        this.#captureIfWanted(inUse);
      }
      wanted.delete(id);
    }
    for (const camera of wanted.values()) {
      const inUse: VideoInUse = {
        camera,
        driver: this.#parts.makeDriver(camera),
        leases: new Leases(this.#parts.clock, () => this.#endIfUnwanted(inUse)),
        capture: undefined,
        group: new PictureGroup(),
        isSkipping: true,
        keyAt: undefined,
        trouble: undefined,
      };
      this.#cameras.set(camera.id, inUse);
    }
  }

  /** Somebody looks at this camera's video for a while. @returns false when there is no such camera */
  watch(cameraId: string, watcher: string, leaseMs: number): boolean {
    const inUse = this.#cameras.get(cameraId);
    if (!inUse) {
      return false;
    }
    const trouble = this.#troubleOf(inUse);
    if (trouble) {
      this.#parts.tellTrouble(cameraId, trouble);
      return true;
    }
    const isNew = inUse.leases.hold(watcher, leaseMs);
    if (isNew) {
      this.#sendGroup(inUse);
    }
    this.#captureIfWanted(inUse);
    return true;
  }

  unwatch(cameraId: string, watcher: string): void {
    const inUse = this.#cameras.get(cameraId);
    if (inUse) {
      inUse.leases.release(watcher);
      this.#endIfUnwanted(inUse);
    }
  }

  /** The server may have changed: it is sent again what a viewer begins with. */
  sendGroups(): void {
    for (const inUse of this.#cameras.values()) {
      this.#sendGroup(inUse);
    }
  }

  /** It should give video now, and gives none. */
  hasNoSignal(cameraId: string): boolean {
    return this.#cameras.get(cameraId)?.capture?.state.state === "no-signal";
  }

  async stop(): Promise<void> {
    for (const inUse of this.#cameras.values()) {
      inUse.leases.stop();
      this.#end(inUse);
    }
    this.#cameras.clear();
    await Promise.all([...this.#ending]);
  }

  #troubleOf({ driver, trouble }: VideoInUse): VideoTrouble | undefined {
    if (!driver) {
      return "no-video";
    }
    return trouble && trouble.until > this.#parts.clock.now() ? trouble.kind : undefined;
  }

  #captureIfWanted(inUse: VideoInUse): void {
    const { driver } = inUse;
    if (inUse.capture || !driver || !inUse.leases.isHeld || this.#troubleOf(inUse)) {
      return;
    }
    const { clock, random, tellState, log } = this.#parts;
    const { id } = inUse.camera;
    inUse.keyAt = undefined;
    const capture: Capture<VideoChunk> = new Capture<VideoChunk>({
      driver: {
        longestGapMs: driver.longestGapMs,
        capture: async (onChunk, signal) => {
          inUse.group.clear();
          inUse.isSkipping = true;
          try {
            await driver.capture(onChunk, signal);
          } catch (error) {
            if (error instanceof VideoFailure && inUse.capture === capture) {
              this.#fail(inUse, error.trouble);
            }
            throw error;
          }
        },
      },
      framesPerSecond: Number.POSITIVE_INFINITY,
      clock,
      random,
      log: log.child({ cameraId: id, as: "video" }),
      listener: {
        frame: (chunk) => {
          if (inUse.capture === capture) {
            this.#onChunk(inUse, chunk);
          }
        },
        state: (state, since) => tellState(id, state, since),
      },
    });
    inUse.capture = capture;
    capture.start();
  }

  #onChunk(inUse: VideoInUse, chunk: VideoChunk): void {
    const now = this.#parts.clock.now();
    inUse.keyAt = chunk.kind === "key" ? now : (inUse.keyAt ?? now);
    if (now - inUse.keyAt > NO_KEY_FRAME_MS) {
      this.#fail(inUse, "no-key-frames");
      return;
    }
    inUse.group.add(chunk);
    this.#send(inUse, chunk);
  }

  #send(inUse: VideoInUse, chunk: VideoChunk): void {
    if (chunk.kind === "key" || !inUse.isSkipping) {
      inUse.isSkipping = !this.#parts.send(inUse.camera.id, chunk);
    }
  }

  #sendGroup(inUse: VideoInUse): void {
    if (inUse.capture && inUse.leases.isHeld) {
      inUse.isSkipping = true;
      for (const chunk of inUse.group.chunks) {
        this.#send(inUse, chunk);
      }
    }
  }

  /** Whoever looks gets pictures instead, for some time. */
  #fail(inUse: VideoInUse, kind: VideoTrouble): void {
    const { clock, tellTrouble, log } = this.#parts;
    const { id } = inUse.camera;
    log.warn({ cameraId: id, trouble: kind }, "a camera's video cannot be passed on");
    inUse.trouble = { kind, until: clock.now() + VIDEO_AGAIN_AFTER_MS };
    this.#end(inUse);
    tellTrouble(id, kind);
  }

  #endIfUnwanted(inUse: VideoInUse): void {
    if (!inUse.leases.isHeld) {
      this.#end(inUse);
    }
  }

  #end(inUse: VideoInUse): void {
    const { capture } = inUse;
    inUse.group.clear();
    inUse.isSkipping = true;
    if (!capture) {
      return;
    }
    inUse.capture = undefined;
    const ended = capture
      .stop()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, "a video did not end well"))
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
