import { afterEach, expect, it, vi } from "vitest";
import { soundAlarm } from "./alarm-tone.ts";

afterEach(() => vi.unstubAllGlobals());

it("is silenced by the very touch that would have let it begin, and complains of nothing", async () => {
  const complaints: unknown[] = [];
  const complain = (reason: unknown) => complaints.push(reason);
  process.on("unhandledRejection", complain);
  const page = new EventTarget();
  let refuse: (reason: Error) => void = () => undefined;
  const node = () => ({
    connect() {},
    start() {},
    stop() {},
    gain: { value: 0 },
    frequency: { setValueAtTime() {}, linearRampToValueAtTime() {} },
  });
  vi.stubGlobal("window", page);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal(
    "AudioContext",
    class {
      createGain = node;
      createOscillator = node;
      resume = () => new Promise((_, reject) => (refuse = reject));
      // As browsers do: what waits to be resumed is refused.
      close = async () => refuse(new Error("closed before a pending resume() could complete"));
    },
  );

  const silence = soundAlarm();
  page.dispatchEvent(new Event("pointerdown"));
  silence();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", complain);
  expect(complaints).toEqual([]);
});
