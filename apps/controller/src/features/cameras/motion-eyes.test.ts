import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import type { FrameListener } from "./camera-driver.ts";
import { type Look, MotionEyes } from "./motion-eyes.ts";
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
  const state = { isBroken: false };
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
    greyVideo: (parts) => {
      decoder = parts;
      return { take: () => undefined, stop: () => undefined };
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
  });
  const looks: Look[] = [];
  const end = eyes.look(camera, (look) => looks.push(look) > 0);
  return {
    ...{ clock, looks, end, state },
    video: () => tapped,
    pictures: () => pictures,
    grey: (shade: number) => decoder?.onGrey(Uint8Array.of(shade), clock.now()),
    failDecoder: () => decoder?.onFailed(),
  };
}

describe("looking at a camera for motion", () => {
  it("is by its video, whose pictures are decoded only when somebody asks, as they were then", async () => {
    const { clock, looks, end, video, pictures, grey } = setUp({ hasVideo: true });
    video()?.chunk({ kind: "key", config, at: 0, data });
    video()?.chunk({ kind: "delta", at: 1, data });
    grey(7);
    const [look] = looks;
    expect(look?.grey).toEqual(Uint8Array.of(7));
    await clock.push(100);
    video()?.chunk({ kind: "delta", at: 2, data });
    expect(await look?.picture()).toEqual(Uint8Array.of(2, 2));
    expect(pictures()).toBeUndefined();
    video()?.broke();
    expect(await look?.picture()).toEqual(Uint8Array.of(0, 2));
    end?.();
    expect(video()).toBeUndefined();
  });

  it("goes on with the next picture where one could not be decoded", async () => {
    const { looks, video, grey, state } = setUp({ hasVideo: true });
    video()?.chunk({ kind: "key", config, at: 0, data });
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
