import { randomUUID } from "node:crypto";
import { relayTemplates } from "@umbral/contract/doors/relay-templates";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
  const building = await server.newBuilding();
  const floorId = building.towers[0]?.floors[0]?.id ?? "";
  return {
    laura,
    building,
    floorId,
    ask: asking(server, laura),
    path: `/api/bb/buildings/${building.id}/doors`,
  };
}

describe("the doors of a building", () => {
  it("are made by nobody of the building but its administrator", async () => {
    const { building, path, floorId } = await setUp();
    const fields = { name: "Garaje", localId: "2$", floorId };
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    expect(await asking(server, null)("POST", path, fields)).toMatchObject({ status: 401 });
    expect(await asking(server, await server.newPerson())("POST", path, fields)).toMatchObject({
      status: 404,
    });
    expect(await asking(server, pedro)("POST", path, fields)).toMatchObject({ status: 403 });
    const reading = { buildingId: building.id };
    expect(await asking(server, pedro)("POST", "/api/bb/doors", reading)).toMatchObject({ status: 403 });
  });

  it("may hang on a UHPPOTE board, at an address and a door of it that can be; the siren may not", async () => {
    const { ask, building, path, floorId } = await setUp();
    const controller = await newController(server, building.id);
    await controller.socket.hear("configuration");
    const at = { kind: "uhppote", host: "10.0.0.40:60001", serial: 405_419_896, door: 2 };
    const fields = { name: "Garaje", localId: "2", floorId, relay: at, reader: at, contact: at };
    for (const wrong of [{ host: "placa.local" }, { serial: 0 }, { door: 5 }]) {
      expect(await ask("POST", path, { ...fields, relay: { ...at, ...wrong } })).toMatchObject({
        status: 400,
      });
    }
    const { door } = (await ask("POST", path, fields)).body;
    expect(door).toMatchObject({ relay: at, reader: at, contact: at });
    expect(await controller.socket.hear("configuration")).toMatchObject({
      doors: [{ id: door.id, relay: at, reader: at, contact: at }],
    });
    // As its form sends it back.
    expect((await ask("PUT", `/api/bb/doors/${door.id}`, { relay: at, reader: at })).status).toBe(200);
    const siren = await ask("PUT", `/api/bb/buildings/${building.id}`, { siren: at });
    expect(siren).toMatchObject({ status: 400 });
    expect(JSON.stringify(siren.body)).toContain("una placa de puertas no mueve la sirena");
  });

  it("hang on any of the relays that the form offers, and are read back", async () => {
    const { ask, building, path, floorId } = await setUp();
    for (const { id, relay } of relayTemplates) {
      expect(await ask("POST", path, { name: id, localId: id, floorId, relay })).toMatchObject({
        status: 200,
        body: { door: { relay: { kind: "http" } } },
      });
    }
    const { doors } = (await ask("POST", "/api/bb/doors", { buildingId: building.id })).body;
    expect(doors).toHaveLength(relayTemplates.length);
    expect(JSON.stringify(doors)).toContain("timer={seconds}");
    const siren = relayTemplates.find(({ relay }) => relay.openAddress.includes("{seconds}"))?.relay;
    expect(await ask("PUT", `/api/bb/buildings/${building.id}`, { siren })).toMatchObject({ status: 200 });
    expect(await ask("GET", `/api/bb/buildings/${building.id}/settings`)).toMatchObject({ status: 200 });
  });

  it("reach the building's controller the moment they are made, changed and deleted", async () => {
    const { ask, laura, building, path, floorId } = await setUp();
    const controller = await newController(server, building.id);
    await controller.socket.hear("configuration");
    const relay = { kind: "http", openAddress: "http://r:secret@10.0.0.9/on", closeAddress: null };
    const { door } = (await ask("POST", path, { name: "Garaje", localId: "2$", floorId, relay })).body;
    const shownRelay = { ...relay, openAddress: "http://r:***@10.0.0.9/on" };
    expect(door).toMatchObject({
      name: "Garaje",
      localId: "2$",
      scope: "building",
      lockType: "fail-secure",
      pulseMs: 1000,
      relay: shownRelay,
      left: 50,
      top: 50,
      tower: { name: "A" },
      floor: { id: floorId, name: "1" },
      cameras: [],
      contact: null,
      reader: null,
    });
    expect(await controller.socket.hear("configuration")).toMatchObject({ doors: [{ id: door.id, relay }] });

    const other = building.towers[1]?.floors[1];
    const moved = await ask("PUT", `/api/bb/doors/${door.id}`, {
      floorId: other?.id,
      left: 12.5,
      top: 80,
      relay: shownRelay,
      contact: { kind: "simulated" },
      heldOpenAfterSeconds: 45,
      reader: { kind: "simulated" },
    });
    expect(moved.body.door).toMatchObject({
      name: "Garaje",
      tower: { name: "B" },
      floor: { id: other?.id },
      left: 12.5,
      top: 80,
      heldOpenAfterSeconds: 45,
    });
    expect(await controller.socket.hear("configuration")).toMatchObject({
      doors: [{ relay, contact: { kind: "simulated" }, heldOpenAfterSeconds: 45 }],
    });
    expect((await ask("POST", "/api/bb/doors", { buildingId: building.id })).body.doors).toEqual([
      moved.body.door,
    ]);

    expect(await ask("DELETE", `/api/bb/doors/${door.id}`)).toMatchObject({ status: 200 });
    expect(await controller.socket.hear("configuration")).toMatchObject({ doors: [] });
    expect(await ask("PUT", `/api/bb/doors/${door.id}`, { name: "X" })).toMatchObject({
      status: 404,
      body: { code: "DOOR_NOT_FOUND" },
    });
    expect(await actionsOf(server, laura.id)).toEqual(["doors.created", "doors.changed", "doors.deleted"]);
  });

  it("on pins and with a Wiegand board reach the controller as they were said, and not as they cannot be", async () => {
    const { ask, building, path, floorId } = await setUp();
    const controller = await newController(server, building.id);
    await controller.socket.hear("configuration");
    const pin = { kind: "gpio", chip: "/dev/gpiochip0", line: 17, activeLow: false };
    const lines = { prefix: "", digits: "binary", hasParity: true, bits: 26, order: "number" };
    const hung = {
      relay: pin,
      contact: { ...pin, line: 4, bias: "pull-up", openIs: "open" },
      reader: { kind: "wiegand-serial", line: "/dev/ttyUSB0", baud: 9600, lines },
    };
    const made = await ask("POST", path, { name: "Garaje", localId: "7", floorId, ...hung });
    expect(made).toMatchObject({ status: 200, body: { door: hung } });
    expect(await controller.socket.hear("configuration")).toMatchObject({ doors: [hung] });
    for (const wrong of [
      { relay: { ...pin, chip: "/dev/sda" } },
      { relay: { ...pin, line: -1 } },
      { reader: { ...hung.reader, lines: { ...lines, digits: "facility-number" } } },
    ]) {
      expect(await ask("PUT", `/api/bb/doors/${made.body.door.id}`, wrong)).toMatchObject({ status: 400 });
    }
  });

  it("have a relay of their own, with or without $, also when two are made at once", async () => {
    const { ask, path, floorId } = await setUp();
    const both = await Promise.all(
      ["4", "4$"].map((localId) => ask("POST", path, { name: `Puerta ${localId}`, localId, floorId })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "RELAY_TAKEN",
      errors: [{ property: "localId" }],
    });
    const { door } = (await ask("POST", path, { name: "Otra", localId: "5", floorId })).body;
    expect(await ask("PUT", `/api/bb/doors/${door.id}`, { localId: "4" })).toMatchObject({ status: 409 });
    // Its own relay is not somebody else's.
    expect(await ask("PUT", `/api/bb/doors/${door.id}`, { localId: "5$" })).toMatchObject({ status: 200 });
  });

  it("stand on floors and have cameras of their own building only", async () => {
    const { ask, path, floorId, building } = await setUp();
    const elsewhere = await server.newBuilding();
    const foreign = await server.newDoor(elsewhere);
    const foreignFloor = elsewhere.towers[0]?.floors[0]?.id;
    expect(await ask("POST", path, { name: "P", localId: "1", floorId: foreignFloor })).toMatchObject({
      status: 422,
      body: { code: "PLACE_NOT_VALID" },
    });
    expect(
      await ask("POST", path, { name: "P", localId: "1", floorId, cameraIds: [foreign.cameraId] }),
    ).toMatchObject({ status: 404, body: { code: "CAMERA_NOT_FOUND" } });
    expect((await ask("POST", "/api/bb/doors", { buildingId: building.id })).body.doors).toEqual([]);

    const own = await server.newDoor(building);
    const cameras = await ask("GET", `/api/bb/buildings/${building.id}/cameras`);
    expect(cameras.body.cameras).toMatchObject([{ id: own.cameraId, doors: [{ id: own.id }] }]);
    const { door } = (
      await ask("POST", path, { name: "P", localId: "77", floorId, cameraIds: [own.cameraId, own.cameraId] })
    ).body;
    expect(door.cameras).toMatchObject([{ id: own.cameraId }]);
    expect(await ask("PUT", `/api/bb/doors/${door.id}`, { cameraIds: [] })).toMatchObject({
      body: { door: { cameras: [], name: "P" } },
    });
  });

  it("are refused when they are said wrongly", async () => {
    const { ask, path, floorId } = await setUp();
    const fields = { name: "P", localId: "1", floorId };
    for (const wrong of [
      { localId: "a b" },
      { localId: "$" },
      { left: 101 },
      { pulseMs: 10 },
      { scope: "x" },
    ]) {
      expect([wrong, await ask("POST", path, { ...fields, ...wrong })]).toMatchObject([
        wrong,
        { status: 400 },
      ]);
    }
    expect(await ask("POST", path, { name: "P" })).toMatchObject({ status: 422 });
    expect(await ask("POST", "/api/bb/doors", { buildingId: randomUUID() })).toMatchObject({ status: 404 });
  });
});
