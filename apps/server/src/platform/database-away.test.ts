import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, it } from "vitest";
import { factoriesFor } from "../../testing/factories.ts";
import { buildApp } from "../app.ts";
import { SessionTokens } from "../features/auth/session-tokens.ts";
import { openDatabase } from "./database.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { readEnv } from "./env.ts";
import { LocalFiles } from "./files.ts";
import { migrate } from "./migrate.ts";

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
    files: new LocalFiles(join(dataDir, "files"), Buffer.alloc(32)),
    log: pino({ level: "silent" }),
    sessionSecret,
  });
  const person = await factoriesFor(app.services, new SessionTokens(sessionSecret)).newPerson();
  const ask = async (url: string) => (await app.http.inject({ url, headers: person.headers })).statusCode;
  expect(await ask("/api/user/auth/currentUser")).toBe(200);

  const { pid } = postgres;
  if (pid === undefined) {
    throw new Error("no postmaster");
  }
  process.kill(pid, "SIGKILL");
  await expect.poll(() => ask("/api/user/auth/currentUser"), { interval: 5, timeout: 10_000 }).toBe(503);
  expect(await ask("/healthz")).toBe(200);
  await expect.poll(() => ask("/readyz"), { timeout: 20_000 }).toBe(200);
  expect(await ask("/api/user/auth/currentUser")).toBe(200);

  await app.close();
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 40_000);
