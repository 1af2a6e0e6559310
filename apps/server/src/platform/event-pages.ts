import { type Direction, LIST_REACH } from "@umbral/contract/lib/pages";
import { type Buildings, buildingsWhere } from "@umbral/contract/lib/policy";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "./actor.ts";
import type { Db } from "./database.ts";
import { findCalled, isCalled } from "./people-called.ts";
import { within } from "./within.ts";

export interface PageAsked {
  page: number;
  limit: number;
  /** The newest first without it. */
  direction?: Direction | undefined;
}

/** A table of what happened, and what its columns are called. */
export interface EventTable {
  table: "access_events" | "open_door_events" | "intrusion_events" | "audit_lines";
  /** When it happened. */
  at: string;
}

/** Whoever did it, by the column that says so and how they are called. */
interface Doer {
  column: string;
  called: string;
}

/** Where and when: what every list of events is narrowed by. */
export interface EventsAsked {
  /** Those of which who asks may know. */
  buildings: Buildings;
  /** The one that was named. */
  buildingId?: string | undefined;
  /** Moments in ISO 8601: the first one included, the last one not. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only these, for a file of what was chosen. */
  ids?: readonly string[] | undefined;
}

/** What was asked for, in the buildings that who asks administers. */
export const administeredIn = <Asked extends object>(
  actor: Actor,
  asked: Asked,
): Asked & { buildings: Buildings } => ({
  ...asked,
  buildings: buildingsWhere(actor, "buildings.administer"),
});

export interface EventsWanted extends EventsAsked {
  /** What holds for each of them, by the names of the table's columns; without an undefined value. */
  is: Readonly<Record<string, string | undefined>>;
  /** What holds for none of them. */
  isNot?: Readonly<Record<string, string>>;
  /** Without it anybody. */
  by?: Doer | undefined;
}

export interface FoundEvents {
  ids: string[];
  totalPages: number;
  /** There are older ones, or may be, than can be leafed to: dates lead there. */
  hasOlder: boolean;
}

/** One more than can be leafed to says that there are older ones. */
const COUNTED_MOST = LIST_REACH + 1;

/** Where more people are called so than are looked for one by one, their actions are looked for among so many. */
const LOOKED_THROUGH = 1000;

/** One page of what is wanted, and how many pages there are as far as is counted. */
export async function findEventPage(
  db: Db,
  events: EventTable,
  wanted: EventsWanted,
  { page, limit: size, direction = "desc" }: PageAsked,
): Promise<FoundEvents> {
  const { by } = wanted;
  const offset = (page - 1) * size;
  const rows = { offset, limit: Math.max(0, Math.min(size, LIST_REACH - offset)), direction };
  const people = by && (await findCalled(db, by.called));
  const { ids, counted, isCut } =
    by && people === null
      ? await findAmongFirst(db, events, wanted, by, rows)
      : await findAmongAll(
          db,
          events,
          wanted,
          by && people ? { column: by.column, people } : undefined,
          rows,
        );
  return {
    ids,
    totalPages: Math.max(1, Math.ceil(Math.min(counted, LIST_REACH) / size)),
    hasOlder: isCut || counted > LIST_REACH,
  };
}

/** What holds for the rows of the table that are wanted, whoever did them. */
function eventsWhere(
  { table, at }: EventTable,
  { buildings, buildingId, is, isNot = {}, from, to, ids }: EventsWanted,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<SqlBool>`(${sql.join(
    [
      within(`${table}.building_id`, buildings),
      ...Object.entries({ building_id: buildingId, ...is }).flatMap(([name, value]) =>
        value === undefined ? [] : [sql`${column(name)} = ${value}`],
      ),
      ...Object.entries(isNot).map(([name, value]) => sql`${column(name)} <> ${value}`),
      ...(from === undefined ? [] : [sql`${column(at)} >= ${new Date(from)}`]),
      ...(to === undefined ? [] : [sql`${column(at)} < ${new Date(to)}`]),
      ...(ids === undefined ? [] : [sql`${column("id")} = any(${[...ids]}::uuid[])`]),
    ],
    sql` and `,
  )})`;
}

/** The rows of a page, by their ids. */
export const areOnPage = ({ table }: EventTable, ids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} = any(${[...ids]}::uuid[])`;

/** A row of a file's batch: the next batch begins after it. */
export interface LastOfBatch {
  /** As text it keeps the microseconds, which a Date of JavaScript has not. */
  exactAt: string;
  id: string;
}

/** To be selected as `exactAt`. */
export const exactTimeOf = ({ table, at }: EventTable): RawBuilder<string> =>
  sql<string>`${sql.ref(`${table}.${at}`)}::text`;

/** A moment as the clocks of its building showed it: the query joins `buildings`. */
export const localTimeOf = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone buildings.time_zone, 'YYYY-MM-DD HH24:MI:SS')`;

