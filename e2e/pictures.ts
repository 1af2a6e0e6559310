import { expect, type Locator } from "@playwright/test";

type Colour = [red: number, green: number, blue: number];

/** The picture of a canvas or a video now, as 16 × 9 average colours. Empty while there is none. A camera out of sight rests. */
async function sample(picture: Locator): Promise<Colour[]> {
  return picture.evaluate((element) => {
    // In one step with looking: a screen that changes may have another picture by then.
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const isVideo = element instanceof HTMLVideoElement;
    if (!isVideo && !(element instanceof HTMLCanvasElement)) {
      throw new Error("neither a canvas nor a video");
    }
    const width = isVideo ? element.videoWidth : element.width;
    const small = document.createElement("canvas");
    small.width = 16;
    small.height = 9;
    const context = small.getContext("2d");
    if (!context || width === 0) {
      return [];
    }
    context.drawImage(element, 0, 0, small.width, small.height);
    const { data } = context.getImageData(0, 0, small.width, small.height);
    return Array.from({ length: small.width * small.height }, (_, pixel): [number, number, number] => [
      data[pixel * 4] ?? 0,
      data[pixel * 4 + 1] ?? 0,
      data[pixel * 4 + 2] ?? 0,
    ]);
  });
}

/** The average colour of a canvas or video, or black while it shows nothing. */
export async function colourOf(picture: Locator): Promise<Colour> {
  const pixels = await sample(picture);
  const average = (channel: 0 | 1 | 2) =>
    pixels.reduce((sum, pixel) => sum + pixel[channel], 0) / Math.max(1, pixels.length);
  return [average(0), average(1), average(2)];
}

/** Waits until a canvas or video shows something, and then something else. */
export async function expectMoving(picture: Locator): Promise<void> {
  let first = "";
  await expect
    .poll(async () => {
      const pixels = await sample(picture);
      const brightest = Math.max(0, ...pixels.flat());
      first = JSON.stringify(pixels);
      return brightest;
    })
    .toBeGreaterThan(20);
  await expect.poll(async () => JSON.stringify(await sample(picture))).not.toBe(first);
}
