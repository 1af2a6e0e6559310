import {
  NO_KEY_FRAME_MS,
  VIDEO_AGAIN_AFTER_MS,
  type VideoChunk,
} from "@umbral/contract/cameras/video.contract";
import { describe, expect, it } from "vitest";
import { newCamera } from "../../../../testing/configuration.ts";
import { FakeClock } from "../../../../testing/fake-clock.ts";
import { silentLog } from "../../../platform/log.ts";
import { VideoFeature } from "./video.feature.ts";
import { type ChunkListener, type VideoDriver, VideoFailure } from "./video-driver.ts";

const data = new Uint8Array(10);
const config = { codec: "h264", name: "avc1.42e01e", description: data } as const;

/** A camera's video in the test's hand. */
class HeldVideo implements VideoDriver {
  readonly longestGapMs = 100;
  captures = 0;
  running = 0;
  send: ChunkListener = () => undefined;
  end: (error: Error) => void = () => undefined;

  capture(onChunk: ChunkListener, signal: AbortSignal): Promise<void> {
    this.captures += 1;
    this.running += 1;
    this.send = onChunk;
    return new Promise<void>((resolve, reject) => {
      this.end = reject;
      signal.addEventListener("abort", () => resolve());
    }).finally(() => {
      this.running -= 1;
    });
  }

  key(at: number): void {
    this.send({ kind: "key", config, at, data }, 0);
  }

  delta(at: number): void {
    this.send({ kind: "delta", at, data }, 0);
  }
}

function setUp(isRtsp = true) {
  const clock = new FakeClock();
  const held = new HeldVideo();
  const camera = newCamera({});
  const sent: string[] = [];
  const troubles: string[] = [];
  const line = { isBusy: false };
  const video = new VideoFeature({
    clock,
    random: () => 1,
    makeDriver: () => (isRtsp ? held : undefined),
    send: (_id, { kind, at }: VideoChunk) => {
      if (!line.isBusy) {
        sent.push(`${kind} ${at}`);
      }
      return !line.isBusy;
    },
    tellState: () => undefined,
    tellTrouble: (_id, trouble) => void troubles.push(trouble),
    log: silentLog,
  });
  video.configure([camera]);
  return { clock, held, camera, sent, troubles, line, video };
}

describe("passing a camera's video on", () => {
  it("runs once while somebody looks, and a new watcher begins with the last key", async () => {
    const { clock, held, camera, sent, video } = setUp();
    expect(video.watch("another camera", "a", 15_000)).toBe(false);
    expect(video.watch(camera.id, "a", 15_000)).toBe(true);
    held.key(1);
    held.delta(2);
    video.watch(camera.id, "a", 15_000);
    expect(sent).toEqual(["key 1", "delta 2"]);
    video.watch(camera.id, "b", 15_000);
    expect(sent.slice(2)).toEqual(["key 1", "delta 2"]);
    expect(held.captures).toBe(1);
    video.unwatch(camera.id, "a");
    await clock.push(15_000);
    expect(held.running).toBe(0);
  });

  it("leaves out everything up to the next key where the line is busy", () => {
    const { held, camera, sent, line, video } = setUp();
    video.watch(camera.id, "a", 15_000);
    held.key(1);
    line.isBusy = true;
    held.delta(2);
    line.isBusy = false;
    held.delta(3);
    held.key(4);
    held.delta(5);
    expect(sent).toEqual(["key 1", "key 4", "delta 5"]);
  });

  it("says why there is none, ends, and tries again only after some time", async () => {
    const { clock, held, camera, troubles, video } = setUp();
    video.watch(camera.id, "a", 60_000);
    held.delta(1);
    // One that has a key each so often may be heard a moment late.
    await clock.push(NO_KEY_FRAME_MS - 200);
    held.delta(2);
    await clock.push(400);
    held.delta(2);
    expect(troubles).toEqual([]);
    await clock.push(500);
    held.delta(3);
    expect(troubles).toEqual(["no-key-frames"]);
    await clock.push(0);
    expect(held.running).toBe(0);
    video.watch(camera.id, "b", 60_000);
    expect(troubles).toEqual(["no-key-frames", "no-key-frames"]);
    await clock.push(VIDEO_AGAIN_AFTER_MS);
    video.watch(camera.id, "c", 60_000);
    expect(held.captures).toBe(2);
    held.end(new VideoFailure("10 bits", "odd-profile"));
    await clock.push(0);
    expect(troubles.at(-1)).toBe("odd-profile");
    expect(held.captures).toBe(2);
    await video.stop();
  });

  it("comes back by itself when the camera does, from a key", async () => {
    const { clock, held, camera, sent, troubles, video } = setUp();
    video.watch(camera.id, "a", 60_000);
    held.key(1);
    held.end(new Error("unplugged"));
    await clock.push(1000);
    expect(held.captures).toBe(2);
    held.delta(2);
    held.key(3);
    expect(sent).toEqual(["key 1", "key 3"]);
    expect(troubles).toEqual([]);
    await video.stop();
  });

  it("is heard in the building without a lease, in one capture with who looks, and nothing is sent unasked", async () => {
    const { clock, held, camera, sent, video } = setUp();
    const heard: string[] = [];
    const untap = video.tap(camera.id, {
      broke: () => void heard.push("broke"),
      chunk: ({ kind, at }) => void heard.push(`${kind} ${at}`),
      failed: (trouble) => void heard.push(trouble),
    });
    held.key(1);
    held.delta(2);
    expect(sent).toEqual([]);
    video.watch(camera.id, "a", 15_000);
    held.delta(3);
    expect(sent).toEqual(["key 1", "delta 2", "delta 3"]);
    video.unwatch(camera.id, "a");
    held.delta(4);
    expect(heard).toEqual(["broke", "key 1", "delta 2", "delta 3", "delta 4"]);
    expect(sent).toHaveLength(3);
    held.end(new Error("unplugged"));
    await clock.push(1000);
    expect(heard.at(-1)).toBe("broke");
    expect(held.captures).toBe(2);
    untap?.();
    await clock.push(0);
    expect(held.running).toBe(0);
  });

  it("is tried again for who hears it in the building, who looks gets pictures meanwhile", async () => {
    const { clock, held, camera, troubles, video } = setUp();
    const heard: string[] = [];
    const tap = { broke: () => undefined, chunk: () => undefined };
    video.tap(camera.id, { ...tap, failed: (trouble) => void heard.push(trouble) });
    held.end(new VideoFailure("10 bits", "odd-profile"));
    await clock.push(0);
    expect([heard, troubles]).toEqual([["odd-profile"], ["odd-profile"]]);
    video.watch(camera.id, "a", 15_000);
    expect(troubles).toEqual(["odd-profile", "odd-profile"]);
    expect(held.captures).toBe(1);
    await clock.push(VIDEO_AGAIN_AFTER_MS);
    expect(held.captures).toBe(2);
    await video.stop();
    expect(held.running).toBe(0);
  });

  it("has none of a camera that gives pictures", () => {
    const { camera, troubles, video } = setUp(false);
    expect(video.watch(camera.id, "a", 15_000)).toBe(true);
    expect(troubles).toEqual(["no-video"]);
    const tap = { broke: () => undefined, chunk: () => undefined, failed: () => undefined };
    expect(video.tap(camera.id, tap)).toBeUndefined();
  });
});
