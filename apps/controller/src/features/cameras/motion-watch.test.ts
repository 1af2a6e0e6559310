import { describe, expect, it } from "vitest";
import { type MotionFrame, MotionWatch } from "./motion-watch.ts";

const EVERY_MS = 200;

/** A camera whose pictures are named by when they were taken. */
class Story {
  readonly watch = new MotionWatch();
  #at = 10_000;

  /** @returns what came of so many pictures, each as kind and moment */
  see(pictures: number, isMoving: boolean): string[] {
    return Array.from({ length: pictures }, () => {
      this.#at += EVERY_MS;
      const frame: MotionFrame = { at: this.#at, date: new Date(this.#at), picture: async () => undefined };
      return this.watch.see(frame, isMoving).map(({ kind, frame: { at } }) => `${kind} ${at}`);
    }).flat();
  }
}

const kindsOf = (steps: readonly string[]) => steps.map((step) => step.split(" ")[0]);

describe("an event", () => {
  it("begins with the third picture in a row that moves, and has the one from just before", () => {
    const story = new Story();
    expect(story.see(5, false)).toEqual([]);
    expect(story.see(2, true)).toEqual([]);
    expect(story.see(1, true)).toEqual(["began 11200", "picture 11000", "picture 11200"]);
  });

  it("is not made of single pictures, however many", () => {
    const story = new Story();
    for (let time = 0; time < 50; time += 1) {
      expect(story.see(1, false)).toEqual([]);
      expect(story.see(2, true)).toEqual([]);
    }
  });

  it("has twelve pictures at most, two each second", () => {
    const story = new Story();
    story.see(5, false);
    const steps = story.see(100, true).filter((step) => step.startsWith("picture"));
    const moments = steps.map((step) => Number(step.split(" ")[1]));
    expect(moments).toHaveLength(12);
    const gaps = moments.slice(2).map((at, index) => at - (moments[index + 1] ?? 0));
    expect(gaps).toEqual(Array.from({ length: 10 }, () => 600));
  });

  it("ends when it has been quiet for five seconds, at its last motion", () => {
    const story = new Story();
    story.see(5, true);
    expect(story.see(20, false)).toEqual([]);
    expect(story.see(1, true)).toEqual(["picture 15200"]);
    expect(story.see(24, false)).toEqual([]);
    expect(story.see(1, false)).toEqual(["ended 15200"]);
    expect(kindsOf(story.see(3, true))).toEqual(["began", "picture", "picture"]);
  });

  it("need not be seen for a moment while it moves and has all its pictures", () => {
    const story = new Story();
    story.see(5, false);
    expect(story.watch.pictureDueAt).toBeUndefined();
    story.see(30, true);
    expect([story.watch.isSeenEnough, story.watch.pictureDueAt]).toEqual([false, 17_100]);
    story.see(1, true);
    expect([story.watch.isSeenEnough, story.watch.pictureDueAt]).toEqual([true, undefined]);
    story.see(1, false);
    expect(story.watch.isSeenEnough).toBe(false);
    story.see(1, true);
    expect(story.watch.isSeenEnough).toBe(true);
    story.see(25, false);
    expect(story.watch.isGoing || story.watch.isSeenEnough).toBe(false);
  });

  it("becomes a next one after two minutes", () => {
    const story = new Story();
    const steps = kindsOf(story.see(700, true)).filter((kind) => kind !== "picture");
    expect(steps).toEqual(["began", "ended", "began"]);
  });

  it("ends when nobody looks any more, and only if it had begun", () => {
    const story = new Story();
    story.see(2, true);
    expect(story.watch.end()).toEqual([]);
    expect(story.see(1, true)).toEqual([]);
    story.see(2, true);
    expect(story.watch.end()).toMatchObject([{ kind: "ended", frame: { at: 11_000 } }]);
    expect(story.watch.end()).toEqual([]);
  });

  it("does not show a picture from long before as the one just before", () => {
    const story = new Story();
    story.see(1, false);
    story.see(0, true);
    const late = new MotionWatch();
    const frame = (at: number) => ({ at, date: new Date(at), picture: async () => undefined });
    late.see(frame(0), false);
    late.see(frame(60_000), true);
    late.see(frame(60_200), true);
    expect(late.see(frame(60_400), true).map(({ frame: { at } }) => at)).toEqual([60_000, 60_000]);
  });
});
