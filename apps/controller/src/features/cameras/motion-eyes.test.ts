import { describe, expect, it } from "vitest";
import { FakeClock, settle } from "../../../testing/fake-clock.ts";
import { silentLog } from "../../platform/log.ts";
import type { FrameListener } from "./camera-driver.ts";
import { type Look, MotionEyes } from "./motion-eyes.ts";
import type { NextLooks } from "./motion-watch.ts";
import type { GreyVideoParts } from "./video/grey-video.ts";
import type { VideoTap } from "./video/video.feature.ts";

const data = new Uint8Array(1);
const config = { codec: "h264", name: "avc1.42e01e", description: data } as const;
const camera = { id: "entrance", width: 640 } as const;

/** A camera whose video and pictures are in the test's hand. */
function setUp({ hasVideo }: { hasVideo: boolean }) {
  const clock = new FakeClock();
  let tapped: VideoTap | undefined;
  let pictures: FrameListener | undefined;
  let decoder: GreyVideoParts | undefined;
  const state = { isBroken: false, isOddlySized: false };
  const saw: (NextLooks & { at: number })[] = [];
  const eyes = new MotionEyes({
    clock,
    video: {
      tap: (_id, tap) => {
        tapped = hasVideo ? tap : undefined;
        return hasVideo ? () => (tapped = undefined) : undefined;
      },
    },
    pictures: {
      tap: (_id, onFrame) => {
        pictures = onFrame;
        return () => (pictures = undefined);
      },
    },
    greyOf: async (jpeg) => jpeg,
    exactGreyOf: (jpeg) => (state.isOddlySized ? undefined : jpeg),
    greyVideo: (parts) => {
      decoder = parts;
      return {
        take: () => undefined,
        saw: (next, at) => void saw.push({ ...next, at }),
        stop: () => undefined,
      };
    },
    pictureDecoder: (width) => ({
      decode: async (chunks) => {
        if (state.isBroken) {
          throw new Error("spawn ENOMEM");
        }
        return Uint8Array.of(chunks.length, width >> 8);
      },
      stop: () => undefined,
    }),
    log: silentLog,
  });
  const looks: Look[] = [];
  const next: NextLooks = { isRestless: true, notWithinMs: 0 };
  const end = eyes.look(camera, (look) => {
    looks.push(look);
    return { ...next };
  });
  return {
    ...{ clock, looks, next, saw, end, state },
    video: () => tapped,
    pictures: () => pictures,
    grey: (shade: number) => decoder?.onGrey(Uint8Array.of(shade), clock.now()),
    failDecoder: () => decoder?.onFailed(),
  };
}

describe("looking at a camera for motion", () => {
  it("is by its video, whose pictures are decoded only when somebody asks, as they were then", async () => {
    const { clock, looks, end, video, pictures, grey } = setUp({ hasVideo: true });
    video()?.chunk({ kind: "key", config, at: 0, data }, clock.now());
    video()?.chunk({ kind: "delta", at: 1, data }, clock.now());
    grey(7);
    const [look] = looks;
    expect(look?.grey).toEqual(Uint8Array.of(7));
    await clock.push(100);
    video()?.chunk({ kind: "delta", at: 2, data }, clock.now());
    expect(await look?.picture()).toEqual(Uint8Array.of(2, 2));
    expect(pictures()).toBeUndefined();
    video()?.broke();
    expect(await look?.picture()).toEqual(Uint8Array.of(0, 2));
    end?.();
    expect(video()).toBeUndefined();
  });

  it("is by the pictures of what moves while those are wanted, which are decoded but once", async () => {
    const { clock, looks, next, saw, video, grey, state } = setUp({ hasVideo: true });
    const began = clock.now();
    const show = async () => {
      video()?.chunk({ kind: "delta", at: 1, data }, clock.now());
      await settle();
      await clock.push(100);
    };
    video()?.chunk({ kind: "key", config, at: 0, data }, clock.now());
    next.pictureInMs = 200;
    grey(7);
    await show();
    await show();
    expect(looks).toHaveLength(1);
    next.pictureInMs = 300;
    await show();
    expect(looks.map(({ at }) => at - began)).toEqual([0, 200]);
    // Its grey is of the very picture that is told.
    const picture = Uint8Array.of(4, 2);
    expect([looks[1]?.grey, await looks[1]?.picture()]).toEqual([picture, picture]);
    expect(saw).toEqual([{ isRestless: true, notWithinMs: 0, pictureInMs: 300, at: began + 200 }]);
    // One that cannot be decoded is left to the greys.
    state.isBroken = true;
    await show();
    await show();
    await show();
    expect(looks).toHaveLength(2);
    state.isBroken = false;
    next.pictureInMs = undefined;
    grey(7);
    await show();
    expect(looks).toHaveLength(3);
  });

  it("is by its video alone where its pictures are made small in another way: their edges would look as if they moved", async () => {
    const { clock, looks, next, saw, video, grey, state } = setUp({ hasVideo: true });
    state.isOddlySized = true;
    video()?.chunk({ kind: "key", config, at: 0, data }, clock.now());
    Object.assign(next, { pictureInMs: 0, notWithinMs: 500 });
    grey(7);
    video()?.chunk({ kind: "delta", at: 1, data }, clock.now());
    await settle();
    expect(looks).toHaveLength(1);
    expect(saw).toMatchObject([{ isRestless: true, notWithinMs: 0 }]);
    expect(grey(8)).toEqual({ isRestless: true, notWithinMs: 0 });
    // What has all its pictures is left alone as before.
    Object.assign(next, { pictureInMs: undefined, notWithinMs: 2200 });
    expect(grey(9)).toMatchObject({ notWithinMs: 2200 });
  });

  it("goes on with the next picture where one could not be decoded", async () => {
    const { clock, looks, video, grey, state } = setUp({ hasVideo: true });
    video()?.chunk({ kind: "key", config, at: 0, data }, clock.now());
    grey(7);
    state.isBroken = true;
    await expect(looks[0]?.picture()).rejects.toThrow("ENOMEM");
    state.isBroken = false;
    expect(await looks[0]?.picture()).toEqual(Uint8Array.of(1, 2));
  });

  it("is by its pictures where it gives no video, and while that cannot be read or decoded", async () => {
    const plain = setUp({ hasVideo: false });
    plain.pictures()?.(Uint8Array.of(5));
    const grey = plain.looks[0]?.grey;
    expect(typeof grey === "function" ? await grey() : grey).toEqual(Uint8Array.of(5));
    expect(await plain.looks[0]?.picture()).toEqual(Uint8Array.of(5));
    plain.end?.();
    expect(plain.pictures()).toBeUndefined();

    for (const fail of ["video", "decoder"] as const) {
      const { looks, end, video, pictures, grey, failDecoder } = setUp({ hasVideo: true });
      if (fail === "video") {
        video()?.failed("no-key-frames");
      } else {
        failDecoder();
      }
      pictures()?.(Uint8Array.of(6));
      expect(looks).toHaveLength(1);
      grey(7);
      expect(looks).toHaveLength(2);
      expect(pictures()).toBeUndefined();
      failDecoder();
      expect(pictures()).toBeDefined();
      end?.();
      expect(pictures()).toBeUndefined();
    }
  });
});
