import { execFileSync } from "node:child_process";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readEighths } from "./jpeg-eighths.ts";
import { exactGreyOf, greyOf } from "./motion-grey.ts";

/** A picture with lines, a slope and noise: something of each frequency. */
function painted(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3);
  let seed = 5;
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const noise = (seed / 2147483648) * 24;
    const line = x % 37 < 6 ? 70 : 0;
    data[at * 3] = Math.min(255, (x / width) * 150 + noise + line);
    data[at * 3 + 1] = Math.min(255, (y / height) * 180 + noise);
    data[at * 3 + 2] = Math.min(255, 90 + noise + line);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The mean of each 8 x 8 points of the picture as it is decoded in full. */
async function meansOf(jpeg: Uint8Array) {
  const { data, info } = await sharp(jpeg).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const part = (at: number, colour: number) => data[at * info.channels + colour] ?? 0;
  const [columns, rows] = [Math.floor(info.width / 8), Math.floor(info.height / 8)];
  return Array.from({ length: columns * rows }, (_, block) => {
    const [left, top] = [(block % columns) * 8, Math.floor(block / columns) * 8];
    let sum = 0;
    for (let at = 0; at < 64; at += 1) {
      const point = (top + Math.floor(at / 8)) * info.width + left + (at % 8);
      sum += 0.299 * part(point, 0) + 0.587 * part(point, 1) + 0.114 * part(point, 2);
    }
    return sum / 64;
  });
}

/** Largest and usual difference to the picture decoded in full, where the blocks are whole. */
async function differences(jpeg: Uint8Array) {
  const read = readEighths(jpeg);
  const { width = 0, height = 0 } = await sharp(jpeg).metadata();
  expect(read).toMatchObject({ width: Math.ceil(width / 8), height: Math.ceil(height / 8) });
  const means = await meansOf(jpeg);
  const columns = Math.floor(width / 8);
  const each = means.map((mean, block) => {
    const at = Math.floor(block / columns) * Math.ceil(width / 8) + (block % columns);
    return Math.abs(mean - (read?.grey[at] ?? Number.NaN));
  });
  return { most: Math.max(...each), usual: each.reduce((sum, one) => sum + one, 0) / each.length };
}

/** A JPEG of another make, with restart markers when it is made in slices. */
const ofFfmpeg = (...options: string[]) =>
  execFileSync(
    "ffmpeg",
    [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=640x360",
      "-frames:v",
      "1",
      "-pix_fmt",
      "yuvj420p",
    ].concat(options, ["-c:v", "mjpeg", "-f", "image2pipe", "-"]),
    { maxBuffer: 10_000_000 },
  );

describe("the means of a JPEG", () => {
  it.each([
    ["as cameras write it", { width: 640, height: 360, quality: 75 }],
    ["of a poor one", { width: 640, height: 360, quality: 20 }],
    ["of a fine one, with all of its colours", { width: 320, height: 200, quality: 95, chroma: "4:4:4" }],
    ["of a size that fits no blocks", { width: 333, height: 197, quality: 80 }],
    ["with tables made for it alone", { width: 320, height: 180, quality: 80, optimise: true }],
  ] as const)("are those of the picture %s", async (_name, options) => {
    const { width, height, quality } = options;
    const jpeg = await painted(width, height)
      .jpeg({
        quality,
        chromaSubsampling: "chroma" in options ? options.chroma : "4:2:0",
        optimiseCoding: "optimise" in options,
      })
      .toBuffer();
    const { most, usual } = await differences(jpeg);
    // What is decoded is cut off at black and at white; the mean that is written is not.
    expect(most).toBeLessThan(6);
    expect(usual).toBeLessThan(1);
  });

  it("are read from a grey picture, and from those of ffmpeg with and without restarts", async () => {
    const grey = await painted(320, 180).toColourspace("b-w").jpeg({ quality: 80 }).toBuffer();
    expect((await differences(grey)).usual).toBeLessThan(1);
    for (const options of [[], ["-slices", "4"]]) {
      const jpeg = ofFfmpeg(...options);
      expect(jpeg.includes(Buffer.from([0xff, 0xdd]))).toBe(options.length > 0);
      expect((await differences(jpeg)).usual).toBeLessThan(2);
    }
  });

  it("are not guessed: what is progressive, broken or no picture is left to another", async () => {
    const progressive = await painted(320, 180).jpeg({ progressive: true }).toBuffer();
    expect(readEighths(progressive)).toBeUndefined();
    const jpeg = await painted(320, 180).jpeg({ quality: 80 }).toBuffer();
    for (let length = 0; length < jpeg.length - 2; length += 97) {
      expect(readEighths(jpeg.subarray(0, length))).toBeUndefined();
    }
    expect(readEighths(Buffer.from("esto no es una foto"))).toBeUndefined();
    expect(readEighths(await painted(32, 32).png().toBuffer())).toBeUndefined();
  });

  it("never make it fail or hang, whatever is written over", async () => {
    const jpeg = await painted(160, 96).jpeg({ quality: 60 }).toBuffer();
    let seed = 11;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let turn = 0; turn < 3000; turn += 1) {
      const broken = Buffer.from(jpeg);
      for (let change = 0; change < 1 + random(4); change += 1) {
        broken[random(broken.length)] = random(256);
      }
      const read = readEighths(broken);
      expect(read === undefined || read.grey.length === read.width * read.height).toBe(true);
    }
  });
});

describe("the small grey picture", () => {
  it("is the same whichever way it was made", async () => {
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [1280, 960],
    ] as const) {
      const [baseline, progressive] = await Promise.all(
        [false, true].map((isProgressive) =>
          painted(width, height).jpeg({ quality: 80, progressive: isProgressive }).toBuffer(),
        ),
      );
      const [read, decoded] = await Promise.all([
        greyOf(baseline ?? Buffer.of()),
        greyOf(progressive ?? Buffer.of()),
      ]);
      expect(read.length).toBe(160 * 90);
      const each = read.map((grey, at) => Math.abs(grey - (decoded[at] ?? 0)));
      expect(each.reduce((sum, one) => sum + one, 0) / each.length).toBeLessThan(4);
    }
  });

  it("is made of a picture that is smaller as well, and not of what is none", async () => {
    const small = await painted(320, 180).jpeg().toBuffer();
    expect((await greyOf(small)).length).toBe(160 * 90);
    await expect(greyOf(Buffer.from("nada"))).rejects.toThrow();
  });

  it("is that of a video's own grey only where its means are the very points", async () => {
    const jpegOf = (width: number, height: number) => painted(width, height).jpeg({ quality: 80 }).toBuffer();
    const exact = await jpegOf(1280, 720);
    expect(exactGreyOf(exact)).toEqual(await greyOf(exact));
    expect(exactGreyOf(await jpegOf(1920, 1080))).toBeUndefined();
    expect(exactGreyOf(await jpegOf(640, 360))).toBeUndefined();
  });
});
