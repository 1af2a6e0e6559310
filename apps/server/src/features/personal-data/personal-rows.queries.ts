import type { AuditAction } from "@umbral/contract/audit/audit-actions";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Db, Trx } from "../../platform/database.ts";
import { personalColumns } from "../../platform/personal-columns.ts";
import { type PersonTable, type TableName, tablesOfPeople, type Whose } from "./person-tables.ts";

/** By what somebody is named where no column points at them. */
export interface NamedPerson {
  id: string;
  cedula: string | null;
  email: string;
  phone: string;
}

type OfTable = PersonTable & { table: TableName };

/** Somebody's rows of one table, told as `person-tables.ts` says. */
export function areTheirs(table: string, whose: Whose, person: NamedPerson): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if ("through" in whose) {
    const where = Object.entries(whose.where ?? {}).map(
      ([name, value]) => sql<SqlBool>`${sql.ref(`${whose.table}.${name}`)} = ${value}`,
    );
    const theirs = sql<SqlBool>`${sql.ref(`${whose.table}.${whose.column}`)} = ${person.id}`;
    return sql<SqlBool>`${column(whose.through)} in (
      select id from ${sql.table(whose.table)} where ${sql.join([theirs, ...where], sql` and `)})`;
  }
  const told = (whose.columns ?? []).map((name) => sql<SqlBool>`${column(name)} = ${person.id}`);
  const named = "cedula" in whose || "email" in whose ? namedIn(whose, person, column) : [];
  const all = [...told, ...named];
  return all.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(all, sql` or `)})`;
}

/** An address is a household's at times: it counts only where no document says otherwise. */
function namedIn(
  whose: { cedula?: string; email?: string; phone?: string },
  { cedula, email, phone }: NamedPerson,
  column: (name: string) => RawBuilder<unknown>,
): RawBuilder<SqlBool>[] {
  const nobodyElse = whose.cedula === undefined ? sql`` : sql` and ${column(whose.cedula)} is null`;
  const nothingElse =
    whose.cedula === undefined || whose.email === undefined ? sql`` : sql` and ${column(whose.email)} = ''`;
  return [
    ...(whose.cedula !== undefined && cedula !== null
      ? [sql<SqlBool>`${column(whose.cedula)} = ${cedula}`]
      : []),
    ...(whose.email !== undefined && email !== ""
      ? [sql<SqlBool>`(lower(${column(whose.email)}) = ${email.toLowerCase()}${nobodyElse})`]
      : []),
    ...(whose.phone !== undefined && phone !== ""
      ? [sql<SqlBool>`(${column(whose.phone)} = ${phone}${nobodyElse}${nothingElse})`]
      : []),
  ];
}

/** The columns of a table that hold pictures of people. */
export const picturesIn = (table: TableName): string[] =>
  Object.entries(personalColumns).flatMap(([name, kind]) => {
    const [of, column = ""] = name.split(".");
    return of === table && kind === "image" ? [column] : [];
  });

/** The ids of all pictures of somebody. */
export async function findPicturesOf(db: Db, person: NamedPerson): Promise<string[]> {
  const parts = tablesOfPeople.flatMap(({ table, whose }) =>
    picturesIn(table).map(
      (column) => sql`
        select ${sql.ref(`${table}.${column}`)} as id from ${sql.table(table)}
        where ${areTheirs(table, whose, person)} and ${sql.ref(`${table}.${column}`)} is not null`,
    ),
  );
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union `)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Erases somebody's rows of one table, or what is personal in them. The account itself is its own room's. */
export async function eraseRows(
  trx: Trx,
  { table, whose, erased }: OfTable,
  person: NamedPerson,
): Promise<void> {
  const theirs = areTheirs(table, whose, person);
  if (erased === "rows") {
    await sql`delete from ${sql.table(table)} where ${theirs}`.execute(trx);
  } else if ("emptied" in erased) {
    if (erased.goneUnless !== undefined) {
      await sql`delete from ${sql.table(table)}
        where ${theirs} and ${sql.ref(`${table}.${erased.goneUnless}`)} is null`.execute(trx);
    }
    const emptied = erased.emptied.map((column) => sql`${sql.id(column)} = null`);
    await sql`update ${sql.table(table)} set ${sql.join(emptied)} where ${theirs}`.execute(trx);
  }
}

