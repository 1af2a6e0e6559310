import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { type RtspServer, startRtspServer } from "@umbral/simulated-building/testing/rtsp-server";
import { afterEach, describe, expect, it } from "vitest";
import { VideoFailure } from "../video/video-driver.ts";
import { RtspVideoDriver } from "./rtsp-video.ts";

let server: RtspServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const small = { width: 320, height: 180 } as const;

/** Takes so many chunks of a camera and lets go of it. */
async function take(address: string, chunks: number): Promise<VideoChunk[]> {
  const taken: VideoChunk[] = [];
  const end = new AbortController();
  await new RtspVideoDriver(address).capture((chunk) => {
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
  it("is passed on from its first key, which says how it is decoded", async () => {
    server = await startRtspServer(small);
    const chunks = await take(server.address, 20);
    expect(chunks[0]).toMatchObject({
      kind: "key",
      config: { codec: "h264", name: expect.stringMatching(/^avc1\.42/) },
    });
    // A key each second, of fifteen pictures.
    expect(chunks.filter(({ kind }) => kind === "key").length).toBeGreaterThan(1);
    const times = chunks.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("is the same with pictures that need later ones, and parameter sets in the SDP alone", async () => {
    server = await startRtspServer({ ...small, codec: "h264-main" });
    const chunks = await take(server.address, 20);
    expect(chunks[0]).toMatchObject({ kind: "key", config: { name: expect.stringMatching(/^avc1\.4d/) } });
  });

  it("says why it cannot be passed on", async () => {
    server = await startRtspServer({ ...small, codec: "mjpeg" });
    expect(await troubleOf(server.address)).toBe("other-codec");
    await server.stop();
    server = await startRtspServer({ ...small, codec: "h264-10-bits" });
    expect(await troubleOf(server.address)).toBe("odd-profile");
    expect(await troubleOf("rtsp://127.0.0.1:9/camera")).toMatch(/connection refused$/);
  });
});
