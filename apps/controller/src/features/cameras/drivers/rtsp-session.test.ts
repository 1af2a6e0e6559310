import { once } from "node:events";
import type { Socket } from "node:net";
import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { afterEach, expect, it, vi } from "vitest";
import { answeringCamera } from "../../../../testing/rtsp-camera.ts";
import { CameraFailure } from "../camera-driver.ts";
import { VideoFailure } from "../video/video-driver.ts";
import { RtspVideoDriver } from "./rtsp-video.ts";

afterEach(() => void vi.useRealTimers());

const OK = "RTSP/1.0 200 OK\r\n\r\n";
const SDP = [
  ...["v=0", "a=control:*", "m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000"],
  ...["a=fmtp:96 sprop-parameter-sets=Z0LAHgk=,aM48gA==", "a=control:track1", ""],
].join("\r\n");
const described = `RTSP/1.0 200 OK\r\nContent-Base: rtsp://within/live/\r\nContent-Length: ${SDP.length}\r\n\r\n${SDP}`;

/** One picture as a packet of RTP within the line. */
function picture(sequence: number, channel: number, time = sequence): Buffer {
  const packet = Buffer.from([0x80, 0x80 | 96, 0, sequence, 0, 0, 0, 0, 0, 0, 0, 0, 0x65, 1, 2]);
  packet.writeUInt32BE(time, 4);
  return Buffer.concat([Buffer.from([0x24, channel, 0, packet.length]), packet]);
}

/** A camera that plays, in whose test no pause ends by itself: each wait for something goes on by some of its milliseconds. */
async function sendingCamera(isSecure = false) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let line: Socket | undefined;
  const { asked, host } = await answeringCamera((head, socket) => {
    line = socket;
    return head.startsWith("DESCRIBE") ? described : OK;
  }, isSecure);
  return {
    host,
    plays: () => vi.waitUntil(() => asked.some((head) => head.startsWith("PLAY"))),
    send: (bytes: Buffer) => line?.write(bytes),
    hangUp: () => line?.destroy(),
  };
}

const troubleOf = (address: string) =>
  new RtspVideoDriver(address)
    .capture(() => undefined, new AbortController().signal)
    .then(
      () => "none",
      (error: unknown) =>
        error instanceof CameraFailure || error instanceof VideoFailure ? error.trouble : String(error),
    );

it("a camera is kept to its session until nobody looks, and sends where it wants to in its line", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let line: Socket | undefined;
  let nonce = "n0nce";
  const { asked, host } = await answeringCamera((head, socket) => {
    line = socket;
    const [method] = head.split(" ");
    if (!head.includes(nonce)) {
      return `RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Digest realm="cam", nonce="${nonce}", qop="auth"\r\n\r\n`;
    }
    if (method === "OPTIONS") {
      return "RTSP/1.0 200 OK\r\nPublic: DESCRIBE, GET_PARAMETER\r\n\r\n";
    }
    if (method === "DESCRIBE") {
      return described;
    }
    return method === "SETUP"
      ? "RTSP/1.0 200 OK\r\nTransport: RTP/AVP/TCP;unicast;interleaved=4-5\r\nSession: 77;timeout=20\r\n\r\n"
      : OK;
  });
  const chunks: VideoChunk[] = [];
  const end = new AbortController();
  let heard: () => void = () => undefined;
  const next = () =>
    new Promise<void>((resolve) => {
      heard = resolve;
    });
  let more = next();
  const captured = new RtspVideoDriver(`rtsp://root:hunter2@${host}/live`).capture((chunk) => {
    chunks.push(chunk);
    heard();
  }, end.signal);
  await vi.waitUntil(() => asked.some((head) => head.startsWith("PLAY")));
  // Cut in the middle, with something of another channel between.
  const [first, other, second] = [picture(1, 4), picture(9, 5), picture(2, 4)];
  line?.write(Buffer.concat([first, other, second.subarray(0, 7)]));
  await more;
  more = next();
  line?.write(second.subarray(7));
  await more;
  expect(chunks.map(({ kind }) => kind)).toEqual(["key", "key"]);

  vi.advanceTimersByTime(10_000);
  await vi.waitUntil(() => asked.at(-1)?.startsWith("GET_PARAMETER"));
  // The nonce is too old for it.
  nonce = "an0ther";
  vi.advanceTimersByTime(10_000);
  await vi.waitUntil(() => asked.at(-1)?.includes("an0ther"));
  const gone = line && once(line, "close");
  end.abort();
  await captured;
  await gone;
  expect(asked.map((head) => head.split(" ").slice(0, 2).join(" "))).toEqual([
    ...[`OPTIONS rtsp://${host}/live`, `OPTIONS rtsp://${host}/live`, `DESCRIBE rtsp://${host}/live`],
    ...["SETUP rtsp://within/live/track1", "PLAY rtsp://within/live/"],
    ...Array.from({ length: 3 }, () => "GET_PARAMETER rtsp://within/live/"),
    "TEARDOWN rtsp://within/live/",
  ]);
  expect(
    asked.slice(-3).every((head) => head.includes("Session: 77\r\n") || head.endsWith("Session: 77")),
  ).toBe(true);
  // A nonce is used with a count that grows.
  expect(asked.at(-1)).toMatch(/nc=00000002/);
});

