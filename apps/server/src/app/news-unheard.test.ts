import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NewsUnheard } from "./news-unheard.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("asks the pages of a process to read again as long as it hears nothing of the others", async () => {
  const bus = { isAway: false };
  const live = { tellEverybody: vi.fn() };
  const unheard = new NewsUnheard({ bus, live });
  unheard.start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(live.tellEverybody).not.toHaveBeenCalled();
  bus.isAway = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(live.tellEverybody.mock.calls).toEqual([["news:missed"], ["news:missed"]]);
  bus.isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(live.tellEverybody).toHaveBeenCalledTimes(2);
  bus.isAway = true;
  unheard.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(live.tellEverybody).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves the pages of a process that has no others alone", () => {
  const live = { tellEverybody: vi.fn() };
  new NewsUnheard({ live }).start();
  expect(vi.getTimerCount()).toBe(0);
});
