import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RtspServer, startRtspServer } from "@umbral/simulated-building/testing/rtsp-server";
import sharp from "sharp";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../../../../testing/fake-clock.ts";
import { filmedByFfmpeg, sendingCamera } from "../../../../testing/ffmpeg-camera.ts";
import { answeringCamera } from "../../../../testing/rtsp-camera.ts";
import { systemClock } from "../../../platform/clock.ts";
import { silentLog } from "../../../platform/log.ts";
import { Capture } from "../capture.ts";
import { RtspCameraDriver } from "./rtsp-camera.ts";

let server: RtspServer | undefined;
let capture: Capture | undefined;

afterEach(async () => {
  await capture?.stop();
  await server?.stop();
  capture = undefined;
  server = undefined;
});

/** What somebody sees who looks through this camera. */
class Viewer {
  readonly frames: Buffer[] = [];
  readonly states: string[] = [];
  /** How often the camera was asked for its stream. */
  attempts = 0;
  readonly #waiting = new Set<() => void>();

  constructor(address: string, options: { width?: number; framesPerSecond?: number } = {}) {
    const { width = 640, framesPerSecond = 10 } = options;
    const driver = new RtspCameraDriver({ address, width, framesPerSecond });
    capture = new Capture({
      driver: {
        longestGapMs: driver.longestGapMs,
        capture: (onFrame, signal) => {
          this.attempts += 1;
          this.#noticed();
          return driver.capture(onFrame, signal);
        },
      },
      framesPerSecond,
      clock: systemClock(),
      random: Math.random,
      log: silentLog,
      listener: {
        frame: (jpeg) => {
          this.frames.push(Buffer.from(jpeg));
          this.#noticed();
        },
        state: (state) => {
          this.states.push(state);
          this.#noticed();
        },
      },
    });
    capture.start();
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
  }

  async more(frames: number): Promise<void> {
    const enough = this.frames.length + frames;
    await this.until(() => this.frames.length >= enough);
  }

  #noticed(): void {
    for (const look of [...this.#waiting]) {
      look();
    }
  }
}

/** The ffmpeg processes of this test, with their command lines. */
function ffmpegs(): { pid: number; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) \S/, ""))?.[1];
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return Number(parent) === process.pid && command.startsWith("ffmpeg ")
          ? [{ pid: Number(pid), command }]
          : [];
      } catch {
        // It ended while it was being read.
        return [];
      }
    });
}

/** Colour at a place of a picture, each from 0 to 255. */
async function colourAt(jpeg: Buffer, x: number, y: number): Promise<number[]> {
  const { width, height } = await sharp(jpeg).metadata();
  const pixel = { left: Math.floor(width * x), top: Math.floor(height * y), width: 4, height: 4 };
  const { channels } = await sharp(await sharp(jpeg).extract(pixel).png().toBuffer()).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}

