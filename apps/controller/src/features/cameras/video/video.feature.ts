import { PictureGroup } from "@umbral/contract/cameras/picture-group";
import {
  NO_KEY_FRAME_MS,
  VIDEO_AGAIN_AFTER_MS,
  type VideoChunk,
  type VideoTrouble,
} from "@umbral/contract/cameras/video.contract";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { CameraConfiguration } from "../cameras.feature.ts";
import { Capture, type CaptureState } from "../capture.ts";
import { Leases } from "../leases.ts";
import { type VideoDriver, VideoFailure } from "./video-driver.ts";

/** A key that comes each {@link NO_KEY_FRAME_MS} comes a moment late: what lies with the system waits up to a pause of the line. */
const KEY_LATE_MS = 500;

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

/** Somebody in the building itself who hears a camera's video, whether it is sent or not. */
export interface VideoTap {
  /** The stream ended, or begins anew: nothing of what comes goes on with anything of before. */
  broke(): void;
  /** @param at when it came, by the controller's steady clock in milliseconds */
  chunk(chunk: VideoChunk, at: number): void;
  /** It cannot be read, and is tried again in {@link VIDEO_AGAIN_AFTER_MS}. */
  failed(trouble: VideoTrouble): void;
}

interface CameChunk {
  chunk: VideoChunk;
  agoMs: number;
}

interface VideoInUse {
  camera: CameraConfiguration;
  driver: VideoDriver | undefined;
  leases: Leases;
  taps: Set<VideoTap>;
  capture: Capture<CameChunk> | undefined;
  group: PictureGroup;
  /** What comes is left out until a key is sent. */
  isSkipping: boolean;
  /** When the last key came, or the first chunk. */
  keyAt: number | undefined;
  trouble: { kind: VideoTrouble; until: number } | undefined;
  /** Whoever looks asks again by himself; a tap does not. */
  cancelAgain: Cancel | undefined;
}

/**
 * The videos of the building's cameras, each read once: passed on as they come while somebody looks, and heard by taps for as
 * long as those stay.
 */
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
        this.#forget(inUse);
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
        taps: new Set(),
        capture: undefined,
        group: new PictureGroup(),
        isSkipping: true,
        keyAt: undefined,
        trouble: undefined,
        cancelAgain: undefined,
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
    if (isNew && inUse.capture) {
      // Who comes later is told how it is going, and begins at once.
      const { state, since } = inUse.capture.state;
      this.#parts.tellState(cameraId, state, since);
      this.#sendGroup(inUse);
    }
    this.#captureIfWanted(inUse);
    return true;
  }

  /**
   * Hands on all of a camera's video, and keeps it running for that, until it is told to stop. Nothing of it is sent.
   * @returns what stops it; undefined for a camera that gives none
   */
  tap(cameraId: string, tap: VideoTap): Cancel | undefined {
    const inUse = this.#cameras.get(cameraId);
    if (!inUse?.driver) {
      return undefined;
    }
    inUse.taps.add(tap);
    this.#captureIfWanted(inUse);
    return () => {
      inUse.taps.delete(tap);
      this.#endIfUnwanted(inUse);
    };
  }

  /** What decodes the present picture of a camera whose video is read anyway; nothing where it is not. */
  present(cameraId: string): readonly VideoChunk[] {
    const inUse = this.#cameras.get(cameraId);
    return inUse?.capture?.state.state === "live" ? inUse.group.chunks : [];
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
      this.#forget(inUse);
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
    if (inUse.capture || !driver || !isWanted(inUse) || this.#troubleOf(inUse)) {
      return;
    }
    const { clock, random, tellState, log } = this.#parts;
    const { id } = inUse.camera;
    inUse.keyAt = undefined;
    const capture: Capture<CameChunk> = new Capture<CameChunk>({
      driver: {
        longestGapMs: driver.longestGapMs,
        capture: async (onFrame, signal) => {
          inUse.group.clear();
          inUse.isSkipping = true;
          this.#tell(inUse, (tap) => tap.broke());
          try {
            const onChunk = (chunk: VideoChunk, agoMs: number) => onFrame({ chunk, agoMs });
            await driver.capture(onChunk, signal, () => inUse.leases.isHeld);
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
        frame: (came) => {
          if (inUse.capture === capture) {
            this.#onChunk(inUse, came);
          }
        },
        state: (state, since) => tellState(id, state, since),
      },
    });
    inUse.capture = capture;
    capture.start();
  }

  #onChunk(inUse: VideoInUse, { chunk, agoMs }: CameChunk): void {
    const now = this.#parts.clock.now();
    inUse.keyAt = chunk.kind === "key" ? now : (inUse.keyAt ?? now);
    if (now - inUse.keyAt > NO_KEY_FRAME_MS + KEY_LATE_MS) {
      this.#fail(inUse, "no-key-frames");
      return;
    }
    inUse.group.add(chunk);
    this.#send(inUse, chunk);
    this.#tell(inUse, (tap) => tap.chunk(chunk, now - agoMs));
  }

  #tell(inUse: VideoInUse, what: (tap: VideoTap) => void): void {
    for (const tap of [...inUse.taps]) {
      try {
        what(tap);
      } catch (error) {
        this.#parts.log.error({ err: error }, "a video could not be used");
      }
    }
  }

  #send(inUse: VideoInUse, chunk: VideoChunk): void {
    if (!inUse.leases.isHeld) {
      inUse.isSkipping = true;
    } else if (chunk.kind === "key" || !inUse.isSkipping) {
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
    // Also where nobody looks: whoever administers the camera reads it.
    tellTrouble(id, kind);
    this.#tell(inUse, (tap) => tap.failed(kind));
    inUse.cancelAgain?.();
    inUse.cancelAgain = clock.after(VIDEO_AGAIN_AFTER_MS, () => this.#captureIfWanted(inUse));
  }

  #endIfUnwanted(inUse: VideoInUse): void {
    if (!isWanted(inUse)) {
      this.#end(inUse);
    }
  }

  #forget(inUse: VideoInUse): void {
    inUse.leases.stop();
    inUse.taps.clear();
    inUse.cancelAgain?.();
    this.#end(inUse);
  }

  #end(inUse: VideoInUse): void {
    const { capture } = inUse;
    inUse.group.clear();
    inUse.isSkipping = true;
    if (!capture) {
      return;
    }
    this.#tell(inUse, (tap) => tap.broke());
    inUse.capture = undefined;
    const ended = capture
      .stop()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, "a video did not end well"))
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}

const isWanted = ({ leases, taps }: VideoInUse): boolean => leases.isHeld || taps.size > 0;
