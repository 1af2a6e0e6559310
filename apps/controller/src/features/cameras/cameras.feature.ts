import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { type CameraDriver, type FrameListener, LARGEST_JPEG_BYTES } from "./camera-driver.ts";
import { Capture, type CaptureState } from "./capture.ts";
import { Leases } from "./leases.ts";

export type CameraConfiguration = ControllerConfiguration["cameras"][number];

/** A picture of an event may be this old when the camera is running anyway. */
const FRESH_MS = 1000;

export interface CamerasParts {
  clock: Clock;
  random: () => number;
  makeDriver: (camera: CameraConfiguration, timeZone: string) => CameraDriver;
  /** The present picture of a camera whose video is read anyway; undefined where it is not. */
  ofVideo: (camera: CameraConfiguration) => Promise<Uint8Array | undefined> | undefined;
  /** Where frames of watched cameras go. */
  sendFrame: (cameraId: string, jpeg: Uint8Array) => void;
  tellState: (cameraId: string, state: CaptureState, since: Date) => void;
  log: Log;
}

interface CameraInUse {
  camera: CameraConfiguration;
  timeZone: string;
  /** Kept for as long as the configuration stays the same: it may learn about its camera. */
  driver: CameraDriver;
  leases: Leases;
  /** Those who wait for one picture. */
  waiting: Set<(jpeg: Uint8Array | undefined) => void>;
  /** Those in the building itself who look at every picture. */
  taps: Set<FrameListener>;
  capture: Capture | undefined;
}

/**
 * The building's cameras. Each is captured once however many look at it, and only while somebody does, in
 * the hours in which it looks for motion, or when an event wants its picture.
 */
export class CamerasFeature {
  readonly #parts: CamerasParts;
  readonly #cameras = new Map<string, CameraInUse>();
  /** Captures that are ending: `stop` waits for them, so that no process is left behind. */
  readonly #ending = new Set<Promise<void>>();

  constructor(parts: CamerasParts) {
    this.#parts = parts;
  }

