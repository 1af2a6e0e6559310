import type { Clock } from "../../../platform/clock.ts";
import { endedBy } from "../../../platform/ended-by.ts";
import { pauseOf } from "../../../platform/pause.ts";
import { type CameraDriver, type FrameListener, LARGEST_JPEG_BYTES } from "../camera-driver.ts";
import { askCamera } from "./http-camera.ts";

const ANSWER_WITHIN_MS = 5000;
/** Asked more often than this, small cameras stop answering. */
const SHORTEST_INTERVAL_MS = 100;

/** A camera that gives one JPEG each time that its address is asked. */
export class SnapshotCameraDriver implements CameraDriver {
  readonly longestGapMs: number;
  readonly #address: string;
  readonly #everyMs: number;
  readonly #clock: Clock;

  constructor(options: { address: string; everyMs: number; clock: Clock }) {
    this.#address = options.address;
    this.#everyMs = Math.max(SHORTEST_INTERVAL_MS, options.everyMs);
    this.#clock = options.clock;
    this.longestGapMs = this.#everyMs;
  }

  async capture(onFrame: FrameListener, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const began = this.#clock.now();
      const jpeg = await this.#ask(signal);
      if (signal.aborted) {
        return;
      }
      onFrame(jpeg);
      await pauseOf(this.#clock, this.#everyMs - (this.#clock.now() - began), signal);
    }
  }

  async #ask(signal: AbortSignal): Promise<Uint8Array> {
    const tooLong = new AbortController();
    const cancel = this.#clock.after(ANSWER_WITHIN_MS, () => tooLong.abort());
    try {
      return await endedBy([signal, tooLong.signal], (either) => this.#picture(either));
    } finally {
      cancel();
    }
  }

  async #picture(signal: AbortSignal): Promise<Uint8Array> {
    const response = await askCamera(this.#address, signal);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response) {
      bytes += part.length;
      if (bytes > LARGEST_JPEG_BYTES) {
        throw new Error("the camera's picture is too large");
      }
      parts.push(part);
    }
    const jpeg = Buffer.concat(parts);
    if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) {
      throw new Error("the camera sends something else than pictures");
    }
    return jpeg;
  }
}
