import type { CallStatus } from "@umbral/contract/calls/calls.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  callId,
  callIn,
  calm,
  closeAll,
  device,
  expectLetGo,
  opened,
  pedro,
  rosa,
} from "../../../../testing/call-device.ts";
import { refusal } from "../../../../testing/fake-line.ts";
import { NoConnection } from "../../../lib/failures.ts";
import { endWordsOf } from "../talk/talk.strings.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closeAll();
  vi.useRealTimers();
});

describe("the end of a call", () => {
  const endings = [
    { name: "by the other side", event: "end", payload: { callId, status: "TERMINADA" }, ended: "other" },
    {
      name: "because nobody answered",
      event: "end",
      payload: { callId, status: "PERDIDA" },
      ended: "missed",
    },
    {
      name: "because it was taken on another device",
      event: "call_accepted:from_other_session",
      payload: { callId },
      ended: "elsewhere",
    },
    {
      name: "because the telephone answered it",
      event: "call_accepted",
      payload: { callId, userId: rosa, answeredBy: "telefono" },
      ended: "telephone",
    },
    {
      name: "because its person answered it by telephone",
      event: "call_accepted:from_other_session",
      payload: { callId, answeredBy: "telefono" },
      ended: "telephone",
    },
    {
      name: "because it was rejected",
      event: "reject_call",
      payload: { callId, userId: rosa, rejectMessage: null },
      ended: "rejected",
    },
  ] as const;

  it.each(endings)("$name lets go of everything", async ({ event, payload, ended }) => {
    const all = await opened(pedro);
    all.line.say("restablecer", { callId });
    await calm();
    expect(all.devices.live).toHaveLength(2);
    all.line.say(event, payload);
    await calm();

    expect(all.session.view()).toMatchObject({ phase: "over", ended, actions: {}, mayOpenDoor: false });
    expect(all.line.sentOf("end")).toEqual([]);
    expectLetGo(all);
  });

  it("is there at once for a call that the telephone answered, and in the past for one that is over", async () => {
    const opens = async (status: CallStatus) => {
      const all = device(pedro, status);
      all.readCall.mockResolvedValue({ ...callIn(status, pedro), answeredBy: "telefono", said: "coming" });
      all.session.start();
      await calm();
      expect(all.line.sentOf("restablecer")).toEqual([]);
      return all.session.view();
    };
    const running = await opens("CONTESTADA");
    expect(running.ended).toBe("telephone");
    expect(endWordsOf(running)?.text).toBe("Rosa Líder contestó por teléfono. Avisó que ya baja.");
    expect((await opens("TERMINADA")).ended).toBe("unavailable");
  });

  it("that nobody answered is said to the lobby in the lobby's words", async () => {
    const all = await opened(pedro);
    all.line.say("end", { callId, status: "PERDIDA" });
    await calm();
    const view = all.session.view();
    const of = (isFromLobby: boolean) =>
      endWordsOf({ ...view, call: view.call && { ...view.call, isFromLobby } });
    expect(of(true)?.text).toMatch(/^Ya hemos notificado/);
    expect(of(false)?.text).toBe("El usuario no responde");
  });

  it("is said in the words of who rejected it", async () => {
    const all = await opened(pedro);
    all.line.say("reject_call", { callId, userId: rosa, rejectMessage: "Nos vemos en la portería" });
    expect(endWordsOf(all.session.view())?.text).toBe("Nos vemos en la portería");
  });

  it("by hand is told to the server once", async () => {
    const all = await opened(rosa);
    const { hangUp } = all.session.view().actions;
    hangUp?.();
    hangUp?.();
    await calm();
    expect(all.session.view()).toMatchObject({ phase: "over", ended: "here" });
    expect(all.line.sentOf("end")).toEqual([{ callId }]);
    expect(all.endOverHttp).not.toHaveBeenCalled();
    expectLetGo(all);
  });

  it("by hand without a line is told over HTTP", async () => {
    const all = await opened(rosa);
    all.line.become("disconnected");
    all.session.view().actions.hangUp?.();
    await calm();
    expect(all.endOverHttp).toHaveBeenCalledTimes(1);
    expectLetGo(all);
  });

  it("by hand without any network is told when there is one again", async () => {
    const all = await opened(rosa);
    all.endOverHttp.mockRejectedValue(new NoConnection("away"));
    all.line.become("disconnected");
    all.session.view().actions.hangUp?.();
    await calm();
    expect(all.line.sentOf("end")).toEqual([]);
    all.line.become("connected");
    await calm();
    expect(all.line.sentOf("end")).toEqual([{ callId }]);
    expectLetGo(all);
  });

  it("by hand before it was answered is a no", async () => {
    const all = device(rosa, "ENTRANTE");
    all.line.answer("call_accepted", () => new Promise(() => undefined));
    all.line.answer("end", () => {
      throw refusal("CALL_NOT_AVAILABLE");
    });
    all.session.start();
    await calm();
    all.session.view().actions.hangUp?.();
    await calm();
    expect(all.line.sentOf("reject_call")).toEqual([{ callId }]);
    expectLetGo(all);
  });

  it("that was missed while the line was away is found when it is back", async () => {
    const all = await opened(rosa);
    all.line.answer("restablecer", () => {
      throw refusal("CALL_NOT_AVAILABLE");
    });
    all.line.become("disconnected");
    all.line.become("connected");
    await calm();
    expect(all.session.view().ended).toBe("other");
    expectLetGo(all);
  });

  it("that was missed is found when the server relays no more", async () => {
    const all = await opened(pedro);
    all.line.answer("webrtc_offer", () => {
      throw refusal("CALL_NOT_AVAILABLE");
    });
    all.readCall.mockResolvedValue(callIn("TERMINADA", pedro));
    all.line.say("restablecer", { callId });
    await calm();
    expect(all.session.view().ended).toBe("other");
    expectLetGo(all);
  });

  it("is not what closing the page means", async () => {
    const all = await opened(rosa);
    all.session.close();
    await calm();
    expect(all.line.sentOf("end")).toEqual([]);
    expectLetGo(all);
  });

  it("gives back a camera that the browser hands out afterwards", async () => {
    const all = device(rosa, "ENTRANTE");
    let open: () => void = () => undefined;
    all.devices.gate = new Promise((resolve) => {
      open = resolve;
    });
    all.session.start();
    await calm();
    all.line.say("end", { callId, status: "TERMINADA" });
    open();
    await calm();
    expect(all.devices.tracks).toHaveLength(2);
    expectLetGo(all);
  });
});
