import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("acts at once, then once for all that was asked meanwhile", () => {
  const act = vi.fn();
  const throttle = createThrottle(2000, act);
  throttle.press();
  expect(act).toHaveBeenCalledTimes(1);
  throttle.press();
  throttle.press();
  vi.advanceTimersByTime(1999);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(2);
  throttle.press();
  expect(act).toHaveBeenCalledTimes(3);
});

it("does nothing more once it is stopped", () => {
  const act = vi.fn();
  const throttle = createThrottle(2000, act);
  throttle.press();
  throttle.press();
  throttle.stop();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});
