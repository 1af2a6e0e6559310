import { execFileSync } from "node:child_process";
import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { describe, expect, it } from "vitest";
import { codedVideo, FRAMES_PER_SECOND } from "../../../../testing/coded-video.ts";
import { MotionDetector } from "../motion-detector.ts";
import { GREY } from "../motion-grey.ts";
import { LOOK_EVERY_MS, MotionWatch, type NextLooks } from "../motion-watch.ts";
import { maskOf } from "../motion-zones.ts";
import { byteStreamOf } from "./byte-stream.ts";
import { PictureChoice } from "./picture-choice.ts";

const SECONDS = 15;
/** Not with a key. */
const WALKS_AT_S = 10.5;
const SIZE = "320x180";
/** What says that a picture is over. */
const DELIMITER_BYTES = 6;
/** What a camera codes when it spends as many bits as the picture needs, and when it spends the same all the time. */
const AS_NEEDED = ["-crf", "26"];
const CONSTANT = ["-b:v", "1M", "-minrate", "1M", "-maxrate", "1M", "-bufsize", "500k"];

interface Scene {
  /** A box of this size walks past, by so many points a second; nobody without it. */
  walker?: { width: number; height: number; speed: number };
  noise: number;
  coding: readonly string[];
}

interface Film {
  chunks: VideoChunk[];
  /** What each of them shows. */
  greys: Uint8Array[];
}

/** A wall with a grain, before which somebody comes along, filmed with a sensor's noise. */
function filmed({ walker, noise, coding }: Scene): Film {
  const still = `color=c=0x8a8a80:s=${SIZE}:r=${FRAMES_PER_SECOND}:d=${SECONDS},noise=alls=16:all_seed=7`;
  const { width, height, speed } = walker ?? { width: 2, height: 2, speed: 0 };
  const person = `color=c=0x504840:s=${width}x${height}:r=${FRAMES_PER_SECOND}:d=${SECONDS},noise=alls=20:all_seed=3`;
  const x = `if(lt(t,${WALKS_AT_S}),-${width},60+(t-${WALKS_AT_S})*${speed})`;
  const over = walker ? `[b];${person}[p];[b][p]overlay=x='${x}':y=60:eval=frame` : "";
  const pictures = SECONDS * FRAMES_PER_SECOND;
  const scene = `${still}${over},noise=alls=${noise}:allf=t`;
  const chunks = codedVideo({ pictures, keyEvery: 2 * FRAMES_PER_SECOND, scene, coding });
  return { chunks, greys: greysOf(chunks) };
}

/** What is told of a film, in seconds, and which part of its pictures was decoded for it. */
interface Told {
  began: number | undefined;
  decoded: number;
}

/**
 * Looks at a film, at all of it or at what is chosen.
 * @param sizesOf what is known of a chunk when it is chosen
 */
function lookAt({ chunks, greys }: Film, isAll = false, sizesOf = (chunk: VideoChunk) => chunk): Told {
  const detector = new MotionDetector({ width: GREY.width, mask: maskOf([], GREY), sensitivity: 50 });
  const watch = new MotionWatch();
  const choice = new PictureChoice(LOOK_EVERY_MS);
  let began: number | undefined;
  let decoded = 0;
  for (const [index, chunk] of chunks.entries()) {
    for (const { at, isLookedAt } of choice.take(sizesOf(chunk), (index * 1000) / FRAMES_PER_SECOND)) {
      decoded += 1 / chunks.length;
      const grey = greys[Math.round((at * FRAMES_PER_SECOND) / 1000)];
      if (isLookedAt && grey) {
        const isMoving = detector.isMoving(grey, at);
        const steps = watch.see({ at, date: new Date(0), picture: async () => undefined }, isMoving);
        choice.saw({ isRestless: isAll || detector.isRestless, notWithinMs: 0 }, at);
        // It is known now, whenever it began.
        began ??= steps.some(({ kind }) => kind === "began") ? index / FRAMES_PER_SECOND : undefined;
      }
    }
  }
  return { began, decoded };
}

function greysOf(chunks: readonly VideoChunk[]): Uint8Array[] {
  const filter = `scale=${GREY.width}:${GREY.height}:flags=area,format=gray`;
  const reading = ["-nostdin", "-v", "error", "-threads", "1", "-f", "h264", "-i", "pipe:0", "-vf", filter];
  const all = execFileSync("ffmpeg", [...reading, "-fps_mode", "passthrough", "-f", "rawvideo", "-"], {
    // Behind the last one nothing begins.
    input: Buffer.concat(chunks.map((chunk) => byteStreamOf(chunk, "h264"))).subarray(0, -DELIMITER_BYTES),
    maxBuffer: 64 * 1024 * 1024,
  });
  const bytes = GREY.width * GREY.height;
  return chunks.map((_, at) => all.subarray(at * bytes, (at + 1) * bytes));
}

