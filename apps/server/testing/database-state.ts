import { sql } from "kysely";
import type { Database } from "../src/platform/database.ts";

/** Everything that a database says of its own rows, but for those of some tables, and of its shape. */
export async function stateOf(of: Database, except: readonly string[] = []): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    of,
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const { rows } = await sql`
      select md5(coalesce(string_agg(line, ' ' order by line), '')) as rows
      from (select t::text as line from ${sql.table(name)} t) lines`.execute(of);
    contents[name] = rows[0];
  }
  const shape = await sql`
    select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as said, convalidated as valid
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || tgenabled::text, true from pg_trigger where not tgisinternal
    order by 1, 2, 3`.execute(of);
  const sequences = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(of);
  return { contents, shape: shape.rows, sequences: sequences.rows };
}
