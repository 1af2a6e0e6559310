import type { NoticeRule, WatchState } from "@umbral/contract/notice-rules/notice-rules.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { homeSpaces, livingCardHolders } from "../spaces/index.ts";

/** A home of somebody who lives in it. What they choose stands on this stay. */
export interface OwnHome {
  spaceId: string;
  userId: string;
  name: string;
  apartmentId: string;
  buildingId: string;
  timeZone: string;
}

/** Undefined for a home in which this person does not live. Of several roles there the oldest counts. */
export async function findOwnHome(
  db: Db,
  userId: string,
  apartmentId: string,
  now: Date,
): Promise<OwnHome | undefined> {
  const row = await db
    .selectFrom(homeSpaces(now))
    .innerJoin("buildings", "buildings.id", "spaces.building_id")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select([
      "spaces.id as spaceId",
      "users.name as name",
      "spaces.building_id as buildingId",
      "buildings.time_zone as timeZone",
    ])
    .where("spaces.user_id", "=", userId)
    .where("spaces.apartment_id", "=", apartmentId)
    .orderBy("spaces.id")
    .executeTakeFirst();
  return row && { ...row, userId, apartmentId };
}

/** What was chosen; what was not stands not here. */
export async function findRules(
  db: Db,
  spaceId: string,
): Promise<Pick<NoticeRule, "kind" | "tells" | "hours">[]> {
  return db
    .selectFrom("notice_rules")
    .select(["kind", "tells", "hours"])
    .where("space_id", "=", spaceId)
    .execute();
}

export async function upsertRule(trx: Trx, home: OwnHome, rule: NoticeRule): Promise<void> {
  const chosen = { tells: rule.tells, hours: JSON.stringify(rule.hours) };
  await trx
    .insertInto("notice_rules")
    .values({ space_id: home.spaceId, user_id: home.userId, kind: rule.kind, ...chosen })
    .onConflict((conflict) => conflict.columns(["space_id", "kind"]).doUpdateSet(chosen))
    .execute();
}

/** Who lives in a home (`stay`), and who is of it without an account (null). */
const staysOf = (apartmentId: string, now: Date) => sql`
  select spaces.user_id, spaces.id as stay from ${homeSpaces(now)} where spaces.apartment_id = ${apartmentId}::uuid
  union all
  select card_holders.user_id, null from ${livingCardHolders(now)} where card_holders.apartment_id = ${apartmentId}::uuid`;

export interface PersonOfHome {
  id: string;
  name: string;
  hasAccount: boolean;
  /** The stay on which a consent of theirs stands; null without an account. */
  stay: string | null;
  state: WatchState | null;
}

/** The others of a home, and whether this person is told when they come; one alone where it is said. */
export async function findPeopleOfHome(
  db: Db,
  home: OwnHome,
  now: Date,
  personId: string | null = null,
): Promise<PersonOfHome[]> {
  const { rows } = await sql<PersonOfHome>`
    with stays as (${staysOf(home.apartmentId, now)})
    select users.id, users.name, count(stays.stay) > 0 as "hasAccount",
      (array_agg(stays.stay order by stays.stay))[1] as stay, max(watches.state) as state
    from stays
    join users on users.id = stays.user_id and (users.active or stays.stay is null)
    left join arrival_watches watches on watches.space_id = ${home.spaceId}::uuid and watches.watched_id = users.id
      and watches.watched_space_id is not distinct from stays.stay
    where users.id <> ${home.userId}::uuid and (${personId}::uuid is null or users.id = ${personId}::uuid)
    group by users.id
    order by plain_text(users.name), users.id`.execute(db);
  return rows;
}

