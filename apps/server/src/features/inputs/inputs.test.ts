import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function setUp() {
  const building = await server.newBuilding();
  const door = await server.newDoor(building);
  const controller = await newController(server, building.id);
  await controller.socket.hear("configuration");
  const alberto = await server.newPerson({
    spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
  });
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const laura = await server.newPerson({ userType: "ADMIN" });
  return {
    building,
    door,
    controller,
    alberto,
    pedro,
    laura,
    ask: asking(server, laura),
    path: `/api/bb/buildings/${building.id}/inputs`,
  };
}

const http = {
  kind: "http",
  address: "http://r:hunter2@10.0.0.9/rpc/Input.GetStatus?id=0",
  everyMs: 500,
  closedText: '"state":true',
  openText: '"state":false',
};

describe("the inputs of a building", () => {
  it("are nobody's but its administration's", async () => {
    const { pedro, path, ask, door } = await setUp();
    expect(await asking(server, null)("GET", path)).toMatchObject({ status: 401 });
    expect(await asking(server, pedro)("GET", path)).toMatchObject({ status: 403 });
    expect(await asking(server, await server.newPerson())("GET", path)).toMatchObject({ status: 404 });
    const button = { name: "Salida", kind: "exit-button", doorId: door.id, driver: { kind: "simulated" } };
    const { input } = (await ask("POST", path, button)).body;
    const one = `/api/bb/inputs/${input.id}`;
    const change = asking(server, pedro)("PUT", one, { name: "Otro" });
    expect(await change).toMatchObject({ status: 403 });
    const stranger = await setUp();
    expect(await asking(server, stranger.alberto)("DELETE", one)).toMatchObject({
      status: 404,
      body: { code: "INPUT_NOT_FOUND" },
    });
  });

  it("reach the controller the moment they are made, changed and deleted, and their passwords nobody else", async () => {
    const { ask, laura, path, door, controller } = await setUp();
    const button = { name: "Botón", kind: "exit-button", doorId: door.id, driver: http };
    const { input } = (await ask("POST", path, button)).body;
    const shown = { ...http, address: "http://r:***@10.0.0.9/rpc/Input.GetStatus?id=0" };
    expect(input).toMatchObject({
      name: "Botón",
      door: { id: door.id },
      driver: shown,
      rest: "open",
      debounceMs: 30,
    });
    expect(await controller.socket.hear("configuration")).toMatchObject({
      inputs: [{ id: input.id, kind: "exit-button", doorId: door.id, driver: http, rest: "open" }],
    });
    // The mask stands for what is kept, for the same machine alone.
    const one = `/api/bb/inputs/${input.id}`;
    await ask("PUT", one, { driver: { ...shown, everyMs: 1000 }, rest: "closed" });
    expect(await controller.socket.hear("configuration")).toMatchObject({
      inputs: [{ driver: { ...http, everyMs: 1000 }, rest: "closed" }],
    });
    const elsewhere = { driver: { ...shown, address: "http://r:***@10.6.6.6/" } };
    expect(await ask("PUT", one, elsewhere)).toMatchObject({ body: { code: "PASSWORD_AGAIN" } });
    const kept = await server.db.selectFrom("inputs").select("driver").where("id", "=", input.id).execute();
    expect(JSON.stringify(kept)).not.toContain("hunter2");
    expect(await ask("DELETE", one)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await controller.socket.hear("configuration")).toMatchObject({ inputs: [] });
    expect((await ask("GET", path)).body).toEqual({ inputs: [] });
    expect(await actionsOf(server, laura.id)).toEqual(["inputs.created", "inputs.changed", "inputs.deleted"]);
  });

  it("are refused whole: an exit button of no door, a door elsewhere, an address that is none", async () => {
    const { ask, path, door } = await setUp();
    const other = await setUp();
    const button = { name: "Botón", kind: "exit-button", driver: { kind: "simulated" } };
    expect(await ask("POST", path, button)).toMatchObject({
      status: 422,
      body: { code: "INPUT_NEEDS_DOOR", errors: [{ property: "doorId" }] },
    });
    const foreign = { ...button, doorId: other.door.id };
    expect(await ask("POST", path, foreign)).toMatchObject({ status: 404, body: { code: "DOOR_NOT_FOUND" } });
    const odd = { ...button, doorId: door.id, driver: { ...http, address: "ftp://10.0.0.9/" } };
    expect(await ask("POST", path, odd)).toMatchObject({ status: 400 });
    const slow = { ...button, doorId: door.id, debounceMs: 60_000 };
    expect(await ask("POST", path, slow)).toMatchObject({ status: 400 });
    const { input } = (await ask("POST", path, { ...button, kind: "tamper" })).body;
    const turned = await ask("PUT", `/api/bb/inputs/${input.id}`, { kind: "exit-button" });
    expect(turned).toMatchObject({ status: 422, body: { code: "INPUT_NEEDS_DOOR" } });
    expect((await ask("GET", path)).body).toMatchObject({ inputs: [{ kind: "tamper", door: null }] });
  });
});

