import { USERS_REACH } from "@umbral/contract/users/user-details.contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";

export interface Rows {
  limit: number;
  offset: number;
}

export interface Page {
  ids: string[];
  /** How many are found, as far as can be leafed to. */
  count: number;
  /** There are more than that. */
  isMore: boolean;
}

/** One page of everybody, by name. */
export async function findEverybody(db: Db, { limit, offset }: Rows): Promise<Page> {
  const { all } = await db
    .selectFrom("user_search")
    .select((eb) => eb.fn.countAll<number>().as("all"))
    .executeTakeFirstOrThrow();
  const most = Math.max(0, Math.min(limit, all - offset));
  const page = { count: all, isMore: false };
  if (offset <= all / 2) {
    return { ids: await idsOf(db, sql`order by name_key, user_id limit ${most} offset ${offset}`), ...page };
  }
  // The second half is walked to from the end.
  const after = Math.max(0, all - offset - most);
  const ids = await idsOf(db, sql`order by name_key desc, user_id desc limit ${most} offset ${after}`);
  return { ids: ids.reverse(), ...page };
}

/**
 * One page of those who are found, as far as can be leafed to: first those whose name begins as it was typed, then the
 * others, each by name.
 */
export async function findSearched(db: Db, search: string, { limit, offset }: Rows): Promise<Page> {
  const found = await count(db, matches(search), USERS_REACH + 1);
  const rows = { limit: Math.max(0, Math.min(limit, USERS_REACH - offset)), offset };
  return {
    ids: await (found > USERS_REACH ? findAmongMany(db, search, rows) : findAmongFew(db, search, rows)),
    count: Math.min(found, USERS_REACH),
    isMore: found > USERS_REACH,
  };
}

/** Those who come after somebody by name, who are found. The first ones without one. */
export function findAfter(
  db: Db,
  search: string,
  last: string | undefined,
  limit: number,
): Promise<string[]> {
  const after =
    last === undefined
      ? sql``
      : sql`and (name_key, user_id) > (select name_key, user_id from user_search where user_id = ${last})`;
  return idsOf(
    db,
    sql`where ${search === "" ? sql`true` : matches(search)} ${after} order by name_key, user_id limit ${limit}`,
  );
}

const matches = (search: string) => sql`words @@ search_query(${search})`;

/** A name that begins so has each of the words: the index of names alone finds it. */
const begins = (search: string) => sql`name_key ^@ plain_text(${search})`;

/** Few are found first, and put in order then. */
const findAmongFew = (db: Db, search: string, { limit, offset }: Rows): Promise<string[]> =>
  idsOf(
    db,
    sql`order by not ${begins(search)}, name_key, user_id limit ${limit} offset ${offset}`,
    // The planner would rather walk over everybody until the page is full.
    sql`(select user_id, name_key from user_search where ${matches(search)} offset 0) found`,
  );

/** Nobody puts many in order for one page of them. */
async function findAmongMany(db: Db, search: string, { limit, offset }: Rows): Promise<string[]> {
  const first = await idsOf(
    db,
    sql`where ${begins(search)} order by name_key, user_id limit ${limit} offset ${offset}`,
  );
  if (first.length === limit) {
    return first;
  }
  const beginning = first.length > 0 ? offset + first.length : await count(db, begins(search), offset);
  const others = { limit: limit - first.length, offset: offset + first.length - beginning };
  return [...first, ...(await findOthers(db, search, others))];
}

/** Rows of the list of everybody that are walked over for a page, at most. */
const WALKED = 8000;

/** Those whose name begins otherwise: they are met soon where there are very many of them, and put in order where not. */
async function findOthers(db: Db, search: string, { limit, offset }: Rows): Promise<string[]> {
  const rest = sql`where ${matches(search)} and not ${begins(search)}`;
  const page = sql`order by name_key, user_id limit ${limit} offset ${offset}`;
  const met = await idsOf(
    db,
    sql`${rest} ${page}`,
    sql`(select user_id, name_key, words from user_search order by name_key, user_id limit ${WALKED}) walked`,
  );
  return met.length === limit
    ? met
    : idsOf(db, page, sql`(select user_id, name_key from user_search ${rest} offset 0) found`);
}

async function idsOf(
  db: Db,
  wanted: RawBuilder<unknown>,
  from: RawBuilder<unknown> = sql`user_search`,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select user_id as id from ${from} ${wanted}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counted no further than `most`. */
async function count(db: Db, where: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from user_search where ${where} limit ${most}) found`.execute(db);
  return rows[0]?.count ?? 0;
}
