import type { KeptAccess } from "@umbral/contract/access-control/access-list";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { livingCardHolders, livingSpaces } from "../spaces/index.ts";

/** Has this installation an access list of any building? */
export async function haveLists(db: Db): Promise<boolean> {
  const row = await db.selectFrom("access_heads").select("building_id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/** A list as it is: `digest` is of the entries that every controller knows, `passDigest` of passes and their ways. */
export interface ListHead extends KeptAccess {
  passDigest: string;
}
const headColumns = ["epoch", "number", "digest", "pass_digest as passDigest"] as const;

export function findHead(db: Db, buildingId: string): Promise<ListHead | undefined> {
  return db
    .selectFrom("access_heads")
    .select(headColumns)
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
}

/**
 * The head of a building's list, held until the transaction ends: numbers have no gaps, and of two who reckon at once the
 * later sees what the earlier wrote. Undefined for a building whose list was never made. The building is held first, as by
 * whoever deletes it: else each would wait for the other.
 */
export async function lockHead(trx: Trx, buildingId: string): Promise<ListHead | undefined> {
  await sql`select id from buildings where id = ${buildingId} for key share`.execute(trx);
  return trx
    .selectFrom("access_heads")
    .select(headColumns)
    .where("building_id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
}

/** Begins the list of a building that has none. */
export async function insertHead(
  trx: Trx,
  buildingId: string,
  head: KeptAccess,
  { at, program }: { at: Date; program: string },
): Promise<void> {
  await sql`
    insert into access_heads (building_id, epoch, number, digest, changed_at, reckoned_by, reckoned_number)
    select id, ${head.epoch}, ${head.number}, ${head.digest}, ${at}, ${program}, ${head.number}
    from buildings where id = ${buildingId}
    on conflict (building_id) do nothing`.execute(trx);
}

/** A list is another one. What this program reckoned of the whole counts on; of one that another wrote into it does not. */
export async function updateHead(
  trx: Trx,
  buildingId: string,
  { passDigest, ...others }: ListHead,
  { at, program }: { at: Date; program: string },
): Promise<void> {
  await trx
    .updateTable("access_heads")
    .set({
      ...others,
      pass_digest: passDigest,
      changed_at: at,
      reckoned_number: sql<number | null>`
        case when reckoned_by = ${program} and reckoned_number = number then ${others.number}::bigint
        else reckoned_number end`,
    })
    .where("building_id", "=", buildingId)
    .execute();
}

/**
 * Begins a new story of every building's list: what a controller was told before is no start for what it is told from now
 * on, although the numbers may be the same. Each is reckoned anew by the next server.
 */
export async function beginEpochs(trx: Trx, now: Date): Promise<void> {
  await sql`
    update access_heads set epoch = greatest(${now.getTime()}::bigint, epoch + 1), changed_at = ${now},
      reckoned_at = null`.execute(trx);
}

/** An entry as its building's list has it. */
export interface PresentEntry {
  key: string;
  digest: string;
}

/**
 * Entries that are not gone, of one of the two tables of a list: of somebody or something, and by name.
 * @param rows `from` the table, where `isTheirs`
 */
export async function findPresentIn(
  trx: Trx,
  buildingId: string,
  rows: { from: RawBuilder<unknown>; isTheirs: RawBuilder<unknown> },
  keys: readonly string[],
): Promise<PresentEntry[]> {
  const present = sql`select key, digest ${rows.from} where building_id = ${buildingId} and body is not null`;
  const { rows: found } = await sql<PresentEntry>`
    ${present} and ${rows.isTheirs} union ${present} and key = any(${[...keys]}::text[])`.execute(trx);
  return found;
}

/** Entries that are not gone: of some people, and by name. */
export const findPresent = (
  trx: Trx,
  buildingId: string,
  { holderIds, keys }: { holderIds: readonly string[]; keys: readonly string[] },
): Promise<PresentEntry[]> =>
  findPresentIn(
    trx,
    buildingId,
    { from: sql`from access_entries`, isTheirs: sql`holder_id = any(${[...holderIds]}::uuid[])` },
    keys,
  );

/** Entries that are not gone and of nobody: `areas` names doors, what else there is stands for the whole building. */
export async function findPresentOfBuilding(
  trx: Trx,
  buildingId: string,
  which: "areas" | "others",
): Promise<PresentEntry[]> {
  const isArea = sql`key like 'area:%'`;
  const { rows } = await sql<PresentEntry>`
    select key, digest from access_entries
    where building_id = ${buildingId} and holder_id is null and body is not null
      and ${which === "areas" ? isArea : sql`not ${isArea}`}`.execute(trx);
  return rows;
}

/** An entry with its next number; without a body it is gone. */
export interface WrittenEntry {
  key: string;
  number: number;
  body: string | null;
  digest: string | null;
  holderId: string | null;
  cardId: string | null;
  passId: string | null;
  wayKey: string | null;
}

/** What the two tables of a list differ in. */
export interface EntryTable {
  insertInto: RawBuilder<unknown>;
  /** The columns of whose an entry is, and what each entry has in them. */
  owners: RawBuilder<unknown>;
  ownersOf: (
    column: <Name extends keyof WrittenEntry>(name: Name) => WrittenEntry[Name][],
  ) => RawBuilder<unknown>;
  /** What becomes of them where the entry was there. */
  keep: RawBuilder<unknown>;
}

/** Writes entries of either table in one statement. */
export async function writeInto(
  trx: Trx,
  buildingId: string,
  { insertInto, owners, ownersOf, keep }: EntryTable,
  entries: readonly WrittenEntry[],
): Promise<void> {
  const column = <Name extends keyof WrittenEntry>(name: Name) => entries.map((entry) => entry[name]);
  await sql`
    ${insertInto} (building_id, key, number, body, digest, ${owners})
    select ${buildingId}::uuid, key, number, body, digest, ${owners}
    from unnest(${column("key")}::text[], ${column("number")}::bigint[], ${column("body")}::text[],
      ${column("digest")}::text[], ${ownersOf(column)})
      as wanted (key, number, body, digest, ${owners})
    on conflict (building_id, key) do update set
      number = excluded.number, body = excluded.body, digest = excluded.digest, ${keep}`.execute(trx);
}

/** Whose a gone one was stays: a fact of it may come late. */
const ofPeople: EntryTable = {
  insertInto: sql`insert into access_entries`,
  owners: sql`holder_id, card_id`,
  ownersOf: (column) => sql`${column("holderId")}::uuid[], ${column("cardId")}::uuid[]`,
  keep: sql`holder_id = coalesce(excluded.holder_id, access_entries.holder_id),
    card_id = coalesce(excluded.card_id, access_entries.card_id)`,
};

/** Writes entries of people and doors. */
export const writeEntries = (trx: Trx, buildingId: string, entries: readonly WrittenEntry[]): Promise<void> =>
  writeInto(trx, buildingId, ofPeople, entries);

export function findBuilding(db: Db, buildingId: string) {
  return db
    .selectFrom("buildings")
    .select(["offline_days as offlineDays", "time_zone as timeZone"])
    .where("id", "=", buildingId)
    .executeTakeFirst();
}

export function findSchedules(db: Db, buildingId: string) {
  return db
    .selectFrom("access_schedules")
    .select(["id", "hours", "on_holidays as onHolidays"])
    .where("building_id", "=", buildingId)
    .execute();
}

/** A card and its holder. */
export interface HeldCard {
  userId: string;
  isActive: boolean;
  /** Are they anything in this building? */
  belongs: boolean;
  cardId: string;
  tag: string;
  isCardActive: boolean;
  isLost: boolean;
  from: Date | null;
  until: Date | null;
}

/** The cards of some people, by person and tag. */
export async function findHeldCards(
  db: Db,
  { buildingId, userIds, now }: { buildingId: string; userIds: readonly string[]; now: Date },
): Promise<HeldCard[]> {
  const { rows } = await sql<HeldCard>`
    select users.id as "userId", users.active as "isActive",
      (exists (select from ${livingSpaces(now)}
          where spaces.user_id = users.id and spaces.building_id = ${buildingId})
        or exists (select from ${livingCardHolders(now)}
          where card_holders.user_id = users.id and card_holders.building_id = ${buildingId})) as "belongs",
      cards.id as "cardId", cards.tag as "tag", cards.active as "isCardActive",
      cards.lost_at is not null as "isLost", cards.valid_from as "from", cards.valid_until as "until"
    from cards join users on users.id = cards.user_id
    where cards.user_id = any(${[...userIds]}::uuid[])
    order by cards.user_id, cards.tag`.execute(db);
  return rows;
}

/** Everybody whose entries a building's list has, or may have to have. */
export async function findPeopleOf(db: Db, buildingId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array(
      select holder_id from access_entries
      where building_id = ${buildingId} and holder_id is not null and body is not null
      union
      select user_id from ${livingSpaces(now)} where building_id = ${buildingId}
      union
      select user_id from ${livingCardHolders(now)} where building_id = ${buildingId}
      union
      select user_id from access_grants join access_levels on access_levels.id = access_grants.level_id
      where access_levels.building_id = ${buildingId}
    ) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

/** In which buildings the lists have, or may have to have, entries of some people. */
export async function findBuildingsOf(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<{ buildingId: string; userId: string }[]> {
  const people = sql`any(${[...userIds]}::uuid[])`;
  const { rows } = await sql<{ buildingId: string; userId: string }>`
    select building_id as "buildingId", holder_id as "userId" from access_entries where holder_id = ${people}
    union
    select building_id, user_id from ${livingSpaces(now)} where user_id = ${people}
    union
    select building_id, user_id from ${livingCardHolders(now)} where user_id = ${people}
    union
    select access_levels.building_id, access_grants.user_id
    from access_grants join access_levels on access_levels.id = access_grants.level_id
    where access_grants.user_id = ${people}`.execute(db);
  return rows;
}

/** What changed and was not reckoned yet, the oldest first. */
export async function findStalePeople(db: Db, most: number) {
  return db
    .selectFrom("access_stale")
    .select(["id", "building_id as buildingId", "user_id as userId"])
    .where("user_id", "is not", null)
    .orderBy("id")
    .limit(most)
    .$narrowType<{ userId: string }>()
    .execute();
}

/** Whole buildings of which something changed that was not reckoned yet. */
export async function findStaleBuildings(db: Db) {
  return db
    .selectFrom("access_stale")
    .select(["id", "building_id as buildingId"])
    .where("user_id", "is", null)
    .where("building_id", "is not", null)
    .orderBy("id")
    .$narrowType<{ buildingId: string }>()
    .execute();
}

/** Whole buildings are to be reckoned anew, after a while: nobody is woken for them. */
export async function putBuildingsBack(db: Db, buildingIds: readonly string[]): Promise<void> {
  if (buildingIds.length > 0) {
    await sql`insert into access_stale (building_id)
      select building_id from unnest(${[...buildingIds]}::uuid[]) as building_id,
        (select set_config('umbral.puts_back', 'on', true) offset 0) as back`.execute(db);
  }
}

export async function deleteStale(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) {
    await sql`delete from access_stale where id = any(${[...ids]}::bigint[])`.execute(db);
  }
}

/**
 * Entries that changed after a number, up to another one; of a whole list none that are gone.
 * @param hasPasses passes and their ways among them
 */
export async function findChanged(
  db: Db,
  asked: { buildingId: string; after: number; upTo: number; most: number; hasPasses: boolean },
): Promise<{ key: string; number: number; body: string | null }[]> {
  const { buildingId, after, upTo, most, hasPasses } = asked;
  const changed = sql`
    where building_id = ${buildingId} and number > ${after} and number <= ${upTo}
      and ${after === 0 ? sql`body is not null` : sql`true`}
    order by number limit ${most}`;
  const ofPasses = sql`union all (select key, number, body from access_pass_entries ${changed})`;
  const { rows } = await sql<{ key: string; number: number; body: string | null }>`
    select key, number, body from (
      (select key, number, body from access_entries ${changed}) ${hasPasses ? ofPasses : sql``}
    ) changed order by number limit ${most}`.execute(db);
  return rows;
}
