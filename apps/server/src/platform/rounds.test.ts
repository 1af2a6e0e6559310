import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Jobs } from "./jobs.ts";
import { Rounds } from "./rounds.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const log = pino({ level: "silent" });
const options = { everyMs: 1000, log, failure: "it failed" };
const push = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe("Rounds", () => {
  it("goes one at once and then again and again", async () => {
    const round = vi.fn(async () => undefined);
    const rounds = new Rounds(round, options);
    rounds.start();
    expect(round).toHaveBeenCalledTimes(1);
    await push(999);
    expect(round).toHaveBeenCalledTimes(1);
    await push(2001);
    expect(round).toHaveBeenCalledTimes(4);
    await rounds.stop();
    await push(10_000);
    expect(round).toHaveBeenCalledTimes(4);
  });

  it("begins later where that was asked for, and goes again when the round said", async () => {
    const round = vi.fn(async () => 30);
    const rounds = new Rounds(round, { ...options, firstAfterMs: 500 });
    rounds.start();
    await push(499);
    expect(round).not.toHaveBeenCalled();
    await push(1 + 30);
    expect(round).toHaveBeenCalledTimes(2);
    await rounds.stop();
  });

  it("goes on after a failure, and says so", async () => {
    const error = vi.spyOn(log, "error");
    const round = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(undefined);
    const rounds = new Rounds(round, { ...options, afterFailureMs: 3000 });
    rounds.start();
    await push(2999);
    expect(round).toHaveBeenCalledTimes(1);
    expect(error).toHaveBeenCalledWith({ err: new Error("away") }, "it failed");
    await push(1);
    expect(round).toHaveBeenCalledTimes(2);
    await rounds.stop();
  });

  it("tells since when one is under way, and since when they fail", async () => {
    const jobs = new Jobs(() => new Date());
    let end: (error?: Error) => void = () => undefined;
    const round = () =>
      new Promise<void>((resolve, reject) => {
        end = (error) => (error === undefined ? resolve() : reject(error));
      });
    const rounds = new Rounds(round, { ...options, job: { name: "work", jobs } });
    const began = new Date();
    rounds.start();
    await push(5000);
    expect(jobs.states).toEqual([{ name: "work", failingSince: null, underWaySince: began }]);
    end(new Error("away"));
    await push(0);
    const failingSince = new Date();
    expect(jobs.states).toEqual([{ name: "work", failingSince, underWaySince: null }]);
    await push(1000);
    expect(jobs.states).toEqual([{ name: "work", failingSince, underWaySince: new Date() }]);
    end();
    await rounds.stop();
    expect(jobs.states).toEqual([{ name: "work", failingSince: null, underWaySince: null }]);
  });

  it("is woken before its time, never put off by being woken often", async () => {
    const round = vi.fn(async () => undefined);
    const rounds = new Rounds(round, options);
    rounds.start();
    await push(10);
    rounds.wake(150);
    for (let times = 0; times < 15; times++) {
      await push(10);
      rounds.wake(150);
    }
    expect(round).toHaveBeenCalledTimes(2);
    rounds.wake();
    expect(round).toHaveBeenCalledTimes(3);
    await rounds.stop();
  });

  it("never goes two at once: woken in the middle of one, another follows", async () => {
    const ends: (() => void)[] = [];
    const round = vi.fn(() => new Promise<void>((end) => ends.push(end)));
    const rounds = new Rounds(round, options);
    rounds.start();
    rounds.wake();
    await push(5000);
    expect(round).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await push(0);
    expect(round).toHaveBeenCalledTimes(2);
    ends[1]?.();
    await rounds.stop();
  });

  it("stops when the round under way is over, and is not woken any more", async () => {
    let end: () => void = () => undefined;
    const round = vi.fn(() => new Promise<void>((over) => (end = over)));
    const rounds = new Rounds(round, options);
    rounds.start();
    const stopped = vi.fn();
    const stop = rounds.stop().then(stopped);
    await push(100);
    expect(stopped).not.toHaveBeenCalled();
    expect(rounds.isRunning).toBe(false);
    end();
    await stop;
    rounds.wake();
    await push(5000);
    expect(round).toHaveBeenCalledTimes(1);
  });
});
