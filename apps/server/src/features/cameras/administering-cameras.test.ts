import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const SECRET = "rtsp://root:hunter2@10.0.0.5/live";
const SHOWN = "rtsp://root:***@10.0.0.5/live";

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
  const building = await server.newBuilding();
  return { laura, building, ask: asking(server, laura), path: `/api/bb/buildings/${building.id}/cameras` };
}

describe("the cameras of a building", () => {
  it("and their addresses are for the administration alone", async () => {
    const { building, path } = await setUp();
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    for (const url of [path, `${path}/test`]) {
      const method = url === path ? "GET" : "POST";
      const body = method === "GET" ? undefined : {};
      expect(await asking(server, null)(method, url, body)).toMatchObject({ status: 401 });
      expect(await asking(server, await server.newPerson())(method, url, body)).toMatchObject({
        status: 404,
      });
      expect(await asking(server, pedro)(method, url, body)).toMatchObject({ status: 403 });
    }
  });

  it("keep their password, which the controller is told and no screen is shown", async () => {
    const { ask, laura, building, path } = await setUp();
    const controller = await newController(server, building.id);
    await controller.socket.hear("configuration");
    const made = await ask("POST", path, { name: "Entrada", source: { kind: "rtsp", address: SECRET } });
    expect(made.body.camera).toMatchObject({
      name: "Entrada",
      framesPerSecond: 10,
      width: 1280,
      source: { kind: "rtsp", address: SHOWN },
      motion: null,
      doors: [],
    });
    expect(await controller.socket.hear("configuration")).toMatchObject({
      cameras: [{ source: { address: SECRET } }],
    });
    const url = `/api/bb/cameras/${made.body.camera.id}`;
    const motion = { zones: [], sensitivity: 60, watchedHours: [] };
    await ask("PUT", url, { name: "Portal", source: { kind: "rtsp", address: SHOWN }, motion });
    expect(await controller.socket.hear("configuration")).toMatchObject({
      cameras: [{ name: "Portal", source: { address: SECRET }, motion }],
    });
    const everything = JSON.stringify([
      (await ask("GET", path)).body,
      await server.db.selectFrom("audit_lines").selectAll().execute(),
    ]);
    expect(everything).not.toContain("hunter2");
    expect(await actionsOf(server, laura.id)).toEqual(["cameras.created", "cameras.changed"]);
  });

  it("are not deleted while a door has them", async () => {
    const { ask, building } = await setUp();
    const door = await server.newDoor(building);
    const url = `/api/bb/cameras/${door.cameraId}`;
    expect(await ask("DELETE", url)).toMatchObject({ status: 409, body: { code: "CAMERA_IN_USE" } });
    await ask("PUT", `/api/bb/doors/${door.id}`, { cameraIds: [] });
    const both = await Promise.all([1, 2].map(() => ask("DELETE", url)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it("are refused with an address that is none", async () => {
    const { ask, path } = await setUp();
    for (const source of [
      { kind: "rtsp", address: "http://x" },
      { kind: "mjpeg", address: "file:///etc/passwd" },
      { kind: "snapshot", address: "http://x/", everyMs: 1 },
      { kind: "rtsp", address: `rtsp://x/${"y".repeat(600)}` },
    ]) {
      expect([source, await ask("POST", path, { name: "C", source })]).toMatchObject([
        source,
        { status: 400 },
      ]);
    }
  });
});

describe("trying an address", () => {
  const jpeg = Buffer.from([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]);

  it("shows what the building's controller gets from it, or why it gets nothing", async () => {
    const { ask, laura, building, path } = await setUp();
    const controller = await newController(server, building.id);
    const trials: unknown[] = [];
    let answer: object = { outcome: "picture", jpeg };
    controller.socket.raw.on("camera:try", (trial: unknown, acknowledge: (answer: object) => void) => {
      trials.push(trial);
      acknowledge({ ok: true, ...answer });
    });
    const source = { kind: "rtsp", address: SECRET };
    expect(await ask("POST", `${path}/test`, { source })).toMatchObject({
      status: 200,
      body: { picture: jpeg.toString("base64"), reason: null },
    });
    answer = { outcome: "failed", trouble: "refused-password" };
    expect(await ask("POST", `${path}/test`, { source })).toMatchObject({
      body: { picture: null, reason: "La cámara rechazó el usuario o la contraseña." },
    });
    // Of a camera that is kept, the password that is not shown is tried; of another building's, never.
    const made = await ask("POST", path, { name: "Entrada", source });
    const shown = { kind: "rtsp", address: SHOWN };
    await ask("POST", `${path}/test`, { source: shown, cameraId: made.body.camera.id });
    expect(trials.at(-1)).toMatchObject({ source });
    const elsewhere = await server.newDoor(await server.newBuilding());
    expect(await ask("POST", `${path}/test`, { source: shown, cameraId: elsewhere.cameraId })).toMatchObject({
      status: 422,
      body: { code: "PASSWORD_AGAIN" },
    });
    expect(trials).toHaveLength(3);
    expect(await actionsOf(server, laura.id)).toEqual([
      "cameras.tested",
      "cameras.tested",
      "cameras.created",
      "cameras.tested",
    ]);
  });

  it("sends a kept password to no other machine, however the address is written", async () => {
    const { ask, building, path } = await setUp();
    const controller = await newController(server, building.id);
    const trials: unknown[] = [];
    controller.socket.raw.on("camera:try", (trial: unknown, acknowledge: (answer: object) => void) => {
      trials.push(trial);
      acknowledge({ ok: true, outcome: "failed", trouble: "unreachable" });
    });
    const kept = { kind: "mjpeg", address: "http://root:hunter2@10.0.0.5/video" };
    const { id } = (await ask("POST", path, { name: "Entrada", source: kept })).body.camera;
    const url = `/api/bb/cameras/${id}`;
    for (const address of [
      "http://root:***@evil.example\\@10.0.0.5/video",
      "http://root:***@evil.example/@10.0.0.5/video",
      "http://root:***@evil.example#@10.0.0.5/video",
      "http://root:***@evil.example\\video",
      "http://root:***@10.0.0.5@evil.example/video",
      "http://root:***@10.0.0.5:8080/video",
      "http://root:***@10.0.0.50/video",
      "http://other:***@10.0.0.5/video",
      "https://root:***@10.0.0.5/video",
      "http://root:***@10.0.0.5\t.evil.example/video",
    ]) {
      const source = { kind: "mjpeg", address };
      for (const { status } of [
        await ask("POST", `${path}/test`, { source, cameraId: id }),
        await ask("PUT", url, { source }),
      ]) {
        expect([address, status === 422 || status === 400]).toEqual([address, true]);
      }
    }
    expect(trials).toEqual([]);
    // The same machine, written otherwise, is the same machine.
    const same = { kind: "mjpeg", address: "HTTP://root:***@10.0.0.5:80/other" };
    expect(await ask("POST", `${path}/test`, { source: same, cameraId: id })).toMatchObject({ status: 200 });
    expect(trials).toMatchObject([{ source: { address: "http://root:hunter2@10.0.0.5/other" } }]);
  });

  it("says that the controller is away", async () => {
    const { ask, path } = await setUp();
    const source = { kind: "mjpeg", address: "http://10.0.0.7/video" };
    expect(await ask("POST", `${path}/test`, { source })).toMatchObject({
      status: 503,
      body: { code: "CONTROLLER_AWAY" },
    });
    const nowhere = `/api/bb/buildings/${randomUUID()}/cameras/test`;
    expect(await ask("POST", nowhere, { source })).toMatchObject({ status: 404 });
  });
});
