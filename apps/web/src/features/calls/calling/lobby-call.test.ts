import type { Call } from "@umbral/contract/calls/calls.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal } from "../../../../testing/fake-line.ts";
import { later } from "../../../../testing/later.ts";
import { callTo, calm, lobby, ringing, rosa } from "../../../../testing/lobby-caller.ts";
import { CallRefused, NoConnection } from "../../../lib/failures.ts";
import type { RungPerson } from "./lobby-call-view.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("calling an apartment", () => {
  it("rings everybody in it, and says of each what has truly happened", async () => {
    const { line, call, devices, ring, progress } = lobby();
    devices.set("rosa", 2).set("andres", 0);
    call.start();
    await calm();
    expect(ring).toHaveBeenCalledOnce();
    expect(progress()).toEqual([
      ["rosa", "ringing"],
      ["andres", "no-devices"],
    ]);

    // A device of his connected meanwhile.
    line.say("request:socket:success", { callId: "call-andres", userId: "andres" });
    expect(progress()[1]).toEqual(["andres", "ringing"]);
  });

  it("counts the server's seconds, whatever the clock on the wall says", async () => {
    vi.setSystemTime("2031-01-01T00:00:00Z");
    const { call } = await ringing();
    expect(call.view().endsAtMs).toBe(Date.parse("2031-01-01T00:00:30Z"));
  });

  it("says when nobody lives there, or the apartment is unknown", async () => {
    const empty = await ringing([]);
    expect(empty.call.view().phase).toBe("not-found");

    for (const [code, status] of [
      ["NOT_FOUND", 404],
      ["NOBODY_TO_RING", 409],
    ] as const) {
      const unknown = lobby();
      unknown.ring.mockRejectedValue(new CallRefused({ code, status, message: "Nadie" }));
      unknown.call.start();
      await calm();
      expect(unknown.call.view().phase).toBe("not-found");
    }
  });

  it("fails when it cannot even ask, with the reason", async () => {
    const { call, ring, line } = lobby();
    const away = new NoConnection("away");
    ring.mockRejectedValue(away);
    call.start();
    await calm();
    expect(call.view()).toMatchObject({ phase: "failed", trouble: away });
    expect(line.listeners).toBe(0);
  });

  it("asks again once when the answer was lost, and not when it was refused", async () => {
    const lost = lobby();
    lost.ring.mockRejectedValueOnce(new NoConnection("lost"));
    lost.call.start();
    await calm();
    expect(lost.ring).toHaveBeenCalledTimes(2);
    expect(lost.call.view().phase).toBe("ringing");
    const no = lobby();
    no.ring.mockRejectedValue(refusal("CALLS_TOO_OFTEN"));
    no.call.start();
    await calm();
    expect(no.ring).toHaveBeenCalledOnce();
    expect(no.call.view()).toMatchObject({ phase: "failed", trouble: { code: "CALLS_TOO_OFTEN" } });
  });

  it("hears what is said of a call before its own answer has come", async () => {
    const { line, call, ring, onAnswered } = lobby([rosa]);
    const answer = later<readonly RungPerson[]>();
    ring.mockReturnValue(answer.promise);
    call.start();
    await calm();
    line.say("call_accepted", { callId: "call-rosa", userId: "rosa" });
    line.say("call_accepted", { callId: "somebody-else's", userId: "andres" });
    expect(call.view().phase).toBe("starting");
    answer.resolve([{ ...rosa, devices: 1 }]);
    await calm();
    expect(call.view()).toMatchObject({ phase: "accepted", answered: { id: "call-rosa" } });
    expect(onAnswered).toHaveBeenCalledOnce();
  });

  it("rings without a line too, and learns when it is back what became of it", async () => {
    const { line, call, ring, readCall } = lobby();
    line.become("disconnected");
    call.start();
    await calm();
    expect(ring).toHaveBeenCalledOnce();
    line.become("connected");
    await calm();
    expect(readCall).toHaveBeenCalledTimes(2);
    expect(line.sentOf("request")).toEqual([]);
  });
});

