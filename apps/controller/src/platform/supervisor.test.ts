import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { startController } from "../../testing/controller-process.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { startFakeServer } from "../../testing/fake-server.ts";
import { silentLog } from "./log.ts";
import { Supervisor } from "./supervisor.ts";

const PATIENCE_MS = 10_000;

/** A machine whose `systemd-notify` writes down what it is told. */
function newMachine() {
  const folder = mkdtempSync(join(tmpdir(), "umbral-supervisor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const told = join(folder, "told");
  writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$1" >> "${told}"\n`);
  chmodSync(join(folder, "systemd-notify"), 0o755);
  return {
    folder,
    path: `${folder}${delimiter}${process.env["PATH"] ?? ""}`,
    told: () => (existsSync(told) ? readFileSync(told, "utf8").trim().split("\n") : []),
  };
}

it("tells the service manager that the controller runs, goes on and ends, and when the server was heard", async () => {
  const machine = newMachine();
  vi.stubEnv("PATH", machine.path);
  const clock = new FakeClock();
  const env = { NOTIFY_SOCKET: "/run/x", WATCHDOG_USEC: "30000000", RUNTIME_DIRECTORY: machine.folder };
  const onLine = join(machine.folder, "on-line");
  writeFileSync(onLine, "of the run before\n");
  const supervisor = new Supervisor(env, clock, silentLog);
  supervisor.started();
  expect(existsSync(onLine)).toBe(false);
  await vi.waitUntil(() => machine.told().includes("READY=1"), PATIENCE_MS);
  supervisor.onLine("1.2.3");
  expect(readFileSync(onLine, "utf8")).toBe("1.2.3\n");

  const beats = () => machine.told().filter((news) => news === "WATCHDOG=1").length;
  await vi.waitUntil(async () => {
    await clock.push(10_000);
    return beats() >= 3;
  }, PATIENCE_MS);
  supervisor.stopping();
  await vi.waitUntil(() => machine.told().at(-1) === "STOPPING=1", PATIENCE_MS);
  const beaten = beats();
  await clock.push(60_000);
  expect(beats()).toBe(beaten);
});

it("is told by a controller that waits to be paired, runs and stops; without a manager nobody is told anything", async () => {
  const machine = newMachine();
  const server = await startFakeServer();
  onTestFinished(() => server.close());
  const start = async (env: { NOTIFY_SOCKET?: string; RUNTIME_DIRECTORY?: string }) => {
    const controller = await startController({
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: join(machine.folder, "data"),
      PAIRING_CODE: server.pairingCode,
      PATH: machine.path,
      ...env,
    });
    onTestFinished(async () => {
      await controller.kill("SIGKILL");
    });
    return controller;
  };
  const alone = await start({});
  await alone.heard("ready");
  await alone.kill("SIGTERM");
  expect(machine.told()).toEqual([]);

  const kept = await start({ NOTIFY_SOCKET: "/run/x", RUNTIME_DIRECTORY: machine.folder });
  await kept.heard("ready");
  expect(existsSync(join(machine.folder, "on-line"))).toBe(true);
  await vi.waitUntil(() => machine.told().includes("READY=1"), PATIENCE_MS);
  expect(await kept.kill("SIGTERM")).toBe(0);
  await vi.waitUntil(() => machine.told().length === 2, PATIENCE_MS);
  expect(machine.told()).toEqual(["READY=1", "STOPPING=1"]);
});
