import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolderInUse } from "./data-folder-lock.ts";
import {
  type EmbeddedPostgres,
  type PostgresConnection,
  startEmbeddedPostgres,
} from "./embedded-postgres.ts";
import { sharedMegabytesOf } from "./embedded-postgres-cluster.ts";

let base: string;
let dataDir: string;
let lines: string[];
let started: EmbeddedPostgres[];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "umbral test "));
  // Deeper than a socket's path may be, and with what shells stumble over.
  dataDir = join(base, ...Array.from({ length: 6 }, () => "una carpeta honda (ñ)"), "data");
  lines = [];
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()));
  await rm(base, { recursive: true });
});

const write = (line: string) => lines.push(line);
const log = { debug: write, info: write, warn: write };

async function start() {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  started.push(postgres);
  return postgres;
}

async function stop(postgres: EmbeddedPostgres) {
  started = started.filter((other) => other !== postgres);
  await postgres.stop();
}

async function query(connection: PostgresConnection, text: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another server process with the same data folder, which is killed without a warning. */
async function startAndKillServer(): Promise<{ postgresPid: number; socketFolder: string }> {
  const module = new URL("./embedded-postgres.ts", import.meta.url);
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module.href)};
    import pg from "pg";
    const log = { debug() {}, info() {}, warn() {} };
    const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], log });
    const client = new pg.Client(postgres.connection);
    await client.connect();
    await client.query("create table kept (n int); insert into kept values (7)");
    console.log(JSON.stringify({ postgresPid: postgres.pid, socketFolder: postgres.connection.host }));`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: import.meta.dirname,
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  child.kill("SIGKILL");
  await once(child, "exit");
  return JSON.parse(line);
}

describe("startEmbeddedPostgres", () => {
  it("makes no new database where going back to an earlier version was cut off with its own still aside", async () => {
    const aside = join(dataDir, "before", "postgres");
    await mkdir(aside, { recursive: true });
    await writeFile(join(aside, "PG_VERSION"), "18\n");
    await expect(start()).rejects.toThrow("umbral volver --datos-de-antes");
    expect(await readdir(dataDir)).not.toContain("postgres");
  });

  it("keeps its rows over a stop and a start, and leaves nothing behind", async () => {
    const first = await start();
    await query(first.connection, "create table kept (n int); insert into kept values (7)");
    await stop(first);
    await expect(access(first.connection.host)).rejects.toThrow("ENOENT");

    const second = await start();
    expect(await query(second.connection, "select n from kept")).toEqual([{ n: 7 }]);
  });

  it("is durable, private, and the same on every machine", async () => {
    const { connection } = await start();
    const names = ["fsync", "synchronous_commit", "full_page_writes", "listen_addresses", "server_encoding"];
    const [row] = await query(
      connection,
      `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(", ")}`,
    );
    expect(row).toEqual({
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      listen_addresses: "",
      server_encoding: "UTF8",
    });
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
    expect(
      await query(
        connection,
        `select x from (values ('Zoe'), ('Álvaro')) v(x) order by x collate "es-x-icu"`,
      ),
    ).toEqual([{ x: "Álvaro" }, { x: "Zoe" }]);
  });

  it("comes back by itself, with every acknowledged row, when the postmaster is killed", async () => {
    const postgres = await start();
    const pool = new Pool(postgres.connection);
    pool.on("error", (error) => write(error.message));
    await pool.query("create table kept (n int)");
    await pool.query("insert into kept select generate_series(1, 1000)");

    const dead = postgres.pid ?? Number.NaN;
    process.kill(dead, "SIGKILL");
    await expect.poll(() => postgres.pid ?? dead, { timeout: 10_000 }).not.toBe(dead);
    const count = () => pool.query("select count(*)::int as n from kept").then((result) => result.rows);
    await expect
      .poll(() => count().catch((error: Error) => error.message), { timeout: 10_000 })
      .toEqual([{ n: 1000 }]);
    await pool.end();
    expect(lines).toContainEqual(expect.stringContaining("ended by itself"));
  });

  it("ends the postmaster that a killed server left behind, and has its rows", async () => {
    const orphan = await startAndKillServer();
    expect(() => process.kill(orphan.postgresPid, 0)).not.toThrow();

    const postgres = await start();
    expect(await query(postgres.connection, "select n from kept")).toEqual([{ n: 7 }]);
    expect(postgres.pid).not.toBe(orphan.postgresPid);
    expect(lines).toContainEqual(expect.stringContaining(`database process ${orphan.postgresPid}`));
    await expect(access(orphan.socketFolder)).rejects.toThrow("ENOENT");
  });

  it("refuses a second server and leaves the first one alone", async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(DataFolderInUse);

    expect(await query(first.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("starts although its old process number now belongs to another program", async () => {
    await stop(await start());
    const file = join(dataDir, "postgres", "postmaster.pid");
    await writeFile(file, `${process.ppid}\n${join(dataDir, "postgres")}\n1\n5432\n/tmp/umbral-gone\n\n`);

    const { connection } = await start();
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(() => process.kill(process.ppid, 0)).not.toThrow();
  });

  it("begins again where a creation was cut off", async () => {
    await mkdir(join(dataDir, "postgres.new-cut", "base"), { recursive: true });
    await writeFile(join(dataDir, "postgres.new-cut", "PG_VERSION"), "18\n");

    await start();
    expect((await readdir(dataDir)).sort()).toEqual([".lock", "postgres"]);
  });

  it("does not touch the data of another major version", async () => {
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "PG_VERSION"), "15\n");

    await expect(start()).rejects.toThrow(/son de PostgreSQL 15 y este programa trae PostgreSQL \d+/);
    expect(await readFile(join(dataDir, "postgres", "PG_VERSION"), "utf8")).toBe("15\n");
    await expect(access(join(dataDir, "postgres", "base"))).rejects.toThrow("ENOENT");
  });

  it("says in its own words why the database did not start, and frees the folder", async () => {
    await stop(await start());
    await rm(join(dataDir, "postgres", "global"), { recursive: true });

    await expect(start()).rejects.toThrow(/PostgreSQL no pudo iniciar:\n.*global/s);
    await expect(start()).rejects.toThrow("PostgreSQL no pudo iniciar");
  });

  it("writes no value of a row into the log", async () => {
    const { connection } = await start();
    await query(connection, "create table people (cedula text primary key)");
    await query(connection, "insert into people values ('1000000001')");

    await expect(query(connection, "insert into people values ('1000000001')")).rejects.toThrow("duplicate");
    await expect(query(connection, "select '1000000001'::uuid")).rejects.toThrow("invalid input syntax");
    expect(lines.join("\n")).not.toContain("1000000001");
  });
});

it("keeps pages in memory by what the machine has", () => {
  const gigabyte = 2 ** 30;
  expect([0.5, 1, 4, 8, 64].map((gigabytes) => sharedMegabytesOf(gigabytes * gigabyte))).toEqual([
    32, 32, 128, 256, 256,
  ]);
});
