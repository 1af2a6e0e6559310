import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const FOUND = { address: "http://10.0.0.20/onvif/device_service", name: "Entrada", model: "IPC-2" };
const STREAM = {
  address: "rtsp://10.0.0.20:554/main",
  name: "Principal",
  codec: "H264",
  width: 1920,
  height: 1080,
  isMoved: false,
};
const QUESTION = { address: FOUND.address, username: "admin", password: "hunter2" };

async function setUp() {
  const building = await server.newBuilding();
  const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  return {
    building,
    alberto,
    ask: asking(server, alberto),
    path: `/api/bb/buildings/${building.id}/cameras`,
  };
}

/** A controller that notes what it is ordered and answers what it is told to. */
async function withController(buildingId: string, answer: object) {
  const controller = await newController(server, buildingId);
  const orders: unknown[] = [];
  const says = { answer };
  for (const event of ["cameras:search", "camera:streams"]) {
    controller.socket.raw.on(event, (order: unknown, acknowledge: (answer: object) => void) => {
      orders.push(order);
      acknowledge({ ok: true, ...says.answer });
    });
  }
  return { orders, says };
}

describe("looking for cameras", () => {
  it("is for the administration of that building alone", async () => {
    const { building, path } = await setUp();
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const elsewhere = await setUp();
    for (const [url, body] of [
      [`${path}/search`, {}],
      [`${path}/streams`, QUESTION],
    ] as const) {
      expect(await asking(server, null)("POST", url, body)).toMatchObject({ status: 401 });
      expect(await asking(server, pedro)("POST", url, body)).toMatchObject({ status: 403 });
      expect(await elsewhere.ask("POST", url, body)).toMatchObject({ status: 404 });
    }
  });

  it("shows what the building's controller finds, in its network or at one address", async () => {
    const { ask, alberto, building, path } = await setUp();
    const { orders, says } = await withController(building.id, { outcome: "done", cameras: [FOUND] });
    expect(await ask("POST", `${path}/search`, {})).toMatchObject({
      status: 200,
      body: { cameras: [FOUND], reason: null },
    });
    says.answer = { outcome: "failed", trouble: "unreachable" };
    const one = await ask("POST", `${path}/search`, { host: "10.0.0.20:8080" });
    expect(one.body.cameras).toEqual([]);
    expect(one.body.reason).toContain("no encuentra nada en esa dirección");
    expect(orders).toMatchObject([{ host: null }, { host: "10.0.0.20:8080" }]);
    for (const host of ["evil.example", "10.0.0.20/x", "http://10.0.0.20", ""]) {
      expect([host, await ask("POST", `${path}/search`, { host })]).toMatchObject([host, { status: 400 }]);
    }
    expect(orders).toHaveLength(2);
    expect(await actionsOf(server, alberto.id)).toEqual(["cameras.searched", "cameras.searched"]);
  });

  it("says that the controller is away, also when it answers nonsense or too many", async () => {
    const { ask, building, path } = await setUp();
    const away = { status: 503, body: { code: "CONTROLLER_AWAY" } };
    expect(await ask("POST", `${path}/search`, {})).toMatchObject(away);
    const { says } = await withController(building.id, { outcome: "done", cameras: "many" });
    expect(await ask("POST", `${path}/search`, {})).toMatchObject(away);
    says.answer = { outcome: "done", cameras: Array.from({ length: 65 }, () => FOUND) };
    expect(await ask("POST", `${path}/search`, {})).toMatchObject(away);
  });

  it("is limited", async () => {
    const { ask, building, path } = await setUp();
    await withController(building.id, { outcome: "done", cameras: [] });
    const statuses: number[] = [];
    for (let count = 0; count < 41; count += 1) {
      statuses.push((await ask("POST", `${path}/search`, {})).status);
    }
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});

describe("asking a camera for its streams", () => {
  it("gives them, and keeps neither name nor password", async () => {
    const { ask, building, path } = await setUp();
    const streams = { maker: "Acme", model: "IPC-2", streams: [STREAM], snapshot: null };
    const { orders } = await withController(building.id, { outcome: "streams", ...streams });
    expect(await ask("POST", `${path}/streams`, QUESTION)).toMatchObject({
      status: 200,
      body: { found: streams, reason: null, isPassword: false },
    });
    expect(orders).toMatchObject([QUESTION]);
    const kept = JSON.stringify(await server.db.selectFrom("audit_lines").selectAll().execute());
    expect(kept).not.toContain("hunter2");
    expect(kept).not.toContain("10.0.0.20");
  });

  it("says that the password is what is wrong, or something else", async () => {
    const { ask, building, path } = await setUp();
    const { says } = await withController(building.id, { outcome: "failed", trouble: "refused-password" });
    const wrong = await ask("POST", `${path}/streams`, QUESTION);
    expect(wrong).toMatchObject({ status: 200, body: { found: null, isPassword: true } });
    expect(wrong.body.reason).toContain("rechazó el usuario o la contraseña");
    says.answer = { outcome: "failed", trouble: "nonsense" };
    expect(await ask("POST", `${path}/streams`, QUESTION)).toMatchObject({ body: { isPassword: false } });
    const injected = { ...QUESTION, username: "admin</Username>" };
    expect(await ask("POST", `${path}/streams`, injected)).toMatchObject({ status: 400 });
  });
});
