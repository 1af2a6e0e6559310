import type { CameraState } from "@umbral/contract/cameras/cameras.contract";
import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type CameraAt,
  createCameraFeeds,
  type FeedLine,
  type FeedListener,
  LINGER_MS,
  RETRY_MS,
  type Subscribed,
} from "./camera-feeds.ts";
import type { LastShown } from "./early-pictures.ts";

const camera: CameraAt = { buildingId: "building", camId: "entrance" };
const starting: CameraState = { camId: "entrance", state: "starting", since: "2026-11-20T15:42:00.000Z" };
const noSignal: CameraState = { ...starting, state: "no-signal" };
const jpeg = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

class Refusal extends Error {}

/** The line in the test's hands: what was asked, in order, answered when the test says so. */
class TestLine implements FeedLine {
  asked: string[] = [];
  now: ReturnType<FeedLine["state"]> = "connected";
  early: { resolve(shown: LastShown): void; reject(error: unknown): void } | undefined;
  #open: { resolve(state: Subscribed): void; reject(error: unknown): void }[] = [];
  #changes: (() => void)[] = [];
  #states: ((state: CameraState) => void)[] = [];
  readonly frames = new Set<(jpeg: ArrayBuffer) => void>();
  readonly videos = new Set<(chunk: VideoChunk) => void>();

  state() {
    return this.now;
  }
  onChange(listener: () => void) {
    this.#changes.push(listener);
    return () => undefined;
  }
  #ask(word: string): Promise<Subscribed> {
    this.asked.push(word);
    return new Promise((resolve, reject) => this.#open.push({ resolve, reject }));
  }
  subscribe() {
    return this.#ask("subscribe");
  }
  leave() {
    return this.#ask("leave");
  }
  lastShown(): Promise<LastShown> {
    this.asked.push("last shown");
    return new Promise((resolve, reject) => {
      this.early = { resolve, reject };
    });
  }
  onFrame(_camId: string, listener: (jpeg: ArrayBuffer) => void) {
    this.frames.add(listener);
    return () => void this.frames.delete(listener);
  }
  onVideo(_camId: string, listener: (chunk: VideoChunk) => void) {
    this.videos.add(listener);
    return () => void this.videos.delete(listener);
  }
  giveUpVideo(camId: string) {
    this.asked.push(`no video of ${camId}`);
  }
  onState(listener: (state: CameraState) => void) {
    this.#states.push(listener);
    return () => undefined;
  }
  isFinal(error: unknown) {
    return error instanceof Refusal;
  }

  async answer(state: Subscribed = starting) {
    this.#open.shift()?.resolve(state);
    await vi.advanceTimersByTimeAsync(0);
  }
  async fail(error: Error) {
    this.#open.shift()?.reject(error);
    await vi.advanceTimersByTimeAsync(0);
  }
  async become(state: TestLine["now"]) {
    this.now = state;
    for (const change of this.#changes) {
      change();
    }
    await vi.advanceTimersByTimeAsync(0);
  }
  tell(state: CameraState) {
    for (const listener of this.#states) {
      listener(state);
    }
  }
  sendVideo(chunk: VideoChunk) {
    for (const listener of this.videos) {
      listener(chunk);
    }
  }
  send(text: string) {
    for (const listener of this.frames) {
      listener(jpeg(text));
    }
  }
}

/** Somebody who looks, and what they heard. */
function newViewer() {
  const heard: string[] = [];
  const listener: FeedListener = {
    lastPicture: (picture) => heard.push(`last ${new TextDecoder().decode(picture)}`),
    frame: (picture) => heard.push(`frame ${new TextDecoder().decode(picture)}`),
    lastKey: ({ at }) => heard.push(`last key ${at}`),
    video: ({ kind, at }) => heard.push(`${kind} ${at}`),
    asked: () => heard.push("asked"),
    told: ({ state }) => heard.push(`told ${state}`),
    lineLost: () => heard.push("line lost"),
    refused: () => heard.push("refused"),
  };
  return { heard, listener };
}

