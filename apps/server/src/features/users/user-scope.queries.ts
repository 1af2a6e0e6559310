import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";
import { BY_NAME, isOneOf, type Order, type Page, type Rows } from "./user-search.queries.ts";

interface Wanted {
  buildingIds: readonly string[];
  /** One of their apartments, for those of that home alone. */
  apartmentId?: string | undefined;
  search: string;
  now: Date;
  /** Some who were chosen. */
  only?: readonly string[] | undefined;
}

/**
 * One page of the people of some buildings who are found, or all of them without one. The words are those of what is known of them there: a
 * search must not tell what somebody is elsewhere.
 */
export async function findPeopleWithin(
  db: Db,
  wanted: Wanted,
  rows: Rows | undefined,
  order: Order = BY_NAME,
): Promise<Page> {
  const [{ rows: found }, { rows: counted }] = await Promise.all([
    sql<{ id: string }>`
      select user_id as id from ${peopleWithin(wanted)} people
      order by ${orderOf(wanted.search, order)}
      limit ${rows?.limit ?? null} offset ${rows?.offset ?? 0}`.execute(db),
    sql<{ count: number }>`select count(*) as count from ${peopleWithin(wanted)} people`.execute(db),
  ]);
  return { ids: found.map(({ id }) => id), count: counted[0]?.count ?? 0, isMore: false };
}

/** Those who come after somebody by name. The first ones without one. */
export async function findPeopleWithinAfter(
  db: Db,
  wanted: Wanted,
  last: string | undefined,
  limit: number,
): Promise<string[]> {
  const after =
    last === undefined
      ? sql`true`
      : sql`(name_key, user_id) > (select name_key, user_id from user_search where user_id = ${last})`;
  const { rows } = await sql<{ id: string }>`
    select user_id as id from ${peopleWithin(wanted)} people
    where ${after} order by name_key, user_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who was here last is not theirs to know: by name or by when their account was made. */
function orderOf(search: string, { by, direction }: Order): RawBuilder<unknown> {
  const way = direction === "asc" ? sql`asc` : sql`desc`;
  if (by === "created") {
    return sql`created_at ${way}, user_id ${way}`;
  }
  return direction === "asc"
    ? sql`not (name_key ^@ plain_text(${search})), name_key, user_id`
    : sql`name_key desc, user_id desc`;
}

const peopleWithin = ({ buildingIds, apartmentId, search, now, only }: Wanted) => {
  const ids = sql`${[...buildingIds]}::uuid[]`;
  const ofApartment = apartmentId === undefined ? sql`` : sql`and spaces.apartment_id = ${apartmentId}`;
  const words = sql`array_to_tsvector(search_words(concat_ws(' ', users.name, users.cedula, users.email, users.alias,
    (select string_agg(cards.tag, ' ') from cards where cards.user_id = users.id),
    (select string_agg(concat_ws(' ', apartments.name, buildings.name), ' ')
      from ${livingSpaces(now)}
      join buildings on buildings.id = spaces.building_id
      left join apartments on apartments.id = spaces.apartment_id
      where spaces.user_id = users.id and spaces.building_id = any(${ids})))))`;
  return sql`(
    select user_search.user_id, user_search.name_key, users.created_at
    from user_search join users on users.id = user_search.user_id
    where user_search.user_id in (
      select spaces.user_id from ${livingSpaces(now)} where spaces.building_id = any(${ids}) ${ofApartment})
    and ${isOneOf(only)} and ${
      search === ""
        ? sql`true`
        : // The words of everywhere hold those of here: their index leaves few whose own words are looked at.
          sql`user_search.words @@ search_query(${search}) and ${words} @@ search_query(${search})`
    })`;
};
