import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { type ControllerProcess, startController } from "../testing/controller-process.ts";
import { type FakeServer, startFakeServer } from "../testing/fake-server.ts";

let server: FakeServer;
let dataDir: string;
let running: ControllerProcess[] = [];

async function start(env: Partial<Parameters<typeof startController>[0]> = {}): Promise<ControllerProcess> {
  const controller = await startController({ SERVER_URL: server.url, CONTROLLER_DATA_DIR: dataDir, ...env });
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

/** A paired controller that was stopped with one opening that it could not tell. */
async function stoppedWithAFact(doorId: string): Promise<void> {
  const first = await start({ PAIRING_CODE: server.pairingCode });
  await first.heard("ready");
  first.send({ kind: "line", state: "cut" });
  await server.until(() => !server.isConnected, "the line is cut");
  first.send({ kind: "press-exit-button", doorId });
  await first.heard("relay-moved");
  await first.kill("SIGTERM");
  expect(server.facts).toEqual([]);
}

it("a controller that lost its key says how to pair again, runs its building, and tells what waited", async () => {
  const door = newDoor();
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  await stoppedWithAFact(door.id);
  const key = join(dataDir, "controller.key");
  expect(existsSync(key)).toBe(true);
  rmSync(key);

  // The code of the first pairing still stands in its settings, as it does in a service file.
  const keyless = await start({ PAIRING_CODE: server.pairingCode });
  await keyless.said("Este controlador perdió su llave");
  await keyless.said("El servidor no reconoce la llave de este controlador. Pide un código nuevo");
  expect(keyless.log).toContain("PAIRING_CODE=");
  keyless.send({ kind: "press-exit-button", doorId: door.id });
  await keyless.heard("relay-moved");
  // A kill in this very moment would leave an opening that nobody tells: whoever leaves waits for no disk.
  await keyless.kill("SIGTERM");

  server.pairingCode = "NEWC-ODE2-3456";
  server.acknowledged = 0;
  const paired = await start({ PAIRING_CODE: server.pairingCode });
  await paired.heard("ready");
  await server.until(() => server.facts.length === 2, "both openings");
  expect(server.facts).toMatchObject([
    { seq: 1, kind: "door-opened" },
    { seq: 2, kind: "door-opened" },
  ]);
});

it("a code on an old folder takes the place of a registration that the server let go of", async () => {
  const door = newDoor();
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  await stoppedWithAFact(door.id);
  server.pairingCode = "NEWC-ODE2-3456";
  server.publicKey = undefined;
  server.acknowledged = 0;
  const paired = await start({ PAIRING_CODE: server.pairingCode });
  await paired.heard("ready");
  await server.until(() => server.facts.length === 1, "the opening");
});

it("a server that signs its access lists with another key is believed once it was paired with again", async () => {
  const door = newDoor();
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const first = await start({ PAIRING_CODE: server.pairingCode });
  await first.heard("ready");
  const kept = server.access.version;
  expect(await server.tellAccess()).toEqual({ outcome: "kept", kept });
  await first.kill("SIGTERM");

  server.access.replaceKey();
  const wary = await start();
  await wary.said("El servidor firma las listas de acceso con otra llave");
  await server.until(() => server.isConnected, "signed in");
  expect(server.signIns.at(-1)?.access).toMatchObject(kept);
  server.access.epoch += 1;
  expect(await server.tellAccess()).toEqual({ outcome: "refused", kept });
  await wary.kill("SIGTERM");

  server.pairingCode = "NEWC-ODE2-3456";
  server.publicKey = undefined;
  server.acknowledged = 0;
  const paired = await start({ PAIRING_CODE: server.pairingCode });
  await paired.heard("ready");
  expect(await server.tellAccess()).toEqual({ outcome: "kept", kept: server.access.version });
  expect(paired.log).not.toContain("con otra llave");
});

it("a line without TLS is refused unless somebody said that the network is private", async () => {
  const env = { PAIRING_CODE: server.pairingCode, CONTROLLER_DEMONSTRATION: "0" } as const;
  const refused = await start(env);
  expect(await refused.ended).toBe(78);
  expect(refused.log).toContain("ALLOW_PLAIN_LINE=1");
  const allowed = await start({ ...env, ALLOW_PLAIN_LINE: "1" });
  await server.until(() => server.isConnected, "signed in");
  expect(await allowed.kill("SIGTERM")).toBe(0);
});
