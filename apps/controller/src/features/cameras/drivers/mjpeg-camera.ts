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
    try {
      for await (const chunk of response) {
        splitter.push(chunk);
      }
    } catch {
      // Its own words may hold the address.
      if (!signal.aborted) {
        throw new Error("the camera broke off");
      }
    }
  }
}
