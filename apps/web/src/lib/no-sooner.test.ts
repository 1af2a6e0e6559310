import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noSoonerThan } from "./no-sooner.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("keeps a quick success back until its time", async () => {
  let told: string | undefined;
  void noSoonerThan(1000, Promise.resolve("done")).then((result) => {
    told = result;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(told).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toBe("done");
});

it("does not make a slow success slower", async () => {
  let told: string | undefined;
  const slow = new Promise<string>((resolve) => setTimeout(() => resolve("done"), 3000));
  void noSoonerThan(1000, slow).then((result) => {
    told = result;
  });
  await vi.advanceTimersByTimeAsync(3000);
  expect(told).toBe("done");
});

it("tells a failure at once", async () => {
  await expect(noSoonerThan(1000, Promise.reject(new Error("no")))).rejects.toThrow("no");
});
