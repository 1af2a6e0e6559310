import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { EMERGENCY_FREES_MS } from "@umbral/contract/doors/door-modes.contract";
import { expect, it, onTestFinished } from "vitest";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";

const newPanel = () =>
  ({
    id: randomUUID(),
    name: "Panel",
    kind: "fire-panel",
    doorId: null,
    driver: { kind: "simulated" },
    rest: "open",
    debounceMs: 0,
  }) as const;

const ALWAYS = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00" }];

it("a door is free as the server said in its list, and as always when it says so", async () => {
  const server = await newServer();
  const until = newDoor({ localId: "1", contact: { kind: "simulated" } });
  const weekly = newDoor({ localId: "2" });
  const pulsesOnly = newDoor({
    localId: "3",
    relay: { kind: "http", openAddress: "http://127.0.0.1:9/", closeAddress: null },
  });
  server.configuration = newConfiguration(server.buildingId, { doors: [until, weekly, pulsesOnly] });
  const agent = await newAgent(server);
  const schedule = {
    kind: "schedule",
    id: randomUUID(),
    hours: ALWAYS,
    onHolidays: { kind: "as-any-day" },
  } as const;
  const free = (id: string) =>
    ({
      kind: "door",
      id,
      lockedUntil: null,
      freeUntil: new Date(Date.now() + 3_600_000).toISOString(),
      freeScheduleId: null,
    }) as const;
  const byHours = { ...free(weekly.id), freeUntil: null, freeScheduleId: schedule.id };
  server.access.put(schedule, free(until.id), byHours, free(pulsesOnly.id));
  await server.tellAccess();
  await server.until(() => server.facts.length === 2, "two doors are free");
  expect(server.facts).toMatchObject([
    { kind: "door-freed", doorId: until.id, origin: "APP", isCertain: true },
    { kind: "door-freed", doorId: weekly.id, origin: "SCHEDULE", isCertain: true },
  ]);
  const { number } = server.access;
  expect(agent.simulated.door(until.id).isUnlocked).toBe(true);
  // Whoever goes through it has not forced it.
  agent.simulated.door(until.id).letGo();
  agent.simulated.door(until.id).force();
  server.access.put({ ...free(until.id), freeUntil: null }, { ...byHours, lockedUntil: byHours.freeUntil });
  await server.tellAccess(number);
  await server.until(() => server.facts.length === 3, "the first is as always");
  expect(server.facts[2]).toMatchObject({ kind: "door-free-ended", doorId: until.id });
  expect(agent.simulated.door(until.id).isUnlocked).toBe(false);
});

it("a relay that gave no answer may have freed its door: that is told, and it is let go", async () => {
  const asked: string[] = [];
  const relay = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/off") {
      response.end();
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    relay.closeAllConnections();
    relay.close();
  });
  const server = await newServer();
  const at = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const door = newDoor({
    localId: "1",
    relay: { kind: "http", openAddress: `${at}/on`, closeAddress: `${at}/off` },
  });
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  await newAgent(server);
  server.access.put({
    kind: "door",
    id: door.id,
    lockedUntil: null,
    freeUntil: new Date(Date.now() + 3_600_000).toISOString(),
    freeScheduleId: null,
  });
  await server.tellAccess();
  await server.until(() => server.facts.length === 2, "what may have been is told");
  expect(server.facts).toMatchObject([
    { kind: "door-freed", doorId: door.id, isCertain: false },
    { kind: "door-free-ended", doorId: door.id },
  ]);
  await expect.poll(() => asked.slice(asked.indexOf("/on"))).toEqual(["/on", "/off"]);
});

it("an emergency frees the ways out as soon as the server says so, and no order for another run does", async () => {
  const server = await newServer();
  const wayOut = newDoor({ localId: "1", freesInEmergency: true });
  const other = newDoor({ localId: "2" });
  server.configuration = newConfiguration(server.buildingId, { doors: [wayOut, other] });
  const agent = await newAgent(server);
  const order = () => ({
    state: "free",
    forMs: EMERGENCY_FREES_MS,
    issuedAt: server.steadyMs(),
    boot: server.boot,
  });
  const say = (what: object) => server.send("doors:emergency", { ...order(), ...what });
  expect(await say({ boot: randomUUID() })).toMatchObject({ outcome: "expired" });
  expect(await say({ issuedAt: server.steadyMs() - 60_000 })).toMatchObject({ outcome: "expired" });
  expect(agent.simulated.door(wayOut.id).isUnlocked).toBe(false);
  expect(await say({})).toMatchObject({ outcome: "done", doors: 1 });
  expect([wayOut, other].map(({ id }) => agent.simulated.door(id).isUnlocked)).toEqual([true, false]);
  expect(await say({ state: "silent" })).toMatchObject({ outcome: "done", doors: 0 });
  await server.until(() => server.facts.length === 2, "it is as always again");
  expect(server.facts).toMatchObject([
    { kind: "door-freed", doorId: wayOut.id, origin: "ALARM" },
    { kind: "door-free-ended", doorId: wayOut.id },
  ]);
  expect(agent.simulated.door(wayOut.id).isUnlocked).toBe(false);
});

it("a fire panel frees the ways out without the server", async () => {
  const server = await newServer();
  const wayOut = newDoor({ localId: "1", freesInEmergency: true });
  const other = newDoor({ localId: "2" });
  const panel = newPanel();
  server.configuration = newConfiguration(server.buildingId, { doors: [wayOut, other], inputs: [panel] });
  const agent = await newAgent(server);
  agent.link.cut();
  agent.simulated.input(panel.id).set(true);
  agent.link.mend();
  await server.until(() => server.facts.some(({ kind }) => kind === "door-freed"), "it is told");
  expect([wayOut, other].map(({ id }) => agent.simulated.door(id).isUnlocked)).toEqual([true, false]);
});

it("a fire panel that was silenced and stays on frees nothing again when it is set up anew, and says so", async () => {
  const server = await newServer();
  const wayOut = newDoor({ localId: "1", freesInEmergency: true });
  const panel = newPanel();
  server.configuration = newConfiguration(server.buildingId, { doors: [wayOut], inputs: [panel] });
  const agent = await newAgent(server);
  const isFree = () => agent.simulated.door(wayOut.id).isUnlocked;
  const started = () => server.facts.filter((fact) => fact.kind === "intrusion-started");
  agent.simulated.input(panel.id).set(true);
  await expect.poll(isFree).toBe(true);
  const order = { state: "silent", forMs: 1, issuedAt: server.steadyMs(), boot: server.boot };
  expect(await server.send("doors:emergency", order)).toMatchObject({ outcome: "done", doors: 0 });
  const changed = { doors: [wayOut], inputs: [{ ...panel, debounceMs: 10 }] };
  await server.send("configuration", newConfiguration(server.buildingId, changed));
  await server.until(() => started().length === 2, "it is told that the panel is on");
  expect(started().map((fact) => fact.goesOn)).toEqual([undefined, true]);
  expect(isFree()).toBe(false);
  // It came to rest, and on again: that is another fire.
  agent.simulated.input(panel.id).set(false);
  await server.until(() => server.facts.at(-1)?.kind === "intrusion-ended", "it rests");
  agent.simulated.input(panel.id).set(true);
  await expect.poll(isFree).toBe(true);
});
