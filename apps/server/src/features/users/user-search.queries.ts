import type { Direction } from "@umbral/contract/lib/pages";
import { USERS_REACH, type UserOrder } from "@umbral/contract/users/user-details.contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";

export interface Rows {
  limit: number;
  offset: number;
}

/** What people are put in order by. */
export interface Order {
  by: UserOrder;
  direction: Direction;
}

export const BY_NAME: Order = { by: "name", direction: "asc" };

export interface Page {
  ids: string[];
  /** How many are found, as far as can be leafed to. */
  count: number;
  /** There are more than that. */
  isMore: boolean;
}

/** Everybody once, each with what their order is by: an index gives them in that order. */
const walks: Readonly<Record<UserOrder, RawBuilder<unknown>>> = {
  name: sql`(select user_id, name_key as key from user_search)`,
  created: sql`(select id as user_id, created_at as key from users where user_type = 'USER')`,
  seen: sql`(select user_id, seen_at as key from people_seen)`,
};

const along = (direction: Direction) =>
  direction === "asc" ? sql`order by key, user_id` : sql`order by key desc, user_id desc`;

/** One page of everybody. */
export async function findEverybody(
  db: Db,
  { limit, offset }: Rows,
  { by, direction }: Order = BY_NAME,
): Promise<Page> {
  const { all } = await db
    .selectFrom("user_search")
    .select((eb) => eb.fn.countAll<number>().as("all"))
    .executeTakeFirstOrThrow();
  const most = Math.max(0, Math.min(limit, all - offset));
  const page = { count: all, isMore: false };
  const walk = sql`${walks[by]} walk`;
  if (offset <= all / 2) {
    return { ids: await idsOf(db, sql`${along(direction)} limit ${most} offset ${offset}`, walk), ...page };
  }
  // The second half is walked to from the end.
  const after = Math.max(0, all - offset - most);
  const back = along(direction === "asc" ? "desc" : "asc");
  const ids = await idsOf(db, sql`${back} limit ${most} offset ${after}`, walk);
  return { ids: ids.reverse(), ...page };
}

/**
 * One page of those who are found, as far as can be leafed to. By name first those whose name begins as it was typed,
 * then the others.
 */
export async function findSearched(
  db: Db,
  search: string,
  { limit, offset }: Rows,
  order: Order = BY_NAME,
): Promise<Page> {
  const found = await count(db, matches(search), USERS_REACH + 1);
  const rows = { limit: Math.max(0, Math.min(limit, USERS_REACH - offset)), offset };
  const isMore = found > USERS_REACH;
  const isByName = order.by === "name" && order.direction === "asc";
  return {
    ids: await (isByName
      ? isMore
        ? findAmongMany(db, search, rows)
        : findAmongFew(db, search, rows)
      : findInOrder(db, search, rows, order, isMore)),
    count: Math.min(found, USERS_REACH),
    isMore,
  };
}

/** Those who are found, in another order: of very many the first ones are met soon, few are put in order. */
async function findInOrder(
  db: Db,
  search: string,
  { limit, offset }: Rows,
  { by, direction }: Order,
  isMany: boolean,
): Promise<string[]> {
  const order = along(direction);
  const page = sql`${order} limit ${limit} offset ${offset}`;
  if (isMany) {
    const met = await idsOf(
      db,
      sql`where ${matches(search)} ${page}`,
      sql`(select * from ${walks[by]} walk ${order} limit ${WALKED}) walked join user_search using (user_id)`,
    );
    if (met.length === limit) {
      return met;
    }
  }
  return idsOf(
    db,
    page,
    sql`(select user_id from user_search where ${matches(search)} offset 0) found join ${walks[by]} walk using (user_id)`,
  );
}

/** Those who come after somebody by name, who are found, all or some. The first ones without one. */
export function findAfter(
  db: Db,
  { search, only }: { search: string; only?: readonly string[] | undefined },
  last: string | undefined,
  limit: number,
): Promise<string[]> {
  const after =
    last === undefined
      ? sql``
      : sql`and (name_key, user_id) > (select name_key, user_id from user_search where user_id = ${last})`;
  return idsOf(
    db,
    sql`where ${search === "" ? sql`true` : matches(search)} and ${isOneOf(only)} ${after} order by name_key, user_id limit ${limit}`,
  );
}

/** One of those who were chosen; without them anybody is. */
export const isOneOf = (only: readonly string[] | undefined): RawBuilder<unknown> =>
  only === undefined ? sql`true` : sql`user_search.user_id = any(${[...only]}::uuid[])`;

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
