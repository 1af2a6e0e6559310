import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  callId,
  callIn,
  calm,
  closeAll,
  device,
  expectLetGo,
  rosa,
} from "../../../../testing/call-device.ts";
import { refusal } from "../../../../testing/fake-line.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closeAll();
  vi.useRealTimers();
});

/** A call that rings for Rosa, who stands in another one as the server knows. */
function second(entry?: Parameters<typeof device>[2]) {
  const all = device(rosa, "ENTRANTE", entry);
  all.line.answer("call_accepted", (payload) => {
    if (typeof payload === "object" && payload !== null && "endsRunning" in payload) {
      return { call: callIn("CONTESTADA", rosa) };
    }
    throw refusal("ALREADY_IN_CALL");
  });
  return all;
}

const ways = [
  ["by the button of what rings", { how: "answer" }],
  ["by opening its screen", undefined],
] as const;

describe.each(ways)("answering a second call %s", (_way, entry) => {
  it("asks, and ends the first after a yes", async () => {
    const all = second(entry);
    all.session.start();
    await calm();
    expect(all.mayEndOther).toHaveBeenCalledTimes(1);
    expect(all.line.sentOf("call_accepted")).toEqual([{ callId }, { callId, endsRunning: true }]);
    expect(all.phase()).toBe("waiting");
  });

  it("rejects the second after a no, and lets go of everything", async () => {
    const all = second(entry);
    all.mayEndOther.mockResolvedValue(false);
    all.line.answer("end", () => {
      throw refusal("CALL_NOT_AVAILABLE");
    });
    all.session.start();
    await calm();
    expect(all.session.view().ended).toBe("here");
    expect(all.line.sentOf("call_accepted")).toEqual([{ callId }]);
    expect(all.line.sentOf("reject_call")).toEqual([{ callId }]);
    expectLetGo(all);
  });

  it("answers nothing when it stopped ringing while the question stood", async () => {
    const all = second(entry);
    let say: (goesOn: boolean) => void = () => undefined;
    all.mayEndOther.mockReturnValue(
      new Promise((resolve) => {
        say = resolve;
      }),
    );
    all.session.start();
    await calm();
    all.line.say("end", { callId, status: "PERDIDA" });
    say(true);
    await calm();
    expect(all.session.view().ended).toBe("unavailable");
    expect(all.line.sentOf("call_accepted")).toEqual([{ callId }]);
  });
});

describe("who has said already that the first may end", () => {
  it("is not asked again", async () => {
    const all = second({ how: "answer", endsRunning: true });
    all.session.start();
    await calm();
    expect(all.mayEndOther).not.toHaveBeenCalled();
    expect(all.phase()).toBe("waiting");
  });
});
