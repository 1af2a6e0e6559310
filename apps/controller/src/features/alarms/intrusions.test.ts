import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newServer } from "../../../testing/agent.ts";
import { newCamera, newConfiguration, newDoor } from "../../../testing/configuration.ts";
import { type ControllerProcess, startController } from "../../../testing/controller-process.ts";

it("is told whole and once, also when its controller is killed in the middle", async () => {
  const server = await newServer();
  const dataDir = mkdtempSync(join(tmpdir(), "umbral-intrusion-"));
  let life: ControllerProcess | undefined;
  onTestFinished(async () => {
    await life?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  const camera = newCamera();
  const door = newDoor({ cameraId: camera.id, contact: { kind: "simulated" } });
  server.configuration = newConfiguration(server.buildingId, { doors: [door], cameras: [camera] });
  const start = async () => {
    life = await startController({
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: dataDir,
      PAIRING_CODE: server.pairingCode,
      LOG_LEVEL: "error",
    });
    await life.heard("ready");
    return life;
  };
  const told = (kind: string) => server.facts.filter((fact) => fact.kind === kind);

  const first = await start();
  first.send({ kind: "force-door", doorId: door.id });
  await server.until(() => told("intrusion-picture").length > 0, "the first picture");
  await first.kill("SIGKILL");

  await start();
  await server.until(() => told("intrusion-ended").length > 0, "its end");
  const [started] = told("intrusion-started");
  expect(started).toMatchObject({ intrusion: "door-forced", doorId: door.id, cameraId: camera.id });
  const [ended] = told("intrusion-ended");
  const ids = [started, ended].map((fact) => (fact && "intrusionId" in fact ? fact.intrusionId : undefined));
  expect(ids[1]).toBe(ids[0]);
  expect(told("intrusion-started")).toHaveLength(1);
  expect(told("intrusion-ended")).toHaveLength(1);
  expect(told("door-opened")).toMatchObject([{ origin: "UNKNOWN", orderId: null }]);
  const positions = told("intrusion-picture").map((fact) => ("position" in fact ? fact.position : -1));
  expect(positions).toEqual(positions.map((_, index) => index));
  expect(server.facts.map(({ seq }) => seq)).toEqual(server.facts.map((_fact, index) => index + 1));
});