describe("camera feeds", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("subscribes for the first who looks and leaves after the last", async () => {
    const line = new TestLine();
    const feeds = createCameraFeeds(line);
    const one = newViewer();
    const two = newViewer();
    const first = feeds.watch(camera, one.listener);
    await line.answer();
    const second = feeds.watch(camera, two.listener);
    line.send("a");
    expect(line.asked).toEqual(["subscribe"]);
    expect(one.heard).toContain("frame a");
    expect(two.heard).toContain("frame a");

    first.stop();
    await vi.advanceTimersByTimeAsync(LINGER_MS);
    expect(line.asked).toEqual(["subscribe"]);
    second.stop();
    await vi.advanceTimersByTimeAsync(LINGER_MS);
    await line.answer();
    expect(line.asked).toEqual(["subscribe", "leave"]);
    expect(line.frames.size).toBe(0);
  });

  it("asks once for two who begin together", async () => {
    const line = new TestLine();
    const feeds = createCameraFeeds(line);
    feeds.watch(camera, newViewer().listener);
    feeds.watch(camera, newViewer().listener);
    await line.answer();
    expect(line.asked).toEqual(["subscribe"]);
  });

  it("goes on without a word when somebody else begins to look at once", async () => {
    const line = new TestLine();
    const feeds = createCameraFeeds(line);
    const wall = feeds.watch(camera, newViewer().listener);
    await line.answer();
    line.tell(noSignal);
    line.send("a");
    wall.stop();
    await vi.advanceTimersByTimeAsync(LINGER_MS - 1);
    const enlarged = newViewer();
    feeds.watch(camera, enlarged.listener);
    await vi.advanceTimersByTimeAsync(10 * LINGER_MS);
    expect(line.asked).toEqual(["subscribe"]);
    // What is known of it, and its last picture as such: not as one that has just come.
    expect(enlarged.heard).toEqual(["asked", "told no-signal", "last a"]);
  });

  it("leaves only after the subscription was answered, so that neither overtakes the other", async () => {
    const line = new TestLine();
    const feed = createCameraFeeds(line).watch(camera, newViewer().listener);
    feed.stop();
    await vi.advanceTimersByTimeAsync(LINGER_MS);
    expect(line.asked).toEqual(["subscribe"]);
    await line.answer();
    expect(line.asked).toEqual(["subscribe", "leave"]);
  });

  it("subscribes again after leaving, when somebody came meanwhile", async () => {
    const line = new TestLine();
    const feeds = createCameraFeeds(line);
    const feed = feeds.watch(camera, newViewer().listener);
    await line.answer();
    feed.stop();
    await vi.advanceTimersByTimeAsync(LINGER_MS);
    feeds.watch(camera, newViewer().listener);
    await line.answer();
    expect(line.asked).toEqual(["subscribe", "leave", "subscribe"]);
  });

  it("renews every subscription after the line was lost", async () => {
    const line = new TestLine();
    const viewer = newViewer();
    createCameraFeeds(line).watch(camera, viewer.listener);
    await line.answer();
    await line.become("lost");
    expect(viewer.heard.at(-1)).toBe("line lost");
    expect(line.asked).toEqual(["subscribe"]);
    await line.become("connected");
    await line.answer();
    expect(line.asked).toEqual(["subscribe", "subscribe"]);
    line.send("b");
    expect(viewer.heard.slice(-3)).toEqual(["asked", "told starting", "frame b"]);
  });

  it("does not believe an answer that belongs to a line of before", async () => {
    const line = new TestLine();
    const viewer = newViewer();
    const feed = createCameraFeeds(line).watch(camera, viewer.listener);
    await line.become("lost");
    await line.answer();
    expect(viewer.heard).not.toContain("told starting");
    await line.become("connected");
    expect(line.asked).toEqual(["subscribe", "subscribe"]);
    await line.answer();
    feed.stop();
    await vi.advanceTimersByTimeAsync(LINGER_MS);
    expect(line.asked.at(-1)).toBe("leave");
  });

  it("waits for a line that is not there yet without calling it lost", async () => {
    const line = new TestLine();
    line.now = "waiting";
    const viewer = newViewer();
    createCameraFeeds(line).watch(camera, viewer.listener);
    expect(viewer.heard).toEqual(["asked"]);
    expect(line.asked).toEqual(["last shown"]);
    await line.become("connected");
    expect(line.asked).toEqual(["last shown", "subscribe"]);
  });

  it("shows what the server had of all of a building until the line brings something, asked once", async () => {
    const line = new TestLine();
    line.now = "waiting";
    const feeds = createCameraFeeds(line);
    const [entrance, street] = [newViewer(), newViewer()];
    feeds.watch(camera, entrance.listener);
    feeds.watch({ ...camera, camId: "street" }, street.listener);
    expect(line.asked).toEqual(["last shown"]);
    line.early?.resolve(new Map([["entrance", { at: starting.since, jpeg: jpeg("kept") }]]));
    await vi.advanceTimersByTimeAsync(0);
    expect(entrance.heard).toEqual(["asked", "last kept"]);
    expect(street.heard).toEqual(["asked"]);
    // What the line then says of it is larger, and newer or the same.
    await line.become("connected");
    await line.answer({ ...starting, last: { at: starting.since, jpeg: jpeg("large") } });
    expect(entrance.heard.slice(-2)).toEqual(["told starting", "last large"]);
  });

  it("shows what others saw while its own line was lost, and nothing of before over its video", async () => {
    vi.setSystemTime("2026-11-20T14:00:00.000Z");
    const line = new TestLine();
    const viewer = newViewer();
    createCameraFeeds(line).watch(camera, viewer.listener);
    await line.answer();
    line.send("own");
    await line.become("lost");
    await line.become("connected");
    await line.answer({ ...noSignal, last: { at: "2026-11-20T13:00:00.000Z", jpeg: jpeg("older") } });
    expect(viewer.heard.at(-1)).toBe("told no-signal");
    await line.become("lost");
    await line.become("connected");
    await line.answer({ ...noSignal, last: { at: "2026-11-20T15:00:00.000Z", jpeg: jpeg("others'") } });
    expect(viewer.heard.slice(-2)).toEqual(["told no-signal", "last others'"]);
    await line.become("lost");
    await line.become("connected");
    const data = new Uint8Array(1);
    line.sendVideo({ kind: "key", at: 1, config: { codec: "h264", name: "avc1", description: data }, data });
    await line.answer({ ...starting, last: { at: "2026-11-20T16:00:00.000Z", jpeg: jpeg("old") } });
    expect(viewer.heard.slice(-2)).toEqual(["key 1", "told starting"]);
  });

  it("shows no picture of before where a newer one was faster, or nobody looks any more", async () => {
    const line = new TestLine();
    line.now = "waiting";
    const feeds = createCameraFeeds(line);
    const [looks, left] = [newViewer(), newViewer()];
    feeds.watch(camera, looks.listener);
    feeds.watch(camera, left.listener).stop();
    await line.become("connected");
    await line.answer();
    line.send("live");
    line.early?.resolve(new Map([["entrance", { at: starting.since, jpeg: jpeg("kept") }]]));
    await vi.advanceTimersByTimeAsync(0);
    expect(looks.heard.at(-1)).toBe("frame live");
    expect([...looks.heard, ...left.heard]).not.toContain("last kept");
  });

  it("goes on without what the server had where it refuses it", async () => {
    const line = new TestLine();
    line.now = "waiting";
    const viewer = newViewer();
    createCameraFeeds(line).watch(camera, viewer.listener);
    line.early?.reject(new Refusal());
    await line.become("connected");
    await line.answer();
    expect(viewer.heard).toEqual(["asked", "asked", "told starting"]);
  });

  it("says what the server refused for good, and does not ask again", async () => {
    const line = new TestLine();
    const viewer = newViewer();
    createCameraFeeds(line).watch(camera, viewer.listener);
    await line.fail(new Refusal());
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS);
    expect(viewer.heard.at(-1)).toBe("refused");
    expect(line.asked).toEqual(["subscribe"]);
  });

  it("asks a new line for what an old one refused", async () => {
    const line = new TestLine();
    createCameraFeeds(line).watch(camera, newViewer().listener);
    await line.fail(new Refusal());
    await line.become("lost");
    await line.become("connected");
    expect(line.asked).toEqual(["subscribe", "subscribe"]);
  });

  it("tries again what failed for a reason that passes", async () => {
    const line = new TestLine();
    createCameraFeeds(line).watch(camera, newViewer().listener);
    await line.fail(new Error("no answer"));
    await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
    expect(line.asked).toEqual(["subscribe"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(line.asked).toEqual(["subscribe", "subscribe"]);
  });

  it("leaves for real when the subscription of who is gone was never answered", async () => {
    const line = new TestLine();
    const feed = createCameraFeeds(line).watch(camera, newViewer().listener);
    feed.stop();
    await vi.advanceTimersByTimeAsync(LINGER_MS);
    await line.fail(new Error("no answer"));
    expect(line.asked).toEqual(["subscribe", "leave"]);
  });

  it("asks again when told to, and hears what the controller says before the answer", async () => {
    const line = new TestLine();
    const viewer = newViewer();
    const feed = createCameraFeeds(line).watch(camera, viewer.listener);
    line.tell(noSignal);
    await line.answer(starting);
    expect(viewer.heard.at(-1)).toBe("told no-signal");
    feed.askAgain();
    expect(line.asked).toEqual(["subscribe", "subscribe"]);
  });

  it("gives who comes later the video since its last key, and asks anew without it when it is given up", async () => {
    const line = new TestLine();
    const feeds = createCameraFeeds(line);
    feeds.watch(camera, newViewer().listener);
    await line.answer();
    const data = new Uint8Array(1);
    const config = { codec: "h264", name: "avc1.42e01e", description: data } as const;
    line.sendVideo({ kind: "key", at: 1, config, data });
    line.sendVideo({ kind: "delta", at: 2, data });
    line.sendVideo({ kind: "key", at: 3, config, data });
    line.sendVideo({ kind: "delta", at: 4, data });
    const late = newViewer();
    const feed = feeds.watch(camera, late.listener);
    expect(late.heard.slice(-2)).toEqual(["key 3", "delta 4"]);
    feed.giveUpVideo();
    expect(line.asked).toEqual(["subscribe", "no video of entrance", "subscribe"]);
  });
});
