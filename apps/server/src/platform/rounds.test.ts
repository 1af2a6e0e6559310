import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Jobs } from "./jobs.ts";
import { Rounds, SWEEP_MS } from "./rounds.ts";

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
    const rounds = new Rounds(round, { ...options, job: { name: "calls", jobs } });
    const began = new Date();
    rounds.start();
    await push(5000);
    expect(jobs.states).toEqual([{ name: "calls", failingSince: null, underWaySince: began }]);
    end(new Error("away"));
    await push(0);
    const failingSince = new Date();
    expect(jobs.states).toEqual([{ name: "calls", failingSince, underWaySince: null }]);
    await push(1000);
    expect(jobs.states).toEqual([{ name: "calls", failingSince, underWaySince: new Date() }]);
    end();
    await rounds.stop();
    expect(jobs.states).toEqual([{ name: "calls", failingSince: null, underWaySince: null }]);
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

  it("rests while words of its work come, is woken by one, and looks by itself where none come", async () => {
    const told = new Set<() => void>();
    const news = {
      isHeard: true,
      on: (_topic: string, wake: () => void) => {
        told.add(wake);
        return () => told.delete(wake);
      },
    };
    const round = vi.fn(async () => undefined);
    const rounds = new Rounds(round, { ...options, told: { news, topic: "messages", afterMs: 50 } });
    const say = () => {
      for (const wake of told) {
        wake();
      }
    };
    rounds.start();
    await push(SWEEP_MS - 1);
    expect(round).toHaveBeenCalledTimes(1);
    await push(1);
    expect(round).toHaveBeenCalledTimes(2);
    say();
    await push(50);
    expect(round).toHaveBeenCalledTimes(3);
    news.isHeard = false;
    say();
    await push(50 + 1000 + 1000);
    expect(round).toHaveBeenCalledTimes(6);
    await rounds.stop();
    expect(told.size).toBe(0);
  });

  it("goes again when something is due, and sweeps at the latest", () => {
    const rounds = new Rounds(async () => undefined, options);
    const now = new Date();
    const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    expect(rounds.untilDue(null, now, 20)).toBe(1000);
    expect(rounds.untilDue(after(300), now, 20)).toBe(300);
    expect(rounds.untilDue(after(-5000), now, 20)).toBe(20);
    expect(rounds.untilDue(after(86_400_000), now, 20)).toBe(1000);
  });
});
