import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to } from "pg-copy-streams";
import type { SealedFiles } from "../files.ts";
import { laterThanOurs } from "../migrate.ts";
import { tableOwners } from "../table-owners.ts";
import type { OutgoingPart } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";
import { PLAIN_VALUES, writableColumns } from "./rows.ts";

/** Held while a backup is made: a second one at the same time would only take the disk twice. Any constant number. */
const BACKUP_LOCK = 7_201_970;
/** Pictures whose ids are asked for at once. */
const BATCH = 500;
/** Pictures that are read while one is written. */
const AHEAD = 8;
/** So long nothing comes before it is asked whether the other side is there: a machine that vanished says no good-bye. */
const ASKED_AFTER_MS = 30_000;
/** Little work for a small computer, and a fifth of the bytes. */
const GZIP_LEVEL = 3;

/** A moment of a database, and of the pictures that it names. */
export interface Snapshot {
  migrations: string[];
  parts(files: SealedFiles, told: Told): AsyncGenerator<OutgoingPart>;
}

/** Counted while an archive is written. */
export interface Told {
  rows: number;
  pictures: number;
  /** Pictures that are named and were not there, although nobody had taken them away. */
  lost: number;
}

/**
 * Holds one moment of a database for as long as `act` takes: whoever writes meanwhile is not hindered, and not seen.
 * @param connection as the owner of the tables
 */
export async function withSnapshot<Result>(
  connection: pg.ClientConfig,
  act: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await connected(connection);
  try {
    await client.query("begin isolation level repeatable read read only");
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as mine`,
    );
    if (rows[0]?.mine !== true) {
      throw new BackupRefused(
        "UNDERWAY",
        "Ya se está haciendo una copia de seguridad. Espera a que termine.",
      );
    }
    await client.query(PLAIN_VALUES);
    const { rows: applied } = await client.query<{ name: string }>(
      "select name from migrations order by name",
    );
    const migrations = applied.map(({ name }) => name);
    const tables = (await laterThanOurs(migrations)).length === 0 ? ours : await allTables(client);
    // So that no migration changes a table between now and its turn.
    await client.query(`lock table ${tables.map(pg.escapeIdentifier).join(", ")} in access share mode`);
    return await act({
      migrations,
      parts: (files, told) => partsOf(client, connection, tables, { files, told }),
    });
  } finally {
    await client.end();
  }
}

/** All that an installation keeps, in an order that stays. */
const ours: readonly string[] = [...Object.keys(tableOwners), "migrations"].sort();

/** In a database that a later version was at: its tables are of the archive, which that version restores. */
async function allTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  return rows.map(({ name }) => name);
}

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    statement_timeout: 0,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: ASKED_AFTER_MS,
  });
  // A line that breaks between two questions is noticed by the next one.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function* partsOf(
  client: pg.Client,
  connection: pg.ClientConfig,
  tables: readonly string[],
  { files, told }: { files: SealedFiles; told: Told },
): AsyncGenerator<OutgoingPart> {
  for (const name of tables) {
    const columns = await writableColumns(client, name);
    yield { head: { kind: "table", name, columns }, body: rowsOf(client, name, columns, told) };
  }
  yield { head: { kind: "sequences", values: await sequencesOf(client) }, body: nothing() };
  yield* picturesOf(client, connection, files, told);
}

async function* rowsOf(
  client: pg.Client,
  name: string,
  columns: readonly string[],
  told: Told,
): AsyncGenerator<Buffer> {
  const list = columns.map(pg.escapeIdentifier).join(", ");
  const rows = client.query(to(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`));
  const packed = createGzip({ level: GZIP_LEVEL });
  rows.once("error", (error) => packed.destroy(error));
  for await (const piece of rows.pipe(packed)) {
    yield Buffer.from(piece);
  }
  told.rows += rows.rowCount;
}

async function sequencesOf(client: pg.Client): Promise<Record<string, number | null>> {
  const { rows } = await client.query<{ name: string; last: number | null }>(
    `select sequencename as name, last_value::float8 as last from pg_sequences where schemaname = 'public' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Those that the moment's rows name, as they lie in the store: encrypted with a key that goes nowhere. */
async function* picturesOf(
  client: pg.Client,
  connection: pg.ClientConfig,
  files: SealedFiles,
  told: Told,
): AsyncGenerator<OutgoingPart> {
  await client.query("declare pictures no scroll cursor for select id from files order by id");
  for (;;) {
    const { rows } = await client.query<{ id: string }>(`fetch ${BATCH} from pictures`);
    if (rows.length === 0) {
      return;
    }
    const gone: string[] = [];
    for await (const { id, bytes } of readAhead(
      files,
      rows.map((row) => row.id),
    )) {
      if (bytes === null) {
        gone.push(id);
        yield { head: { kind: "gone", id }, body: nothing() };
      } else {
        told.pictures += 1;
        yield { head: { kind: "picture", id }, body: Readable.from([bytes]) };
      }
    }
    told.lost += await stillNamed(connection, gone);
  }
}

/** Several are on their way at once: of a store across a network each takes a while. */
async function* readAhead(
  files: SealedFiles,
  ids: readonly string[],
): AsyncGenerator<{ id: string; bytes: Buffer | null }> {
  const coming: { id: string; bytes: Promise<Buffer | null> }[] = [];
  for (const id of ids) {
    const bytes = files.read(id);
    // Its turn comes later, and with it whoever hears of it.
    bytes.catch(() => undefined);
    coming.push({ id, bytes });
    const first = coming.length < AHEAD ? undefined : coming.shift();
    if (first) {
      yield { id: first.id, bytes: await first.bytes };
    }
  }
  for (const { id, bytes } of coming) {
    yield { id, bytes: await bytes };
  }
}

/** How many of these have a row now: whoever takes a picture away takes its row first. */
async function stillNamed(connection: pg.ClientConfig, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) {
    return 0;
  }
  const now = await connected(connection);
  try {
    const { rowCount } = await now.query("select from files where id = any($1::uuid[])", [ids]);
    return rowCount ?? 0;
  } finally {
    await now.end();
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
