import { describe, expect, it } from "vitest";
import { MotionDetector } from "./motion-detector.ts";
import { maskOf } from "./motion-zones.ts";

const SIZE = { width: 160, height: 90 };
const EVERY_MS = 200;

const rectangle = (left: number, top: number, right: number, bottom: number) => [
  { left, top },
  { left: right, top },
  { left: right, top: bottom },
  { left, top: bottom },
];

/** A camera before a grey wall, with the noise that each has. */
class Wall {
  readonly detector: MotionDetector;
  #at = 1000;
  #seed = 7;

  constructor({ zones = [] as ReturnType<typeof rectangle>[], sensitivity = 50 } = {}) {
    this.detector = new MotionDetector({ width: SIZE.width, mask: maskOf(zones, SIZE), sensitivity });
  }

  /** Shows pictures of which each point is told by its place. @returns in which of them something moves */
  show(pictures: number, shade: (x: number, y: number, picture: number) => number, everyMs = EVERY_MS) {
    return Array.from({ length: pictures }, (_, picture) => {
      const grey = new Uint8Array(SIZE.width * SIZE.height);
      for (let at = 0; at < grey.length; at += 1) {
        const noise = (this.#random() - 0.5) * 6;
        grey[at] = shade(at % SIZE.width, Math.floor(at / SIZE.width), picture) + noise;
      }
      this.#at += everyMs;
      return this.detector.isMoving(grey, this.#at);
    });
  }

  #random(): number {
    this.#seed = (this.#seed * 1103515245 + 12345) % 2147483648;
    return this.#seed / 2147483648;
  }
}

const wall = () => 110;
/** Somebody of 12 x 36 points who goes four points to the right with each picture. */
const walker = (x: number, y: number, picture: number) =>
  x >= picture * 4 && x < picture * 4 + 12 && y >= 40 && y < 76 ? 60 : 110;
const count = (moving: readonly boolean[]) => moving.filter(Boolean).length;

describe("what moves", () => {
  it("is somebody who walks past, in nearly every picture, and nothing before and after", () => {
    const camera = new Wall();
    expect(count(camera.show(20, wall))).toBe(0);
    expect(count(camera.show(34, walker))).toBeGreaterThan(28);
    camera.show(2, wall);
    expect(count(camera.show(50, wall))).toBe(0);
  });

  it("counts only within the zones", () => {
    const door = rectangle(70, 30, 100, 100);
    const camera = new Wall({ zones: [door] });
    camera.show(20, wall);
    const moving = camera.show(34, walker);
    // The zone begins at 112 of 160 points; its walker is there from picture 25 on.
    expect(moving.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => false));
    expect(count(moving.slice(26))).toBeGreaterThan(5);
  });

  it("is smaller and fainter the more sensitive the camera is", () => {
    // A cat, hardly darker than the wall.
    const cat = (x: number, y: number, picture: number) =>
      x >= picture * 3 && x < picture * 3 + 8 && y >= 70 && y < 75 ? 97 : 110;
    const seenAt = (sensitivity: number) => {
      const camera = new Wall({ sensitivity });
      camera.show(20, wall);
      return count(camera.show(30, cat));
    };
    expect(seenAt(1)).toBe(0);
    expect(seenAt(50)).toBe(0);
    expect(seenAt(90)).toBeGreaterThan(20);
  });
});

describe("what does not move", () => {
  it("is a light that is switched on, in all of the picture or in a part of it", () => {
    for (const lamp of [() => true, (x: number) => x < 40]) {
      const camera = new Wall();
      camera.show(20, wall);
      const lit = camera.show(40, (x) => (lamp(x) ? 190 : 110));
      // At most the very picture in which it came on: an event takes three in a row.
      expect(count(lit)).toBeLessThanOrEqual(1);
      expect(count(lit.slice(1))).toBe(0);
    }
  });

  it("is a dawn", () => {
    const camera = new Wall();
    camera.show(20, wall);
    expect(count(camera.show(300, (_x, _y, picture) => 110 + picture / 4))).toBe(0);
  });

  it("is a parcel that was put down and stays", () => {
    const camera = new Wall();
    camera.show(20, wall);
    const parcel = (x: number, y: number) => (x > 60 && x < 90 && y > 60 && y < 85 ? 40 : 110);
    expect(count(camera.show(100, parcel).slice(1))).toBe(0);
  });

  it("is noise, however sensitive the camera is", () => {
    const camera = new Wall({ sensitivity: 100 });
    camera.show(5, wall);
    expect(count(camera.show(100, wall))).toBe(0);
  });

  it("is a tree that has been waving for a while, before which somebody is still seen", () => {
    const camera = new Wall();
    camera.show(20, wall);
    const tree = (x: number, y: number, picture: number) =>
      x > 100 && y < 50 && (x + picture * 5) % 10 < 5 ? 80 : 110;
    camera.show(300, tree);
    expect(count(camera.show(100, tree))).toBe(0);
    const both = camera.show(20, (x, y, picture) => Math.min(tree(x, y, picture), walker(x, y, picture)));
    expect(count(both)).toBeGreaterThan(14);
  });

  it("is the first picture after a camera was away, whatever it shows now", () => {
    const camera = new Wall();
    camera.show(20, wall);
    expect(camera.show(1, (x) => (x < 40 ? 20 : 110), 60_000)).toEqual([false]);
    expect(count(camera.show(20, (x) => (x < 40 ? 20 : 110)))).toBe(0);
  });
});

describe("zones", () => {
  it("are where their polygons are, and everywhere without any", () => {
    const size = { width: 10, height: 10 };
    const inside = (zones: Parameters<typeof maskOf>[0]) =>
      maskOf(zones, size).reduce((sum, isIn) => sum + isIn, 0);
    expect(inside([])).toBe(100);
    expect(inside([rectangle(0, 0, 50, 100)])).toBe(50);
    expect(inside([rectangle(0, 0, 50, 50), rectangle(40, 40, 60, 60)])).toBe(28);
    const triangle = [
      { left: 0, top: 0 },
      { left: 100, top: 0 },
      { left: 0, top: 100 },
    ];
    expect(inside([triangle])).toBeGreaterThanOrEqual(45);
    expect(inside([triangle])).toBeLessThanOrEqual(55);
    expect(maskOf([triangle], size)[0]).toBe(1);
    expect(maskOf([triangle], size)[99]).toBe(0);
  });
});
