import { afterAll, describe, expect, it, vi } from "vitest";
import { newWatchable } from "../../../testing/test-cameras.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { CameraRelay } from "./camera-relay.ts";

const server = await startTestServer();
afterAll(() => server.close());

const jpeg = (fill: number, bytes = 2000) =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(bytes, fill), Buffer.from([0xff, 0xd9])]);

const setUp = () => newWatchable(server);

describe("a camera", () => {
  it("is asked for frames while somebody looks, and no longer", async () => {
    const { controller, resident, camera, frames } = await setUp();
    const [one, other] = await Promise.all([server.connectAs(resident), server.connectAs(resident)]);

    expect(await one.ask("subscribe:cam_stream", camera)).toMatchObject({ ok: true, state: "starting" });
    const { watcher } = await controller.socket.hear<{ watcher: string }>("camera:watch");
    await other.ask("subscribe:cam_stream", camera);

    controller.socket.raw.emit("frame", camera.camId, jpeg(1));
    expect(await one.hear(frames)).toEqual(jpeg(1));
    expect(await other.hear(frames)).toEqual(jpeg(1));

    await one.ask("leave:cam_stream", camera);
    other.disconnect();
    expect(await controller.socket.hear("camera:unwatch")).toEqual({ cameraId: camera.camId, watcher });
    controller.socket.raw.emit("frame", camera.camId, jpeg(2));
    await controller.socket.ask("clock", {});
    await one.ask("leave:cam_stream", camera);
    expect(one.heardSoFar(frames)).toEqual([]);
  });

  it("shows who comes to look what it showed last, with its time", async () => {
    const { controller, resident, camera, frames } = await setUp();
    const first = await server.connectAs(resident);
    expect(await first.ask("subscribe:cam_stream", camera)).not.toHaveProperty("last");
    controller.socket.raw.emit("frame", camera.camId, jpeg(3));
    await first.hear(frames);
    first.disconnect();
    const later = await server.connectAs(resident);
    expect(await later.ask("subscribe:cam_stream", camera)).toMatchObject({
      ok: true,
      last: { jpeg: jpeg(3), at: expect.stringMatching(/^2\d{3}-.*Z$/) },
    });
    expect(later.heardSoFar(frames)).toEqual([]);
  });

  it("does not take the place of another's pictures that come at the same moment", async () => {
    const { building, controller, resident, camera, frames } = await setUp();
    const second = await server.newDoor(building);
    await server.app.hub.telling.configure(building.id);
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    await viewer.ask("subscribe:cam_stream", { ...camera, camId: second.cameraId });
    for (let round = 0; round < 20; round += 1) {
      server.app.services.live.frame(camera.camId, jpeg(round));
      server.app.services.live.frame(second.cameraId, jpeg(round));
      expect(await viewer.hear(frames)).toEqual(jpeg(round));
      expect(await viewer.hear(`cam_streaming_${second.cameraId}`)).toEqual(jpeg(round));
    }
    expect(controller.orders).toEqual([]);
  });

  it("waits for no slow viewer, and piles nothing up for one", async () => {
    const { resident, camera, frames } = await setUp();
    const [quick, stuck] = await Promise.all([server.connectAs(resident), server.connectAs(resident)]);
    await quick.ask("subscribe:cam_stream", camera);
    await stuck.ask("subscribe:cam_stream", camera);
    stuck.pause();
    for (let round = 0; round < 400; round += 1) {
      server.app.services.live.frame(camera.camId, jpeg(round, 100_000));
      await quick.hear(frames);
    }
    // What the other still gets is what the kernel held for it and one picture more: 300 were never kept.
    stuck.resume();
    server.app.services.live.frame(camera.camId, jpeg(255, 7));
    await stuck.ask("leave:cam_stream", camera);
    expect(stuck.heardSoFar(frames).length).toBeLessThan(100);
  });

  it("holds up no stop when its viewer sleeps", async () => {
    const { resident } = await setUp();
    const another = await server.another();
    const asleep = await server.connectAs(resident, another.url);
    asleep.pause();
    await another.close();
  });

  it("is left when a leave comes right behind its subscription", async () => {
    const { controller, resident, camera } = await setUp();
    const viewer = await server.connectAs(resident);
    viewer.raw.emit("subscribe:cam_stream", camera);
    expect(await viewer.ask("leave:cam_stream", camera)).toEqual({ ok: true });
    await controller.socket.hear("camera:unwatch");
  });

  it("is watched by nobody who hung up while it was looked for", async () => {
    const { building, resident, camera } = await setUp();
    const { io, services, hub } = server.app;
    const viewer = await server.connectAs(resident);
    const socket = io.sockets.sockets.get(viewer.raw.id ?? "") ?? expect.unreachable();
    const relay = new CameraRelay(io, services, hub);
    const hungUp = new Promise<void>((resolve) => void socket.once("disconnect", () => resolve()));
    const watching = relay.subscribe(socket, building.id, camera.camId);
    socket.disconnect(true);
    await hungUp;
    await expect(watching).rejects.toThrow("CAMERA_NOT_FOUND");
    const isAskedFor = vi.spyOn(relay.video, "needsPictures");
    await relay.renew();
    relay.stop();
    expect(isAskedFor).not.toHaveBeenCalled();
  });

  it("says what it is, also to who comes later", async () => {
    const { controller, resident, camera } = await setUp();
    const since = "2026-03-01T10:42:00.000Z";
    controller.socket.raw.on("camera:watch", () => {
      void controller.socket.ask("camera:state", { cameraId: camera.camId, state: "no-signal", since });
    });
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    expect(await viewer.hear("cam_state")).toEqual({ camId: camera.camId, state: "no-signal", since });
    const later = await server.connectAs(resident);
    await later.ask("subscribe:cam_stream", camera);
    expect(await later.hear("cam_state")).toEqual({ camId: camera.camId, state: "no-signal", since });
  });

  it("is away while its controller is, and is asked again when that comes back", async () => {
    const { building, controller, resident, camera } = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    controller.socket.disconnect();
    expect(await viewer.hear("cam_state")).toMatchObject({ state: "away" });
    const late = await server.connectAs(resident);
    expect(await late.ask("subscribe:cam_stream", camera)).toMatchObject({ ok: true, state: "away" });
    const back = await newController(server, building.id);
    expect(await back.socket.hear("camera:watch")).toMatchObject({ cameraId: camera.camId });
  });

  it("is not shown to who may not see it, nor under another building's name", async () => {
    const { building, camera } = await setUp();
    const other = await server.newBuilding();
    const visitor = await server.connectAs(
      await server.newPerson({ spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: building.id }] }),
    );
    expect(await visitor.ask("subscribe:cam_stream", camera)).toMatchObject({ code: "NOT_ALLOWED" });
    const neighbour = await server.connectAs(
      await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: other.id }] }),
    );
    expect(await neighbour.ask("subscribe:cam_stream", camera)).toMatchObject({ code: "NOT_FOUND" });
    expect(await neighbour.ask("subscribe:cam_stream", { ...camera, buildingId: other.id })).toMatchObject({
      code: "CAMERA_NOT_FOUND",
    });
  });

  it("cannot be drawn by another building's controller, nor by nonsense", async () => {
    const { resident, controller, camera, frames } = await setUp();
    const stranger = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    stranger.controller.socket.raw.emit("frame", camera.camId, jpeg(66));
    stranger.controller.socket.raw.emit("frame", "text", "where binary is due");
    stranger.controller.socket.raw.emit("frame", camera.camId, Buffer.alloc(1_600_000));
    await stranger.controller.socket.ask("clock", {});
    controller.socket.raw.emit("frame", camera.camId, jpeg(7));
    expect(await viewer.hear(frames)).toEqual(jpeg(7));
    expect(viewer.heardSoFar(frames)).toEqual([]);
  });

  it("is seen without signing in again when it was put up while its controller was connected", async () => {
    const { building, resident, controller } = await setUp();
    const added = await server.newDoor(building);
    await server.app.hub.telling.configure(building.id);
    await controller.socket.hear("configuration", (configuration: { cameras: { id: string }[] }) =>
      configuration.cameras.some(({ id }) => id === added.cameraId),
    );
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", { buildingId: building.id, camId: added.cameraId });
    const source = setInterval(() => controller.socket.raw.emit("frame", added.cameraId, jpeg(3)), 50);
    expect(await viewer.hear(`cam_streaming_${added.cameraId}`)).toEqual(jpeg(3));
    clearInterval(source);
  });

  it("ends for a person whose right to see it ended while they looked", async () => {
    const { controller, resident, camera, frames } = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    await server.db
      .updateTable("spaces")
      .set({ ends_at: new Date(Date.now() - 1000) })
      .where("user_id", "=", resident.id)
      .execute();
    // The next renewal of the lease asks again.
    expect(await controller.socket.hear("camera:unwatch")).toMatchObject({ cameraId: camera.camId });
    server.app.services.live.frame(camera.camId, jpeg(9));
    expect(await viewer.ask("subscribe:cam_stream", camera)).toMatchObject({ code: "NOT_FOUND" });
    expect(viewer.heardSoFar(frames)).toEqual([]);
  });

  it("ends for a person whose session ended", async () => {
    const { controller, resident, camera } = await setUp();
    const viewer = await server.connectAs(resident);
    await viewer.ask("subscribe:cam_stream", camera);
    await controller.socket.hear("camera:watch");
    await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/logout",
      headers: resident.headers,
    });
    expect(await controller.socket.hear("camera:unwatch")).toMatchObject({ cameraId: camera.camId });
  });
});

describe("GET /api/buildings/{id}/cameras and /doors", () => {
  it("list what the building has, with what this person may do", async () => {
    const { building, door, resident, camera } = await setUp();
    const url = `/api/buildings/${building.id}`;
    const cameras = await server.app.http.inject({ url: `${url}/cameras`, headers: resident.headers });
    expect(cameras.json()).toEqual({
      cameras: [{ id: camera.camId, name: expect.any(String), doorId: door.id }],
    });
    const police = await server.newPerson({ spaces: [{ role: "POLICIA", buildingId: building.id }] });
    for (const [person, operate] of [
      [resident, true],
      [police, false],
    ] as const) {
      const doors = await server.app.http.inject({ url: `${url}/doors`, headers: person.headers });
      expect(doors.json()).toMatchObject({
        doors: [{ id: door.id, localId: door.localId, cameraId: camera.camId, may: { operate } }],
      });
    }
    expect(
      doorsOf(await server.app.http.inject({ url: `${url}/doors`, headers: resident.headers })),
    ).not.toMatch(/simulated|address/);
  });
});

const doorsOf = (answer: { body: string }): string => answer.body;