describe("an RTSP camera", () => {
  it("is seen as it is, at the configured size and rate, and its ffmpeg is gone afterwards", async () => {
    server = await startRtspServer({ pattern: "smpte" });
    const viewer = new Viewer(server.address, { width: 640, framesPerSecond: 5 });
    await viewer.more(2);
    const began = performance.now();
    await viewer.more(10);
    const rate = 10_000 / (performance.now() - began);
    // Fifteen are offered.
    expect(rate).toBeLessThan(7);
    const frame = viewer.frames.at(-1) ?? Buffer.alloc(0);
    expect(await sharp(frame).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 360 });
    // Colour bars: white on the left, blue on the right.
    const [white, blue] = [await colourAt(frame, 0.05, 0.3), await colourAt(frame, 0.95, 0.3)];
    expect(Math.min(...white)).toBeGreaterThan(150);
    expect(blue[2]).toBeGreaterThan(150);
    expect(Math.max(blue[0] ?? 255, blue[1] ?? 255)).toBeLessThan(60);
    expect(viewer.states).toEqual(["starting", "live"]);

    expect(ffmpegs()).toHaveLength(1);
    await capture?.stop();
    expect(ffmpegs()).toEqual([]);
  });

  it("comes back when its ffmpeg is killed, and when the camera itself restarts", async () => {
    server = await startRtspServer({ pattern: "red", width: 320, height: 180 });
    const { port } = server;
    const viewer = new Viewer(server.address);
    await viewer.more(3);
    for (const { pid } of ffmpegs()) {
      process.kill(pid, "SIGKILL");
    }
    await viewer.more(3);
    await server.stop();
    server = await startRtspServer({ pattern: "blue", port, width: 320, height: 180 });
    await viewer.more(1);
    const [red, green, blue] = await colourAt(viewer.frames.at(-1) ?? Buffer.alloc(0), 0.5, 0.5);
    expect([red, green].every((colour) => (colour ?? 255) < 60)).toBe(true);
    expect(blue).toBeGreaterThan(200);
    expect(viewer.states.at(-1)).toBe("live");
  });

  it("has no signal when it stalls, and goes on when it goes on", async () => {
    server = await startRtspServer({ pattern: "ball", width: 320, height: 180 });
    const viewer = new Viewer(server.address);
    await viewer.more(3);
    await server.stall();
    await viewer.until(() => viewer.states.at(-1) === "no-signal");
    await server.resume();
    await viewer.until(() => viewer.states.at(-1) === "live");
  });

  it("is started again when it keeps its line and says nothing", async () => {
    server = await startRtspServer({ pattern: "ball", width: 320, height: 180 });
    const viewer = new Viewer(server.address);
    await viewer.more(3);
    const [{ pid } = { pid: 0 }] = ffmpegs();
    await server.stall();
    await viewer.until(() => viewer.states.at(-1) === "no-signal");
    const before = viewer.attempts;
    await viewer.until(() => viewer.attempts > before);
    await server.resume();
    await viewer.until(() => viewer.states.at(-1) === "live");
    expect(ffmpegs().map((one) => one.pid)).not.toContain(pid);
  });

  it("shows nothing before its first key, where it is looked at in the middle of its video", async () => {
    const { sdp, packets } = await filmedByFfmpeg(90, "h265");
    // The first picture is a key: its last packet says that it is over.
    const behindKey = packets.findIndex((packet) => (packet[1] ?? 0) >> 7 === 1) + 1;
    const { address } = await sendingCamera(sdp, packets.slice(behindKey));
    const viewer = new Viewer(address, { width: 320, framesPerSecond: 30 });
    await viewer.more(1);
    // Without their key pictures are of one grey, and of what moved since.
    const { channels } = await sharp(viewer.frames[0]).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(60);
  });

  it("without a key is waited for as long as its ffmpeg waits for one behind a slow connection, and then asked anew", async () => {
    const folder = mkdtempSync(join(tmpdir(), "umbral-ffmpeg-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [program, given] = [join(folder, "ffmpeg"), join(folder, "given")];
    // It says nothing: no key came, and what comes before one is not shown.
    const silent = `#!/bin/sh\necho "$@" > ${given}.new && mv ${given}.new ${given}\nexec sleep 600\n`;
    writeFileSync(program, silent, { mode: 0o700 });
    const { host } = await answeringCamera(() => "RTSP/1.0 200 OK\r\n\r\n");
    const driver = new RtspCameraDriver({
      address: `rtsp://${host}/film`,
      width: 640,
      framesPerSecond: 10,
      program,
    });
    const clock = new FakeClock();
    const attempts: { signal: AbortSignal; over: Promise<void> }[] = [];
    capture = new Capture({
      driver: {
        longestGapMs: driver.longestGapMs,
        firstWithinMs: driver.firstWithinMs,
        capture: (onFrame, signal) => {
          const over = driver.capture(onFrame, signal);
          attempts.push({ signal, over });
          return over;
        },
      },
      framesPerSecond: 10,
      clock,
      random: () => 0,
      log: silentLog,
      listener: { frame: () => undefined, state: () => undefined },
    });
    capture.start();
    await expect.poll(() => existsSync(given)).toBe(true);
    const keyWithinMs = 1000 * Number(/gte\(t-start_t,(\d+)\)/.exec(readFileSync(given, "utf8"))?.[1]);
    // Whatever it let through at that moment is seen, however slowly it was connected to.
    await clock.push(keyWithinMs + 9999);
    expect(attempts).toMatchObject([{ signal: { aborted: false } }]);
    await clock.push(1);
    expect(attempts).toMatchObject([{ signal: { aborted: true } }]);
    await attempts[0]?.over;
    await clock.push(1000);
    expect(attempts).toHaveLength(2);
  });

  it("is asked for with its password, which no other user of the machine can read", async () => {
    const login = { user: "admin", password: "it's-hunter2" };
    server = await startRtspServer({ pattern: "green", width: 320, height: 180, login });
    const viewer = new Viewer(server.address.replace("rtsp://", "rtsp://admin:it's-hunter2@"));
    await viewer.more(2);
    const [{ command } = { command: "" }] = ffmpegs();
    expect(command).toContain("pipe:0");
    expect(command).not.toContain("hunter2");
    expect(command).not.toContain("127.0.0.1");
  });

  it("says why it cannot be seen, and not with which password it was tried", async () => {
    const run = (address: string) =>
      new RtspCameraDriver({ address, width: 640, framesPerSecond: 10 })
        .capture(() => undefined, new AbortController().signal)
        .then(
          () => "ended",
          (error: unknown) => String(error),
        );
    server = await startRtspServer({ login: { user: "admin", password: "right" } });
    const { port } = server;
    expect(await run(`rtsp://admin:hunter2@127.0.0.1:${port}/camera`)).toMatch(
      /refused the name or password$/,
    );
    expect(await run("rtsp://admin:hunter2@127.0.0.1:9/camera")).toMatch(/connection refused$/);
    expect(await run("rtsp://host/camera'\nfile '/etc/passwd")).toMatch(/no RTSP address$/);
    const missing = new RtspCameraDriver({
      address: "rtsp://h/c",
      width: 1,
      framesPerSecond: 1,
      program: "no-ffmpeg",
    });
    await expect(missing.capture(() => undefined, new AbortController().signal)).rejects.toThrow(
      "ffmpeg is not installed",
    );
  });

  it("is not decoded when its pictures are JPEGs already", async () => {
    server = await startRtspServer({ pattern: "smpte", codec: "mjpeg", width: 640, height: 360 });
    const viewer = new Viewer(server.address, { width: 640 });
    await viewer.more(3);
    const [{ command } = { command: "" }] = ffmpegs();
    expect(command).toContain("-c:v copy");
    expect(await sharp(viewer.frames.at(-1)).metadata()).toMatchObject({ width: 640, height: 360 });
  });

  it("leaves no ffmpeg behind when the controller is killed", async () => {
    server = await startRtspServer({ pattern: "smpte", width: 320, height: 180 });
    const script = `
      const { RtspCameraDriver } = await import(${JSON.stringify(new URL("./rtsp-camera.ts", import.meta.url).href)});
      new RtspCameraDriver({ address: ${JSON.stringify(server.address)}, width: 320, framesPerSecond: 10 })
        .capture(() => process.kill(process.pid, "SIGKILL"), new AbortController().signal);`;
    expect(() =>
      execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
        stdio: "ignore",
      }),
    ).toThrow("SIGKILL");
    const { port } = server;
    const isConnected = () =>
      readFileSync("/proc/net/tcp", "utf8").includes(
        `:${port.toString(16).toUpperCase().padStart(4, "0")} 01`,
      );
    // Its output has nowhere to go any more, so it ends at the next picture.
    await expect.poll(isConnected, { message: "an ffmpeg is still connected" }).toBe(false);
  });
});
