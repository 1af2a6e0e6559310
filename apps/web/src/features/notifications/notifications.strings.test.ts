import type { TestedDevice } from "@umbral/contract/notifications/bell-test.contract";
import { describe, expect, it } from "vitest";
import { deviceWord, howToAllowNotifications, outcomeOf } from "./notifications.strings.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/131.0.0.0 Mobile Safari/537.36";
const TABLET = "Mozilla/5.0 (Linux; Android 14) Chrome/131.0.0.0 Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Version/17.5 Mobile/15E148 Safari/604.1";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";

describe("what people call what they hold", () => {
  it.each([
    [ANDROID, "celular"],
    [IPHONE, "celular"],
    [TABLET, "dispositivo"],
    [WINDOWS, "computador"],
    [MAC, "computador"],
  ])("%s", (userAgent, word) => {
    expect(deviceWord(userAgent)).toBe(word);
  });
});

describe("the way back from a no", () => {
  it("is that of each browser", () => {
    const ways = [ANDROID, IPHONE, MAC, WINDOWS, FIREFOX].map(howToAllowNotifications);
    expect(new Set(ways).size).toBe(5);
    expect(howToAllowNotifications(IPHONE)).toContain("Ajustes");
    expect(howToAllowNotifications(MAC)).toContain("Safari");
  });
});

describe("what became of a test", () => {
  const device: TestedDevice = {
    id: "1",
    name: "Chrome en Android",
    kind: "phone",
    isThis: false,
    registeredAt: "2026-01-01T12:00:00Z",
    push: "waiting",
    isHeard: false,
  };
  const said = (about: Partial<TestedDevice>, isOver = false) => outcomeOf({ ...device, ...about }, isOver);

  it("arrived only when the device said so, whoever took the push", () => {
    for (const push of ["waiting", "sent"] as const) {
      expect(said({ push })).toEqual({ text: "Esperando…", tone: "waiting" });
      expect(said({ push }, true)).toEqual({ text: "Sin respuesta", tone: "missing" });
      expect(said({ push, isHeard: true }, true)).toMatchObject({ tone: "missing" });
    }
    expect(said({ push: "arrived" })).toEqual({ text: "Llegó la notificación", tone: "good" });
  });

  it("tells a push that could not leave, and an app that hears only while it is open", () => {
    expect(said({ push: "not-sent" })).toMatchObject({ tone: "missing" });
    expect(said({ push: "none", isHeard: true }).text).toContain("Cerrada no suena");
  });
});
