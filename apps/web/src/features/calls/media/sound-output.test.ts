import { describe, expect, it, vi } from "vitest";
import { memoryStore } from "../../../lib/storage.ts";
import { createSoundOutput } from "./sound-output.ts";

describe("how loud a call is heard", () => {
  it("is remembered for the next call, with the speaker", () => {
    const store = memoryStore();
    const first = createSoundOutput(store);
    const listener = vi.fn();
    first.subscribe(listener);
    expect(first.current()).toEqual({ volume: 1, speakerId: "" });
    first.setVolume(0.35);
    first.setSpeaker("headset");
    expect(listener).toHaveBeenCalledTimes(2);
    expect(createSoundOutput(store).current()).toEqual({ volume: 0.35, speakerId: "headset" });
  });

  it.each(["", "loud", "-1", "7", "NaN"])("is whole again when %j was stored", (text) => {
    const store = memoryStore();
    store.setItem("umbral-call-volume", text);
    // An empty text is what a number of nothing looks like: silence that nobody chose.
    expect(createSoundOutput(store).current().volume).toBe(1);
  });
});
