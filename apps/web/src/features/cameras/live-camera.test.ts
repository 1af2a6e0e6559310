import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CameraFeeds, FeedListener } from "./camera-feeds.ts";
import { STALL_MS } from "./camera-view.ts";
import type { FramePump } from "./frame-pump.ts";
import { createLiveCamera } from "./live-camera.ts";
import type { VideoPlayer } from "./video-player.ts";

const START = new Date("2026-11-20T15:42:00.000Z");
const picture = new ArrayBuffer(8);

/** A camera whose feed and canvas are in the test's hands, on a clock that it pushes. */
function newCamera() {
  let listener: FeedListener | undefined;
  let watching = 0;
  let askedAgain = 0;
  let cleared = 0;
  let drawn = 0;
  let givenUp = 0;
  let heard: Parameters<VideoPlayer["push"]>[1] | undefined;
  const player: VideoPlayer = {
    push: (_chunk, given) => {
      heard = given;
    },
    show: (_key, given) => {
      heard = given;
    },
    clear: () => undefined,
  };
  const feeds: CameraFeeds = {
    watch(_camera, given) {
      listener = given;
      watching += 1;
      given.asked();
      return {
        askAgain: () => {
          askedAgain += 1;
        },
        giveUpVideo: () => {
          givenUp += 1;
        },
        stop: () => {
          watching -= 1;
        },
      };
    },
  };
  const pump: FramePump = {
    push: (_jpeg, onDrawn) => {
      drawn += 1;
      onDrawn?.();
    },
    clear: () => {
      cleared += 1;
    },
  };
  const camera = createLiveCamera(
    { buildingId: "building", camId: "entrance" },
    {
      feeds,
      pump,
      player,
      sentenceFor: (error) => String(error),
      now: () => new Date(),
      steadyMs: () => performance.now(),
    },
  );
  let changes = 0;
  camera.view.subscribe(() => {
    changes += 1;
  });
  const feed = (): FeedListener => {
    if (listener === undefined) {
      throw new Error("nobody watches");
    }
    return listener;
  };
  return {
    camera,
    feed,
    watching: () => watching,
    askedAgain: () => askedAgain,
    cleared: () => cleared,
    drawn: () => drawn,
    decoder: () => heard,
    givenUp: () => givenUp,
    changes: () => changes,
  };
}

describe("live camera", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("tells the screen once, however many pictures come", () => {
    const { camera, feed, changes, drawn } = newCamera();
    const stop = camera.start();
    for (let count = 0; count < 100; count += 1) {
      vi.advanceTimersByTime(100);
      feed().frame(picture);
    }
    expect(camera.view.current()).toEqual({ kind: "live" });
    expect(drawn()).toBe(100);
    expect(changes()).toBe(1);
    stop();
  });

  it("says since when pictures stopped, asks again, and recovers by itself", () => {
    const { camera, feed, askedAgain } = newCamera();
    camera.start();
    feed().frame(picture);
    vi.advanceTimersByTime(STALL_MS);
    expect(camera.view.current()).toEqual({ kind: "stalled", since: START.toISOString() });
    expect(askedAgain()).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(askedAgain()).toBe(1);
    feed().frame(picture);
    expect(camera.view.current()).toEqual({ kind: "live" });
  });

  it("leaves a camera in peace that sends a picture every four seconds", () => {
    const { camera, feed } = newCamera();
    camera.start();
    for (let count = 0; count < 5; count += 1) {
      feed().frame(picture);
      vi.advanceTimersByTime(4000);
      expect(camera.view.current().kind).toBe("live");
    }
    vi.advanceTimersByTime(8000);
    expect(camera.view.current().kind).toBe("stalled");
  });

  it("shows the picture of before as what it is", () => {
    const { camera, feed, drawn } = newCamera();
    camera.start();
    feed().told({ camId: "entrance", state: "no-signal", since: START.toISOString() });
    feed().lastPicture(picture, START.toISOString());
    expect(drawn()).toBe(1);
    expect(camera.view.current()).toEqual({ kind: "no-signal", since: START.toISOString() });
  });

  it("tells how old the picture is that stands there when it is live no more", () => {
    const { camera, feed } = newCamera();
    const stop = camera.start();
    feed().frame(picture);
    expect(camera.pictureAt.current()).toBeNull();
    vi.advanceTimersByTime(1000);
    feed().lineLost();
    expect(camera.pictureAt.current()).toBe(START.toISOString());
    // An hour later: the building is away since another moment than the picture's.
    feed().told({ camId: "entrance", state: "away", since: "2026-11-20T16:41:00.000Z" });
    expect(camera.pictureAt.current()).toBe(START.toISOString());
    feed().lastPicture(picture, "2026-11-20T16:40:00.000Z");
    expect(camera.pictureAt.current()).toBe("2026-11-20T16:40:00.000Z");
    feed().frame(picture);
    expect(camera.pictureAt.current()).toBeNull();
    stop();
    camera.start();
    expect(camera.pictureAt.current()).toBe("2026-11-20T15:42:01.000Z");
  });

  it("lets no picture of before the news be drawn after it", () => {
    const { camera, feed, cleared } = newCamera();
    camera.start();
    feed().frame(picture);
    feed().told({ camId: "entrance", state: "away", since: START.toISOString() });
    expect(cleared()).toBe(1);
  });

  it("gives a camera that came back its time before calling it slow", () => {
    const { camera, feed } = newCamera();
    camera.start();
    feed().told({ camId: "entrance", state: "away", since: START.toISOString() });
    vi.advanceTimersByTime(60_000);
    feed().told({ camId: "entrance", state: "live", since: START.toISOString() });
    vi.advanceTimersByTime(2000);
    expect(camera.view.current()).toEqual({ kind: "connecting", isSlow: false });
    vi.advanceTimersByTime(8000);
    expect(camera.view.current()).toEqual({ kind: "connecting", isSlow: true });
  });

  it("stops watching and looking at the clock, and begins again", () => {
    const { camera, feed, watching } = newCamera();
    const stop = camera.start();
    feed().frame(picture);
    stop();
    expect(watching()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    camera.start();
    expect(watching()).toBe(1);
    expect(camera.view.current()).toEqual({ kind: "connecting", isSlow: false });
  });

  it("is live with the first picture of its video, and asks for pictures when that cannot be decoded", () => {
    const { camera, feed, decoder, givenUp, cleared } = newCamera();
    camera.start();
    feed().video({ kind: "delta", at: 0, data: new Uint8Array(1) });
    expect(camera.view.current().kind).toBe("connecting");
    decoder()?.drawn();
    expect(camera.pictureAt.current()).toBeNull();
    expect(camera.view.current().kind).toBe("live");
    // A picture that waits to be decoded is older than the video's.
    expect(cleared()).toBe(1);
    decoder()?.broke();
    expect(givenUp()).toBe(1);
    expect(camera.view.current().kind).toBe("live");
  });

  it("shows what its video showed last with its time, and is not live for it", () => {
    const { camera, feed, decoder } = newCamera();
    camera.start();
    const data = new Uint8Array(1);
    const config = { codec: "h264", name: "avc1.42e01e", description: data } as const;
    feed().lastKey({ kind: "key", config, at: 0, data }, START.toISOString());
    decoder()?.drawn();
    expect([camera.view.current().kind, camera.pictureAt.current()]).toEqual([
      "connecting",
      START.toISOString(),
    ]);
  });
});
