import { SimulatedCamera } from "@umbral/simulated-building/cameras/camera";
import { describe, expect, it } from "vitest";
import { MotionDetector } from "./motion-detector.ts";
import { GREY, greyOf } from "./motion-grey.ts";
import { lookAgainMs, MotionWatch } from "./motion-watch.ts";
import { maskOf } from "./motion-zones.ts";

const EVERY_MS = 200;

/** What a camera of the simulated building makes of these seconds. @returns the kinds of its steps */
async function film(scene: "entrance" | "garage" | "hall" | "street", startsAt: string, walksAt: number[]) {
  let now = Date.parse(startsAt);
  const camera = new SimulatedCamera({
    scene,
    name: "Entrada",
    timeZone: "America/Bogota",
    width: 640,
    now: () => new Date(now),
    walksEveryMs: null,
  });
  const detector = new MotionDetector({ width: GREY.width, mask: maskOf([], GREY), sensitivity: 50 });
  const watch = new MotionWatch();
  const steps: string[] = [];
  let lookAt = now;
  for (let picture = 0; picture < 17 * 5; picture += 1) {
    if (walksAt.includes(picture / 5)) {
      camera.walkBy();
    }
    const jpeg = await camera.frame();
    if (jpeg && now >= lookAt) {
      const isMoving = detector.isMoving(await greyOf(jpeg), now);
      steps.push(
        ...watch
          .see({ at: now, date: new Date(now), picture: async () => jpeg }, isMoving)
          .map(({ kind }) => kind),
      );
      lookAt = now + lookAgainMs(detector.isRestless, watch);
    }
    now += EVERY_MS;
  }
  return steps;
}

describe("somebody who walks past", () => {
  it.each([
    ["entrance", "2026-07-14T17:00:00Z"],
    ["garage", "2026-07-14T07:00:00Z"],
    ["hall", "2026-07-14T07:00:00Z"],
    ["street", "2026-07-14T07:00:00Z"],
  ] as const)("is one event before the %s, at %s", async (scene, startsAt) => {
    const steps = await film(scene, startsAt, [2]);
    expect(steps.filter((kind) => kind !== "picture")).toEqual(["began", "ended"]);
    expect(steps.filter((kind) => kind === "picture").length).toBeGreaterThan(5);
  });

  it("is nobody while only the clock in the picture goes on, also when night falls", async () => {
    expect(await film("street", "2026-07-14T22:59:50Z", [])).toEqual([]);
  });
});
