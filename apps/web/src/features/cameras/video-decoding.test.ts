import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** What a browser says of a codec, when it says it. */
let answers: ((support: { supported: boolean }) => void)[];

beforeEach(() => {
  answers = [];
  vi.useFakeTimers();
  vi.resetModules();
  const VideoDecoder = {
    isConfigSupported: () => new Promise((resolve) => answers.push(resolve)),
  };
  vi.stubGlobal("VideoDecoder", VideoDecoder);
  vi.stubGlobal("window", { VideoDecoder });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("waits a second for what the browser decodes, has pictures until then, and the video from then on", async () => {
  const { decodable } = await import("./video-decoding.ts");
  const asked = decodable();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toEqual([]);
  for (const answer of answers) {
    answer({ supported: true });
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(await decodable()).toEqual(["h264", "h265"]);
  expect(answers).toHaveLength(2);
});

it("takes what it says at once", async () => {
  const { decodable } = await import("./video-decoding.ts");
  const asked = decodable();
  const [h264, h265] = answers;
  h264?.({ supported: true });
  h265?.({ supported: false });
  expect(await asked).toEqual(["h264"]);
});
