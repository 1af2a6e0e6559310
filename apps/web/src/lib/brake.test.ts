import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBrake } from "./brake.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("acts at once, then once for all that was asked meanwhile", () => {
  const act = vi.fn();
  const brake = createBrake(2000, act);
  brake.press();
  expect(act).toHaveBeenCalledTimes(1);
  brake.press();
  brake.press();
  vi.advanceTimersByTime(1999);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(2);
  brake.press();
  expect(act).toHaveBeenCalledTimes(3);
});

it("does nothing more once it is stopped", () => {
  const act = vi.fn();
  const brake = createBrake(2000, act);
  brake.press();
  brake.press();
  brake.stop();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});