/** What is wanted from after `last` on, the newest first, for a file of all of it, in which nothing is cut. */
export async function eventsAfter(
  db: Db,
  events: EventTable,
  wanted: EventsWanted,
  last: LastOfBatch | undefined,
): Promise<RawBuilder<SqlBool>> {
  const where = await allEventsWhere(db, events, wanted);
  const column = (name: string) => sql.ref(`${events.table}.${name}`);
  return last === undefined
    ? where
    : sql<SqlBool>`(${where} and (${column(events.at)}, ${column("id")}) < (${last.exactAt}::timestamptz, ${last.id}::uuid))`;
}

async function allEventsWhere(
  db: Db,
  events: EventTable,
  wanted: EventsWanted,
): Promise<RawBuilder<SqlBool>> {
  const { by } = wanted;
  if (by === undefined) {
    return eventsWhere(events, wanted);
  }
  const doer = sql.ref(`${events.table}.${by.column}`);
  const people = await findCalled(db, by.called);
  const isTheirs =
    people === null
      ? sql`exists (select from users where users.id = ${doer} and ${isCalled(by.called)})`
      : sql`${doer} = any(${people}::uuid[])`;
  return sql<SqlBool>`(${eventsWhere(events, wanted)} and ${isTheirs})`;
}

interface Rows {
  offset: number;
  limit: number;
  direction: Direction;
}

/** By time, as the indexes have it: the other way round they are walked backwards. */
export const byTime = ({ table, at }: EventTable, direction: Direction = "desc"): RawBuilder<unknown> =>
  direction === "desc"
    ? sql`${sql.ref(`${table}.${at}`)} desc, ${sql.ref(`${table}.id`)} desc`
    : sql`${sql.ref(`${table}.${at}`)}, ${sql.ref(`${table}.id`)}`;

interface Found {
  ids: string[];
  counted: number;
  isCut: boolean;
}

async function findAmongAll(
  db: Db,
  events: EventTable,
  wanted: EventsWanted,
  of: { column: string; people: readonly string[] } | undefined,
  { offset, limit, direction }: Rows,
): Promise<Found> {
  const { table, at } = events;
  const where = eventsWhere(events, wanted);
  const rows = (columns: RawBuilder<unknown>, most: number, order: RawBuilder<unknown>) =>
    of === undefined
      ? sql`(select ${columns} from ${sql.table(table)} where ${where} ${order} limit ${most})`
      : // Each person's own, from the index: the planner would walk over everybody's.
        sql`(select event.* from unnest(${[...of.people]}::uuid[]) someone cross join lateral (
          select ${columns} from ${sql.table(table)}
          where ${sql.ref(`${table}.${of.column}`)} = someone and ${where} ${order} limit ${most}) event)`;
  const order =
    direction === "desc" ? sql`order by ${sql.ref(at)} desc, id desc` : sql`order by ${sql.ref(at)}, id`;
  const [page, count] = await Promise.all([
    sql<{ id: string }>`
      select id from ${rows(sql`id, ${sql.ref(at)}`, offset + limit, order)} page
      ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ counted: number }>`
      select count(*) as counted
      from (select 1 from ${rows(sql`1`, COUNTED_MOST, sql``)} found limit ${COUNTED_MOST}) counted`.execute(
      db,
    ),
  ]);
  return { ids: page.rows.map(({ id }) => id), counted: count.rows[0]?.counted ?? 0, isCut: false };
}

/** Whoever is called so is recognised as the first come by: the newest, or the oldest. */
async function findAmongFirst(
  db: Db,
  events: EventTable,
  wanted: EventsWanted,
  by: Doer,
  { offset, limit, direction }: Rows,
): Promise<Found> {
  const { table, at } = events;
  const way = direction === "desc" ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ ids: string[]; counted: number; seen: number }>`
    with first_ones as materialized (
      select id, ${sql.ref(by.column)} as person, ${sql.ref(at)} as at from ${sql.table(table)}
      where ${eventsWhere(events, wanted)} order by ${sql.ref(at)} ${way}, id ${way} limit ${LOOKED_THROUGH}
    ), called as materialized (
      -- One by one, by their ids: the planner would read everybody in the house who is called so.
      select person from (select distinct person from first_ones) someone cross join lateral (
        select from users where users.id = someone.person and ${isCalled(by.called)} limit 1) found
    ), found as materialized (
      select first_ones.id, first_ones.at from first_ones join called using (person)
    )
    select array(select id from found order by at ${way}, id ${way} limit ${limit} offset ${offset}) as ids,
      (select count(*) from found) as counted, (select count(*) from first_ones) as seen`.execute(db);
  const { ids, counted, seen } = rows[0] ?? { ids: [], counted: 0, seen: 0 };
  return { ids, counted, isCut: seen === LOOKED_THROUGH };
}
