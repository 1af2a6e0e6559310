import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callTo, calm, lobby, ringing, rosa } from "../../../../testing/lobby-caller.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const toRosa = { callId: "call-rosa", userId: "rosa" };
const toAndres = { callId: "call-andres", userId: "andres" };

describe("while an apartment rings", () => {
  it("each attempt shows with the person whom it reached, once, as it happens", async () => {
    const { line, person } = await ringing();
    line.say("push_notification:success", toAndres);
    expect(person("andres")).toMatchObject({ reached: ["push"], progress: "notifying" });
    expect(person("rosa")?.reached).toEqual([]);
    line.say("request:socket:success", toRosa);
    line.say("twilio:success", toRosa);
    line.say("twilio:success", toRosa);
    expect(person("rosa")).toMatchObject({ reached: ["device", "voice"], progress: "ringing" });
    line.say("sms:success", toRosa);
    // Late, and still in the order in which they are tried.
    line.say("push_notification:success", toRosa);
    expect(person("rosa")?.reached).toEqual(["device", "push", "voice", "sms"]);
  });

  it("an attempt that comes after a no changes nothing of the no", async () => {
    const { line, person } = await ringing();
    line.say("reject_call", { ...toRosa, rejectMessage: "Dame un momento" });
    line.say("request:socket:success", toRosa);
    expect(person("rosa")).toMatchObject({ progress: "rejected", rejectMessage: "Dame un momento" });
  });

  it("what was said while the line was away is asked for", async () => {
    const { line, readCall, person } = await ringing();
    line.become("disconnected");
    readCall.mockImplementation(async (callId) =>
      callId === "call-rosa"
        ? { ...callTo("rosa", "RECHAZADA"), rejectMessage: "Nos vemos en la portería" }
        : { ...callTo("andres"), reached: ["voice", "sms"] },
    );
    line.become("connected");
    await calm();
    expect(person("rosa")).toMatchObject({
      progress: "rejected",
      rejectMessage: "Nos vemos en la portería",
    });
    expect(person("andres")?.reached).toEqual(["voice", "sms"]);
  });
});

describe("an answer by telephone", () => {
  it("opens no call screen, says who answered, and then what they said", async () => {
    const { line, call, person } = await ringing();
    line.say("call_accepted", { ...toAndres, answeredBy: "telefono" });
    expect(call.view()).toMatchObject({ phase: "telephone", actions: {} });
    expect(person("andres")).toMatchObject({ progress: "telephone", said: null });
    line.say("telephone:key", { ...toAndres, said: "coming" });
    expect(person("andres")?.said).toBe("coming");
    line.say("telephone:key", { ...toAndres, said: "opened" });
    line.say("telephone:key", { ...toAndres, said: "coming" });
    expect(person("andres")?.said).toBe("opened");
    // The server ends a call in which nobody stands: it stays what it was.
    line.say("end", { ...toAndres, status: "TERMINADA" });
    expect(call.view().phase).toBe("telephone");
    expect(person("andres")).toMatchObject({ progress: "telephone", said: "opened" });
    call.close();
    expect(line.listeners).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is found, with what was said, after the line was away", async () => {
    const { line, call, readCall, person } = await ringing([rosa]);
    line.become("disconnected");
    readCall.mockResolvedValue({ ...callTo("rosa", "CONTESTADA"), answeredBy: "telefono", said: null });
    line.become("connected");
    await calm();
    expect(call.view().phase).toBe("telephone");
    line.become("disconnected");
    readCall.mockResolvedValue({ ...callTo("rosa", "TERMINADA"), answeredBy: "telefono", said: "opened" });
    line.become("connected");
    await calm();
    expect(call.view().phase).toBe("telephone");
    expect(person("rosa")).toMatchObject({ progress: "telephone", said: "opened" });
  });
});

describe("a page that is loaded anew", () => {
  const kept = { to: "A-101", callIds: ["call-rosa", "call-andres"], endsAtMs: 12_000 };

  async function resumed(change: (all: ReturnType<typeof lobby>) => void = () => undefined) {
    vi.setSystemTime(0);
    const all = lobby();
    all.memory.keep(kept);
    change(all);
    all.call.resume();
    await calm();
    return all;
  }

  it("goes on with what it had begun, with the same people and the seconds that are left", async () => {
    const { line, call, ring, progress, person } = await resumed(({ readCall }) => {
      readCall.mockImplementation(async (callId) => ({
        ...callTo(callId.replace("call-", "")),
        reached: ["push", "voice"],
      }));
    });
    expect(call.view()).toMatchObject({ phase: "ringing", endsAtMs: 12_000 });
    expect(progress().map(([personId]) => personId)).toEqual(["rosa", "andres"]);
    // The answer to the ringing that goes on says whether a device of hers is there.
    expect(person("rosa")).toMatchObject({ name: "Rosa Líder", reached: ["device", "push", "voice"] });
    // Nobody is called twice.
    expect(ring).not.toHaveBeenCalled();
    expect(line.sentOf("request")).toEqual([{ callId: "call-rosa" }, { callId: "call-andres" }]);
    call.view().actions.cancel?.();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("finds that somebody answered meanwhile", async () => {
    const { call, memory } = await resumed(({ readCall }) => {
      readCall.mockImplementation(async (callId) =>
        callTo(callId.replace("call-", ""), callId === "call-rosa" ? "CONTESTADA" : "TERMINADA"),
      );
    });
    expect(call.view()).toMatchObject({ phase: "accepted", answered: { id: "call-rosa" } });
    expect(memory.kept()).toBeNull();
  });

  it("says nothing of a ringing that is not its person's", async () => {
    const { call, memory } = await resumed(({ readCall }) => {
      readCall.mockRejectedValue(new Error("404"));
    });
    expect(call.view().phase).toBe("cancelled");
    expect(memory.kept()).toBeNull();
  });

  it("has something to go on with only while it rings", async () => {
    const { call, memory } = await ringing();
    expect(memory.kept()).toMatchObject({ to: "A-101", callIds: ["call-rosa", "call-andres"] });
    call.view().actions.cancel?.();
    expect(memory.kept()).toBeNull();
  });
});
