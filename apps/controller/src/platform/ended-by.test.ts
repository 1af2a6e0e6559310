import { getEventListeners } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FakeClock } from "../../testing/fake-clock.ts";
import { endedBy } from "./ended-by.ts";
import { pauseOf } from "./pause.ts";

const whenAborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("aborted")));

it("ends with the first signal, also one that was aborted before", async () => {
  const [life, tooLong] = [new AbortController(), new AbortController()];
  const ended = endedBy([life.signal, tooLong.signal], whenAborted);
  tooLong.abort();
  expect(await ended).toBe("aborted");
  expect(await endedBy([life.signal, tooLong.signal], async ({ aborted }) => aborted)).toBe(true);
});

it("leaves nothing with a signal that lives on, however often something is done under it", async () => {
  const life = new AbortController();
  const clock = new FakeClock();
  for (let time = 0; time < 10; time += 1) {
    await endedBy([life.signal, new AbortController().signal], async () => time);
    await endedBy([life.signal], () => Promise.reject(new Error("away"))).catch(() => undefined);
    const paused = pauseOf(clock, 1000, life.signal, new AbortController().signal);
    await clock.push(1000);
    await paused;
  }
  expect(getEventListeners(life.signal, "abort")).toEqual([]);
});

it("is what the controller uses: a signal of signals stays noted with each of them", () => {
  const sources = join(import.meta.dirname, "..");
  const makers = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter((file) => /AbortSignal\.any\(/.test(readFileSync(join(sources, file), "utf8")));
  expect(makers).toEqual([]);
});
