import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { type CameraDriver, CameraFailure } from "./camera-driver.ts";
import { tryCamera } from "./camera-trial.ts";

const aJpeg = (fill: number) => Uint8Array.of(0xff, 0xd8, fill, 0xff, 0xd9);
const driverOf = (capture: CameraDriver["capture"]): CameraDriver => ({ longestGapMs: 1000, capture });
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

describe("trying a camera", () => {
  it("gives its first picture, and leaves nothing of the driver", async () => {
    let hasEnded = false;
    const driver = driverOf(async (onFrame, signal) => {
      onFrame(aJpeg(1));
      onFrame(aJpeg(2));
      if (!signal.aborted) {
        await untilAborted(signal);
      }
      hasEnded = true;
    });
    expect(await tryCamera(driver, 5000, new FakeClock())).toEqual({ outcome: "picture", jpeg: aJpeg(1) });
    expect(hasEnded).toBe(true);
  });

  it("says why there is none", async () => {
    const clock = new FakeClock();
    const refusing = driverOf(() => Promise.reject(new CameraFailure("refused", "refused-password")));
    expect(await tryCamera(refusing, 5000, clock)).toEqual({
      outcome: "failed",
      trouble: "refused-password",
    });
    const silent = driverOf(() => Promise.resolve());
    expect(await tryCamera(silent, 5000, clock)).toEqual({ outcome: "failed", trouble: "no-pictures" });
    const broken = driverOf(() => Promise.reject(new Error("anything")));
    expect(await tryCamera(broken, 5000, clock)).toEqual({ outcome: "failed", trouble: "no-pictures" });
  });

  it("gives up in time", async () => {
    const clock = new FakeClock();
    const answer = tryCamera(
      driverOf((_onFrame, signal) => untilAborted(signal)),
      5000,
      clock,
    );
    await clock.push(5000);
    expect(await answer).toEqual({ outcome: "failed", trouble: "too-slow" });
  });
});
