import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A browser's sound, which begins once it is let. */
function audio(state: "running" | "suspended") {
  const notes: number[] = [];
  let letBegin: () => void = () => undefined;
  const node = () => ({
    connect() {},
    disconnect() {},
    start() {
      notes.push(this.frequency.value);
    },
    stop() {},
    frequency: { value: 0 },
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
  });
  vi.stubGlobal(
    "AudioContext",
    class {
      state = state;
      currentTime = 0;
      createGain = node;
      createOscillator = node;
      resume = () => new Promise<void>((resolve) => (letBegin = resolve));
    },
  );
  return { notes, letBegin: () => letBegin() };
}

it("rises for a yes and stays low for a no", async () => {
  const { notes } = audio("running");
  const { soundVerdict } = await import("./verdict-sound.ts");
  soundVerdict("yes");
  const [first = 0, second = 0] = notes;
  expect(second).toBeGreaterThan(first);
  soundVerdict("no");
  expect(Math.max(...notes.slice(2))).toBeLessThan(first);
});

it("is not heard of somebody who is gone by the time that the browser lets it sound", async () => {
  const { notes, letBegin } = audio("suspended");
  const { soundVerdict } = await import("./verdict-sound.ts");
  const clock = vi.spyOn(performance, "now");
  clock.mockReturnValue(0);
  soundVerdict("yes");
  clock.mockReturnValue(60_000);
  letBegin();
  await Promise.resolve();
  expect(notes).toEqual([]);

  clock.mockReturnValue(60_000);
  soundVerdict("yes");
  clock.mockReturnValue(60_200);
  letBegin();
  await Promise.resolve();
  expect(notes).toHaveLength(2);
  clock.mockRestore();
});

it("says nothing where the browser has no sound", async () => {
  const { soundVerdict } = await import("./verdict-sound.ts");
  expect(() => soundVerdict("no")).not.toThrow();
});