it.each([
  ["plain", "rtsp"],
  ["secure", "rtsps"],
])(
  "what nobody waits for comes some pictures at once over a %s line, each at its time as the camera's own tells",
  async (_how, protocol) => {
    const camera = await sendingCamera(protocol === "rtsps");
    const clock = { now: 1000, isAwaited: false };
    const chunks: { agoMs: number; at: number }[] = [];
    const end = new AbortController();
    const captured = new RtspVideoDriver(`${protocol}://${camera.host}/live`, () => clock.now).capture(
      ({ at }, agoMs) => void chunks.push({ agoMs, at }),
      end.signal,
      () => clock.isAwaited,
    );
    await camera.plays();
    const show = (sequence: number, time: number) => camera.send(picture(sequence, 0, time));
    show(1, 2 ** 32 - 90 * 50);
    await vi.waitUntil(() => chunks.length === 1);
    // Each is there before the next is sent, but for what the line leaves to the system.
    for (const [sequence, time] of [
      [2, 2 ** 32 - 90 * 10],
      [3, 90 * 30],
      [4, 90 * 70],
    ] as const) {
      show(sequence, time);
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      clock.now += 40;
    }
    await vi.waitUntil(() => chunks.length === 4);
    // One whose clock was set lies no further back than what came before it.
    show(5, 90 * 7000);
    await vi.waitUntil(() => chunks.length === 5);
    clock.now += 100;
    camera.send(Buffer.concat([picture(6, 0, 0), picture(7, 0, 90 * 9000)]));
    await vi.waitUntil(() => chunks.length === 7);
    clock.isAwaited = true;
    camera.send(Buffer.concat([picture(8, 0, 90 * 9001), picture(9, 0, 90 * 9041)]));
    await vi.waitUntil(() => chunks.length === 9);
    end.abort();
    await captured;
    expect(chunks.map(({ agoMs }) => Math.round(agoMs))).toEqual([0, 80, 40, 0, 0, 100, 0, 0, 0]);
    expect(chunks.map(({ at }) => Math.floor(at / 1000))).toEqual([0, 40, 80, 120, 120, 120, 220, 220, 220]);
    expect(new Set(chunks.map(({ at }) => at)).size).toBe(chunks.length);
  },
);

/** A picture of so many bytes, in packets as large as there are. */
function largePicture(sequence: number, bytes: number): Buffer {
  const length = Math.ceil(bytes / 50_000);
  const packets = Array.from({ length }, (_, at) => {
    const packet = Buffer.alloc(50_000);
    packet.set([0x80, at === length - 1 ? 0x80 | 96 : 96, 0, sequence + at], 0);
    packet.writeUInt32BE(sequence, 4);
    packet[12] = 0x65;
    const head = Buffer.from([0x24, 0, 0, 0]);
    head.writeUInt16BE(packet.length, 2);
    return Buffer.concat([head, packet]);
  });
  return Buffer.concat(packets);
}

