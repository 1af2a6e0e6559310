import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import { codedVideo, FRAMES_PER_SECOND } from "../../../../testing/coded-video.ts";
import { FakeClock } from "../../../../testing/fake-clock.ts";
import { decodedGrey, GREY } from "../motion-grey.ts";
import { decodePicture } from "./decode-picture.ts";
import { GreyVideo } from "./grey-video.ts";
import { PictureDecoder } from "./picture-decoder.ts";
import { RecentVideo } from "./recent-video.ts";

const size = { width: 640, height: 360 } as const;

/** How much two grey pictures differ, from 0 to 255. */
const difference = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, grey, at) => sum + Math.abs(grey - (other[at] ?? 0)), 0) / one.length;

describe("a picture of a video", () => {
  it.each(["h264", "h265"] as const)("is the last one of what came, in %s", async (codec) => {
    const chunks = codedVideo({ codec, pictures: 30, keyEvery: 15, ...size });
    const jpeg = await decodePicture(chunks.slice(0, 12), { width: 320 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: 320, height: 180 });
    const [here, before, after] = await Promise.all(
      [12, 2, 15].map(async (pictures) => {
        const picture = await decodePicture(chunks.slice(0, pictures), { width: 640 });
        return decodedGrey(picture ?? new Uint8Array());
      }),
    );
    const shown = await decodedGrey(jpeg ?? new Uint8Array());
    const [own, ofBefore, ofAfter] = [here, before, after].map((other) =>
      difference(shown, other ?? new Uint8Array()),
    );
    expect(own).toBeLessThan(Math.min(ofBefore ?? 0, ofAfter ?? 0) / 2);
  });

  it("can be decoded from each key on, also where a camera's pictures before that key would go on behind it", async () => {
    const coding = [
      "-x265-params",
      "keyint=15:min-keyint=15:scenecut=0:aud=1:bframes=2:b-adapt=0:rc-lookahead=15:open-gop=1:log-level=none",
    ];
    const chunks = codedVideo({ codec: "h265", pictures: 45, ...size, coding });
    const [, second = 0, third = 0] = chunks.flatMap(({ kind }, at) => (kind === "key" ? [at] : []));
    const group = chunks.slice(second, third);
    // Its first two are left out.
    expect(group).toHaveLength(13);
    const pictures = await Promise.all(
      [2, 3, 4].map((count) => decodePicture(group.slice(0, count), { width: 640 })),
    );
    expect(pictures.map((picture) => picture !== undefined)).toEqual([true, true, true]);
  });

  it("is none of what does not begin with a key, cannot be decoded, or has no program", async () => {
    const chunks = codedVideo({ pictures: 5, ...size });
    expect(await decodePicture(chunks.slice(1), { width: 320 })).toBeUndefined();
    const broken = chunks.map((chunk): VideoChunk => ({ ...chunk, data: new Uint8Array(100) }));
    expect(await decodePicture(broken, { width: 320 })).toBeUndefined();
    expect(await decodePicture(chunks, { width: 320, program: "no-such-program" })).toBeUndefined();
  });
});

