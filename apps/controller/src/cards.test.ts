import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_ENTRIES } from "@umbral/contract/access-control/access-list";
import type { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import { expect, it, onTestFinished } from "vitest";
import { newArea } from "../testing/access-pages.ts";
import { newAgent, newServer } from "../testing/agent.ts";
import { newCamera, newConfiguration, newDoor } from "../testing/configuration.ts";
import { startController } from "../testing/controller-process.ts";
import type { FakeServer } from "../testing/fake-server.ts";

const kindsOf = (server: FakeServer): ControllerFact["kind"][] => server.facts.map(({ kind }) => kind);

it("a card opens its door as the server said, and does not any more when the server says so", async () => {
  const server = await newServer();
  const camera = newCamera({ width: 320 });
  const door = newDoor({ cameraId: camera.id });
  server.configuration = newConfiguration(server.buildingId, { doors: [door], cameras: [camera] });
  const agent = await newAgent(server);
  const home = newArea([door.id]);
  server.access.put({ kind: "building", offlineDays: 30 }, home);
  const { card, holder } = server.access.giveCard("04A1B2C3", home.id);
  expect(await server.tellAccess()).toEqual({ outcome: "kept", kept: server.access.version });

  const reader = agent.simulated.reader(door.id);
  reader.swipe("04:A1:B2:C3");
  await server.until(() => kindsOf(server).includes("opening-picture"), "the opening's picture");
  expect(server.facts).toMatchObject([
    { kind: "access-decided", outcome: "granted", cardId: card.id, holderId: holder.id, isOffline: false },
    { kind: "door-opened", doorId: door.id, origin: "CARD", orderId: null, isCertain: true },
    { kind: "opening-picture", cameraId: camera.id },
  ]);
  const [decided, opened] = server.facts;
  expect(opened?.kind === "door-opened" && opened.openingId).toBe(
    decided?.kind === "access-decided" && decided.accessId,
  );
  expect([agent.simulated.door(door.id).timesOpened, reader.light]).toEqual([1, "green"]);

  const before = server.access.number;
  server.access.remove(card);
  expect(await server.tellAccess(before)).toMatchObject({ outcome: "kept" });
  reader.swipe("04 ff ff ff");
  await server.until(() => kindsOf(server).includes("access-picture"), "the refusal's picture");
  expect(server.facts.slice(3)).toMatchObject([
    { kind: "access-decided", outcome: "unknown", tag: "04FFFFFF" },
    { kind: "access-picture", cameraId: camera.id },
  ]);
  expect([agent.simulated.door(door.id).timesOpened, reader.light]).toEqual([1, "red"]);

  // What it has is said at the next sign-in, and a list of another server changes nothing.
  server.disconnect("cut");
  await server.until(() => server.signIns.length === 2 && server.isConnected, "the line is back");
  const knows = ["pass"];
  const none = { epoch: 0, number: 0, digest: NO_ENTRIES, knows };
  expect(server.signIns.map(({ access }) => access)).toEqual([none, { ...server.access.version, knows }]);
});

it("a card opens without the server, also after the power was away, and is told once the server is back", async () => {
  const server = await newServer();
  const dataDir = mkdtempSync(join(tmpdir(), "umbral-cards-"));
  const door = newDoor();
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const home = newArea([door.id]);
  server.access.put(home);
  server.access.giveCard("04A1B2C3", home.id);
  const start = (serverUrl: string) =>
    startController({
      SERVER_URL: serverUrl,
      CONTROLLER_DATA_DIR: dataDir,
      PAIRING_CODE: server.pairingCode,
      LOG_LEVEL: "info",
    });
  let controller = await start(server.url);
  onTestFinished(async () => {
    await controller.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  await controller.heard("ready");
  expect(await server.tellAccess()).toMatchObject({ outcome: "kept" });
  await controller.kill("SIGKILL");

  // Nobody listens there.
  controller = await start("http://127.0.0.1:9");
  await controller.said("the controller runs");
  controller.send({ kind: "swipe-card", doorId: door.id, tag: "04A1B2C3" });
  await controller.heard("relay-moved");
  controller.send({ kind: "swipe-card", doorId: door.id, tag: "04A1B2C4" });
  await controller.heard("done", 2);
  // For who stands at the reader.
  expect(controller.news.flatMap((news) => (news.kind === "reader-lit" ? [news.light] : []))).toEqual([
    "green",
    "red",
  ]);
  await controller.kill("SIGKILL");

  controller = await start(server.url);
  await controller.heard("ready");
  await server.until(() => server.facts.length === 3, "what happened meanwhile");
  expect(server.facts).toMatchObject([
    { kind: "access-decided", outcome: "granted", isOffline: true },
    { kind: "door-opened", origin: "CARD", isCertain: true },
    { kind: "access-decided", outcome: "unknown", isOffline: true },
  ]);
}, 60_000);

it("killed between the decision and the relay it opens no second time, and says that it may have opened", async () => {
  const server = await newServer();
  const dataDir = mkdtempSync(join(tmpdir(), "umbral-cards-"));
  let pulses = 0;
  let onPulse = (): void => undefined;
  const relay = createServer((_request, response) => {
    pulses += 1;
    onPulse();
    response.end();
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const address = relay.address();
  const root = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const door = newDoor({ relay: { kind: "http", openAddress: `${root}/open`, closeAddress: null } });
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const home = newArea([door.id]);
  server.access.put(home);
  const { card } = server.access.giveCard("04A1B2C3", home.id);
  const start = () =>
    startController({
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: dataDir,
      PAIRING_CODE: server.pairingCode,
    });
  let controller = await start();
  onTestFinished(async () => {
    relay.closeAllConnections();
    relay.close();
    await controller.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  await controller.heard("ready");
  expect(await server.tellAccess()).toMatchObject({ outcome: "kept" });
  onPulse = () => void process.kill(controller.pid, "SIGKILL");
  controller.send({ kind: "swipe-card", doorId: door.id, tag: card.tag });
  await controller.ended;

  onPulse = () => undefined;
  controller = await start();
  await controller.heard("ready");
  await server.until(() => kindsOf(server).includes("door-opened"), "the opening");
  expect(server.facts).toMatchObject([
    { kind: "access-decided", outcome: "granted", cardId: card.id },
    { kind: "door-opened", doorId: door.id, origin: "CARD", isCertain: false },
  ]);
  const [decided, opened] = server.facts;
  expect(opened?.kind === "door-opened" && opened.openingId).toBe(
    decided?.kind === "access-decided" && decided.accessId,
  );
  expect(pulses).toBe(1);
  // And the next card opens as ever.
  controller.send({ kind: "swipe-card", doorId: door.id, tag: card.tag });
  await server.until(() => server.facts.length === 4, "the next opening");
  expect([server.facts.at(-1), pulses]).toMatchObject([{ kind: "door-opened", isCertain: true }, 2]);
}, 60_000);
