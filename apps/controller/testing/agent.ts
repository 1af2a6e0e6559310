import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Agent } from "../src/agent.ts";
import { pinKeyFileIn } from "../src/features/access-control/pin-key.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";
import { openKeyStore } from "../src/platform/key-store.ts";
import { type Log, silentLog } from "../src/platform/log.ts";
import { openStore, type Store } from "../src/platform/store.ts";
import { type FakeServer, startFakeServer } from "./fake-server.ts";

/** A fake server of its own for the running test. */
export async function newServer(): Promise<FakeServer> {
  const server = await startFakeServer();
  onTestFinished(() => server.close());
  return server;
}

/** A controller in this process, known to the server. Ready when this resolves. */
export async function newAgent(
  server: FakeServer,
  options: { clock?: Clock; onRestart?: () => void; log?: Log; prepare?: (store: Store) => void } = {},
): Promise<Agent> {
  const dataDir = mkdtempSync(join(tmpdir(), "umbral-agent-"));
  const store = openStore(dataDir);
  const key = openKeyStore(dataDir);
  server.publicKey = key.publicKey;
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const agent = new Agent({
    serverUrl: server.url,
    version: "test",
    store,
    key,
    pinKeyFile: pinKeyFileIn(dataDir),
    clips: { folder: join(dataDir, "clips"), mostBytes: 100_000_000 },
    registration: { controllerId: server.controllerId, buildingId: server.buildingId },
    clock: options.clock ?? systemClock(),
    random: Math.random,
    log: options.log ?? silentLog,
    onReady: () => isReady(),
    ...(options.onRestart === undefined ? {} : { onRestart: options.onRestart }),
  });
  onTestFinished(async () => {
    await agent.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  options.prepare?.(store);
  agent.start();
  await ready;
  return agent;
}
