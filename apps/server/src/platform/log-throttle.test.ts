import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LogThrottle } from "./log-throttle.ts";

let lines: string[] = [];
let throttle: LogThrottle<string>;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  throttle = new LogThrottle((key, times) => lines.push(`${key} ${times}`));
});
afterEach(() => {
  throttle.stop();
  vi.useRealTimers();
});

const note = (key: string, times: number) => {
  for (let time = 0; time < times; time += 1) {
    throttle.note(key);
  }
};

describe("a throttle on the log", () => {
  it("writes the first at once and the rest as one line a minute", () => {
    note("frames", 500);
    expect(lines).toEqual(["frames 1"]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual(["frames 1", "frames 499"]);
    note("frames", 3);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual(["frames 1", "frames 499", "frames 3"]);
  });

  it("hides no second kind behind the first", () => {
    note("frames", 5);
    note("facts", 1);
    expect(lines).toEqual(["frames 1", "facts 1"]);
  });

  it("forgets after a quiet minute, keeps no timer then, and begins anew", () => {
    note("frames", 1);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
    note("frames", 2);
    expect(lines).toEqual(["frames 1", "frames 1"]);
  });

  it("says what it counted when it stops", () => {
    note("frames", 4);
    throttle.stop();
    expect(lines).toEqual(["frames 1", "frames 3"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