describe("a ringing at an apartment ends", () => {
  it("when somebody answers", async () => {
    const { line, call } = await ringing();
    line.say("call_accepted", { callId: "call-andres", userId: "andres" });
    expect(call.view()).toMatchObject({ phase: "accepted", answered: { id: "call-andres" }, actions: {} });
    expect(line.listeners).toBe(0);
  });

  it("when somebody answers, which is drawn once the call has said its first word", async () => {
    const begun = later<void>();
    const { line, call, onAnswered } = lobby([rosa], () => begun.promise);
    call.start();
    await calm();
    line.say("call_accepted", { callId: "call-rosa", userId: "rosa" });
    await calm();
    expect(onAnswered).toHaveBeenCalledOnce();
    expect(call.view().phase).toBe("ringing");
    call.view().actions.cancel?.();
    begun.resolve();
    await calm();
    expect(call.view()).toMatchObject({ phase: "accepted", actions: {} });
    expect(line.sentOf("end")).toEqual([]);
  });

  it("when everybody rejected, with what was said", async () => {
    const { line, call, progress } = await ringing();
    line.say("reject_call", { callId: "call-rosa", userId: "rosa", rejectMessage: "Dame un momento" });
    expect(call.view()).toMatchObject({ phase: "ringing", rejectMessage: "Dame un momento" });
    expect(progress()).toContainEqual(["rosa", "rejected"]);
    line.say("reject_call", { callId: "call-andres", userId: "andres", rejectMessage: null });
    expect(call.view()).toMatchObject({ phase: "rejected", rejectMessage: "Dame un momento" });
  });

  it("when nobody answered in time", async () => {
    const { line, call } = await ringing();
    line.say("end", { callId: "call-rosa", status: "PERDIDA" });
    line.say("end", { callId: "call-andres", status: "PERDIDA" });
    expect(call.view()).toMatchObject({ phase: "missed", isFromLobby: true });
  });

  it("with the no of one when the other said nothing", async () => {
    const { line, call } = await ringing();
    line.say("reject_call", { callId: "call-rosa", userId: "rosa", rejectMessage: null });
    line.say("end", { callId: "call-andres", status: "PERDIDA" });
    expect(call.view().phase).toBe("rejected");
  });

  it("for everybody when the caller cancels", async () => {
    const { line, call } = await ringing();
    call.view().actions.cancel?.();
    await calm();
    expect(call.view().phase).toBe("cancelled");
    // Of a ringing one call stands for all.
    expect(line.sentOf("end")).toEqual([{ callId: "call-rosa" }]);
    expect(line.listeners).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("for everybody when the caller cancels without a line", async () => {
    const { line, call, endOverHttp } = await ringing();
    line.become("disconnected");
    call.view().actions.cancel?.();
    await calm();
    expect(endOverHttp.mock.calls).toEqual([["call-rosa"]]);
  });

  it("also for a call that was being made when the caller cancelled", async () => {
    const { line, call, ring } = lobby([rosa]);
    const answer = later<readonly RungPerson[]>();
    ring.mockReturnValue(answer.promise);
    call.start();
    await calm();
    call.view().actions.cancel?.();
    answer.resolve([{ ...rosa, devices: 1 }]);
    await calm();
    expect(line.sentOf("request")).toEqual([]);
    expect(line.sentOf("end")).toEqual([{ callId: "call-rosa" }]);
  });

  it("also for a ringing that a page loaded anew was still reading when the caller cancelled", async () => {
    const { line, call, readCall, memory } = lobby([rosa]);
    memory.keep({ to: "A-101", callIds: ["call-rosa"], endsAtMs: Date.now() + 20_000 });
    const read = later<Call>();
    readCall.mockReturnValue(read.promise);
    call.resume();
    await calm();
    call.view().actions.cancel?.();
    read.resolve(callTo("rosa"));
    await calm();
    expect(call.view().phase).toBe("cancelled");
    expect(line.sentOf("request")).toEqual([]);
    expect(line.sentOf("end")).toEqual([{ callId: "call-rosa" }]);
  });

  it("when the line was away and somebody had answered", async () => {
    const { line, call, readCall } = await ringing();
    line.become("disconnected");
    readCall.mockImplementation(async (callId) =>
      callId === "call-andres" ? callTo("andres", "CONTESTADA") : callTo("rosa", "TERMINADA"),
    );
    line.become("connected");
    await calm();
    expect(call.view()).toMatchObject({ phase: "accepted", answered: { id: "call-andres" } });
  });

  it("when the server's word of it was lost", async () => {
    const { call, readCall } = await ringing();
    readCall.mockImplementation(async (callId) => callTo(callId.replace("call-", ""), "PERDIDA"));
    await vi.advanceTimersByTimeAsync(32_000);
    expect(call.view().phase).toBe("missed");
  });

  it("quietly when it was taken back on another device", async () => {
    const { call, readCall } = lobby([rosa]);
    readCall.mockImplementation(async () => callTo("rosa", "TERMINADA"));
    call.start();
    await vi.advanceTimersByTimeAsync(32_000);
    expect(call.view().phase).toBe("cancelled");
  });
});
