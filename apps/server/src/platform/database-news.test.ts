import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newController } from "../../testing/test-controller.ts";
import { PushedClock, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { putBuildingsBack } from "../features/access-control/access-list.queries.ts";
import { DatabaseNews } from "./database-news.ts";
import { Rounds, SWEEP_MS } from "./rounds.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** One process's ears, with a round that looks at what it is told of. */
async function newEars() {
  const { news, clock } = newsOver(server.connection);
  const round = vi.fn(async () => undefined);
  const rounds = roundsOn(news, round, SWEEP_MS);
  rounds.start();
  news.start();
  await expect.poll(() => news.isHeard).toBe(true);
  // One at the start, one because words come from now on.
  await expect.poll(() => round.mock.calls.length).toBe(2);
  return {
    clock,
    news,
    round,
    async deafen() {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query = 'listen umbral_work' and datname = current_database()`.execute(server.db);
    },
    async stop() {
      await rounds.stop();
      await news.stop();
    },
  };
}

const log = pino({ level: "silent" });

function newsOver(connection: pg.ClientConfig) {
  const clock = new PushedClock();
  const news = new DatabaseNews(connection, { clock, log, db: server.db, nodeId: crypto.randomUUID() });
  return { clock, news };
}

const roundsOn = (news: DatabaseNews, round: () => Promise<void>, everyMs: number) =>
  new Rounds(round, { everyMs, log, failure: "it failed", told: { news, topic: "access" } });

const changeList = () =>
  server.db.insertInto("access_stale").values({ user_id: crypto.randomUUID(), building_id: null }).execute();

it("wakes whoever does the work with the commit that wrote it down, and nobody before", async () => {
  const { news, round, stop } = await newEars();
  const other = vi.fn();
  news.on("outside", other);
  await server.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("access_stale")
      .values({ user_id: crypto.randomUUID(), building_id: null })
      .execute();
    await sql`select pg_notify('umbral_work', 'outside')`.execute(server.db);
    await expect.poll(() => other.mock.calls.length).toBe(1);
    expect(round).toHaveBeenCalledTimes(2);
  });
  await expect.poll(() => round.mock.calls.length).toBe(3);
  await stop();
});

it("tells nothing of what was taken back", async () => {
  const { round, stop } = await newEars();
  await expect(
    server.db.transaction().execute(async (trx) => {
      await trx
        .insertInto("access_stale")
        .values({ user_id: crypto.randomUUID(), building_id: null })
        .execute();
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  await changeList();
  await expect.poll(() => round.mock.calls.length).toBe(3);
  await stop();
});

it("looks when its connection breaks, and again when it hears once more: what was written between is found", async () => {
  const { news, round, deafen, stop } = await newEars();
  await deafen();
  await expect.poll(() => round.mock.calls.length).toBeGreaterThan(2);
  await changeList();
  const looks = round.mock.calls.length;
  await expect.poll(() => news.isHeard).toBe(true);
  await expect.poll(() => round.mock.calls.length).toBeGreaterThan(looks);
  await stop();
});

/** A way to the database as over a network. */
async function farAway() {
  const { host, port } = server.connection;
  const lines: Socket[] = [];
  const between = createServer((line) => {
    const far = createConnection(join(host, `.s.PGSQL.${port}`));
    line.pipe(far).pipe(line);
    line.on("error", () => undefined).once("close", () => far.destroy());
    far.on("error", () => undefined);
    lines.push(line);
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
  const address = between.address();
  const place = { host: "127.0.0.1", port: typeof address === "object" ? (address?.port ?? 0) : 0 };
  return {
    connection: { ...server.connection, ...place },
    /** Nothing is read any more from those that are there. */
    silence(): void {
      for (const line of lines) {
        line.unpipe();
      }
    },
    end(): void {
      between.close();
      for (const line of lines) {
        line.destroy();
      }
    },
  };
}

it("finds out within seconds that a line fell silent which nobody closed, and says once that it hears again", async () => {
  const { connection, silence, end } = await farAway();
  const { news } = newsOver(connection);
  const back = vi.fn();
  news.onBack(back);
  news.start();
  await expect.poll(() => news.isHeard).toBe(true);
  silence();
  await expect.poll(() => news.isHeard, { timeout: 10_000 }).toBe(false);
  await expect.poll(() => back.mock.calls.length, { timeout: 10_000 }).toBe(1);
  expect(news.isHeard).toBe(true);
  await news.stop();
  end();
});

it("stops although nobody answers its good-bye", async () => {
  const { connection, silence, end } = await farAway();
  const { news } = newsOver(connection);
  news.start();
  await expect.poll(() => news.isHeard).toBe(true);
  silence();
  await news.stop();
  end();
}, 10_000);

it("tells a controller what it must know where whoever changed it was told that the database is away", async () => {
  const building = await server.newBuilding();
  const { id } = await server.newDoor(building, { localId: "1" });
  const controller = await newController(server, building.id);
  const told: string[] = [];
  controller.socket.raw.on("configuration", ({ doors }: { doors: { name: string }[] }) =>
    told.push(...doors.map(({ name }) => name)),
  );
  await server.db.updateTable("doors").set({ name: "Parqueadero" }).where("id", "=", id).execute();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen umbral_work' and datname = current_database()`.execute(server.db);
  await expect.poll(() => told, { timeout: 10_000 }).toContain("Parqueadero");
});

it("has everybody look when somebody set the date", async () => {
  const { clock, news, round, stop } = await newEars();
  await news.look();
  expect(round).toHaveBeenCalledTimes(2);
  clock.push(3_600_000);
  await expect.poll(() => news.look().then(() => round.mock.calls.length)).toBe(3);
  await stop();
});

it("has everybody look by themselves where a pooler between lets no words through", async () => {
  // What listens there hears nothing of what is said here.
  const { news } = newsOver({ ...server.connection, database: "postgres" });
  const round = vi.fn(async () => undefined);
  const rounds = roundsOn(news, round, 10);
  rounds.start();
  news.start();
  await expect.poll(() => round.mock.calls.length).toBeGreaterThan(5);
  expect(news.isHeard).toBe(false);
  await expect(news.look()).rejects.toThrow("do not arrive");
  await rounds.stop();
  await news.stop();
});

it("wakes nobody for what is put back for later", async () => {
  const { round, stop } = await newEars();
  const { id } = await server.newBuilding();
  await expect.poll(() => round.mock.calls.length).toBe(3);
  await putBuildingsBack(server.db, [id]);
  await changeList();
  await expect.poll(() => round.mock.calls.length).toBe(4);
  await stop();
});
