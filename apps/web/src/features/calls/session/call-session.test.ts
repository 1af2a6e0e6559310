import type { Call } from "@umbral/contract/calls/calls.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  callId,
  callIn,
  calm,
  closeAll,
  described,
  device,
  expectLetGo,
  opened,
  pedro,
  rosa,
} from "../../../../testing/call-device.ts";
import { refusal } from "../../../../testing/fake-line.ts";
import { later } from "../../../../testing/later.ts";
import { NoConnection } from "../../../lib/failures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closeAll();
  vi.useRealTimers();
});

describe("opening the screen of a call", () => {
  it("answers it when it rings for this person", async () => {
    const { line, session, phase } = await opened(rosa, "ENTRANTE");
    expect(line.sent.map(({ event }) => event)).toEqual(["call_accepted"]);
    expect(phase()).toBe("waiting");
    expect(session.view().mayOpenDoor).toBe(true);
  });

  it("stands in it when it was answered before, as after a reload", async () => {
    const { line } = await opened(rosa);
    expect(line.sent).toEqual([{ event: "restablecer", payload: { callId } }]);
  });

  it.each(["TERMINADA", "PERDIDA", "RECHAZADA"] as const)("refuses one that is %s", async (status) => {
    const all = await opened(rosa, status);
    expect(all.session.view()).toMatchObject({ phase: "over", ended: "unavailable", actions: {} });
    expect(all.line.sent).toEqual([]);
    expect(all.devices.asked).toEqual([]);
    expectLetGo(all);
  });

  it("refuses one that does not exist or is somebody else's", async () => {
    const all = device(rosa);
    all.readCall.mockRejectedValue(refusal("CALL_NOT_FOUND"));
    all.session.start();
    await calm();
    expect(all.session.view().ended).toBe("unavailable");
  });

  it("refuses one that was taken in the same moment", async () => {
    const all = device(rosa, "ENTRANTE");
    all.line.answer("call_accepted", () => {
      throw refusal("CALL_NOT_AVAILABLE");
    });
    all.session.start();
    await calm();
    expect(all.session.view().ended).toBe("unavailable");
    expectLetGo(all);
  });

  it("says when it cannot be read, and reads it again by hand and when the line is back", async () => {
    const { session, readCall, line, phase } = device(rosa);
    readCall.mockRejectedValue(new NoConnection("away"));
    session.start();
    await calm();
    expect(phase()).toBe("unreachable");
    session.view().actions.retry?.();
    await calm();
    expect(readCall).toHaveBeenCalledTimes(2);

    readCall.mockResolvedValue(callIn("CONTESTADA", rosa));
    line.become("disconnected");
    line.become("connected");
    await calm();
    expect(phase()).toBe("waiting");
  });

  it("waits for the line before it answers", async () => {
    const all = device(rosa, "ENTRANTE");
    all.line.become("connecting");
    all.session.start();
    await calm();
    expect(all.line.sent).toEqual([]);
    all.line.become("connected");
    await calm();
    expect(all.line.sentOf("call_accepted")).toHaveLength(1);
  });

  it("asks again when the server had a fault", async () => {
    const all = device(rosa, "ENTRANTE");
    let isFaulty = true;
    all.line.answer("call_accepted", () => {
      if (isFaulty) {
        throw refusal("FAULT");
      }
      return { call: callIn("CONTESTADA", rosa) };
    });
    all.session.start();
    await calm();
    isFaulty = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect(all.phase()).toBe("waiting");
  });

  it("lets the caller wait until the other side answers", async () => {
    const { line, phase } = await opened(pedro, "ENTRANTE");
    expect(phase()).toBe("ringing");
    expect(line.sent).toEqual([]);
    line.say("call_accepted", { callId, userId: rosa });
    await calm();
    expect(phase()).toBe("waiting");
    expect(line.sentOf("restablecer")).toHaveLength(1);
  });
});

