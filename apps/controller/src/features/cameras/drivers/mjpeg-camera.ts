import { finished } from "node:stream/promises";
import type { CameraDriver, FrameListener } from "../camera-driver.ts";
import { JpegSplitter } from "../jpeg-splitter.ts";
import { askCamera } from "./http-camera.ts";

/**
 * A camera that sends JPEG after JPEG in one HTTP answer (`multipart/x-mixed-replace`). The pictures are
 * found by what they are: boundaries and lengths of the parts, which cameras get wrong, are not needed.
 */
export class MjpegCameraDriver implements CameraDriver {
  readonly longestGapMs = 1000;
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async capture(onFrame: FrameListener, signal: AbortSignal): Promise<void> {
    const response = await askCamera(this.#address, signal);
    if (!/^(multipart\/|image\/jpeg)/i.test(response.headers["content-type"] ?? "")) {
      response.destroy();
      throw new Error("the camera sends something else than pictures");
    }
    const splitter = new JpegSplitter(onFrame);
    // Heard as it comes: many times a second an iteration's promises would cost as much as cutting the pictures.
    response.on("data", (chunk: Uint8Array) => {
      try {
        splitter.push(chunk);
      } catch (error) {
        response.destroy(error instanceof Error ? error : new Error("a picture could not be taken"));
      }
    });
    try {
      await finished(response);
    } catch {
      // Its own words may hold the address.
      if (!signal.aborted) {
        throw new Error("the camera broke off");
      }
    }
  }
}
