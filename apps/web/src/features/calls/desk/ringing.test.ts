import type { IncomingCall } from "@umbral/contract/calls/calls.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeLine, refusal } from "../../../../testing/fake-line.ts";
import { NoConnection } from "../../../lib/failures.ts";
import { createRinging, type RingingEnd } from "./ringing.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

const incoming = (callId: string, inMs = 30_000): IncomingCall => ({
  callId,
  from: { id: "pedro", name: "Pedro Portero", photo: null },
  apartment: { id: "a-101", name: "A-101" },
  building: { id: "mirador", name: "Mirador" },
  isFromLobby: true,
  isToLobby: false,
  isUnverified: false,
  expiresAt: new Date(NOW + inMs).toISOString(),
});

function phone() {
  const line = new FakeLine();
  const ends: [string, RingingEnd][] = [];
  const rejectOverHttp = vi.fn(async () => undefined);
  const ringing = createRinging({
    line: line.line,
    rejectOverHttp,
    steadyMs: () => Date.now(),
    nowMs: () => Date.now(),
    onEnd: ({ callId }, why) => ends.push([callId, why]),
    onTrouble: () => undefined,
  });
  ringing.start();
  return { line, ends, rejectOverHttp, ringing, ids: () => ringing.calls().map(({ callId }) => callId) };
}

const calm = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a call rings", () => {
  it("once, however often the server says so, in the order of coming", () => {
    const { line, ids } = phone();
    line.say("request", incoming("one"));
    line.say("request", incoming("two"));
    line.say("request", incoming("one"));
    expect(ids()).toEqual(["one", "two"]);
  });

  it("until its deadline as far as the clock can be believed", () => {
    const { line, ringing } = phone();
    line.say("request", incoming("late", 12_000));
    line.say("request", incoming("odd", -300_000));
    expect(ringing.calls().map(({ endsAtMs }) => endsAtMs - NOW)).toEqual([12_000, 30_000]);
  });

  it.each([
    ["end", { callId: "one", status: "PERDIDA" }, "PERDIDA"],
    ["end", { callId: "one", status: "TERMINADA" }, "TERMINADA"],
    ["reject_call", { callId: "one", userId: "rosa", rejectMessage: null }, "elsewhere"],
    ["call_accepted:from_other_session", { callId: "one" }, "elsewhere"],
    ["call_accepted:from_other_session", { callId: "one", answeredBy: "telefono" }, "telephone"],
  ] as const)("no more after %s %o", (event, payload, why) => {
    const { line, ends, ids } = phone();
    line.say("request", incoming("one"));
    line.say("request", incoming("two"));
    line.say(event, payload);
    expect(ids()).toEqual(["two"]);
    expect(ends).toEqual([["one", why]]);
  });

  it("not for ever when its end was never said", async () => {
    const { line, ends, ids } = phone();
    line.say("request", incoming("one"));
    await vi.advanceTimersByTimeAsync(33_000);
    expect(ids()).toEqual([]);
    expect(ends).toEqual([["one", "PERDIDA"]]);
  });

  it("no more when it is opened here", () => {
    const { line, ends, ringing, ids } = phone();
    line.say("request", incoming("one"));
    ringing.take("one");
    line.say("request", incoming("one"));
    expect(ids()).toEqual([]);
    expect(ends).toEqual([]);
  });
});

describe("a no", () => {
  it("stops the ringing at once and is sent with its message", async () => {
    const { line, ringing, ids } = phone();
    line.say("request", incoming("one"));
    ringing.reject("one", "Dame un momento");
    ringing.reject("one");
    expect(ids()).toEqual([]);
    await calm();
    expect(line.sentOf("reject_call")).toEqual([{ callId: "one", rejectMessage: "Dame un momento" }]);
  });

  it("to a call that is over is no trouble", async () => {
    const { line, ringing, rejectOverHttp } = phone();
    line.answer("reject_call", () => {
      throw refusal("CALL_NOT_AVAILABLE");
    });
    line.say("request", incoming("one"));
    ringing.reject("one");
    await calm();
    expect(rejectOverHttp).not.toHaveBeenCalled();
  });

  it("without a line is sent over HTTP", async () => {
    const { line, ringing, rejectOverHttp } = phone();
    line.say("request", incoming("one"));
    line.become("disconnected");
    ringing.reject("one", "Dame un momento");
    await calm();
    expect(rejectOverHttp).toHaveBeenCalledWith("one", "Dame un momento");
  });

  it("that never reached the server does not silence what it rings later", async () => {
    const { line, ringing, rejectOverHttp, ids } = phone();
    rejectOverHttp.mockRejectedValue(new NoConnection("away"));
    line.say("request", incoming("one"));
    line.become("disconnected");
    ringing.reject("one");
    await calm();
    line.say("request", incoming("one"));
    line.become("connected");
    expect(ids()).toEqual(["one"]);
  });
});

describe("after the line was lost", () => {
  it("what the server names again rings on, and the rest has ended", () => {
    const { line, ids } = phone();
    line.say("request", incoming("one"));
    line.say("request", incoming("two"));
    line.become("disconnected");
    expect(ids()).toEqual(["one", "two"]);
    line.say("request", incoming("two"));
    line.become("connected");
    expect(ids()).toEqual(["two"]);
  });
});

it("leaves nothing behind when the person leaves", () => {
  const { line, ringing } = phone();
  line.say("request", incoming("one"));
  ringing.stop();
  expect(ringing.calls()).toEqual([]);
  expect(line.listeners).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
