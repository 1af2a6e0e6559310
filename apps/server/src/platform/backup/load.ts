import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { from } from "pg-copy-streams";
import type { Trx } from "../database.ts";
import type { SealedFiles } from "../files.ts";
import { MIGRATION_LOCK, migrateRestored, migrationTexts } from "../migrate.ts";
import type { Tables } from "../tables.ts";
import type { ArchiveHead, IncomingPart } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";
import { PLAIN_VALUES, writableColumns } from "./rows.ts";
import { DamagedBackup } from "./sealed-stream.ts";

/** Ids of pictures that are written down at once. */
const BATCH = 500;

/** What came back. */
export interface Loaded {
  tables: number;
  pictures: number;
  /** Pictures that were not there any more when the backup was made. */
  gone: number;
}

/**
 * Fills an empty database with what an archive holds, in one transaction: all of it, or nothing.
 * @param connection as who is to own the tables
 * @param more `pictures` takes the pictures; `finish` is done with the whole database, last before it holds
 */
export async function loadArchive(
  connection: pg.PoolConfig,
  archive: { head: ArchiveHead; parts: AsyncIterable<IncomingPart> },
  more: { pictures: Pick<SealedFiles, "write">; finish: (trx: Trx) => Promise<void> },
): Promise<Loaded> {
  const pool = new pg.Pool({ ...connection, max: 1, statement_timeout: 0, connectionTimeoutMillis: 5000 });
  pool.on("error", () => undefined);
  const client = await pool.connect();
  // Unheard, a line that breaks between two questions would end the process.
  client.on("error", () => undefined);
  // Rows are copied by the client itself; who finishes asks the same transaction in the usual way.
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => client, end: () => pool.end() } }),
  });
  try {
    return await db.transaction().execute(async (trx) => {
      await client.query(PLAIN_VALUES);
      await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await mustBeEmpty(client);
      await makeShape(client, archive.head.migrations);
      const loading = new Loading(client, more.pictures);
      await loading.begin();
      for await (const part of archive.parts) {
        await loading.take(part);
      }
      const loaded = await loading.end();
      // Whoever finishes knows one shape, and an archive may be of any that there was.
      await migrateRestored(trx);
      await more.finish(trx);
      return loaded;
    });
  } finally {
    await db.destroy();
  }
}

async function mustBeEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     limit 1`,
  );
  if (rows.length > 0) {
    throw new BackupRefused(
      "NOT_EMPTY",
      "La base de datos no está vacía: restaura en una nueva (otra carpeta DATA_DIR u otra base en DATABASE_URL). " +
        "No se cambió nada.",
    );
  }
}

async function makeShape(client: pg.ClientBase, migrations: readonly string[]): Promise<void> {
  await client.query(
    "create table migrations (name text primary key, applied_at timestamptz not null default now())",
  );
  for (const text of await migrationTexts(migrations)) {
    await client.query(text);
  }
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Rows on their way into tables whose triggers sleep and whose foreign keys are away until all rows are there. */
class Loading {
  readonly #client: pg.ClientBase;
  readonly #pictures: Pick<SealedFiles, "write">;
  #waiting = new Set<string>();
  #all: string[] = [];
  #keys: ForeignKey[] = [];
  #ids: string[] = [];
  #loaded: Loaded = { tables: 0, pictures: 0, gone: 0 };

  constructor(client: pg.ClientBase, pictures: Pick<SealedFiles, "write">) {
    this.#client = client;
    this.#pictures = pictures;
  }

  async begin(): Promise<void> {
    const { rows } = await this.#client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    this.#all = rows.map(({ name }) => name);
    this.#waiting = new Set(this.#all);
    const { rows: keys } = await this.#client.query<ForeignKey>(
      `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
    );
    this.#keys = keys;
    for (const { table, name } of keys) {
      await this.#client.query(`alter table ${table} drop constraint ${name}`);
    }
    for (const name of this.#all) {
      await this.#client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`);
    }
    // What migrations wrote themselves is among the rows that come.
    await this.#client.query(`truncate ${this.#all.map(pg.escapeIdentifier).join(", ")}`);
    await this.#client.query("create temp table came (id uuid primary key) on commit drop");
  }

  async take(part: IncomingPart): Promise<void> {
    const { head, body } = part;
    if (head.kind === "table") {
      await this.#takeRows(head.name, head.columns, body);
    } else if (head.kind === "sequences") {
      await whole(body);
      for (const [name, last] of Object.entries(head.values)) {
        if (last !== null) {
          await this.#client.query("select setval(quote_ident($1)::regclass, $2::bigint)", [name, last]);
        }
      }
    } else {
      const bytes = await whole(body);
      if (head.kind === "picture") {
        await this.#pictures.write(head.id, [bytes]);
        this.#loaded.pictures += 1;
      } else {
        this.#loaded.gone += 1;
      }
      this.#ids.push(head.id);
      if (this.#ids.length >= BATCH) {
        await this.#writeIds();
      }
    }
  }

  async end(): Promise<Loaded> {
    await this.#writeIds();
    if (this.#waiting.size > 0) {
      throw new DamagedBackup(`it has no rows of ${[...this.#waiting].join(", ")}`);
    }
    const { rows } = await this.#client.query<{ absent: number }>(
      "select count(*)::int as absent from files where not exists (select from came where came.id = files.id)",
    );
    const absent = rows[0]?.absent ?? 0;
    if (absent > 0) {
      throw new BackupRefused(
        "INCOMPLETE",
        `A la copia le faltan ${absent} imágenes que su base de datos nombra. Usa otra. No se cambió nada.`,
      );
    }
    for (const { table, name, definition } of this.#keys) {
      await this.#client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    for (const name of this.#all) {
      await this.#client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`);
    }
    await this.#client.query("analyze");
    return this.#loaded;
  }

  async #takeRows(name: string, columns: readonly string[], body: AsyncIterable<Buffer>): Promise<void> {
    const known = await writableColumns(this.#client, name);
    if (!this.#waiting.delete(name) || [...known].sort().join() !== [...columns].sort().join()) {
      throw new DamagedBackup(`its rows of ${name} are of another shape`);
    }
    const list = columns.map(pg.escapeIdentifier).join(", ");
    const rows = this.#client.query(from(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
    await pipeline(Readable.from(body), createGunzip(), rows);
    this.#loaded.tables += 1;
  }

  async #writeIds(): Promise<void> {
    await this.#client.query("insert into came (id) select unnest($1::uuid[]) on conflict do nothing", [
      this.#ids,
    ]);
    this.#ids = [];
  }
}

/** A picture is at most a few megabytes. */
async function whole(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
