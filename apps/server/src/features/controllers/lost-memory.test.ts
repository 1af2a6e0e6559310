import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccessComparison } from "@umbral/contract/controllers/registering.contract";
import { afterAll, expect, it, onTestFinished } from "vitest";
import {
  type ControllerProcess,
  startController,
} from "../../../../controller/testing/controller-process.ts";
import { asking, giveCard } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { invite } from "./controllers.service.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;

const HOUR_MS = 3_600_000;
let tags = 0;

/** A building with one door, a resident with a card, and its real controller in a process of its own. */
async function newScene() {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { localId: "1", name: "Puerta principal" });
  const reader = JSON.stringify({ kind: "simulated" });
  await server.db.updateTable("doors").set({ reader }).where("id", "=", door.id).execute();
  const laura = await server.newPerson({ userType: "ADMIN" });
  const apartmentId = building.apartments[0]?.id ?? "";
  const rosa = await server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }],
  });
  await server.db.updateTable("users").set({ verified: true }).where("id", "=", rosa.id).execute();
  tags += 1;
  const tag = `04FEED0${tags}`;
  await giveCard(server, rosa.id, tag);

  const dataDir = mkdtempSync(join(tmpdir(), "umbral-forgetful-"));
  const running: ControllerProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(running.map((controller) => controller.kill("SIGKILL")));
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = async (code?: string): Promise<ControllerProcess> => {
    const controller = await startController({
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: dataDir,
      ...(code === undefined ? {} : { PAIRING_CODE: code }),
    });
    running.push(controller);
    await controller.heard("ready");
    return controller;
  };
  const ask = asking(server, laura);
  const access = async (): Promise<AccessComparison | null> =>
    (await ask("GET", `/api/bb/buildings/${building.id}/controllers`)).body.controllers[0].access;
  /** What the administrator reads: it has what it should, by number and digest. */
  const isFilled = async () => {
    await server.app.accessKeeper.round();
    await expect.poll(async () => (await access())?.state).toBe("same");
    const { kept, wanted } = (await access()) ?? {};
    expect(kept).toEqual(wanted);
    expect(kept?.number).toBeGreaterThan(0);
  };
  const mode = async () => (await ask("GET", `/api/buildings/${building.id}/doors`)).body.doors[0].mode;
  const code = await invite(services, building.id);
  const opens = async (controller: ControllerProcess) =>
    expect(await controller.answersCard(door.id, tag, 20_000)).toBe("green");
  return { building, door, dataDir, code, start, ask, access, isFilled, mode, opens };
}

/** Its store is gone with what SQLite keeps beside it; its key is a file of its own and stayed. */
function forget(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((file) => file.startsWith("controller.db"))) {
    rmSync(join(dataDir, name));
  }
}

it("one whose store is gone is who it was, is filled again by itself, and cards open again", async () => {
  const { dataDir, code, start, isFilled, opens } = await newScene();
  const first = await start(code);
  await isFilled();
  await opens(first);
  await first.kill("SIGKILL");
  forget(dataDir);
  const again = await start();
  await isFilled();
  await opens(again);
});

it("one whose store is no database any more sets it aside, says so, and is filled again", async () => {
  const { dataDir, code, start, isFilled, opens } = await newScene();
  const first = await start(code);
  await isFilled();
  await first.kill("SIGKILL");
  forget(dataDir);
  writeFileSync(join(dataDir, "controller.db"), "not what it was ".repeat(1000));
  const again = await start();
  expect(again.log).toContain("controller.db");
  await isFilled();
  await opens(again);
});

it("one that lost its whole folder is paired anew as the same controller, and filled again", async () => {
  const { dataDir, code, start, ask, building, isFilled, opens } = await newScene();
  const first = await start(code);
  await isFilled();
  await opens(first);
  await first.kill("SIGKILL");
  for (const name of readdirSync(dataDir)) {
    rmSync(join(dataDir, name), { recursive: true });
  }
  const path = `/api/bb/buildings/${building.id}/controllers`;
  const [{ id }] = (await ask("GET", path)).body.controllers;
  const { pairing } = (await ask("PUT", `/api/bb/controllers/${id}`, {})).body;
  const again = await start(pairing.code);
  await isFilled();
  await opens(again);
  expect((await ask("GET", path)).body.controllers).toMatchObject([{ id, state: "connected" }]);
});

it("a door that it held free is told again, or shown as it is: never free by what nobody remembers", async () => {
  const { dataDir, door, code, start, ask, isFilled, mode } = await newScene();
  const first = await start(code);
  await isFilled();
  const freeUntil = new Date(server.clock.now().getTime() + HOUR_MS).toISOString();
  const set = (until: string | null) =>
    ask("PUT", `/api/bb/doors/${door.id}/mode`, { lockedUntil: null, freeUntil: until });
  expect(await set(freeUntil)).toMatchObject({ status: 200 });
  await expect.poll(mode).toMatchObject({ mode: "free", until: freeUntil, isConfirmed: true });
  await first.kill("SIGKILL");
  forget(dataDir);

  const second = await start();
  await isFilled();
  await expect.poll(mode).toMatchObject({ mode: "free", until: freeUntil, isConfirmed: true });
  const periods = () =>
    server.db.selectFrom("door_free_periods").select("ended_at").where("door_id", "=", door.id).execute();
  await expect
    .poll(async () => (await periods()).filter(({ ended_at }) => ended_at === null))
    .toHaveLength(1);
  await expect.poll(periods).toHaveLength(2);

  await second.kill("SIGKILL");
  forget(dataDir);
  expect(await set(null)).toMatchObject({ status: 200 });
  // Its controller is away, and nobody can say that it let go.
  expect(await mode()).toMatchObject({ mode: "free" });
  await start();
  await expect.poll(mode).toBeUndefined();
  expect((await periods()).every(({ ended_at }) => ended_at !== null)).toBe(true);
});