describe("what an input says", () => {
  it("is on the lobby's screens at once, stands in the list under its name, and wakes nobody twice", async () => {
    const { ask, path, pedro, controller, building } = await setUp();
    const panel = { name: "Panel del sótano", kind: "fire-panel", driver: { kind: "simulated" } };
    const { input } = (await ask("POST", path, panel)).body;
    const atPedro = await server.connectAs(pedro);
    const at = () => server.app.services.clock.now().toISOString();
    const started = (seq: number, intrusionId: string) => ({
      seq,
      at: at(),
      kind: "intrusion-started",
      intrusionId,
      intrusion: "fire",
      doorId: null,
      cameraId: null,
      inputId: input.id,
    });
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await controller.socket.ask("facts", { facts: [started(1, first)] })).toMatchObject({ ok: true });
    expect(await atPedro.hear("door_trouble")).toMatchObject({
      id: first,
      kind: "fire",
      doorName: "Panel del sótano",
      camera: null,
    });
    // The same panel again, within five minutes: on the screens, and no second push.
    expect(await controller.socket.ask("facts", { facts: [started(2, second)] })).toMatchObject({ ok: true });
    await atPedro.hear<{ id: string }>("door_trouble", ({ id }) => id === second);
    const pushes = await server.db
      .selectFrom("outbox")
      .select("id")
      .where("user_id", "=", pedro.id)
      .execute();
    expect(pushes.length).toBeLessThanOrEqual(1);
    // A device that signs in later is told too, and the list knows it after the input is gone.
    const later = await server.connectAs(pedro);
    expect(await later.hear("door_trouble")).toMatchObject({ kind: "fire", doorName: "Panel del sótano" });
    await ask("DELETE", `/api/bb/inputs/${input.id}`);
    const listed = await ask("GET", `/api/bb/events/event-intrusion?buildingId=${building.id}&page=1`);
    expect(listed.body.eventIntrusionDetails).toMatchObject([
      { kind: "fire", inputName: "Panel del sótano", doorName: null },
      { kind: "fire", inputName: "Panel del sótano" },
    ]);
  });

  it("of another building's input is nobody's", async () => {
    const { pedro, controller } = await setUp();
    const other = await setUp();
    const fields = { name: "Ajena", kind: "tamper", driver: { kind: "simulated" } };
    const { input } = (await other.ask("POST", other.path, fields)).body;
    const atPedro = await server.connectAs(pedro);
    const fact = {
      seq: 1,
      at: server.app.services.clock.now().toISOString(),
      kind: "intrusion-started",
      intrusionId: randomUUID(),
      intrusion: "tamper",
      doorId: null,
      cameraId: null,
      inputId: input.id,
    };
    expect(await controller.socket.ask("facts", { facts: [fact] })).toMatchObject({ ok: true });
    await atPedro.ask("nothing-of-the-sort", {});
    expect(atPedro.heardSoFar("door_trouble")).toEqual([]);
  });
});
