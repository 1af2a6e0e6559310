import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eachByItself } from "./when-idle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs each in a turn of its own, in their order, until it is called off", async () => {
  const seen: number[] = [];
  const callOff = eachByItself([1, 2, 3, 4], (item) => seen.push(item));
  expect(seen).toEqual([1]);
  await vi.advanceTimersToNextTimerAsync();
  expect(seen).toEqual([1, 2]);
  await vi.advanceTimersToNextTimerAsync();
  callOff();
  await vi.runAllTimersAsync();
  expect(seen).toEqual([1, 2, 3]);
});