  configure(cameras: readonly CameraConfiguration[], timeZone: string): void {
    const wanted = new Map(cameras.map((camera) => [camera.id, camera]));
    for (const [id, inUse] of this.#cameras) {
      const camera = wanted.get(id);
      if (!camera) {
        this.#cameras.delete(id);
        inUse.leases.stop();
        this.#end(inUse);
      } else if (JSON.stringify([camera, timeZone]) !== JSON.stringify([inUse.camera, inUse.timeZone])) {
        Object.assign(inUse, { camera, timeZone, driver: this.#parts.makeDriver(camera, timeZone) });
        this.#end(inUse);
        this.#captureIfWanted(inUse);
      }
      wanted.delete(id);
    }
    for (const camera of wanted.values()) {
      const inUse: CameraInUse = {
        camera,
        timeZone,
        driver: this.#parts.makeDriver(camera, timeZone),
        leases: new Leases(this.#parts.clock, () => this.#endIfUnwanted(inUse)),
        waiting: new Set(),
        taps: new Set(),
        capture: undefined,
      };
      this.#cameras.set(camera.id, inUse);
    }
  }

  /** Somebody looks at this camera for a while. @returns false when there is no such camera */
  watch(cameraId: string, watcher: string, leaseMs: number): boolean {
    const inUse = this.#cameras.get(cameraId);
    if (!inUse) {
      return false;
    }
    inUse.leases.hold(watcher, leaseMs);
    if (inUse.capture) {
      // Who comes later is told how it is going.
      const { state, since } = inUse.capture.state;
      this.#parts.tellState(cameraId, state, since);
    }
    this.#captureIfWanted(inUse);
    return true;
  }

  isRunning(cameraId: string): boolean {
    return this.#cameras.get(cameraId)?.capture !== undefined;
  }

  /** It should give pictures now, and gives none. */
  hasNoSignal(cameraId: string): boolean {
    return this.#cameras.get(cameraId)?.capture?.state.state === "no-signal";
  }

  unwatch(cameraId: string, watcher: string): void {
    const inUse = this.#cameras.get(cameraId);
    if (inUse) {
      inUse.leases.release(watcher);
      this.#endIfUnwanted(inUse);
    }
  }

  /**
   * One picture for an event: the present one of a camera that runs, also as video, else the first that it gives.
   * @returns undefined when there is no such camera, or none came in time
   */
  takePicture(cameraId: string, withinMs: number): Promise<Uint8Array | undefined> {
    const inUse = this.#cameras.get(cameraId);
    const present = inUse?.capture?.lastFrame(FRESH_MS);
    if (!inUse || present) {
      return Promise.resolve(present);
    }
    const next = () => this.#nextPicture(inUse, withinMs);
    return this.#parts.ofVideo(inUse.camera)?.then((picture) => picture ?? next()) ?? next();
  }

  #nextPicture(inUse: CameraInUse, withinMs: number): Promise<Uint8Array | undefined> {
    return new Promise((resolve) => {
      const finish = (jpeg: Uint8Array | undefined) => {
        cancel();
        inUse.waiting.delete(finish);
        this.#endIfUnwanted(inUse);
        resolve(jpeg);
      };
      const cancel = this.#parts.clock.after(withinMs, () => finish(undefined));
      inUse.waiting.add(finish);
      this.#captureIfWanted(inUse);
    });
  }

  /**
   * Hands on every picture of a camera, and keeps it running for that, until it is told to stop.
   * @returns what stops it; undefined when there is no such camera
   */
  tap(cameraId: string, onFrame: FrameListener): Cancel | undefined {
    const inUse = this.#cameras.get(cameraId);
    if (!inUse) {
      return undefined;
    }
    inUse.taps.add(onFrame);
    this.#captureIfWanted(inUse);
    return () => {
      inUse.taps.delete(onFrame);
      this.#endIfUnwanted(inUse);
    };
  }

  /** The server may have changed: tells it again how every running camera is going. */
  tellStates(): void {
    for (const { camera, capture } of this.#cameras.values()) {
      if (capture) {
        this.#parts.tellState(camera.id, capture.state.state, capture.state.since);
      }
    }
  }

  async stop(): Promise<void> {
    for (const inUse of this.#cameras.values()) {
      inUse.leases.stop();
      for (const give of [...inUse.waiting]) {
        give(undefined);
      }
      inUse.taps.clear();
      this.#end(inUse);
    }
    this.#cameras.clear();
    await Promise.all([...this.#ending]);
  }

  #captureIfWanted(inUse: CameraInUse): void {
    if (inUse.capture || !isWanted(inUse)) {
      return;
    }
    const { clock, random, tellState, log } = this.#parts;
    const { id, framesPerSecond } = inUse.camera;
    const capture = new Capture({
      driver: inUse.driver,
      framesPerSecond,
      clock,
      random,
      log: log.child({ cameraId: id }),
      listener: {
        frame: (jpeg) => this.#onFrame(inUse, jpeg),
        state: (state, since) => tellState(id, state, since),
      },
    });
    inUse.capture = capture;
    capture.start();
  }

  #onFrame(inUse: CameraInUse, jpeg: Uint8Array): void {
    if (jpeg.byteLength > LARGEST_JPEG_BYTES) {
      return;
    }
    for (const take of [...inUse.waiting]) {
      take(jpeg);
    }
    for (const onFrame of [...inUse.taps]) {
      try {
        onFrame(jpeg);
      } catch (error) {
        this.#parts.log.error({ err: error }, "a picture could not be used");
      }
    }
    if (inUse.leases.isHeld) {
      this.#parts.sendFrame(inUse.camera.id, jpeg);
    }
  }

  #endIfUnwanted(inUse: CameraInUse): void {
    if (!isWanted(inUse)) {
      this.#end(inUse);
    }
  }

  #end(inUse: CameraInUse): void {
    const { capture } = inUse;
    if (!capture) {
      return;
    }
    inUse.capture = undefined;
    const ended = capture
      .stop()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, "a capture did not end well"))
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}

const isWanted = ({ leases, waiting, taps }: CameraInUse): boolean =>
  leases.isHeld || waiting.size > 0 || taps.size > 0;
