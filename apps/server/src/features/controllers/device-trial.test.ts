import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("how a reader, a contact and an input are, their controller says: to who administers, and while it is there", async () => {
  const building = await server.newBuilding();
  const door = await server.newDoor(building);
  const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const ask = asking(server, alberto);
  const panel = { name: "Panel", kind: "fire-panel", driver: { kind: "simulated" } };
  const { input } = (await ask("POST", `/api/bb/buildings/${building.id}/inputs`, panel)).body;
  const reader = `/api/bb/doors/${door.id}/trial?device=reader`;
  const ofInput = `/api/bb/inputs/${input.id}/trial`;
  for (const path of [reader, ofInput]) {
    expect(await asking(server, null)("GET", path)).toMatchObject({ status: 401 });
    expect(await asking(server, pedro)("GET", path)).toMatchObject({ status: 403 });
    expect(await ask("GET", path)).toMatchObject({ status: 503, body: { code: "CONTROLLER_AWAY" } });
  }
  expect(await ask("GET", `/api/bb/doors/${door.id}/trial?device=input`)).toMatchObject({ status: 400 });

  const controller = await newController(server, building.id);
  const asked: unknown[] = [];
  const since = server.clock.now().toISOString();
  const away = { outcome: "away", why: "El lector no responde." };
  const listening = { outcome: "listening", isSecure: true, isTampered: false, hasPower: true };
  const card = { kind: "card", ending: "B2C3" };
  const silent = { outcome: "away", why: "No respondió en 2 segundos.", since };
  const answers: object[] = [
    { device: "reader", state: away, count: 0, last: null },
    { device: "reader", state: listening, count: 1, last: card },
    { device: "contact", state: { outcome: "known", isOn: true, since }, count: 2 },
    { device: "input", state: silent, count: 0 },
    // What makes no sense, and what was not asked for, is no answer. A whole number of a card neither.
    { device: "reader", state: { outcome: "away", why: 7 }, count: 0, last: null },
    { device: "input", state: silent, count: 0 },
    { device: "reader", state: listening, count: 1, last: { kind: "card", ending: "04A1B2C3" } },
  ];
  controller.socket.raw.on("device:try", (question: unknown, acknowledge: (answer: object) => void) => {
    asked.push(question);
    acknowledge({ ok: true, ...answers.shift() });
  });
  expect((await ask("GET", reader)).body.trial).toMatchObject({ state: away, last: null });
  expect((await ask("GET", reader)).body.trial).toEqual({
    device: "reader",
    state: listening,
    count: 1,
    last: card,
  });
  expect((await ask("GET", `/api/bb/doors/${door.id}/trial?device=contact`)).body.trial).toMatchObject({
    device: "contact",
    state: { isOn: true, since },
  });
  expect((await ask("GET", ofInput)).body.trial).toEqual({ device: "input", state: silent, count: 0 });
  for (const nonsense of answers.slice()) {
    expect(await ask("GET", reader), JSON.stringify(nonsense)).toMatchObject({ status: 503 });
  }
  expect(asked.slice(0, 4)).toEqual([
    { device: "reader", id: door.id },
    { device: "reader", id: door.id },
    { device: "contact", id: door.id },
    { device: "input", id: input.id },
  ]);
});