/** Every text that people write as they like may be as long as this. */
const SHORTEST_LIMIT = 200;

/** Strikes words out of a text that people wrote as they liked, wherever they stand by themselves in it. */
export async function strikeOut(
  trx: Trx,
  [table, column]: readonly [string, string],
  words: readonly string[],
  by: string,
): Promise<void> {
  // Nothing in a word counts as a sign of a pattern; its ends are no part of a longer word.
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N} ]/gu, "\\$&"));
  const pattern = `(?<!\\w)(${escaped.join("|")})(?!\\w)`;
  await sql`update ${sql.table(table)}
    set ${sql.id(column)} = left(
      regexp_replace(${sql.ref(`${table}.${column}`)}, ${pattern}, ${by}, 'gi'),
      greatest(char_length(${sql.ref(`${table}.${column}`)}), ${sql.lit(SHORTEST_LIMIT)}))
    where ${sql.ref(`${table}.${column}`)} ~* ${pattern}`.execute(trx);
}

/** Rows are read so many at a time. */
const AT_ONCE = 500;
/** Who takes an archive and reads nothing of it holds a connection no longer than this. */
const IDLE_SECONDS = 60;

/** One moment of the database, in which everything of somebody is read; it ends when `read` does. */
export function inOneMoment<Result>(db: Database, read: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(`${IDLE_SECONDS}s`)}`.execute(trx);
      return read(trx);
    });
}

const HOLD_ACTIONS: readonly AuditAction[] = ["personal-data.held", "personal-data.released"];

/** The rows that tell nothing of a legal hold: it is not told to a building's administration, nor why. */
const ofNoHold: Readonly<Partial<Record<TableName, RawBuilder<SqlBool>>>> = {
  legal_holds: sql`false`,
  audit_lines: sql`audit_lines.action <> all(${HOLD_ACTIONS})`,
  audit_values: sql`not exists (select from audit_lines
    where audit_lines.id = audit_values.line_id and audit_lines.action = any(${HOLD_ACTIONS}))`,
};

/** Somebody's rows of one table, as JSON and without what proves that they are they; some at a time. */
export async function* readRows(
  trx: Trx,
  { table, whose }: OfTable,
  person: NamedPerson & { isHoldTold: boolean },
): AsyncGenerator<Record<string, unknown>[]> {
  const hidden = await hiddenColumnsOf(trx, table);
  const cursor = sql.id(`of_${table}`);
  const told = (person.isHoldTold ? undefined : ofNoHold[table]) ?? sql<SqlBool>`true`;
  await sql`declare ${cursor} no scroll cursor for
    select to_jsonb(${sql.table(table)}) - ${hidden}::text[] as row
    from ${sql.table(table)} where ${areTheirs(table, whose, person)} and ${told}`.execute(trx);
  let rows: { row: Record<string, unknown> }[];
  do {
    ({ rows } = await sql<{ row: Record<string, unknown> }>`
      fetch ${sql.lit(AT_ONCE)} from ${cursor}`.execute(trx));
    if (rows.length > 0) {
      yield rows.map(({ row }) => row);
    }
  } while (rows.length === AT_ONCE);
  await sql`close ${cursor}`.execute(trx);
}

/** Secrets by their mark; and bytes and words for searching, which are digests, keys or said again elsewhere. */
async function hiddenColumnsOf(trx: Trx, table: TableName): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and atttypid in ('bytea'::regtype, 'tsvector'::regtype)`.execute(trx);
  const secret = Object.entries(personalColumns).flatMap(([name, kind]) =>
    kind === "secret" && name.startsWith(`${table}.`) ? [name.slice(table.length + 1)] : [],
  );
  return [...rows.map(({ name }) => name), ...secret];
}