describe("pictures of one video, asked for one after the other", () => {
  it.each(["h264", "h265"] as const)("are each the one that was asked for, in %s", async (codec) => {
    const chunks = codedVideo({ codec, pictures: 30, keyEvery: 15, ...size });
    const decoder = new PictureDecoder({ clock: new FakeClock(), width: 640 });
    onTestFinished(() => decoder.stop());
    // Further on, from the next key, and back to what was before.
    for (const [from, to] of [
      [0, 4],
      [0, 12],
      [15, 20],
      [0, 8],
    ] as const) {
      const [jpeg, expected] = await Promise.all([
        decoder.decode(chunks.slice(from, to)),
        decodePicture(chunks.slice(from, to), { width: 640 }),
      ]);
      expect(jpeg).toBeDefined();
      expect(jpeg && Buffer.compare(jpeg, expected ?? new Uint8Array())).toBe(0);
    }
  });

  it("come from a camera whose pictures need later ones when nothing more does", async () => {
    const coding = ["-tune", "film", "-x264-params", "keyint=15:scenecut=0:aud=1:bframes=2:b-adapt=0"];
    const chunks = codedVideo({ pictures: 15, ...size, coding });
    const clock = new FakeClock();
    const decoder = new PictureDecoder({ clock, width: 640 });
    onTestFinished(() => decoder.stop());
    const first = decoder.decode(chunks.slice(0, 9));
    await clock.push(1500);
    expect(await sharp(await first).metadata()).toMatchObject({ format: "jpeg", width: 640 });
    // From now on it does not wait.
    expect(await sharp(await decoder.decode(chunks.slice(0, 12))).metadata()).toMatchObject({ width: 640 });
  });

  it("are none of what does not begin with a key, cannot be decoded, or has no program", async () => {
    const clock = new FakeClock();
    const chunks = codedVideo({ pictures: 5, ...size });
    const decoder = new PictureDecoder({ clock, width: 320 });
    expect(await decoder.decode(chunks.slice(1))).toBeUndefined();
    const broken = decoder.decode(chunks.map((chunk) => ({ ...chunk, data: new Uint8Array(100) })));
    decoder.stop();
    expect(await broken).toBeUndefined();
    const nowhere = new PictureDecoder({ clock, width: 320, program: "no-such-program" });
    expect(await nowhere.decode(chunks)).toBeUndefined();
  });
});

describe("a video in small and grey", () => {
  it.each(["h264", "h265"] as const)(
    "is what its pictures show, and goes on when the camera begins anew, in %s",
    async (codec) => {
      const chunks = codedVideo({ codec, pictures: 40, keyEvery: 20, ...size });
      const middle = await decodePicture(chunks.slice(0, 10), { width: 640 });
      const expected = await decodedGrey(middle ?? new Uint8Array());
      let isShown = (): void => undefined;
      let clock = 0;
      const greys = new GreyVideo({
        everyMs: 0,
        onGrey: (grey) => {
          if (grey.length === GREY.width * GREY.height && difference(grey, expected) < 3) {
            isShown();
          }
          return { isRestless: true, notWithinMs: 0 };
        },
        onFailed: () => undefined,
      });
      onTestFinished(() => greys.stop());
      for (const _time of ["first", "again"]) {
        const shown = new Promise<void>((resolve) => {
          isShown = resolve;
        });
        for (const chunk of chunks) {
          greys.take(chunk, clock++);
        }
        await shown;
        greys.stop();
      }
    },
  );

  it("says so when nothing decodes it", async () => {
    const [key] = codedVideo({ pictures: 1, ...size });
    await new Promise<void>((resolve) => {
      const greys = new GreyVideo({
        everyMs: 200,
        onGrey: () => ({ isRestless: false, notWithinMs: 0 }),
        onFailed: resolve,
        program: "no-such-program",
      });
      greys.take(key as VideoChunk, 0);
    });
  });
});

describe("what came a moment ago", () => {
  it("is known back to the key before the last one, and forgotten when it is too much", () => {
    const recent = new RecentVideo();
    const chunks = codedVideo({ pictures: 45, keyEvery: 15, width: 128, height: 98 });
    for (const [index, chunk] of chunks.entries()) {
      recent.add(chunk, (index * 1000) / FRAMES_PER_SECOND);
    }
    const until = (at: number) => recent.until(at).map((chunk) => chunks.indexOf(chunk));
    expect(until(2000)).toEqual([30]);
    expect(until(1999)).toEqual(Array.from({ length: 15 }, (_, index) => 15 + index));
    expect(until(1000)).toEqual([15]);
    expect(until(999)).toEqual([]);
    const [, delta] = chunks;
    for (let more = 0; delta && more < 300; more += 1) {
      recent.add(delta, 3000 + more);
    }
    expect(until(9999)).toEqual([]);
  });
});
