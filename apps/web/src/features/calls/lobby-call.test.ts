import type { Call } from "@umbral/contract/calls/calls.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal } from "../../../testing/fake-line.ts";
import { callTo, calm, lobby, ringing, rosa } from "../../../testing/lobby-caller.ts";
import { CallRefused, NoConnection } from "../../lib/failures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("calling an apartment", () => {
  it("rings everybody in it, and says of each what has truly happened", async () => {
    const { line, call, progress } = lobby();
    line.answer("request", (payload) => ({
      devices: JSON.stringify(payload).includes("andres") ? 0 : 2,
    }));
    call.start();
    await calm();
    expect(line.sentOf("request")).toEqual([{ callId: "call-rosa" }, { callId: "call-andres" }]);
    expect(progress()).toEqual([
      ["rosa", "notifying"],
      ["andres", "no-devices"],
    ]);

    line.say("request:socket:success", { callId: "call-rosa", userId: "rosa" });
    expect(progress()[0]).toEqual(["rosa", "ringing"]);
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

    const unknown = lobby();
    unknown.findPeople.mockRejectedValue(
      new CallRefused({ code: "APARTMENT_NOT_FOUND", status: 404, message: "Apto no encontrado" }),
    );
    unknown.call.start();
    await calm();
    expect(unknown.call.view().phase).toBe("not-found");
  });

  it("fails when it cannot even ask, with the reason", async () => {
    const { call, findPeople, line } = lobby();
    const away = new NoConnection("away");
    findPeople.mockRejectedValue(away);
    call.start();
    await calm();
    expect(call.view()).toMatchObject({ phase: "failed", trouble: away });
    expect(line.listeners).toBe(0);
  });

  it("goes on with those who could be called", async () => {
    const { call, createCall, progress } = lobby();
    createCall.mockImplementation(async (spaceId) => {
      if (spaceId === "space-rosa") {
        throw refusal("NOT_ALLOWED");
      }
      return callTo("andres");
    });
    call.start();
    await calm();
    expect(progress()[0]).toEqual(["rosa", "failed"]);
    expect(call.view().phase).toBe("ringing");
  });

  it("rings again what the line lost before it was sent", async () => {
    const { line, call } = lobby();
    line.become("disconnected");
    call.start();
    await calm();
    expect(line.sentOf("request")).toEqual([]);
    line.become("connected");
    await calm();
    expect(line.sentOf("request")).toHaveLength(2);
  });
});

describe("a ringing at an apartment ends", () => {
  it("when somebody answers", async () => {
    const { line, call } = await ringing();
    line.say("call_accepted", { callId: "call-andres", userId: "andres" });
    expect(call.view()).toMatchObject({ phase: "accepted", answered: { id: "call-andres" }, actions: {} });
    expect(line.listeners).toBe(0);
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
    expect(line.sentOf("end")).toEqual([{ callId: "call-rosa" }, { callId: "call-andres" }]);
    expect(line.listeners).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("for everybody when the caller cancels without a line", async () => {
    const { line, call, endOverHttp } = await ringing();
    line.become("disconnected");
    call.view().actions.cancel?.();
    await calm();
    expect(endOverHttp.mock.calls).toEqual([["call-rosa"], ["call-andres"]]);
  });

  it("also for a call that was being made when the caller cancelled", async () => {
    const { line, call, createCall } = lobby([rosa]);
    let made: (call: Call) => void = () => undefined;
    createCall.mockReturnValue(
      new Promise((resolve) => {
        made = resolve;
      }),
    );
    call.start();
    await calm();
    call.view().actions.cancel?.();
    made(callTo("rosa"));
    await calm();
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
    const { line, call, readCall } = lobby([rosa]);
    line.answer("request", () => {
      throw refusal("CALL_NOT_AVAILABLE");
    });
    readCall.mockImplementation(async () => callTo("rosa", "TERMINADA"));
    call.start();
    await vi.advanceTimersByTimeAsync(32_000);
    expect(call.view().phase).toBe("cancelled");
  });
});
