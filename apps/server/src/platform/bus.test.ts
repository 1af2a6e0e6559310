import { Redis } from "ioredis";
import pino from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestRedis, type TestRedis } from "../../testing/test-redis.ts";
import { Bus } from "./bus.ts";

let redis: TestRedis;
let operator: Redis;
beforeAll(async () => {
  redis = await startTestRedis();
  operator = new Redis(redis.url);
});
afterAll(async () => {
  operator.disconnect();
  await redis.kill();
});

const soon = { timeout: 4000, interval: 20 };

it.each(["publish", "subscribe"])("is away while Redis does not let it %s, and says why", async (command) => {
  const log = pino({ level: "silent" });
  const told = vi.spyOn(log, "error");
  await operator.call("ACL", "SETUSER", command, "reset", "on", ">word", "~*", "&*", "+@all", `-${command}`);
  const bus = new Bus({
    url: redis.url.replace("//", `//${command}:word@`),
    filesKey: Buffer.alloc(32, 1),
    log,
  });
  const back = vi.fn();
  bus.onBack(back);
  await expect.poll(() => told.mock.calls[0]?.[0], soon).toEqual({ code: "NOPERM" });
  expect([bus.isAway, bus.say("anything", {}), back.mock.calls.length]).toEqual([true, false, 0]);

  await operator.call("ACL", "SETUSER", command, `+${command}`);
  await expect.poll(() => bus.isAway, soon).toBe(false);
  expect(back).toHaveBeenCalledOnce();

  await operator.call("ACL", "SETUSER", command, "-publish");
  await expect.poll(() => bus.isAway, soon).toBe(true);
  expect(told).toHaveBeenCalledTimes(2);
  bus.close();
});

it("does not cut its new lines for what the ones before did not answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    const log = pino({ level: "silent" });
    const told = vi.spyOn(log, "error");
    const bus = new Bus({ url: redis.url, filesKey: Buffer.alloc(32, 1), log });
    const heard = vi.fn();
    bus.listen("anything", heard);
    await vi.waitFor(() => expect(bus.isAway).toBe(false), soon);
    await operator.client("PAUSE", 60_000, "ALL");
    operator.disconnect();
    // It asks, and nothing answers.
    vi.advanceTimersByTime(1000);
    await redis.kill();
    await vi.waitFor(() => expect(bus.isAway).toBe(true), soon);
    await redis.start();
    await vi.waitFor(() => expect(bus.isAway).toBe(false), soon);
    // Less than what was asked on the new ones may take.
    vi.advanceTimersByTime(2900);
    bus.say("anything", {});
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce(), soon);
    expect(told).toHaveBeenCalledOnce();
    bus.close();
  } finally {
    vi.useRealTimers();
  }
});
