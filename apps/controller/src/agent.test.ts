import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { newAgent, newServer } from "../testing/agent.ts";
import { newCamera, newConfiguration, newDoor } from "../testing/configuration.ts";

it("stops in the middle of everything and leaves nothing: no current, no capture, no line", async () => {
  const server = await newServer();
  const camera = newCamera({ width: 320 });
  const secure = newDoor({ localId: "1", pulseMs: 60_000, cameraId: camera.id });
  const safe = newDoor({ localId: "2", lockType: "fail-safe", pulseMs: 60_000 });
  server.configuration = newConfiguration(server.buildingId, { doors: [secure, safe], cameras: [camera] });
  const agent = await newAgent(server);
  const [secureDoor, safeDoor] = [secure, safe].map(({ id }) => agent.simulated.door(id));
  await server.send("camera:watch", { cameraId: camera.id, watcher: "w", leaseMs: 60_000 });
  await server.until(() => server.frames.length > 0, "a picture");
  const unlocked = () => [secureDoor?.isUnlocked, safeDoor?.isUnlocked];
  expect(unlocked()).toEqual([false, false]);
  expect(await server.order(server.newOrder(secure.id))).toBe("moved");
  expect(await server.order(server.newOrder(safe.id))).toBe("moved");
  expect(unlocked()).toEqual([true, true]);

  await agent.stop();

  expect(unlocked()).toEqual([false, false]);
  expect([secureDoor?.isEnergised, safeDoor?.isEnergised]).toEqual([false, false]);
  await server.until(() => !server.isConnected, "the line is gone");
  const frames = server.frames.length;
  expect(await agent.doors.openFromInside(secure.id)).toBe("failed");
  expect(server.frames.length).toBe(frames);
});

it("shows a watched camera with its state, and nothing of one that nobody watches", async () => {
  const server = await newServer();
  const [watched, other] = [newCamera({ width: 320 }), newCamera({ width: 320 })];
  server.configuration = newConfiguration(server.buildingId, { cameras: [watched, other] });
  await newAgent(server);
  await server.send("camera:watch", { cameraId: watched.id, watcher: "w", leaseMs: 60_000 });
  await server.until(() => server.frames.length >= 5, "five pictures");
  expect(server.frames.every(({ cameraId }) => cameraId === watched.id)).toBe(true);
  expect(server.cameraStates.map(({ state }) => state)).toEqual(["starting", "live"]);
  await server.send("camera:unwatch", { cameraId: watched.id, watcher: "w" });
  const frames = server.frames.length;
  await server.send("camera:watch", { cameraId: other.id, watcher: "w", leaseMs: 60_000 });
  await server.until(() => server.frames.length >= frames + 3, "pictures of the other one");
  expect(server.frames.slice(frames).every(({ cameraId }) => cameraId === other.id)).toBe(true);
});

it("tells what happens by the date of its server, whose steady clock began with another one", async () => {
  const server = await newServer();
  const hours = 7 * 3_600_000;
  server.dateAheadMs = Date.now() + hours - server.steadyMs();
  const door = newDoor({ localId: "1" });
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const agent = await newAgent(server);
  expect(await server.order(server.newOrder(door.id))).toBe("moved");
  await server.until(() => server.facts.some(({ kind }) => kind === "door-opened"), "the opening");
  const at = server.facts.find(({ kind }) => kind === "door-opened")?.at ?? "";
  expect(Math.abs(Date.parse(at) - Date.now() - hours)).toBeLessThan(60_000);
  expect(Math.abs(agent.accessControl.look().nowMs - Date.now() - hours)).toBeLessThan(60_000);
});

it("takes a new configuration while it runs", async () => {
  const server = await newServer();
  const door = newDoor();
  server.configuration = newConfiguration(server.buildingId);
  await newAgent(server);
  expect(await server.order(server.newOrder(door.id))).toBe("failed");
  const changed = newConfiguration(server.buildingId, { doors: [door] });
  expect(await server.send("configuration", changed)).toEqual({ ok: true, revision: changed.revision });
  expect(await server.order(server.newOrder(door.id))).toBe("moved");
});

it("sounds the building's siren when it is told to, and not after it has stopped", async () => {
  const server = await newServer();
  server.configuration = newConfiguration(server.buildingId, { siren: { kind: "simulated" } });
  const agent = await newAgent(server);
  expect(await server.send("siren:set", { on: true, forMs: 60_000 })).toEqual({
    ok: true,
    outcome: "sounding",
  });
  expect(agent.simulated.siren.isSounding).toBe(true);
  await agent.stop();
  expect(agent.simulated.siren.isSounding).toBe(false);
});

it("tells the next card at a reader that was set up", async () => {
  const server = await newServer();
  const door = newDoor();
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const agent = await newAgent(server);
  const order = { setupId: randomUUID(), doorId: door.id, forMs: 60_000 };
  expect(await server.send("reader:setup", order)).toEqual({ ok: true, outcome: "waiting" });
  agent.simulated.reader(door.id).swipe("04A2B1");
  await server.until(() => server.tags.length > 0, "the tag");
  expect(server.tags).toEqual(["04A2B1"]);
});

it("starts anew when it is told to now, and not because of an order from before", async () => {
  const server = await newServer();
  let times = 0;
  let restarted: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    restarted = resolve;
  });
  await newAgent(server, {
    onRestart: () => {
      times += 1;
      restarted();
    },
  });
  const { issuedAt } = server.newOrder(randomUUID());
  expect(await server.send("restart", { issuedAt: issuedAt - 60_000 })).toMatchObject({ outcome: "expired" });
  expect(times).toBe(0);
  expect(await server.send("restart", { issuedAt: server.newOrder(randomUUID()).issuedAt })).toMatchObject({
    outcome: "restarting",
  });
  await told;
  expect(times).toBe(1);
});

it("looks for cameras when it is told to, and not on its own machine", async () => {
  const server = await newServer();
  await newAgent(server);
  const refused = { outcome: "failed", trouble: "not-private" };
  expect(await server.send("cameras:search", { host: "127.0.0.1", withinMs: 1000 })).toMatchObject(refused);
  const question = { address: "http://127.0.0.1/", username: "", password: "", withinMs: 1000 };
  expect(await server.send("camera:streams", question)).toMatchObject(refused);
});
