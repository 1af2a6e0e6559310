import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeLine } from "../../../testing/fake-line.ts";
import { later } from "../../../testing/later.ts";
import { callTo, calm } from "../../../testing/lobby-caller.ts";
import { GuestRefused } from "../../guest/guest-api.ts";
import { NoConnection } from "../../lib/failures.ts";
import type { GuestAsk } from "./guest-line.ts";
import { createSignRinging } from "./sign-call.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Somebody before the sign, whose ringing Rosa answers as soon as the test says so. */
async function answered(readCall: ReturnType<typeof vi.fn<() => Promise<ReturnType<typeof callTo>>>>) {
  const line = new FakeLine();
  const asked: string[] = [];
  const { createdAt, expiresAt } = callTo("rosa");
  const ask: GuestAsk = (method) => {
    asked.push(method);
    // The test says what the contract's schema would have let through.
    return Promise.resolve({ ringing: { id: "ringing", createdAt, expiresAt } } as never);
  };
  const onAnswered = vi.fn();
  const ringing = createSignRinging({ token: "", ask }, { line: line.line, readCall, onAnswered }, "a-101");
  ringing.start();
  await calm();
  line.say("call_accepted", { callId: "call-rosa", userId: "rosa" });
  await calm();
  return { ringing, asked, onAnswered };
}

it("goes on asking for the call that was answered while the line of who rings changes", async () => {
  const readCall = vi.fn(async () => callTo("rosa", "CONTESTADA"));
  readCall.mockRejectedValueOnce(new NoConnection("from wifi to mobile"));
  const { ringing, asked, onAnswered } = await answered(readCall);
  expect([ringing.view().phase, onAnswered.mock.calls]).toEqual(["accepted", []]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(onAnswered).toHaveBeenCalledExactlyOnceWith(callTo("rosa", "CONTESTADA"));
  expect([ringing.view().phase, asked]).toEqual(["accepted", ["POST"]]);
});

it("leaves nobody in a call that cannot be entered, and asks no more once the page is gone", async () => {
  const gone = new GuestRefused(404, "No está");
  const refused = await answered(vi.fn().mockRejectedValue(gone));
  expect([refused.ringing.view().phase, refused.asked]).toEqual(["failed", ["POST", "DELETE"]]);

  const readCall = vi.fn().mockRejectedValue(new NoConnection("away"));
  const away = await answered(readCall);
  await vi.advanceTimersByTimeAsync(31_000);
  expect([away.ringing.view().phase, away.asked]).toEqual(["failed", ["POST", "DELETE"]]);

  readCall.mockClear();
  const left = await answered(readCall);
  left.ringing.close();
  await vi.advanceTimersByTimeAsync(31_000);
  expect([readCall.mock.calls.length, left.asked]).toEqual([1, ["POST"]]);
});

it("waits no longer for an answered call where nothing comes back, and enters it no more afterwards", async () => {
  const hung = later<ReturnType<typeof callTo>>();
  const { ringing, asked, onAnswered } = await answered(vi.fn(() => hung.promise));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ringing.view().phase).toBe("accepted");
  await vi.advanceTimersByTimeAsync(1000);
  expect([ringing.view().phase, asked]).toEqual(["failed", ["POST", "DELETE"]]);
  hung.resolve(callTo("rosa", "CONTESTADA"));
  await calm();
  expect(onAnswered).not.toHaveBeenCalled();
});

/** One ringing whose page hears none of these answers, and what it asked for. */
function unheard(...answers: ((signal: AbortSignal | undefined) => Promise<unknown>)[]) {
  const asked: string[] = [];
  const ask: GuestAsk = (method, _path, given) => {
    asked.push(method);
    return (answers.shift()?.(given?.signal) ?? Promise.resolve({ ok: true })) as never;
  };
  const parts = { line: new FakeLine().line, readCall: vi.fn(), onAnswered: vi.fn() };
  const ringing = createSignRinging({ token: "", ask }, parts, "a-101");
  ringing.start();
  return { ringing, asked };
}
const away = () => Promise.reject(new GuestRefused(null, "Sin conexión"));

it("lets nobody ring on whose page says that it failed: it says so until it is heard, and says it of no later ringing", async () => {
  const lost = unheard(away, away, () => Promise.reject(new GuestRefused(502, "")));
  await calm();
  expect([lost.ringing.view().phase, lost.asked]).toEqual(["failed", ["POST", "DELETE"]]);
  lost.ringing.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(lost.asked).toEqual(["POST", "DELETE", "DELETE", "DELETE"]);

  const before = unheard(away, away);
  await calm();
  before.ringing.close();
  unheard(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(5000);
  expect(before.asked).toEqual(["POST", "DELETE"]);
});

it("says it again where nothing comes back at all, and takes back what hangs", async () => {
  const hangs = vi.fn(
    (signal: AbortSignal | undefined) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new GuestRefused(null, "Sin conexión")));
      }),
  );
  const { ringing, asked } = unheard(away, hangs, hangs);
  await calm();
  ringing.close();
  await vi.advanceTimersByTimeAsync(4000);
  expect([hangs.mock.calls[0]?.[0]?.aborted, asked]).toEqual([true, ["POST", "DELETE"]]);
  await vi.advanceTimersByTimeAsync(6000);
  expect(asked).toEqual(["POST", "DELETE", "DELETE", "DELETE"]);
  // The third was heard: nothing is said any more, nor given up afterwards.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(4);
});

it("ends what was cancelled before its answer was lost, and nothing that was refused", async () => {
  const cancelled = unheard(away);
  cancelled.ringing.view().actions.cancel?.();
  await calm();
  expect([cancelled.ringing.view().phase, cancelled.asked]).toEqual([
    "cancelled",
    ["POST", "DELETE", "DELETE"],
  ]);
  const refused = unheard(() => Promise.reject(new GuestRefused(429, "Espera")));
  await calm();
  expect([refused.ringing.view().phase, refused.asked]).toEqual(["failed", ["POST"]]);
});
