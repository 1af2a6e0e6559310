import { describe, expect, it } from "vitest";
import { newCamera } from "../../../testing/configuration.ts";
import { FakeClock, settle } from "../../../testing/fake-clock.ts";
import { silentLog } from "../../platform/log.ts";
import type { CameraDriver, FrameListener } from "./camera-driver.ts";
import { CamerasFeature } from "./cameras.feature.ts";

/** A camera in the test's hand. */
class HeldCamera implements CameraDriver {
  readonly longestGapMs = 100;
  firstWithinMs = 0;
  captures = 0;
  running = 0;
  #onFrame: FrameListener = () => undefined;
  #end: (error?: Error) => void = () => undefined;

  capture(onFrame: FrameListener, signal: AbortSignal): Promise<void> {
    this.captures += 1;
    this.running += 1;
    this.#onFrame = onFrame;
    return new Promise<void>((resolve, reject) => {
      this.#end = (error) => (error ? reject(error) : resolve());
      signal.addEventListener("abort", () => resolve());
    }).finally(() => {
      this.running -= 1;
    });
  }

  frame(mark: number): void {
    this.#onFrame(Uint8Array.of(mark));
  }

  fail(): void {
    this.#end(new Error("unplugged"));
  }
}

function setUp(ofVideo?: () => Promise<Uint8Array | undefined> | undefined) {
  const clock = new FakeClock();
  const held = new HeldCamera();
  const camera = newCamera({ framesPerSecond: 10 });
  const sent: number[] = [];
  const states: string[] = [];
  const cameras = new CamerasFeature({
    clock,
    random: () => 1,
    makeDriver: () => held,
    ofVideo: ofVideo ?? (() => undefined),
    sendFrame: (_cameraId, jpeg) => void sent.push(jpeg[0] ?? -1),
    tellState: (_cameraId, state) => void states.push(state),
    log: silentLog,
  });
  cameras.configure([camera], "America/Bogota");
  return { clock, held, camera, cameras, sent, states };
}

describe("looking at a camera", () => {
  it("captures it once for all who look, until the last one is gone", async () => {
    const { clock, held, camera, cameras, sent, states } = setUp();
    expect(held.captures).toBe(0);
    expect(cameras.watch(camera.id, "a", 15_000)).toBe(true);
    expect(cameras.watch(camera.id, "b", 15_000)).toBe(true);
    held.frame(1);
    expect(held.captures).toBe(1);
    expect(sent).toEqual([1]);
    // Begun for the first, and said again to the second, who came before there was a picture.
    expect(states).toEqual(["starting", "starting", "live"]);
    cameras.unwatch(camera.id, "a");
    await clock.push(200);
    held.frame(2);
    expect(sent).toEqual([1, 2]);
    cameras.unwatch(camera.id, "b");
    await clock.push(0);
    expect(held.running).toBe(0);
    await cameras.stop();
    expect(clock.pending).toBe(0);
  });

  it("ends when nobody says any more that he looks, whatever the date is", async () => {
    const { clock, held, camera, cameras } = setUp();
    cameras.watch(camera.id, "a", 15_000);
    await clock.push(10_000);
    cameras.watch(camera.id, "a", 15_000);
    clock.setDate(Date.UTC(2030, 0, 1));
    await clock.push(14_000);
    expect(held.running).toBe(1);
    await clock.push(1001);
    expect(held.running).toBe(0);
  });

  it("does not know a camera of another building", () => {
    const { cameras } = setUp();
    expect(cameras.watch(newCamera().id, "a", 1000)).toBe(false);
  });

  it("tells whoever comes later how it is going", async () => {
    const { clock, held, camera, cameras, states } = setUp();
    cameras.watch(camera.id, "a", 60_000);
    held.frame(1);
    await clock.push(1000);
    states.length = 0;
    cameras.watch(camera.id, "b", 60_000);
    expect(states).toEqual(["live"]);
  });

  it("sends no more frames than configured", async () => {
    const { clock, held, camera, cameras, sent } = setUp();
    cameras.watch(camera.id, "a", 60_000);
    for (let count = 0; count < 100; count += 1) {
      held.frame(count);
      await clock.push(20);
    }
    expect(sent.length).toBeGreaterThanOrEqual(18);
    expect(sent.length).toBeLessThanOrEqual(23);
  });
});

