import { afterAll, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const relay = { kind: "http", openAddress: "http://root:hunter2@10.0.0.6/on", closeAddress: null };
const shown = { ...relay, openAddress: "http://root:***@10.0.0.6/on" };

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN" });
  const building = await server.newBuilding();
  const path = `/api/bb/buildings/${building.id}/relays/test`;
  return { laura, building, path, ask: asking(server, laura) };
}

it("a relay is tried by the building's controller, with the password that is kept of it and for it alone", async () => {
  const { ask, laura, building, path } = await setUp();
  const other = await server.newBuilding();
  const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: other.id }] });
  expect(await asking(server, ana)("POST", path, { relay })).toMatchObject({ status: 404 });
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  expect(await asking(server, pedro)("POST", path, { relay })).toMatchObject({ status: 403 });
  const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  expect(await asking(server, alberto)("POST", path, { relay })).toMatchObject({ status: 503 });
  expect(await ask("POST", path, { relay })).toMatchObject({
    status: 503,
    body: { code: "CONTROLLER_AWAY" },
  });
  const controller = await newController(server, building.id);
  const trials: { relay: unknown }[] = [];
  let answer: object = { outcome: "reached", login: "accepted" };
  controller.socket.raw.on(
    "relay:try",
    (trial: { relay: unknown }, acknowledge: (answer: object) => void) => {
      trials.push(trial);
      acknowledge({ ok: true, ...answer });
    },
  );
  expect(await ask("POST", path, { relay })).toMatchObject({
    body: {
      isReached: true,
      sentence: expect.stringContaining("aceptó el usuario y la contraseña. No se movió"),
    },
  });
  answer = { outcome: "failed", trouble: "refused-password" };
  expect(await ask("POST", path, { relay })).toMatchObject({
    body: { isReached: false, sentence: "El relé rechazó el usuario o la contraseña." },
  });
  // A pin and a board say themselves why not, and of a simulated relay nothing is proven.
  answer = { outcome: "failed", trouble: "unreachable", why: "Ese pin no está en el chip GPIO." };
  const pin = { kind: "gpio", chip: "/dev/gpiochip0", line: 99, activeLow: false };
  expect(await ask("POST", path, { relay: pin })).toMatchObject({
    body: { isReached: false, sentence: "Ese pin no está en el chip GPIO." },
  });
  answer = { outcome: "reached", login: "not-asked" };
  for (const [tried, said] of [
    [pin, "El pin está en el controlador"],
    [{ kind: "uhppote", host: "10.0.0.40", serial: 405_419_896, door: 1 }, "La placa respondió"],
    [{ kind: "simulated" }, "no hay equipo que probar"],
  ] as const) {
    expect(await ask("POST", path, { relay: tried })).toMatchObject({
      body: { isReached: true, sentence: expect.stringContaining(said) },
    });
  }
  const door = await server.newDoor(building);
  await ask("PUT", `/api/bb/doors/${door.id}`, { relay });
  await ask("PUT", `/api/bb/buildings/${building.id}`, { siren: relay });
  for (const keptOf of [door.id, "siren"]) {
    expect(await ask("POST", path, { relay: shown, keptOf })).toMatchObject({ status: 200 });
    expect(trials.at(-1)).toMatchObject({ relay });
  }
  const tried = trials.length;
  const elsewhere = await server.newDoor(await server.newBuilding());
  for (const body of [
    { relay: shown },
    { relay: { ...shown, openAddress: "http://root:***@evil.example/on" }, keptOf: door.id },
    { relay: { ...shown, openAddress: "http://root:***@10.0.0.6:8080/on" }, keptOf: "siren" },
  ]) {
    expect(await ask("POST", path, body)).toMatchObject({ status: 422, body: { code: "PASSWORD_AGAIN" } });
  }
  expect(await ask("POST", path, { relay: shown, keptOf: elsewhere.id })).toMatchObject({
    status: 404,
    body: { code: "DOOR_NOT_FOUND" },
  });
  expect(
    await ask("POST", path, { relay: { ...shown, openAddress: "http://a:p@b@10.0.0.6/" } }),
  ).toMatchObject({
    status: 400,
  });
  expect(trials).toHaveLength(tried);
  expect((await actionsOf(server, laura.id)).filter((action) => action === "doors.relay-tried")).toHaveLength(
    tried + 1,
  );
});
