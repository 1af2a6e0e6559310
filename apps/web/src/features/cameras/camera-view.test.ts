import { describe, expect, it } from "vitest";
import {
  type CameraNews,
  type CameraView,
  CONNECTING,
  nextView,
  SLOW_MS,
  STALL_MS,
  tolerableSilence,
} from "./camera-view.ts";

const SINCE = "2026-11-20T15:42:00.000Z";
const LATER = "2026-11-20T15:50:00.000Z";

const asked: CameraNews = { kind: "asked" };
const drawn: CameraNews = { kind: "drawn" };
const lineLost: CameraNews = { kind: "line-lost" };
const told = (state: "starting" | "live" | "no-signal" | "away", since = SINCE): CameraNews => ({
  kind: "told",
  state,
  since,
});
const silence = (forMs: number, tolerableMs = STALL_MS): CameraNews => ({
  kind: "silence",
  forMs,
  tolerableMs,
  since: SINCE,
});
const after = (...news: CameraNews[]): CameraView => news.reduce(nextView, CONNECTING);

describe("what the screen says of a camera", () => {
  it("is live when a picture was drawn, not when one is promised", () => {
    expect(after(asked, told("live"))).toEqual({ kind: "connecting", isSlow: false });
    expect(after(asked, told("live"), drawn)).toEqual({ kind: "live" });
  });

  it("stays the same object while pictures come, so that nothing is drawn anew", () => {
    const live = after(asked, drawn);
    expect(nextView(live, drawn)).toBe(live);
    expect(nextView(live, silence(900))).toBe(live);
    expect(nextView(live, told("live"))).toBe(live);
  });

  it("says since when a camera gives no signal, and forgets it with the first picture", () => {
    const without = after(asked, drawn, told("no-signal"));
    expect(without).toEqual({ kind: "no-signal", since: SINCE });
    expect(nextView(without, told("no-signal"))).toBe(without);
    expect(nextView(without, drawn)).toEqual({ kind: "live" });
  });

  it("says since when the building is away, and connects when it is back", () => {
    const away = after(asked, told("away"));
    expect(away).toEqual({ kind: "away", since: SINCE });
    expect(nextView(away, told("starting"))).toEqual({ kind: "connecting", isSlow: false });
  });

  it("keeps what it knows while the camera is asked for again", () => {
    for (const known of [after(told("no-signal")), after(told("away")), after(drawn, silence(STALL_MS))]) {
      expect(nextView(known, asked)).toBe(known);
    }
    expect(nextView(after(told("no-signal")), told("starting", LATER))).toEqual({
      kind: "no-signal",
      since: SINCE,
    });
    expect(nextView(after(drawn), asked)).toEqual({ kind: "connecting", isSlow: false });
  });

  it("says that a picture stands still after some seconds, whatever it was told", () => {
    const live = after(asked, told("live"), drawn);
    expect(nextView(live, silence(STALL_MS - 1))).toBe(live);
    const stalled = nextView(live, silence(STALL_MS));
    expect(stalled).toEqual({ kind: "stalled", since: SINCE });
    expect(nextView(stalled, told("live"))).toBe(stalled);
    expect(nextView(stalled, drawn)).toEqual({ kind: "live" });
  });

  it("says that a camera is slow to answer", () => {
    expect(after(asked, silence(SLOW_MS - 1))).toEqual({ kind: "connecting", isSlow: false });
    expect(after(asked, silence(SLOW_MS))).toEqual({ kind: "connecting", isSlow: true });
  });

  it("blames the line and not the camera when the line is lost, and connects again", () => {
    const lost = after(asked, drawn, lineLost);
    expect(lost).toEqual({ kind: "unreachable" });
    expect(nextView(lost, asked)).toEqual({ kind: "connecting", isSlow: false });
  });

  it("shows the server's reason", () => {
    expect(after(asked, { kind: "refused", sentence: "Esta cámara ya no existe." })).toEqual({
      kind: "refused",
      sentence: "Esta cámara ya no existe.",
    });
  });

  it("gives a camera that sends a picture now and then its own patience", () => {
    expect(tolerableSilence(100)).toBe(STALL_MS);
    expect(tolerableSilence(4000)).toBe(12_000);
    expect(tolerableSilence(3_600_000)).toBe(60_000);
  });
});