it.each([
  ["plain", "rtsp"],
  ["secure", "rtsps"],
])(
  "a large picture that nobody waits for comes whole over a %s line, without a pause for each piece",
  async (_how, protocol) => {
    const camera = await sendingCamera(protocol === "rtsps");
    const sizes: number[] = [];
    const end = new AbortController();
    const captured = new RtspVideoDriver(`${protocol}://${camera.host}/live`).capture(
      ({ data }) => void sizes.push(data.byteLength),
      end.signal,
      () => false,
    );
    await camera.plays();
    camera.send(picture(1, 0));
    await vi.waitUntil(() => sizes.length === 1);
    camera.send(largePicture(2, 1_000_000));
    let pauses = 0;
    while (sizes.length === 1) {
      for (let turn = 0; turn < 50; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      pauses += vi.getTimerCount();
      vi.advanceTimersToNextTimer();
    }
    expect(sizes[1]).toBeGreaterThan(900_000);
    expect(pauses).toBeLessThan(8);
    end.abort();
    await captured;
  },
);

it("a camera that hangs up while nobody waits for it is noticed, and who begins to wait is sent each picture as it comes", async () => {
  const camera = await sendingCamera();
  let isAwaited = false;
  let chunks = 0;
  const captured = new RtspVideoDriver(`rtsp://${camera.host}/live`).capture(
    () => {
      chunks += 1;
    },
    new AbortController().signal,
    () => isAwaited,
  );
  await camera.plays();
  camera.send(picture(1, 0));
  await vi.waitUntil(() => chunks === 1);
  isAwaited = true;
  camera.send(picture(2, 0));
  await vi.waitUntil(() => chunks === 2);
  // No time passes any more: nothing is paused.
  camera.send(picture(3, 0));
  await vi.waitUntil(() => chunks === 3, { interval: 0 });
  isAwaited = false;
  camera.send(picture(4, 0));
  await vi.waitUntil(() => chunks === 4, { interval: 0 });
  camera.hangUp();
  let hasEnded = false;
  void captured.then(() => {
    hasEnded = true;
  });
  await vi.waitUntil(() => hasEnded);
});

it("a camera that keeps its session for years is not asked without a pause", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { asked, host } = await answeringCamera((head) => {
    const [method] = head.split(" ");
    return method === "DESCRIBE"
      ? described
      : `RTSP/1.0 200 OK\r\nTransport: interleaved=0-1\r\nSession: 77;timeout=4294967295\r\n\r\n`;
  });
  const end = new AbortController();
  const captured = new RtspVideoDriver(`rtsp://${host}/live`).capture(() => undefined, end.signal);
  await vi.waitUntil(() => asked.some((head) => head.startsWith("PLAY")));
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  vi.advanceTimersByTime(20_000);
  end.abort();
  await captured;
  expect(asked.filter((head) => head.startsWith("OPTIONS"))).toHaveLength(1);
});

it("a password does not go along where a camera sends elsewhere, and nothing that it says is waited for without an end", async () => {
  const elsewhere = await answeringCamera(() => OK);
  const sending = await answeringCamera((head) =>
    head.startsWith("OPTIONS") ? OK : `RTSP/1.0 302 Moved\r\nLocation: rtsp://${elsewhere.host}/live\r\n\r\n`,
  );
  expect(await troubleOf(`rtsp://root:hunter2@${sending.host}/live`)).toBe("elsewhere");
  expect(elsewhere.asked).toEqual([]);
  const endless = await answeringCamera(() => `RTSP/1.0 200 OK\r\nX: ${"x".repeat(20_000)}`);
  expect(await troubleOf(`rtsp://${endless.host}/live`)).toBe("unreadable");
  const hangingUp = await answeringCamera((_head, line) => {
    line.destroy();
    return "";
  });
  expect(await troubleOf(`rtsp://${hangingUp.host}/live`)).toBe("unreachable");
});
