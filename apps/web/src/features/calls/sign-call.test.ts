import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeLine } from "../../../testing/fake-line.ts";
import { callTo, calm } from "../../../testing/lobby-caller.ts";
import { CallRefused, NoConnection } from "../../lib/failures.ts";
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
  const gone = new CallRefused({ code: "CALL_NOT_FOUND", status: 404, message: "No está" });
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
