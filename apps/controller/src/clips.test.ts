import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClipOrderAnswer, ClipPartAnswer } from "@umbral/contract/clips/clip-wire.contract";
import { startRtspServer } from "@umbral/simulated-building/testing/rtsp-server";
import { expect, it, onTestFinished } from "vitest";
import { newServer } from "../testing/agent.ts";
import { newCamera, newConfiguration, newDoor } from "../testing/configuration.ts";
import { type ControllerProcess, startController } from "../testing/controller-process.ts";

/** How long a busy machine may take with a camera, and with what a killed controller left. */
const PATIENCE_MS = 40_000;

it("keeps a door's opening and a ring through a kill in the middle, and gives them part by part", async () => {
  const server = await newServer();
  const rtsp = await startRtspServer({ width: 320, height: 180 });
  const dataDir = mkdtempSync(join(tmpdir(), "umbral-clips-"));
  let life: ControllerProcess | undefined;
  onTestFinished(async () => {
    await life?.kill("SIGKILL");
    await rtsp.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const camera = newCamera({ source: { kind: "rtsp", address: rtsp.address } });
  const door = newDoor({ cameraId: camera.id });
  const parts = { doors: [door], cameras: [camera], clips: { keptForDays: 14 } };
  server.configuration = newConfiguration(server.buildingId, parts);
  const start = async () => {
    life = await startController({
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: dataDir,
      PAIRING_CODE: server.pairingCode,
      LOG_LEVEL: "info",
    });
    await life.heard("ready");
    return life;
  };
  const controller = await start();
  await server.until(
    () => server.cameraStates.some(({ state }) => state === "live"),
    "the camera is read",
    PATIENCE_MS,
  );
  expect(server.chunks).toEqual([]);

  expect(await server.order(server.newOrder(door.id))).toBe("moved");
  const ring = { clipId: randomUUID(), cameraId: camera.id, cause: "ring", causeId: randomUUID() };
  const asked = await server.send("clip:keep", { ...ring, issuedAt: server.steadyMs() });
  expect(ClipOrderAnswer.parse(asked)).toEqual({ outcome: "keeping" });
  const partOf = async (clipId: string, from: number) =>
    ClipPartAnswer.parse(await server.send("clip:part", { clipId, from }));
  expect(await partOf(ring.clipId, 0)).toEqual({ outcome: "not-yet" });
  await untilWritten(join(dataDir, "clips"), 2);
  await controller.kill("SIGKILL");

  await start();
  const kept = () => server.facts.flatMap((fact) => (fact.kind === "clip-kept" ? [fact] : []));
  await server.until(() => kept().length === 2, "both clips are told", PATIENCE_MS);
  const opened = server.facts.find((fact) => fact.kind === "door-opened");
  expect(
    kept()
      .map(({ cause, causeId }) => `${cause} ${causeId}`)
      .sort(),
  ).toEqual([`opening ${opened?.openingId}`, `ring ${ring.causeId}`].sort());
  for (const { clipId, bytes, sha256, isWhole } of kept()) {
    expect(isWhole).toBe(false);
    const hash = createHash("sha256");
    let from = 0;
    while (from < bytes) {
      const answer = await partOf(clipId, from);
      expect(answer).toMatchObject({ outcome: "part", bytes });
      if (answer.outcome === "part") {
        hash.update(answer.data);
        from += answer.data.byteLength;
      }
    }
    expect(hash.digest("hex")).toBe(sha256);
    expect(await partOf(clipId, bytes)).toEqual({ outcome: "gone" });
  }
  // Nothing of the video itself was sent.
  expect(server.chunks).toEqual([]);
});

/** Resolves when so many files lie there with a fragment that is whole: behind it another one has begun. */
async function untilWritten(folder: string, files: number): Promise<void> {
  const written = () =>
    readdirSync(folder).filter((name) => {
      const file = readFileSync(join(folder, name));
      return file.indexOf("moof") !== file.lastIndexOf("moof");
    }).length;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (written() >= files) {
        watcher.close();
        resolve();
      }
    };
    const watcher = watch(folder, look);
    look();
  });
}
