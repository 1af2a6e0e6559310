import { createServer, type Server, type ServerResponse } from "node:http";
import { describe, it, onTestFinished } from "vitest";
import { realJpeg } from "../../../testing/jpeg.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { silentLog } from "../../platform/log.ts";
import type { CameraDriver } from "./camera-driver.ts";
import { Capture } from "./capture.ts";
import { MjpegCameraDriver } from "./drivers/mjpeg-camera.ts";
import { SnapshotCameraDriver } from "./drivers/snapshot-camera.ts";

/*
 * Cameras on real sockets that go away and come back, while somebody looks and nobody does anything. Those over RTSP
 * are in `rtsp-camera.test.ts`: killed programs, a camera that starts again, one that says nothing.
 */

/** A stall of ten seconds is noticed in less than one. */
const FASTER = 20;
const fastClock = (clock: Clock): Clock => ({
  now: () => clock.now() * FASTER,
  date: () => clock.date(),
  after: (ms, then) => clock.after(ms / FASTER, then),
});
/** Between two pictures of the camera's video, by the real clock. */
const PICTURE_EVERY_MS = 20;

/** A camera over HTTP: a video at `/video`, one picture at any other path. */
class HttpCamera {
  /** It keeps its lines and sends nothing more. */
  isSilent = false;
  /** Requests that came. */
  asked = 0;
  #server: Server | undefined;
  #port = 0;
  readonly #picture: Buffer;
  readonly #videos = new Set<ServerResponse>();
  readonly #noticed: () => void;

  constructor(picture: Buffer, noticed: () => void) {
    this.#picture = picture;
    this.#noticed = noticed;
    const video = setInterval(() => this.#send(), PICTURE_EVERY_MS);
    onTestFinished(async () => {
      clearInterval(video);
      await this.away();
    });
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Always at the same address. */
  async here(): Promise<void> {
    const server = createServer((request, response) => {
      this.asked += 1;
      this.#noticed();
      if (request.url === "/video") {
        response.writeHead(200, { "content-type": "multipart/x-mixed-replace; boundary=b" });
        response.flushHeaders();
        this.#videos.add(response);
      } else if (!this.isSilent) {
        response.end(this.#picture);
      }
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    const address = server.address();
    this.#port = typeof address === "object" && address ? address.port : 0;
    this.#server = server;
  }

  async away(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#videos.clear();
    if (server) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    }
  }

  #send(): void {
    for (const video of this.isSilent ? [] : this.#videos) {
      video.write("--b\r\nContent-Type: image/jpeg\r\n\r\n");
      video.write(this.#picture);
    }
  }
}

/** Somebody who looks at a camera, until the test is over. */
async function look(driverOf: (host: string, clock: Clock) => CameraDriver) {
  const waiting = new Set<() => void>();
  const noticed = () => {
    for (const wake of [...waiting]) {
      waiting.delete(wake);
      wake();
    }
  };
  const camera = new HttpCamera(await realJpeg(1), noticed);
  await camera.here();
  const seen = { frames: 0, attempts: 0, states: [] as string[] };
  const clock = fastClock(systemClock());
  const driver = driverOf(camera.host, clock);
  const capture = new Capture({
    driver: {
      longestGapMs: driver.longestGapMs,
      capture(onFrame, signal) {
        seen.attempts += 1;
        noticed();
        return driver.capture(onFrame, signal);
      },
    },
    framesPerSecond: 10,
    clock,
    random: Math.random,
    log: silentLog,
    listener: {
      frame: () => {
        seen.frames += 1;
        noticed();
      },
      state: (state) => {
        seen.states.push(state);
        noticed();
      },
    },
  });
  capture.start();
  onTestFinished(() => capture.stop());
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) {
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  };
  const more = (frames: number, from = seen.frames) => until(() => seen.frames >= from + frames);
  return { camera, seen, until, more };
}

const kinds: Record<string, (host: string, clock: Clock) => CameraDriver> = {
  MJPEG: (host) => new MjpegCameraDriver(`http://${host}/video`),
  "a snapshot address": (host, clock) =>
    new SnapshotCameraDriver({ address: `http://${host}/snap`, everyMs: 500, clock }),
};

describe.each(Object.entries(kinds))("a camera with %s that somebody looks at", (_name, driverOf) => {
  it("is seen again by itself after it was away", async () => {
    const { camera, seen, until, more } = await look(driverOf);
    await more(3);
    await camera.away();
    await until(() => seen.states.at(-1) === "no-signal");
    const before = seen.attempts;
    await until(() => seen.attempts >= before + 3);
    await camera.here();
    await more(3);
    await until(() => seen.states.at(-1) === "live");
  });

  it("is started again when it keeps its line and says nothing", async () => {
    const { camera, seen, until, more } = await look(driverOf);
    await more(3);
    camera.isSilent = true;
    await until(() => seen.states.at(-1) === "no-signal");
    const before = { attempts: seen.attempts, asked: camera.asked };
    await until(() => seen.attempts >= before.attempts + 2 && camera.asked > before.asked);
    camera.isSilent = false;
    await more(3);
    await until(() => seen.states.at(-1) === "live");
  });
});
