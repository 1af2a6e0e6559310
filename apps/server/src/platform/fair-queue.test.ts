import { setImmediate as breathe } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FairQueue, type Shares } from "./fair-queue.ts";

afterEach(() => void vi.useRealTimers());

/** Work that ends when the test says so; `began` tells in which order it began. */
function newBench(shares: Partial<Shares> = {}) {
  const queue = new FairQueue({ atOnce: 1, atOnceOfOne: 1, waiting: 100, waitingOfOne: 100, ...shares });
  const began: string[] = [];
  const ends = new Map<string, (failed?: boolean) => void>();
  const add = (asker: string, name: string) =>
    queue.run(
      asker,
      () =>
        new Promise<string>((resolve, reject) => {
          began.push(name);
          ends.set(name, (failed) => (failed ? reject(new Error(name)) : resolve(name)));
        }),
    );
  const end = async (name: string, failed?: boolean) => {
    ends.get(name)?.(failed);
    await breathe();
  };
  return { add, began, end };
}

describe("work in fair shares", () => {
  it("of who asks for one thing begins before the hundredth of who asks for many", async () => {
    const { add, began, end } = newBench();
    for (let turn = 1; turn <= 5; turn += 1) {
      void add("flood", `f${turn}`);
    }
    void add("rosa", "r1");
    void add("pedro", "p1");
    await breathe();
    for (const name of ["f1", "f2", "r1", "p1", "f3", "f4"]) {
      await end(name);
    }
    expect(began).toEqual(["f1", "f2", "r1", "p1", "f3", "f4", "f5"]);
  });

  it("leaves a place free for others", async () => {
    const { add, began, end } = newBench({ atOnce: 2 });
    void add("flood", "f1");
    void add("flood", "f2");
    await breathe();
    expect(began).toEqual(["f1"]);
    void add("rosa", "r1");
    await breathe();
    expect(began).toEqual(["f1", "r1"]);
    await end("r1");
    expect(began).toEqual(["f1", "r1"]);
    await end("f1");
    expect(began).toEqual(["f1", "r1", "f2"]);
  });

  it("leaves its place to nobody for as long again where it is to rest, and its asker has the answer at once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const queue = new FairQueue({ atOnce: 1, atOnceOfOne: 1, waiting: 100, waitingOfOne: 100 });
    const began: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    const failing = queue.runAndRest("flood", () => new Promise((_resolve, reject) => (fail = reject)));
    const next = queue.runAndRest("rosa", async () => began.push("r1"));
    await breathe();
    vi.advanceTimersByTime(40);
    fail(new Error("f1"));
    await expect(failing).rejects.toThrow("f1");
    vi.advanceTimersByTime(39);
    await breathe();
    expect(began).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await next).toBe(1);
  });

  it("goes on after what failed, and gives its error", async () => {
    const { add, began, end } = newBench();
    const failing = add("rosa", "r1");
    const next = add("rosa", "r2");
    const failed = expect(failing).rejects.toThrow("r1");
    await breathe();
    await end("r1", true);
    await failed;
    await end("r2");
    expect(await next).toBe("r2");
    expect(began).toEqual(["r1", "r2"]);
  });

  it("refuses who lets too much wait, and everybody when too much waits in all", async () => {
    const { add } = newBench({ waitingOfOne: 2, waiting: 3 });
    for (let turn = 1; turn <= 3; turn += 1) {
      void add("flood", `f${turn}`);
    }
    await expect(add("flood", "f4")).rejects.toMatchObject({ code: "TOO_OFTEN", retryAfter: 5 });
    void add("rosa", "r1");
    await expect(add("pedro", "p1")).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfter: 5 });
  });
});
