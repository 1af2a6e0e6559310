import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { ConfiguredInput } from "@umbral/contract/inputs/input-devices";
import { expect, it, onTestFinished } from "vitest";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";

const panelOf = (driver: ConfiguredInput["driver"]): ConfiguredInput => ({
  id: randomUUID(),
  name: "Panel",
  kind: "fire-panel",
  doorId: null,
  driver,
  rest: "open",
  debounceMs: 0,
});

/** A device of the building's network that answers what the test says. */
async function startDevice() {
  const device = { status: 200, text: "circuit closed" };
  const http = createServer((_request, response) => {
    response.writeHead(device.status);
    response.end(device.text);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const listening = http.address();
  const port = typeof listening === "object" && listening ? listening.port : 0;
  return { says: (text: string, status = 200) => Object.assign(device, { text, status }), port };
}

it("a reader says what it read, the end of a card's number and no key, and decides as always", async () => {
  const server = await newServer();
  const door = newDoor({ reader: { kind: "simulated", hasKeypad: true } });
  const wall = newDoor({ localId: "3", reader: null });
  server.configuration = newConfiguration(server.buildingId, { doors: [door, wall] });
  const agent = await newAgent(server);
  const ask = (id: string) => server.send("device:try", { device: "reader", id });
  expect(await ask(door.id)).toMatchObject({ state: { outcome: "listening" }, count: 0, last: null });
  agent.simulated.reader(door.id).swipe("04:a1:b2:c3");
  const read = await ask(door.id);
  expect(read).toMatchObject({ count: 1, last: { kind: "card", ending: "B2C3" } });
  expect(JSON.stringify(read)).not.toContain("04A1");
  agent.simulated.reader(door.id).press("7");
  const typed = await ask(door.id);
  expect(typed).toMatchObject({ device: "reader", count: 2, last: { kind: "keys" } });
  // It was nobody's card, tried or not.
  await server.until(() => server.facts.length === 1, "the refusal");
  expect(server.facts).toMatchObject([{ kind: "access-decided", outcome: "unknown" }]);
  expect(await ask(wall.id)).toMatchObject({ state: { outcome: "none" }, count: 0 });
});

it("a contact says where the leaf is, since when, and how often it changed", async () => {
  const server = await newServer();
  const door = newDoor({ contact: { kind: "simulated" } });
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const agent = await newAgent(server);
  const ask = () => server.send("device:try", { device: "contact", id: door.id });
  expect(await ask()).toMatchObject({ state: { outcome: "known", isOn: false }, count: 0 });
  agent.simulated.door(door.id).force();
  expect(await ask()).toMatchObject({
    device: "contact",
    state: { outcome: "known", isOn: true, since: expect.stringMatching(/Z$/) },
    count: 1,
  });
});

it("an input that does not answer is away with its reason and since when, and a silence is no change", async () => {
  const server = await newServer();
  const device = await startDevice();
  const texts = { everyMs: 200, closedText: "closed", openText: "open" };
  const panel = panelOf({ kind: "http", address: `http://u:hunter2@127.0.0.1:${device.port}/`, ...texts });
  server.configuration = newConfiguration(server.buildingId, { inputs: [panel] });
  await newAgent(server);
  const ask = () => server.send("device:try", { device: "input", id: panel.id });
  await expect.poll(ask).toMatchObject({ state: { outcome: "known", isOn: true }, count: 0 });
  device.says("nonsense");
  await expect
    .poll(ask)
    .toMatchObject({ state: { outcome: "away", why: expect.stringContaining("sus dos estados") } });
  const silent = (await ask()) as { state: { since: string } };
  device.says("no", 401);
  await expect.poll(ask).toMatchObject({
    state: { outcome: "away", why: "Rechazó el usuario o la contraseña.", since: silent.state.since },
    count: 0,
  });
  expect(JSON.stringify(await ask())).not.toContain("hunter2");
  device.says("closed");
  await expect.poll(ask).toMatchObject({ state: { outcome: "known", isOn: true }, count: 0 });
  device.says("open");
  await expect.poll(ask).toMatchObject({ state: { outcome: "known", isOn: false }, count: 1 });
});
