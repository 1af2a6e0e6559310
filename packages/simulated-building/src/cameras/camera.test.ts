import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { SimulatedCamera, type SimulatedCameraOptions } from "./camera.ts";

/** Two in the afternoon in Bogotá. */
const AFTERNOON = Date.UTC(2026, 6, 14, 19, 0, 0);
const NIGHT = Date.UTC(2026, 6, 14, 3, 0, 0);

function setUp(options: Partial<SimulatedCameraOptions> = {}, at = AFTERNOON) {
  let now = at;
  const camera = new SimulatedCamera({
    scene: "entrance",
    name: "Puerta principal",
    timeZone: "America/Bogota",
    width: 1280,
    now: () => new Date(now),
    walksEveryMs: null,
    ...options,
  });
  return {
    camera,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

async function frameOf(camera: SimulatedCamera): Promise<Buffer> {
  return Buffer.from((await camera.frame()) ?? []);
}

/** How much of a part of the picture differs, from 0 to 1. The parts are given in hundredths. */
async function difference(
  one: Buffer,
  other: Buffer,
  part: { left: number; top: number; width: number; height: number },
) {
  const pixels = async (jpeg: Buffer) => {
    const { width, height } = await sharp(jpeg).metadata();
    const area = {
      left: Math.round((part.left * width) / 100),
      top: Math.round((part.top * height) / 100),
      width: Math.round((part.width * width) / 100),
      height: Math.round((part.height * height) / 100),
    };
    return sharp(jpeg).extract(area).greyscale().raw().toBuffer();
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  return a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > 40).length / a.length;
}
const CLOCK = { left: 65, top: 2, width: 34, height: 6 };
const SCENE = { left: 0, top: 12, width: 100, height: 88 };

describe("a simulated camera", () => {
  it.each(["entrance", "garage", "hall", "street"] as const)(
    "paints the %s by day and by night, in pictures of a sensible size",
    async (scene) => {
      const day = await frameOf(setUp({ scene }).camera);
      const night = await frameOf(setUp({ scene }, NIGHT).camera);
      for (const jpeg of [day, night]) {
        expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: 1280, height: 720 });
        expect(jpeg.length).toBeGreaterThan(35_000);
        expect(jpeg.length).toBeLessThan(90_000);
      }
      const [light, dark] = [await sharp(day).stats(), await sharp(night).stats()];
      expect(dark.channels[1]?.mean ?? 255).toBeLessThan((light.channels[1]?.mean ?? 0) * 0.95);
    },
  );

  it("shows the seconds, and nothing else moves while nobody walks", async () => {
    const { camera, wait } = setUp();
    const first = await frameOf(camera);
    expect(await frameOf(camera)).toEqual(first);
    wait(1000);
    const second = await frameOf(camera);
    expect(await difference(first, second, CLOCK)).toBeGreaterThan(0);
    expect(await difference(first, second, SCENE)).toBe(0);
  });

  it("shows somebody who walks past, and then nobody again", async () => {
    const { camera, wait } = setUp();
    const empty = await frameOf(camera);
    camera.walkBy();
    wait(4000);
    const walking = await frameOf(camera);
    expect(await difference(empty, walking, SCENE)).toBeGreaterThan(0.005);
    wait(500);
    expect(await difference(walking, await frameOf(camera), SCENE)).toBeGreaterThan(0.005);
    wait(5000);
    expect(await difference(empty, await frameOf(camera), SCENE)).toBe(0);
  });

  it("is walked past by itself now and then", async () => {
    const { camera, wait } = setUp({ walksEveryMs: 20_000 });
    const entering = await frameOf(camera);
    wait(4500);
    expect(await difference(entering, await frameOf(camera), SCENE)).toBeGreaterThan(0.005);
  });

  it("paints at the width that it is given", async () => {
    const { camera } = setUp({ width: 640 });
    camera.walkBy();
    expect(await sharp(await frameOf(camera)).metadata()).toMatchObject({ width: 640, height: 360 });
  });

  it("gives nothing without a signal, and paints again after a rest", async () => {
    const { camera } = setUp();
    const before = await frameOf(camera);
    camera.hasSignal = false;
    expect(await camera.frame()).toBeUndefined();
    camera.hasSignal = true;
    camera.rest();
    expect(await frameOf(camera)).toEqual(before);
  });
});
