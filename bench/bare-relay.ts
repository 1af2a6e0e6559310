import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";
import { WebSocket } from "ws";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres.ts";
import { temporaryFolder } from "./product.ts";

/** The least that a press can be: client → server → agent → server → client, and one commit on disk. */
export interface BareRelay {
  /** @returns milliseconds from the press to its answer */
  press(): Promise<number>;
  stop(): Promise<void>;
}

export async function startBareRelay(): Promise<BareRelay> {
  const folder = await temporaryFolder();
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: quiet });
  const database = new Client(postgres.connection);
  await database.connect();
  await database.query(
    "create table presses (id bigint generated always as identity, at timestamptz not null)",
  );

  const server = fork(join(import.meta.dirname, "bare-relay.server.ts"), [
    JSON.stringify(postgres.connection),
  ]);
  const [port] = (await once(server, "message")) as [number];
  const agent = fork(join(import.meta.dirname, "bare-relay.agent.ts"), [String(port)]);
  await once(agent, "message");
  const client = new WebSocket(`ws://127.0.0.1:${port}/client`);
  await once(client, "open");
  return {
    async press() {
      const began = performance.now();
      const answered = once(client, "message");
      client.send("press");
      await answered;
      return performance.now() - began;
    },
    async stop() {
      client.close();
      agent.kill();
      server.kill();
      await database.end();
      await postgres.stop();
      await folder.remove();
    },
  };
}
