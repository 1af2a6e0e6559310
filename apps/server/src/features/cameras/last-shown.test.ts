import { listLastShown } from "@umbral/contract/cameras/cameras.contract";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newWatchable } from "../../../testing/test-cameras.ts";
import { picture } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const setUp = () => newWatchable(server);

/** What a camera gives, and what only begins as such. */
const large = async () => Buffer.from(await (await picture({ width: 1280, height: 720 })).arrayBuffer());
const noise = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(2000, 1)]);

interface Asking {
  headers: Record<string, string>;
}
const ask = (buildingId: string, { headers }: Asking, query = "") =>
  server.app.http.inject({ url: `/api/buildings/${buildingId}/cameras/last-shown${query}`, headers });
const shownTo = async (buildingId: string, person: Asking, query?: string) =>
  listLastShown.reply.parse((await ask(buildingId, person, query)).json());

describe("GET /api/buildings/{id}/cameras/last-shown", () => {
  it("says nothing of a camera at which nobody looked, then what it showed last, small, with its time", async () => {
    const { building, controller, resident, camera, frames } = await setUp();
    expect(await shownTo(building.id, resident)).toEqual({ pictures: [], keys: [] });
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    const before = Date.now();
    controller.socket.raw.emit("frame", camera.camId, await large());
    await viewer.hear(frames);
    viewer.disconnect();
    expect((await ask(building.id, resident)).headers["cache-control"]).toContain("no-store");
    const shown = await shownTo(building.id, resident);
    expect(shown).toEqual({
      pictures: [{ camId: camera.camId, at: expect.any(String), jpeg: expect.any(String) }],
      keys: [],
    });
    const [{ at, jpeg: small } = { at: "", jpeg: "" }] = shown.pictures;
    expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
    expect(await sharp(Buffer.from(small, "base64")).metadata()).toMatchObject({
      format: "jpeg",
      width: 640,
      height: 360,
    });
    // Made once, whoever asks.
    const administrator = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
    });
    expect(await shownTo(building.id, administrator)).toEqual(shown);
  });

  it("is refused to whom the cameras are refused, with the same words, and shows nothing of another building", async () => {
    const { building, controller, resident, camera, frames } = await setUp();
    const other = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    controller.socket.raw.emit("frame", camera.camId, await large());
    await viewer.hear(frames);
    const visitor = await server.newPerson({
      spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: building.id }],
    });
    for (const person of [visitor, other.resident, { headers: {} }]) {
      const cameras = await server.app.http.inject({
        url: `/api/buildings/${building.id}/cameras`,
        headers: person.headers,
      });
      const refusal = await ask(building.id, person);
      expect(refusal.statusCode).toBeGreaterThanOrEqual(401);
      expect([refusal.statusCode, refusal.json()]).toEqual([cameras.statusCode, cameras.json()]);
    }
    expect(await shownTo(other.building.id, other.resident)).toEqual({ pictures: [], keys: [] });
  });

  it("leaves out what is no picture, and shows the cameras beside it", async () => {
    const { building, controller, resident, camera, frames } = await setUp();
    const second = await server.newDoor(building);
    await server.app.hub.telling.configure(building.id);
    await controller.socket.hear("configuration", (configuration: { cameras: { id: string }[] }) =>
      configuration.cameras.some(({ id }) => id === second.cameraId),
    );
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    await viewer.ask("subscribe:cam_stream", { ...camera, camId: second.cameraId });
    controller.socket.raw.emit("frame", camera.camId, noise);
    controller.socket.raw.emit("frame", second.cameraId, await large());
    await Promise.all([viewer.hear(frames), viewer.hear(`cam_streaming_${second.cameraId}`)]);
    expect((await shownTo(building.id, resident)).pictures).toMatchObject([{ camId: second.cameraId }]);
  });

  it("gives the last key of a video to who decodes it, and to nobody else", async () => {
    const { building, controller, resident, camera } = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", { ...camera, decodes: ["h264"] });
    const config = { codec: "h264", name: "avc1.42e01e", description: Buffer.alloc(40, 1) } as const;
    const data = Buffer.alloc(1000, 7);
    controller.socket.raw.emit("video", camera.camId, { kind: "key", config, at: 5, data });
    await viewer.hear(`cam_video_${camera.camId}`);
    expect(await shownTo(building.id, resident, "?decodes=h264")).toEqual({
      pictures: [],
      keys: [
        {
          camId: camera.camId,
          at: expect.any(String),
          key: {
            codec: "h264",
            codecName: config.name,
            description: config.description.toString("base64"),
            chunkAt: 5,
            chunk: data.toString("base64"),
          },
        },
      ],
    });
    expect(await shownTo(building.id, resident)).toEqual({ pictures: [], keys: [] });
    // What cannot be made smaller comes by the line alone.
    const huge = { kind: "key", config, at: 6, data: Buffer.alloc(400_000, 7) };
    controller.socket.raw.emit("video", camera.camId, huge);
    await viewer.hear(`cam_video_${camera.camId}`);
    expect(await shownTo(building.id, resident, "?decodes=h264")).toEqual({ pictures: [], keys: [] });
  });

  it("forgets what a camera showed at another address, picture and key", async () => {
    const { building, controller, resident, camera, frames } = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", { ...camera, decodes: ["h264"] });
    const config = { codec: "h264", name: "avc1.42e01e", description: Buffer.alloc(40, 1) } as const;
    controller.socket.raw.emit("frame", camera.camId, await large());
    await viewer.hear(frames);
    const key = { kind: "key", config, at: 5, data: Buffer.alloc(1000, 7) };
    controller.socket.raw.emit("video", camera.camId, key);
    await viewer.hear(`cam_video_${camera.camId}`);
    viewer.disconnect();
    const both = async () => {
      const [small, video] = [
        await shownTo(building.id, resident),
        await shownTo(building.id, resident, "?decodes=h264"),
      ];
      return [small.pictures.length, video.keys.length];
    };
    expect(await both()).toEqual([1, 1]);

    const laura = await server.newPerson({ userType: "ADMIN" });
    const moved = await asking(server, laura)("PUT", `/api/bb/cameras/${camera.camId}`, {
      source: { kind: "rtsp", address: "rtsp://10.0.0.9/1" },
    });
    expect(moved.status).toBe(200);
    expect(await both()).toEqual([0, 0]);
  });
});
