import { describe, expect, it } from "vitest";
import { createFramePump } from "./frame-pump.ts";

/** A decoder whose pictures are ready when the test says so, and a canvas that remembers. */
function newScreen() {
  const decoding: { name: string; ready(): Promise<void>; break(): Promise<void> }[] = [];
  const drawn: string[] = [];
  const released: string[] = [];
  let alive = 0;
  let mostAlive = 0;
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const pump = createFramePump<string>({
    decode: (jpeg) =>
      new Promise((resolve, reject) => {
        const name = new TextDecoder().decode(jpeg);
        decoding.push({
          name,
          ready: () => {
            alive += 1;
            mostAlive = Math.max(mostAlive, alive);
            resolve(name);
            return settled();
          },
          break: () => {
            reject(new Error("not a picture"));
            return settled();
          },
        });
      }),
    draw: (picture) => drawn.push(picture),
    release: (picture) => {
      alive -= 1;
      released.push(picture);
    },
  });
  const push = (name: string, onDrawn?: () => void) =>
    pump.push(new TextEncoder().encode(name).buffer, onDrawn);
  return { pump, push, decoding, drawn, released, mostAlive: () => mostAlive };
}

describe("frame pump", () => {
  it("draws a picture, says so, and gives its memory back", async () => {
    const screen = newScreen();
    let news = 0;
    screen.push("one", () => {
      news += 1;
    });
    await screen.decoding[0]?.ready();
    expect(screen).toMatchObject({ drawn: ["one"], released: ["one"] });
    expect(news).toBe(1);
  });

  it("drops what came while it was busy, except the newest", async () => {
    const screen = newScreen();
    for (const name of ["one", "two", "three", "four"]) {
      screen.push(name);
    }
    expect(screen.decoding.map(({ name }) => name)).toEqual(["one"]);
    await screen.decoding[0]?.ready();
    expect(screen.decoding.map(({ name }) => name)).toEqual(["one", "four"]);
    await screen.decoding[1]?.ready();
    expect(screen.drawn).toEqual(["one", "four"]);
  });

  it("holds one decoded picture at most, however many come", async () => {
    const screen = newScreen();
    for (let count = 0; count < 200; count += 1) {
      screen.push(`${count}`);
      await screen.decoding.at(-1)?.ready();
    }
    expect(screen.mostAlive()).toBe(1);
    expect(screen.released).toHaveLength(screen.drawn.length);
  });

  it("misses a picture that is none and goes on", async () => {
    const screen = newScreen();
    let news = 0;
    screen.push("broken", () => {
      news += 1;
    });
    screen.push("good");
    await screen.decoding[0]?.break();
    await screen.decoding[1]?.ready();
    expect(screen.drawn).toEqual(["good"]);
    expect(news).toBe(0);
  });

  it("draws nothing pushed before it was cleared, and releases it", async () => {
    const screen = newScreen();
    screen.push("old");
    screen.push("waiting");
    screen.pump.clear();
    await screen.decoding[0]?.ready();
    expect(screen).toMatchObject({ drawn: [], released: ["old"] });
    expect(screen.decoding).toHaveLength(1);

    screen.push("new");
    await screen.decoding[1]?.ready();
    expect(screen.drawn).toEqual(["new"]);
  });
});
