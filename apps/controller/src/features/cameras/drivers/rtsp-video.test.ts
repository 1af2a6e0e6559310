import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import {
  type RtspServer,
  type RtspServerOptions,
  startRtspServer,
} from "@umbral/simulated-building/testing/rtsp-server";
import { afterEach, describe, expect, it } from "vitest";
import { newCamera } from "../../../../testing/configuration.ts";
import { systemClock } from "../../../platform/clock.ts";
import { silentLog } from "../../../platform/log.ts";
import { VideoFeature } from "../video/video.feature.ts";
import { VideoFailure } from "../video/video-driver.ts";
import { RtspVideoDriver } from "./rtsp-video.ts";

let server: RtspServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const small = { width: 320, height: 180 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

async function start(options: RtspServerOptions): Promise<RtspServer> {
  server = await startRtspServer({ ...small, ...options });
  return server;
}

/** Takes so many chunks of a camera and lets go of it. */
async function take(address: string, chunks: number, now?: () => number): Promise<VideoChunk[]> {
  const taken: VideoChunk[] = [];
  const end = new AbortController();
  await new RtspVideoDriver(address, now).capture((chunk) => {
    taken.push(chunk);
    if (taken.length === chunks) {
      end.abort();
    }
  }, end.signal);
  return taken;
}

const troubleOf = (address: string): Promise<string> =>
  take(address, 3).then(
    () => "none",
    (error: unknown) => (error instanceof VideoFailure ? error.trouble : String(error)),
  );

describe("an RTSP camera's video", () => {
  it("is passed on from its first key, which says how it is decoded, also behind a password and over a day", async () => {
    const login = { user: "admin", password: "it's-hunter2" };
    const { address } = await start({ login });
    // Each look at the clock is a day later.
    let day = 0;
    const withLogin = address.replace("rtsp://", "rtsp://admin:it's-hunter2@");
    const chunks = await take(withLogin, 20, () => day++ * DAY_MS);
    expect(chunks[0]).toMatchObject({
      kind: "key",
      config: { codec: "h264", name: expect.stringMatching(/^avc1\.42/) },
    });
    // A key each second, of fifteen pictures.
    expect(chunks.filter(({ kind }) => kind === "key").length).toBeGreaterThan(1);
    const times = chunks.map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(Number.isSafeInteger(times.at(-1)) && (times.at(-1) ?? 0) >= 20 * DAY_MS * 1000).toBe(true);
    expect(await troubleOf(address.replace("rtsp://", "rtsp://admin:wrong@"))).toMatch(
      /refused the name or password$/,
    );
  });

  it.each([
    ["pictures that need later ones, and parameter sets in the SDP alone", "h264-main", /^avc1\.4d/],
    ["H.265", "h265", /^hvc1\.1\./],
  ] as const)("is the same with %s", async (_what, codec, name) => {
    const { address } = await start({ codec });
    const chunks = await take(address, 20);
    expect(chunks[0]).toMatchObject({ kind: "key", config: { name: expect.stringMatching(name) } });
  });

  it("goes on by itself when the camera restarts, in another size too", async () => {
    const { address, port } = await start({});
    const keys: VideoChunk[] = [];
    let look: () => void = () => undefined;
    const until = async (isTrue: () => boolean) => {
      while (!isTrue()) {
        await new Promise<void>((resolve) => {
          look = resolve;
        });
      }
    };
    const camera = newCamera({ source: { kind: "rtsp", address } });
    const video = new VideoFeature({
      clock: systemClock(),
      random: () => 0,
      makeDriver: () => new RtspVideoDriver(address),
      send: (_id, chunk) => {
        if (chunk.kind === "key") {
          keys.push(chunk);
          look();
        }
        return true;
      },
      tellState: () => undefined,
      tellTrouble: (_id, trouble) => expect.unreachable(trouble),
      log: silentLog,
    });
    video.configure([camera]);
    video.watch(camera.id, "somebody", 60_000);
    await until(() => keys.length > 0);
    await server?.stop();
    const before = keys.length;
    await start({ port, width: 640, height: 360 });
    await until(() => keys.length > before);
    await video.stop();
    const described = keys.map(
      (key) => key.kind === "key" && [...new Uint8Array(key.config.description)].join(),
    );
    expect(described.at(-1)).not.toBe(described[0]);
  });

  it("says why it cannot be passed on", async () => {
    const { address } = await start({ codec: "mjpeg" });
    expect(await troubleOf(address)).toBe("other-codec");
    await server?.stop();
    expect(await troubleOf((await start({ codec: "h264-10-bits" })).address)).toBe("odd-profile");
    expect(await troubleOf("rtsp://127.0.0.1:9/camera")).toMatch(/connection refused$/);
    expect(await troubleOf("rtsp://host/camera'\nfile '/etc/passwd")).toMatch(/no RTSP address$/);
  });
});
