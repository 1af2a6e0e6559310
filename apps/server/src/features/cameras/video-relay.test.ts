import { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { asking } from "../../../testing/test-admin.ts";
import { newWatchable } from "../../../testing/test-cameras.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const bytes = (fill: number, size = 1000) => Buffer.alloc(size, fill);
const config = { codec: "h264", name: "avc1.42e01e", description: bytes(1, 40) } as const;
const key = (at: number, size?: number): VideoChunk => ({ kind: "key", config, at, data: bytes(7, size) });
const delta = (at: number, size?: number): VideoChunk => ({ kind: "delta", at, data: bytes(3, size) });
const jpeg = Buffer.from([0xff, 0xd8, 0, 0xff, 0xd9]);

async function setUp() {
  const { building, controller, resident, camera, frames } = await newWatchable(server);
  const { camId } = camera;
  return {
    building,
    controller,
    resident,
    camId,
    camera,
    decoding: { ...camera, decodes: ["h264"] },
    videos: `cam_video_${camId}`,
    pictures: frames,
    send: (...chunks: VideoChunk[]) => {
      for (const chunk of chunks) {
        controller.socket.raw.emit("video", camId, chunk);
      }
      // Answered behind everything before it.
      return controller.socket.ask("clock", {});
    },
  };
}

describe("a camera's video", () => {
  it("is passed on to who decodes it, from the last key on, and pictures to who does not", async () => {
    const { controller, resident, camId, camera, decoding, videos, pictures, send } = await setUp();
    const first = await server.connectAs(resident);
    await first.ask("subscribe:cam_stream", decoding);
    // Nobody knows yet whether there is one: both are asked for.
    expect(await controller.socket.hear("video:watch")).toMatchObject({ cameraId: camId });
    expect(await controller.socket.hear("camera:watch")).toMatchObject({ cameraId: camId });
    await send(key(1), delta(2), key(3), delta(4));
    expect(await first.hear(videos)).toEqual(key(1));
    // It comes: pictures are not asked for any more.
    expect(await controller.socket.hear("camera:unwatch")).toMatchObject({ cameraId: camId });

    const late = await server.connectAs(resident);
    await late.ask("subscribe:cam_stream", decoding);
    expect([await late.hear(videos), await late.hear(videos)]).toEqual([key(3), delta(4)]);

    const old = await server.connectAs(resident);
    await old.ask("subscribe:cam_stream", camera);
    expect(await controller.socket.hear("camera:watch")).toMatchObject({ cameraId: camId });
    controller.socket.raw.emit("frame", camId, jpeg);
    await send(delta(5));
    expect(await old.hear(pictures)).toEqual(jpeg);
    expect(old.heardSoFar(videos)).toEqual([]);
    expect(await late.hear(videos)).toEqual(delta(5));
    expect(late.heardSoFar(pictures)).toEqual([]);
    await send(key(6));

    first.disconnect();
    late.disconnect();
    expect(await controller.socket.hear("video:unwatch")).toMatchObject({ cameraId: camId });
    // Who comes while nothing flows sees what was shown last.
    const next = await server.connectAs(resident);
    expect(await next.ask("subscribe:cam_stream", decoding)).toMatchObject({
      ok: true,
      lastKey: { key: key(6) },
    });
  });

  it("in H.265 goes to who decodes that, and pictures to the others", async () => {
    const { controller, resident, camera, decoding, videos, pictures, camId, send } = await setUp();
    const h265 = { codec: "h265", name: "hvc1.1.6.L93.90", description: bytes(2, 40) } as const;
    const hevc: VideoChunk = { kind: "key", config: h265, at: 1, data: bytes(7) };
    const able = await server.connectAs(resident);
    await able.ask("subscribe:cam_stream", { ...camera, decodes: ["h264", "h265"] });
    const unable = await server.connectAs(resident);
    await unable.ask("subscribe:cam_stream", decoding);
    await send(hevc);
    expect(await able.hear(videos)).toEqual(hevc);
    controller.socket.raw.emit("frame", camId, jpeg);
    await send({ kind: "delta", at: 2, data: bytes(3) });
    expect(await unable.hear(pictures)).toEqual(jpeg);
    expect(unable.heardSoFar(videos)).toEqual([]);
    expect(able.heardSoFar(pictures)).toEqual([]);
    // Of those who are left nobody decodes it: it is not asked for any more.
    able.disconnect();
    expect(await controller.socket.hear("video:unwatch")).toMatchObject({ cameraId: camId });
  });

  it("is sent as pictures where it cannot be passed on, and the administration reads why", async () => {
    const { building, controller, resident, camId, decoding, pictures, videos, send } = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", decoding);
    await controller.socket.ask("video:trouble", { cameraId: camId, trouble: "odd-profile" });
    controller.socket.raw.emit("frame", camId, jpeg);
    expect(await viewer.hear(pictures)).toEqual(jpeg);
    const admin = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const read = await server.app.http.inject({
      url: `/api/bb/buildings/${building.id}/cameras`,
      headers: admin.headers,
    });
    expect(read.json()).toMatchObject({ cameras: [{ video: { codec: null, trouble: "odd-profile" } }] });
    // The camera was set otherwise: its controller tries again, and the viewer has its video.
    await send(key(1));
    expect(await viewer.hear(videos)).toEqual(key(1));
  });

  it("skips to the next key for a slow viewer, piles nothing up for it, and waits for nobody", async () => {
    const { resident, decoding, videos, send } = await setUp();
    const [quick, stuck] = await Promise.all([server.connectAs(resident), server.connectAs(resident)]);
    await quick.ask("subscribe:cam_stream", decoding);
    await stuck.ask("subscribe:cam_stream", decoding);
    await send(key(0));
    await quick.hear(videos);
    stuck.pause();
    for (let at = 1; at <= 400; at += 1) {
      await send(at % 10 === 0 ? key(at, 100_000) : delta(at, 100_000));
      await quick.hear(videos);
    }
    stuck.resume();
    await stuck.ask("leave:cam_stream", decoding);
    const heard = z.array(VideoChunk).parse(stuck.heardSoFar(videos));
    expect(heard.length).toBeLessThan(150);
    // Whatever it got can be decoded: a delta comes right behind the chunk before it, or not at all.
    for (const [turn, { kind, at }] of heard.entries()) {
      expect(kind === "key" || heard[turn - 1]?.at === at - 1).toBe(true);
    }
  });

  it("ends with the right to see it", async () => {
    const { building, controller, resident, camId, decoding, videos, send } = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", decoding);
    await send(key(1));
    await viewer.hear(videos);
    await server.db
      .updateTable("spaces")
      .set({ ends_at: new Date(Date.now() - 1000) })
      .where("user_id", "=", resident.id)
      .execute();
    expect(await controller.socket.hear("video:unwatch")).toMatchObject({ cameraId: camId });
    await send(key(2), delta(3));
    expect(viewer.heardSoFar(videos)).toEqual([]);
    const visitor = await server.connectAs(
      await server.newPerson({ spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: building.id }] }),
    );
    expect(await visitor.ask("subscribe:cam_stream", decoding)).toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("goes on while another controller of the building comes back", async () => {
    const { building, resident, decoding, videos, send } = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", decoding);
    await send(key(1));
    await viewer.hear(videos);
    const laura = await server.newPerson({ userType: "ADMIN" });
    const offered = await asking(server, laura)("POST", `/api/bb/buildings/${building.id}/controllers`, {
      name: "Torre B",
    });
    await newController(server, building.id, offered.body.pairing.code);
    await send(delta(2));
    expect(await viewer.hear(videos)).toEqual(delta(2));
  });

  it("is taken from its own controller alone, and only as a video", async () => {
    const { resident, camId, decoding, videos, controller, send } = await setUp();
    const other = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", decoding);
    other.controller.socket.raw.emit("video", camId, key(1));
    await other.controller.socket.ask("clock", {});
    controller.socket.raw.emit("video", camId, { kind: "key", at: 2, data: bytes(1) });
    controller.socket.raw.emit("video", camId, { kind: "delta", at: 3, data: Buffer.alloc(1_500_001) });
    await send(key(4));
    expect(await viewer.hear(videos)).toEqual(key(4));
  });
});
