import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { newCamera, newConfiguration, newDoor } from "../testing/configuration.ts";
import { type ControllerProcess, startController } from "../testing/controller-process.ts";
import { type FakeServer, startFakeServer } from "../testing/fake-server.ts";

let server: FakeServer;
let dataDir: string;
let running: ControllerProcess[] = [];

async function start(env: Partial<Parameters<typeof startController>[0]> = {}): Promise<ControllerProcess> {
  const controller = await startController({
    SERVER_URL: server.url,
    CONTROLLER_DATA_DIR: dataDir,
    PAIRING_CODE: server.pairingCode,
    ...env,
  });
  running.push(controller);
  return controller;
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "umbral-controller-"));
  server = await startFakeServer();
});
afterEach(async () => {
  await Promise.all(running.map((controller) => controller.kill("SIGKILL")));
  running = [];
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("a controller as a process", () => {
  it("pairs once, signs in, is configured, opens a door and tells it with a picture", async () => {
    const camera = newCamera();
    const door = newDoor({ cameraId: camera.id });
    server.configuration = newConfiguration(server.buildingId, { doors: [door], cameras: [camera] });
    const controller = await start();
    await controller.heard("ready");

    const order = server.newOrder(door.id);
    expect(await server.order(order)).toBe("moved");
    expect(controller.news).toContainEqual({
      kind: "relay-moved",
      doorId: door.id,
      timesOpened: 1,
      timesClosed: 0,
    });
    await server.until(() => server.facts.length === 2, "two facts");
    const [opened, picture] = server.facts;
    expect(opened).toMatchObject({ seq: 1, kind: "door-opened", orderId: order.orderId, origin: "APP" });
    expect(picture).toMatchObject({ seq: 2, kind: "opening-picture", cameraId: camera.id });
    if (picture?.kind === "opening-picture" && opened?.kind === "door-opened") {
      expect(picture.openingId).toBe(opened.openingId);
      expect([...picture.jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    }

    expect(await controller.kill("SIGTERM")).toBe(0);
    const again = await start({ PAIRING_CODE: "" });
    await again.heard("ready");
    expect(server.signIns.at(-1)?.revision).toBe(server.configuration.revision);
    expect(await server.order(order)).toBe("moved");
    expect(again.news.filter(({ kind }) => kind === "relay-moved")).toEqual([]);
  });

  it("lets go of what it holds on the network before it ends, in the middle of a pulse too", async () => {
    const asked: string[] = [];
    const device = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => device.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void device.close());
    const address = device.address();
    const root = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    const door = newDoor({
      relay: { kind: "http", openAddress: `${root}/on`, closeAddress: `${root}/off` },
      pulseMs: 60_000,
    });
    const siren = { kind: "http", openAddress: `${root}/loud`, closeAddress: `${root}/silent` } as const;
    server.configuration = newConfiguration(server.buildingId, { doors: [door], siren });
    const controller = await start();
    await controller.heard("ready");
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    const sounding = await server.send("siren:set", { on: true, forMs: 60_000 });
    expect(sounding).toMatchObject({ outcome: "sounding" });
    expect(asked.sort()).toEqual(["/loud", "/off", "/on", "/silent"]);
    expect(await controller.kill("SIGTERM")).toBe(0);
    expect(asked.slice(4).sort()).toEqual(["/off", "/silent"]);
  });

  it("keeps its secrets to itself", async () => {
    const camera = newCamera({ source: { kind: "rtsp", address: "rtsp://root:hunter2@127.0.0.1:9/x" } });
    server.configuration = newConfiguration(server.buildingId, { cameras: [camera] });
    const controller = await start({ LOG_LEVEL: "trace" });
    await controller.heard("ready");
    await server.send("camera:watch", { cameraId: camera.id, watcher: "w", leaseMs: 10_000 });
    await server.until(
      () => server.cameraStates.some(({ state }) => state === "no-signal"),
      "the camera is not there",
    );
    await controller.said("connection refused");
    expect(controller.log).not.toContain("hunter2");
    expect(controller.log).not.toContain(server.pairingCode);
    for (const file of readdirSync(dataDir)) {
      expect(statSync(join(dataDir, file)).mode & 0o077, file).toBe(0);
    }
    const key = readFileSync(join(dataDir, "controller.key"), "utf8");
    expect(controller.log).not.toContain(key.split("\n")[1]);
  });

  it("obeys the demonstration: exit button, jammed door, cut line", async () => {
    const camera = newCamera();
    const door = newDoor({ cameraId: camera.id });
    server.configuration = newConfiguration(server.buildingId, { doors: [door], cameras: [camera] });
    const controller = await start();
    await controller.heard("ready");

    controller.send({ kind: "jam-door", doorId: door.id, jammed: true });
    await controller.heard("done");
    expect(await server.order(server.newOrder(door.id))).toBe("failed");
    controller.send({ kind: "jam-door", doorId: door.id, jammed: false });

    controller.send({ kind: "line", state: "cut" });
    await server.until(() => !server.isConnected, "the line is cut");
    controller.send({ kind: "press-exit-button", doorId: door.id });
    await controller.heard("relay-moved");
    expect(server.facts).toEqual([]);
    controller.send({ kind: "line", state: "restored" });
    await controller.heard("ready", 2);
    await server.until(() => server.facts.length === 2, "what happened meanwhile");
    expect(server.facts[0]).toMatchObject({ kind: "door-opened", origin: "BUTTON", orderId: null });
    expect(server.facts[1]).toMatchObject({ kind: "opening-picture" });
  });

  it("runs its building when it starts without the server", async () => {
    const door = newDoor();
    server.configuration = newConfiguration(server.buildingId, { doors: [door] });
    const first = await start();
    await first.heard("ready");
    await first.kill("SIGKILL");
    const { url } = server;
    await server.close();
    const alone = await start({ SERVER_URL: url });
    await alone.said("the controller runs");
    alone.send({ kind: "press-exit-button", doorId: door.id });
    await alone.heard("relay-moved");
    server = await startFakeServer();
  });

  it("refuses to share its data folder, and is not in the way when it was killed", async () => {
    const first = await start();
    await first.heard("ready");
    const second = await start();
    expect(await second.ended).toBe(78);
    expect(second.log).toContain("another controller is running");
    await first.kill("SIGKILL");
    const third = await start();
    await third.heard("ready");
  });

  it("says which variable is wrong", async () => {
    const controller = await start({ SERVER_URL: "ftp://x", LOG_LEVEL: "loud" });
    expect(await controller.ended).toBe(78);
    expect(controller.log).toContain("SERVER_URL: debe ser la dirección del servidor");
    expect(controller.log).toContain("LOG_LEVEL: debe ser fatal, error");
  });

  it("waits for a server that is not there yet, and ends when it is told to", async () => {
    const { url } = server;
    await server.close();
    const waiting = await start({ SERVER_URL: url });
    const ended = await start({ SERVER_URL: url, CONTROLLER_DATA_DIR: join(dataDir, "other") });
    await ended.said("cannot be reached for pairing");
    expect(await ended.kill("SIGTERM")).toBe(0);
    await waiting.said("cannot be reached for pairing");
    server = await startFakeServer(new URL(url).port);
    await waiting.heard("ready");
  });

  it("ends with the process that forked it, also while it waits for its server", async () => {
    const { url } = server;
    await server.close();
    const waiting = await start({ SERVER_URL: url });
    await waiting.said("cannot be reached for pairing");
    waiting.forget();
    expect(await waiting.ended).toBe(0);
    server = await startFakeServer();
    const controller = await start();
    await controller.heard("ready");
    controller.forget();
    expect(await controller.ended).toBe(0);
  });

  it("says when its pairing code is not taken", async () => {
    const controller = await start({ PAIRING_CODE: "WRONG-WRONG-WRONG" });
    expect(await controller.ended).toBe(78);
    expect(controller.log).toContain("PAIRING_CODE_NOT_VALID");
  });
});
