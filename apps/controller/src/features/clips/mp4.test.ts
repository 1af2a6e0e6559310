import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { afterAll, describe, expect, it } from "vitest";
import { codedVideo } from "../../../testing/coded-video.ts";
import { probeVideo } from "../../../testing/probe-video.ts";
import { sizeOf } from "../cameras/video/picture-size.ts";
import { endOfFragment, fragment, initialPart, ticksBetween } from "./mp4.ts";

const folder = mkdtempSync(join(tmpdir(), "umbral-mp4-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = ([first]: VideoChunk[]) => {
  if (first?.kind !== "key") {
    throw new Error("it does not begin with a key");
  }
  return first;
};

/** In fragments of so many pictures, each shown until the next. */
function muxed(chunks: VideoChunk[], pictures: number): Buffer[] {
  const first = keyOf(chunks);
  const ticks = chunks.map((chunk) => ticksBetween(first, chunk));
  const samples = chunks.map((chunk, index) => ({
    chunk,
    duration: (ticks[index + 1] ?? (ticks[index] ?? 0) + 6000) - (ticks[index] ?? 0),
  }));
  const parts = [initialPart(first)];
  for (let at = 0; at < samples.length; at += pictures) {
    const group = samples.slice(at, at + pictures);
    parts.push(Buffer.concat(fragment(parts.length, ticks[at] ?? 0, group)));
  }
  return parts;
}

describe("a file of coded video", () => {
  it.each([
    ["h264", "h264", { width: 128, height: 98 }],
    ["h264", "h264", { width: 320, height: 180 }],
    ["h265", "hevc", { width: 322, height: 182 }],
  ] as const)("of %s decodes whole, with the times at which its pictures came", (codec, name, size) => {
    const even = codedVideo({ codec, pictures: 40, ...size });
    // A camera that stood still for a second in the middle.
    const chunks = even.map((chunk, index) => ({ ...chunk, at: chunk.at + (index < 20 ? 0 : 1_000_000) }));
    expect(sizeOf(keyOf(chunks).config)).toEqual(size);
    const file = join(folder, `${codec}-${size.width}.mp4`);
    writeFileSync(file, Buffer.concat(muxed(chunks, 7)));
    const probed = probeVideo(file);
    expect(probed).toMatchObject({ codec: name, ...size, pictures: 40 });
    expect(probed.seconds).toBeCloseTo(40 / 15 + 1, 2);
    expect(probed.keys.map((time) => Math.round(time * 1000))).toEqual([0, 1000, 3000]);
  });

  it("plays up to its last whole fragment wherever it is cut off, and says when that ends", () => {
    const parts = muxed(codedVideo({ pictures: 30 }), 10);
    const [initial, first, second] = parts;
    if (!initial || !first || !second) {
      throw new Error("too few fragments");
    }
    const file = join(folder, "cut.mp4");
    writeFileSync(file, Buffer.concat([initial, first, second]));
    expect(probeVideo(file).pictures).toBe(20);
    expect(endOfFragment(second.subarray(0, second.readUInt32BE(0)))).toBe(20 * 6000);
    expect(endOfFragment(second.subarray(0, 60))).toBeUndefined();
  });
});
