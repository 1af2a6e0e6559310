import { sql } from "kysely";
import type { Database } from "../../../src/platform/database.ts";

const named = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)));

/** A table, and its columns that are written. */
interface Kept {
  name: string;
  columns: readonly string[];
}

/** Takes all rows away that were made since: what it was made of is a database as it is before anybody comes. */
export class TidiedDatabase {
  readonly #owner: Database;
  readonly #tables: readonly string[];
  /** Those that had rows from the beginning. */
  readonly #kept: readonly Kept[];

  private constructor(owner: Database, tables: readonly string[], kept: readonly Kept[]) {
    this.#owner = owner;
    this.#tables = tables;
    this.#kept = kept;
  }

  static async of(owner: Database): Promise<TidiedDatabase> {
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname order by relname`.execute(owner);
    await sql`create schema kept`.execute(owner);
    const kept = [];
    for (const table of rows) {
      const some = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(owner);
      if (some.rows.length > 0) {
        await sql`create table ${sql.id("kept", table.name)} as table ${sql.table(table.name)}`.execute(
          owner,
        );
        kept.push(table);
      }
    }
    return new TidiedDatabase(
      owner,
      rows.map(({ name }) => name),
      kept,
    );
  }

  /** @throws where somebody holds a table for long */
  async reset(): Promise<void> {
    await this.#owner.transaction().execute(async (trx) => {
      // Neither triggers nor references have a say: all of it goes and comes at once.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`set local lock_timeout = '5s'`.execute(trx);
      await sql`truncate ${named(this.#tables)}`.execute(trx);
      for (const { name, columns } of this.#kept) {
        const ids = sql.join(columns.map((column) => sql.id(column)));
        await sql`insert into ${sql.table(name)} (${ids}) overriding system value
          select ${ids} from ${sql.id("kept", name)}`.execute(trx);
      }
    });
  }

  /** Rows of all tables together, as far as PostgreSQL has counted. */
  async rows(): Promise<number> {
    const { rows } = await sql<{ rows: number }>`
      select coalesce(sum(n_live_tup), 0)::int as rows from pg_stat_user_tables where schemaname = 'public'`.execute(
      this.#owner,
    );
    return rows[0]?.rows ?? 0;
  }
}
