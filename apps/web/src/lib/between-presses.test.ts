import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { betweenPresses } from "./between-presses.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page on which letters are being fetched. */
function waiting() {
  const page = new EventTarget();
  let arrive = () => {};
  let fail = (_error: Error) => {};
  const ready = new Promise<void>((resolve, reject) => {
    arrive = resolve;
    fail = reject;
  });
  let isOver = false;
  const over = betweenPresses(ready, page);
  over.then(
    () => {
      isOver = true;
    },
    () => undefined,
  );
  return {
    over,
    isOver: () => isOver,
    arrive,
    fail,
    finger: (what: "down" | "up" | "cancel") => page.dispatchEvent(new Event(`pointer${what}`)),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test("where nothing is pressed, what is ready comes at once", async () => {
  const { arrive, isOver, pass } = waiting();
  await pass(1000);
  expect(isOver()).toBe(false);
  arrive();
  await pass(0);
  expect(isOver()).toBe(true);
});

test("a press that has begun is heard where it began, tap and all", async () => {
  const { arrive, finger, isOver, pass } = waiting();
  finger("down");
  arrive();
  await pass(5000);
  expect(isOver()).toBe(false);
  finger("up");
  await pass(299);
  expect(isOver()).toBe(false);
  await pass(1);
  expect(isOver()).toBe(true);
});

test("of two presses, one right after the other, the second is waited for too; one that became a scroll is over", async () => {
  const { arrive, finger, isOver, pass } = waiting();
  finger("down");
  arrive();
  finger("up");
  await pass(200);
  finger("down");
  await pass(5000);
  expect(isOver()).toBe(false);
  finger("cancel");
  await pass(300);
  expect(isOver()).toBe(true);
});

test("what does not come is said", async () => {
  const { fail, over } = waiting();
  fail(new Error("no network"));
  await expect(over).rejects.toThrow("no network");
});