/** Whoever wants to know when this person comes, or, for a leader, when somebody without an account does. */
export async function findWatchers(db: Db, home: OwnHome, isLeader: boolean, now: Date) {
  const { rows } = await sql<{
    watcherId: string;
    watcherName: string;
    ofId: string;
    ofName: string;
    state: WatchState;
  }>`
    with stays as (${staysOf(home.apartmentId, now)})
    select watcher.id as "watcherId", watcher.name as "watcherName", watched.id as "ofId", watched.name as "ofName",
      watches.state
    from stays
    join arrival_watches watches on watches.watched_id = stays.user_id
      and watches.watched_space_id is not distinct from stays.stay
    join stays own on own.stay = watches.space_id
    join users watcher on watcher.id = watches.watcher_id
    join users watched on watched.id = watches.watched_id
    where stays.user_id = ${home.userId}::uuid or (${isLeader} and stays.stay is null)
    order by plain_text(watcher.name), watcher.id, plain_text(watched.name), watched.id`.execute(db);
  return rows;
}

/** Somebody wishes to know when another comes home. False when that was asked before. */
export async function insertWatch(
  trx: Trx,
  home: OwnHome,
  watched: Pick<PersonOfHome, "id" | "stay">,
  decided: { state: WatchState; by: string | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into arrival_watches
      (space_id, watcher_id, watched_id, watched_space_id, state, asked_at, decided_by, decided_at)
    values (${home.spaceId}, ${home.userId}, ${watched.id}, ${watched.stay}, ${decided.state}, ${decided.at},
      ${decided.by}, ${decided.state === "asked" ? null : decided.at})
    on conflict (space_id, watched_id) do update set watched_space_id = excluded.watched_space_id,
      state = excluded.state, asked_at = excluded.asked_at, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at
      -- what stood on another stay is over, and a leader may think again
      where arrival_watches.watched_space_id is distinct from excluded.watched_space_id
        or excluded.state = 'allowed'
    returning 1`.execute(trx);
  return rows.length === 1;
}

/** The wish is taken back. A no stays: it is not asked again. */
export async function deleteWatch(trx: Trx, home: OwnHome, watchedId: string): Promise<void> {
  await trx
    .deleteFrom("arrival_watches")
    .where("space_id", "=", home.spaceId)
    .where("watched_id", "=", watchedId)
    .where("state", "!=", "refused")
    .execute();
}

/** A yes or a no of whoever may say it. False where there is no such wish, or it is not theirs to answer. */
export async function decideWatch(
  trx: Trx,
  home: OwnHome,
  asked: { personId: string; watcherId: string; isLeader: boolean; allows: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with stays as (${staysOf(home.apartmentId, asked.now)})
    update arrival_watches watches set state = ${asked.allows ? "allowed" : "refused"},
      decided_by = ${home.userId}, decided_at = ${asked.now}
    from stays own, stays
    where own.stay = watches.space_id and watches.watcher_id = ${asked.watcherId}::uuid
      and watches.watched_id = ${asked.personId}::uuid and stays.user_id = watches.watched_id
      and watches.watched_space_id is not distinct from stays.stay
      and (watches.watched_id = ${home.userId}::uuid or (${asked.isLeader} and watches.watched_space_id is null))
    returning 1`.execute(trx);
  return rows.length > 0;
}

/** Everybody who lives in a home. @param role of this role alone */
export async function findResidents(
  db: Db,
  apartmentId: string,
  now: Date,
  role?: "RESIDENTE_LIDER",
): Promise<string[]> {
  const rows = await db
    .selectFrom(homeSpaces(now))
    .select("spaces.user_id as id")
    .distinct()
    .where("spaces.apartment_id", "=", apartmentId)
    .$if(role !== undefined, (query) => query.where("spaces.role", "=", role ?? "RESIDENTE_LIDER"))
    .execute();
  return rows.map(({ id }) => id);
}

/** What stood on a stay that is over is let go. */
export async function deleteOfEndedStays(db: Db, now: Date): Promise<void> {
  const living = sql`(select spaces.id from ${homeSpaces(now)})`;
  await sql`delete from notice_rules where space_id not in ${living}`.execute(db);
  await sql`delete from arrival_watches
    where space_id not in ${living} or (watched_space_id is not null and watched_space_id not in ${living})`.execute(
    db,
  );
}