/** A minute of twenty pictures a second, with a key as often as this, of which each says the same of the next ones. */
function looksAt(keyEveryMs: number, next: NextLooks, deltaBytes = 500): { at: number; decoded: number }[] {
  const choice = new PictureChoice(LOOK_EVERY_MS);
  const config = { codec: "h264", name: "avc1.42e01e", description: new Uint8Array(1) } as const;
  const looks: { at: number; decoded: number }[] = [];
  for (let at = 0; at < 60_000; at += 50) {
    const chunk: VideoChunk =
      at % keyEveryMs === 0
        ? { kind: "key", config, at, data: new Uint8Array(50_000) }
        : { kind: "delta", at, data: new Uint8Array(deltaBytes) };
    const chosen = choice.take(chunk, at);
    for (const one of chosen.filter(({ isLookedAt }) => isLookedAt)) {
      choice.saw(next, one.at);
      looks.push({ at: one.at, decoded: chosen.length });
    }
  }
  return looks;
}

describe("what is decoded for motion", () => {
  it.each([
    ["walks past", { width: 24, height: 60, speed: 40 }],
    ["is far away", { width: 14, height: 32, speed: 20 }],
    ["creeps along", { width: 40, height: 80, speed: 12 }],
    ["runs past", { width: 30, height: 80, speed: 240 }],
  ])("shows somebody who %s as soon as if all were", (_how, walker) => {
    const film = filmed({ walker, noise: 3, coding: AS_NEEDED });
    const all = lookAt(film, true).began ?? Number.NaN;
    const { began } = lookAt(film);
    expect(began).toBeGreaterThanOrEqual(WALKS_AT_S);
    expect(began).toBeLessThanOrEqual(all + 2 * (LOOK_EVERY_MS / 1000));
  });

  it("is little more than the keys where nothing but a sensor's noise goes on", () => {
    const { began, decoded } = lookAt(filmed({ noise: 3, coding: AS_NEEDED }));
    expect(began).toBeUndefined();
    // The first six seconds are learned from.
    expect(decoded).toBeLessThan(0.6);
  });

  it.each([
    ["a constant bit rate", { noise: 3, coding: CONSTANT }],
    ["a noise that is as much as what moves", { noise: 12, coding: AS_NEEDED }],
  ])("is all of it where sizes say nothing: %s", (_why, how) => {
    const film = filmed({ walker: { width: 24, height: 60, speed: 40 }, ...how });
    const all = lookAt(film, true);
    expect(all.began).toBeGreaterThanOrEqual(WALKS_AT_S);
    expect(lookAt(film)).toEqual(all);
  });

  it("shows by the keys whoever is in no size", () => {
    const film = filmed({ walker: { width: 40, height: 80, speed: 12 }, noise: 3, coding: AS_NEEDED });
    const small = new Uint8Array(200);
    const { began, decoded } = lookAt(film, false, (chunk) =>
      chunk.kind === "key" ? chunk : { ...chunk, data: small },
    );
    expect(began).toBeLessThan(WALKS_AT_S + 3);
    expect(decoded).toBeLessThan(0.8);
  });

  it("is the keys alone while what moves need not be seen, and one each two seconds where they come seldom", () => {
    const moving = { isRestless: true, notWithinMs: 2200 };
    expect(looksAt(2000, moving).filter(({ at }) => at % 2000 !== 0)).toEqual([]);
    expect(looksAt(2000, moving)).toHaveLength(30);
    const seldom = looksAt(5000, moving).map(({ decoded }) => decoded);
    expect(seldom.slice(0, 6)).toEqual([1, 44, 44, 44, 44, 44]);
    // Of many bits no more is kept than a decoder may be given at once.
    const large = looksAt(5000, moving, 100_000).map(({ decoded }) => decoded);
    expect(Math.max(...large)).toBe(11);
  });

  it("is one each two seconds where keys come seldom", () => {
    const looks = looksAt(5000, { isRestless: false, notWithinMs: 0 }).map(({ at }) => at);
    const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
    expect(Math.max(...pauses)).toBeLessThan(2300);
    expect(pauses.filter((ms) => ms > 2000).length).toBeGreaterThan(10);
  });
});
