import type pg from "pg";

/** Values are written and read the same way whatever the server's settings are. */
export const PLAIN_VALUES = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** A table's columns but those that the database reckons itself. */
export async function writableColumns(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass(quote_ident($1)) and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}
