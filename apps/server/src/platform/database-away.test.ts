import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import pino from "pino";
import { io } from "socket.io-client";
import { expect, it } from "vitest";
import { factoriesFor } from "../../testing/factories.ts";
import { TestSocket } from "../../testing/test-server.ts";
import { buildApp } from "../app.ts";
import { SessionTokens } from "../features/auth/session-tokens.ts";
import { newAccessKey } from "./access-key.ts";
import { openDatabase } from "./database.ts";
import { DiskFiles } from "./disk-files.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { readEnv } from "./env.ts";
import { EncryptedFiles } from "./files.ts";
import { migrate } from "./migrate.ts";
import { SignedTokens } from "./signed-tokens.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };

it("says that it is away while the database is, and goes on by itself when it is back", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "umbral-tests-away-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  const db = openDatabase(postgres.connection, () => undefined);
  await migrate(db);
  const sessionSecret = "a secret of at least thirty-two characters";
  const app = await buildApp({
    env: readEnv({ PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent" }),
    db,
    owner: postgres.connection,
    files: new EncryptedFiles(new DiskFiles(join(dataDir, "files")), Buffer.alloc(32)),
    filesKey: Buffer.alloc(32),
    accessKey: newAccessKey(),
    log: pino({ level: "silent" }),
    sessionSecret,
  });
  const person = await factoriesFor(
    app.services,
    new SessionTokens(new SignedTokens(sessionSecret)),
  ).newPerson();
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.http.server.address() as AddressInfo;
  const raw = io(`http://127.0.0.1:${port}`, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
  });
  const socket = new TestSocket(raw);
  expect(await socket.ask("init", { token: person.token })).toMatchObject({ ok: true });
  const press = () => socket.ask("door_action", { buildingId: randomUUID(), door: "1", action: DOOR_OPEN });
  expect(await press()).toMatchObject({ code: "NOT_FOUND" });
  const ask = async (url: string) => (await app.http.inject({ url, headers: person.headers })).statusCode;
  expect(await ask("/api/user/auth/currentUser")).toBe(200);

  const { pid } = postgres;
  if (pid === undefined) {
    throw new Error("no postmaster");
  }
  process.kill(pid, "SIGKILL");
  // A page and a press are told alike what is the matter; the line stays.
  const soon = { interval: 5, timeout: 10_000 };
  await Promise.all([
    expect.poll(() => ask("/api/user/auth/currentUser"), soon).toBe(503),
    expect.poll(press, soon).toMatchObject({ ok: false, code: "UNAVAILABLE" }),
  ]);
  expect(await ask("/healthz")).toBe(200);
  await expect.poll(() => ask("/readyz"), { timeout: 20_000 }).toBe(200);
  expect(await ask("/api/user/auth/currentUser")).toBe(200);

  expect(await press()).toMatchObject({ code: "NOT_FOUND" });
  expect(raw.connected).toBe(true);

  raw.disconnect();
  await app.close();
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 40_000);