describe("a camera that goes away", () => {
  it("is tried again and again, ever more slowly, and is live as soon as it is back", async () => {
    const { clock, held, camera, cameras, states } = setUp();
    cameras.watch(camera.id, "a", 60_000);
    held.fail();
    await clock.push(0);
    expect(states).toEqual(["starting", "no-signal"]);
    await clock.push(500);
    expect(held.captures).toBe(2);
    held.fail();
    await clock.push(999);
    expect(held.captures).toBe(2);
    await clock.push(1);
    expect(held.captures).toBe(3);
    held.frame(1);
    expect(states.at(-1)).toBe("live");
    held.fail();
    await clock.push(500);
    expect(held.captures).toBe(4);
    await cameras.stop();
    expect(held.running).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it("has no signal after three seconds without a picture, and is killed after ten", async () => {
    const { clock, held, camera, cameras, states } = setUp();
    cameras.watch(camera.id, "a", 60_000);
    held.frame(1);
    await clock.push(2999);
    expect(states.at(-1)).toBe("live");
    await clock.push(1);
    expect(states.at(-1)).toBe("no-signal");
    await clock.push(6999);
    expect(held.captures).toBe(1);
    await clock.push(501);
    expect(held.captures).toBe(2);
    expect(held.running).toBe(1);
  });

  it("is given the time of its own to its first picture, and no more to the next", async () => {
    const { clock, held, camera, cameras, states } = setUp();
    held.firstWithinMs = 18_000;
    cameras.watch(camera.id, "a", 90_000);
    await clock.push(17_999);
    expect(held.captures).toBe(1);
    held.frame(1);
    expect(states.at(-1)).toBe("live");
    await clock.push(9999);
    expect(held.captures).toBe(1);
    await clock.push(501);
    expect(held.captures).toBe(2);
    await clock.push(1000);
    held.frame(2);
    await clock.push(9999);
    expect(held.captures).toBe(2);
    await clock.push(501);
    expect(held.captures).toBe(3);
  });
});

describe("the picture of an event", () => {
  it("is taken from a camera that runs", async () => {
    const { clock, held, camera, cameras } = setUp();
    cameras.watch(camera.id, "a", 60_000);
    held.frame(7);
    await clock.push(900);
    expect(await cameras.takePicture(camera.id, 5000)).toEqual(Uint8Array.of(7));
    expect(held.captures).toBe(1);
  });

  it("waits for a new one when the last one is old", async () => {
    const { clock, held, camera, cameras } = setUp();
    cameras.watch(camera.id, "a", 60_000);
    held.frame(7);
    await clock.push(1100);
    const picture = cameras.takePicture(camera.id, 5000);
    held.frame(8);
    expect(await picture).toEqual(Uint8Array.of(8));
  });

  it("starts a camera for itself alone, and sends nothing to anybody", async () => {
    const { clock, held, camera, cameras, sent } = setUp();
    const picture = cameras.takePicture(camera.id, 5000);
    expect(held.running).toBe(1);
    held.frame(9);
    expect(await picture).toEqual(Uint8Array.of(9));
    await clock.push(0);
    expect(held.running).toBe(0);
    expect(sent).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it("is decoded from its video where that is read anyway, and taken as ever where it cannot be", async () => {
    let ofVideo: Uint8Array | undefined = Uint8Array.of(6);
    const { held, camera, cameras } = setUp(() => Promise.resolve(ofVideo));
    expect(await cameras.takePicture(camera.id, 5000)).toEqual(Uint8Array.of(6));
    expect(held.captures).toBe(0);
    ofVideo = undefined;
    const picture = cameras.takePicture(camera.id, 5000);
    await settle();
    held.frame(9);
    expect(await picture).toEqual(Uint8Array.of(9));
  });

  it("is none when none comes in time", async () => {
    const { clock, held, camera, cameras } = setUp();
    const picture = cameras.takePicture(camera.id, 5000);
    await clock.push(5000);
    expect(await picture).toBeUndefined();
    expect(held.running).toBe(0);
    expect(await cameras.takePicture(newCamera().id, 5000)).toBeUndefined();
  });
});

describe("a configuration", () => {
  it("ends a camera that is gone, restarts one that changed, and leaves the others alone", async () => {
    const { clock, held, camera, cameras } = setUp();
    cameras.watch(camera.id, "a", 60_000);
    cameras.configure([camera, newCamera()], "America/Bogota");
    expect(held.captures).toBe(1);
    cameras.configure([{ ...camera, width: 320 }], "America/Bogota");
    await clock.push(0);
    expect(held.captures).toBe(2);
    expect(held.running).toBe(1);
    cameras.configure([], "America/Bogota");
    await clock.push(0);
    expect(held.running).toBe(0);
    expect(cameras.watch(camera.id, "a", 1000)).toBe(false);
  });
});