describe("a page that is told again what it may have missed", () => {
  const catchUp = async ({ line }: { line: { become(state: "catching-up" | "connected"): void } }) => {
    line.become("catching-up");
    await calm();
    line.become("connected");
    await calm();
  };

  it("hears that its call is over", async () => {
    const all = await opened(rosa, "CONTESTADA");
    const { readCall, session } = all;
    await catchUp(all);
    expect(session.view().ended).toBeNull();
    readCall.mockResolvedValue(callIn("TERMINADA", rosa));
    await catchUp(all);
    expect(session.view().ended).toBe("other");
    expectLetGo(all);
  });

  it("hears that somebody answered", async () => {
    const all = await opened(pedro, "ENTRANTE");
    all.readCall.mockResolvedValue(callIn("CONTESTADA", pedro));
    await catchUp(all);
    expect(all.phase()).toBe("waiting");
    expect(all.line.sentOf("restablecer")).toHaveLength(1);
  });

  it("answers meanwhile", async () => {
    const all = device(rosa, "ENTRANTE", { how: "answer" });
    all.line.become("catching-up");
    all.session.start();
    await calm();
    expect(all.line.sentOf("call_accepted")).toHaveLength(1);
  });
});

describe("entering a call that is known already", () => {
  it("answers before anything else, and is ready for the offer", async () => {
    const all = device(rosa, "ENTRANTE", { how: "answer" });
    const accepted = later<{ call: Call }>();
    all.line.answer("call_accepted", () => accepted.promise);
    all.session.start();
    await calm();
    expect(all.readCall).not.toHaveBeenCalled();
    expect(all.line.sent.map(({ event }) => event)).toEqual(["call_accepted"]);
    // The caller may be faster than the acknowledgement.
    all.line.say("webrtc_offer", { callId, description: { type: "offer", sdp: "v=0" } });
    await calm();
    expect(all.line.sentOf("webrtc_answer")).toHaveLength(1);
    accepted.resolve({ call: callIn("CONTESTADA", rosa) });
    await calm();
    expect(all.session.view().mayOpenDoor).toBe(true);
  });

  it("says so when it was taken in the same moment", async () => {
    const all = device(rosa, "ENTRANTE", { how: "answer" });
    all.line.answer("call_accepted", () => {
      throw refusal("CALL_NOT_AVAILABLE");
    });
    all.session.start();
    await calm();
    expect(all.session.view().ended).toBe("unavailable");
    expectLetGo(all);
  });

  it("reads it after all when the answer was lost on the way", async () => {
    const all = device(rosa, "ENTRANTE", { how: "answer" });
    let isLost = true;
    all.line.answer("call_accepted", () => {
      if (isLost) {
        isLost = false;
        throw new NoConnection("lost");
      }
      return { call: callIn("CONTESTADA", rosa) };
    });
    all.session.start();
    await calm();
    expect(all.readCall).toHaveBeenCalledTimes(1);
    expect(all.line.sentOf("call_accepted")).toHaveLength(2);
    expect(all.phase()).toBe("waiting");
  });

  it("the caller offers in the same breath as coming in, once", async () => {
    const call = callIn("CONTESTADA", pedro);
    const all = device(pedro, "CONTESTADA", { how: "answered", call });
    all.line.answer("restablecer", () => ({ call, otherPresent: true }));
    all.session.start();
    const offeredWhenBegun = all.session.begun().then(() => all.line.sentOf("webrtc_offer").length);
    await calm();
    expect(all.readCall).not.toHaveBeenCalled();
    expect(all.line.sent.map(({ event }) => event)).toEqual(["restablecer", "webrtc_offer"]);
    expect(await offeredWhenBegun).toBe(1);
  });

  it("the caller offers again to who was gone in between", async () => {
    const call = callIn("CONTESTADA", pedro);
    const all = device(pedro, "CONTESTADA", { how: "answered", call });
    all.session.start();
    await calm();
    all.line.say("restablecer", { callId });
    await calm();
    expect(all.line.sentOf("webrtc_offer")).toHaveLength(2);
  });
});

