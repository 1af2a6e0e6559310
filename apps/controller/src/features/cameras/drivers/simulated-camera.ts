import type { SimulatedCamera } from "@umbral/simulated-building/cameras/camera";
import type { Clock } from "../../../platform/clock.ts";
import { pauseOf } from "../../../platform/pause.ts";
import type { CameraDriver, FrameListener } from "../camera-driver.ts";

/** A camera of the simulated building. */
export class SimulatedCameraDriver implements CameraDriver {
  readonly longestGapMs: number;
  readonly #openCamera: () => Promise<SimulatedCamera>;
  readonly #everyMs: number;
  readonly #clock: Clock;

  /** @param options.openCamera loads the painter, which a controller without simulated cameras never needs */
  constructor(options: {
    openCamera: () => Promise<SimulatedCamera>;
    framesPerSecond: number;
    clock: Clock;
  }) {
    this.#openCamera = options.openCamera;
    this.#everyMs = 1000 / options.framesPerSecond;
    this.#clock = options.clock;
    this.longestGapMs = this.#everyMs;
  }

  async capture(onFrame: FrameListener, signal: AbortSignal): Promise<void> {
    const camera = await this.#openCamera();
    try {
      while (!signal.aborted) {
        const began = this.#clock.now();
        const jpeg = await camera.frame();
        if (jpeg && !signal.aborted) {
          onFrame(jpeg);
        }
        await pauseOf(this.#clock, this.#everyMs - (this.#clock.now() - began), signal);
      }
    } finally {
      camera.rest();
    }
  }
}
