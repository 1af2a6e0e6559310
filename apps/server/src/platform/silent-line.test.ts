import { mkdtemp, rm } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/cluster.ts";
import { systemClock } from "./clock.ts";
import { type Database, isOutcomeUnknown, openDatabase } from "./database.ts";
import { DatabaseNews } from "./database-news.ts";
import { PreparedStatements } from "./prepared-statements.ts";

/** Lines to the database that fall silent, as when its machine is gone: neither an answer comes nor an end. */
const lines = new Set<Socket>();
let database: TestDatabase;
let folder: string;
let db: Database;
const between = createServer((line) => {
  const { host, port } = database.connection;
  const far = createConnection(join(host, `.s.PGSQL.${port}`));
  line.pipe(far).pipe(line);
  line.on("error", () => undefined).once("close", () => far.destroy());
  far.on("error", () => undefined);
  lines.add(line);
});
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "umbral-silent-"));
  const { port } = database.connection;
  await new Promise<void>((resolve) => between.listen(join(folder, `.s.PGSQL.${port}`), resolve));
  db = openDatabase(
    { ...database.connection, host: folder, max: 2, min: 0 },
    () => undefined,
    new PreparedStatements(),
  );
});
afterAll(async () => {
  vi.useRealTimers();
  await db.destroy();
  between.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const one = () => sql<{ one: number }>`select 1 as one`.execute(db);

/** All that is there falls silent; lines that are opened from now on go to the database again. */
function silence(): void {
  for (const line of lines) {
    line.unpipe();
    line.resume();
    lines.delete(line);
  }
}

it.each([
  ["a question", one],
  ["a transaction", () => db.transaction().execute((trx) => sql`select 1`.execute(trx))],
])("%s on a line that fell silent is given up, and the next one finds the database", async (_what, ask) => {
  expect((await one()).rows).toEqual([{ one: 1 }]);
  silence();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = ask().catch((error: unknown) => error);
  // Until it has gone out.
  await new Promise(setImmediate);
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  expect(isOutcomeUnknown(await asked)).toBe(true);
  await expect.poll(async () => (await one()).rows).toEqual([{ one: 1 }]);
});

/** From then on whoever signs in to this database is told that its server began at that moment. */
const BEGINS_ANEW = (name: string) => `
  create schema another;
  create function another.pg_postmaster_start_time() returns timestamptz language sql as 'select now()';
  alter database ${name} set search_path = another, pg_catalog, public`;
/** The last thing that is asked on a line that listens. */
const LISTENERS = "from pg_stat_activity where query = 'listen umbral_work' and datname = current_database()";

const newsOver = (connection: pg.ClientConfig): DatabaseNews =>
  new DatabaseNews(connection, {
    clock: systemClock,
    log: pino({ level: "silent" }),
    db,
    nodeId: crypto.randomUUID(),
  });

it("lines of which no words come are left alone: a pooler that hands sessions around keeps them over another server", async () => {
  const elsewhere = await testDatabase();
  const operator = new pg.Client(elsewhere.connection);
  await operator.connect();
  const listeners = async () => {
    const { rows } = await operator.query<{ pid: number }>(`select pid ${LISTENERS}`);
    return rows.map(({ pid }) => pid);
  };
  await one();
  const news = newsOver(elsewhere.connection);
  news.start();
  await expect.poll(listeners).toHaveLength(1);
  await operator.query(BEGINS_ANEW(elsewhere.connection.database));
  const [first] = await listeners();
  await db.transaction().execute(async (trx) => {
    await operator.query("select pg_terminate_backend($1)", [first]);
    await expect.poll(async () => (await listeners()).filter((pid) => pid !== first)).toHaveLength(1);
    expect((await sql`select 1 as one`.execute(trx)).rows).toEqual([{ one: 1 }]);
  });
  await news.stop();
  await operator.end();
  await elsewhere.drop();
});

describe("when the database's words are heard again", () => {
  let news: DatabaseNews;
  let operator: pg.Client;
  beforeAll(async () => {
    operator = new pg.Client(database.connection);
    await operator.connect();
  });
  afterAll(() => operator.end());
  beforeEach(async () => {
    news = newsOver(database.connection);
    news.start();
    await expect.poll(() => news.isHeard).toBe(true);
  });
  afterEach(() => news.stop());
  const deafen = () => operator.query(`select pg_terminate_backend(pid) ${LISTENERS}`);

  it("of the same server, what takes its time there goes on", async () => {
    const slow = sql<{ done: boolean }>`select pg_sleep(1) is not null as done`.execute(db);
    await deafen();
    await expect.poll(() => news.isHeard).toBe(false);
    await expect.poll(() => news.isHeard).toBe(true);
    expect((await slow).rows).toEqual([{ done: true }]);
  });

  it("of another one, a question to the one before is given up before its time, and the next one is answered", async () => {
    await operator.query(BEGINS_ANEW(database.connection.database));
    // Each on a line of its own, of which one is idle when the other's question is given up.
    await Promise.all(
      [1, 2].map(() => db.transaction().execute((trx) => sql`select pg_sleep(0.01)`.execute(trx))),
    );
    expect(lines.size).toBeGreaterThanOrEqual(2);
    silence();
    const asked = one().catch((error: unknown) => error);
    await new Promise(setImmediate);
    await deafen();
    expect(isOutcomeUnknown(await asked)).toBe(true);
    expect((await one()).rows).toEqual([{ one: 1 }]);
    // Without it a question is given up after 20 seconds.
  }, 15_000);
});