describe("sound and picture", () => {
  it("go both ways between two devices", async () => {
    const caller = await opened(pedro);
    const callee = await opened(rosa, "ENTRANTE");
    caller.line.say("restablecer", { callId });
    await calm();
    callee.line.say("webrtc_offer", {
      callId,
      description: { type: "offer", sdp: described(caller.line, "webrtc_offer") },
    });
    await calm();
    caller.line.say("webrtc_answer", {
      callId,
      description: { type: "answer", sdp: described(callee.line, "webrtc_answer") },
    });
    await calm();
    expect([caller.phase(), callee.phase()]).toEqual(["connecting", "connecting"]);

    for (const { peers } of [caller, callee]) {
      peers[0]?.events.onState("connected");
      peers[0]?.events.onTold({ microphone: true, camera: false });
      expect(peers[0]?.sends.get("audio")).toMatchObject({ kind: "audio" });
      expect(peers[0]?.sends.get("video")).toMatchObject({ kind: "video" });
    }
    expect([caller.phase(), callee.phase()]).toEqual(["connected", "connected"]);
    expect(caller.session.view().otherSends).toEqual({ microphone: true, camera: false });
    caller.peers[0]?.events.onWeak(true);
    expect([caller.session.view().isWeak, callee.session.view().isWeak]).toEqual([true, false]);
  });

  it("begin at once for a caller who finds the other side there", async () => {
    const all = device(pedro);
    all.line.answer("restablecer", () => ({ call: callIn("CONTESTADA", pedro), otherPresent: true }));
    all.session.start();
    await calm();
    expect(all.line.sentOf("webrtc_offer")).toHaveLength(1);
  });

  it("are not listened to from another call", async () => {
    const { line, peers, phase } = await opened(rosa);
    line.say("webrtc_offer", {
      callId: crypto.randomUUID(),
      description: { type: "offer", sdp: "o=- 1 1 IN" },
    });
    await calm();
    expect(peers).toEqual([]);
    line.say("end", { callId: crypto.randomUUID(), status: "TERMINADA" });
    expect(phase()).toBe("waiting");
  });

  it("go on after the line was lost, with ways through the network sought anew", async () => {
    const { line, peers, phase } = await opened(pedro);
    line.say("restablecer", { callId });
    await calm();
    peers[0]?.events.onState("connected");
    line.answer("restablecer", () => ({ call: callIn("CONTESTADA", pedro), otherPresent: true }));

    line.become("disconnected");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(phase()).toBe("connected");
    line.become("connected");
    await calm();

    expect(line.sentOf("restablecer")).toHaveLength(2);
    expect(line.sentOf("webrtc_offer")).toHaveLength(2);
  });

  it("are asked for again by the side that only answers", async () => {
    const { line, peers, phase } = await opened(rosa);
    line.say("webrtc_offer", { callId, description: { type: "offer", sdp: "o=- 1 1 IN IP4 0.0.0.0\r\n" } });
    await calm();
    peers[0]?.events.onState("connected");
    peers[0]?.events.onState("failed");
    await calm();
    expect(phase()).toBe("reconnecting");
    expect(line.sentOf("restablecer")).toHaveLength(2);
  });

  it("are darkened and muted by hand, and told to the other side", async () => {
    const { session, devices, line, peers } = await opened(pedro);
    line.say("restablecer", { callId });
    await calm();
    session.view().actions.mute?.();
    session.view().actions.cameraOff?.();
    await calm();

    expect(session.view().actions).toMatchObject({
      unmute: expect.any(Function),
      cameraOn: expect.any(Function),
    });
    expect(session.view().actions).not.toHaveProperty("mute");
    expect(devices.tracks.find(({ kind }) => kind === "audio")?.enabled).toBe(false);
    // Off means off: the camera's light goes out.
    expect(devices.live.map(({ kind }) => kind)).toEqual(["audio"]);
    expect(peers[0]?.sends.get("video")).toBeNull();
    expect(peers[0]?.told.at(-1)).toEqual({ microphone: false, camera: false });

    session.view().actions.cameraOn?.();
    await calm();
    expect(peers[0]?.sends.get("video")).toMatchObject({ kind: "video", isStopped: false });
    expect(peers[0]?.told.at(-1)).toEqual({ microphone: false, camera: true });
  });

  it("of the other side go on when this one may not use its camera", async () => {
    const all = device(rosa, "ENTRANTE");
    all.devices.troubles = { both: "NotAllowedError" };
    all.session.start();
    await calm();
    expect(all.session.view()).toMatchObject({
      phase: "waiting",
      own: { microphone: "refused", camera: "refused" },
    });

    all.devices.troubles = {};
    all.session.view().actions.askForDevices?.();
    await calm();
    expect(all.session.view().own).toMatchObject({ microphone: "on", camera: "on" });
    expect(all.session.view().actions).not.toHaveProperty("askForDevices");
  });
});
