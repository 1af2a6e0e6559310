import type { WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import type { NoticeKind, NoticeTells } from "@umbral/contract/notice-rules/notice-rules.contract";
import { NOTICES_AN_HOUR } from "@umbral/contract/notice-rules/wanted";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { homeSpaces, livingCardHolders } from "../spaces/index.ts";

/** Who chose to be told, and when. */
export interface Hearer {
  spaceId: string;
  userId: string;
  apartmentId: string;
  tells: NoticeTells;
  hours: WeeklyHours[];
}

/** A door at which somebody comes home, and in whose building. */
export async function findPerimeterDoor(db: Db, { id, buildingId }: { id: string; buildingId: string }) {
  return db
    .selectFrom("doors")
    .innerJoin("buildings", "buildings.id", "doors.building_id")
    .select(["doors.name as door", "buildings.name as building", "buildings.time_zone as timeZone"])
    .where("doors.id", "=", id)
    .where("doors.building_id", "=", buildingId)
    .where("doors.scope", "=", "building")
    .executeTakeFirst();
}

export async function findPlace(db: Db, buildingId: string) {
  return db
    .selectFrom("buildings")
    .select(["name as building", "time_zone as timeZone"])
    .where("id", "=", buildingId)
    .executeTakeFirst();
}

/** Those who live with this person and whom they let know that they came; each in the home that they share. */
export async function findWhoAwaits(
  db: Db,
  { userId, buildingId, now }: { userId: string; buildingId: string; now: Date },
): Promise<(Hearer & { name: string })[]> {
  const { rows } = await sql<Hearer & { name: string }>`
    with stays as (
      select spaces.apartment_id, spaces.id as stay from ${homeSpaces(now)}
      where spaces.user_id = ${userId}::uuid and spaces.building_id = ${buildingId}::uuid
      union all
      select card_holders.apartment_id, null from ${livingCardHolders(now)}
      where card_holders.user_id = ${userId}::uuid and card_holders.building_id = ${buildingId}::uuid
    )
    select distinct on (watches.watcher_id) watches.space_id as "spaceId", watches.watcher_id as "userId",
      stays.apartment_id as "apartmentId", coalesce(rules.tells, 'every') as tells,
      coalesce(rules.hours, '[]') as hours, watched.name
    from stays
    join arrival_watches watches on watches.watched_id = ${userId}::uuid and watches.state = 'allowed'
      and watches.watched_space_id is not distinct from stays.stay
    join ${homeSpaces(now)} on spaces.id = watches.space_id and spaces.apartment_id = stays.apartment_id
    join users watcher on watcher.id = watches.watcher_id and watcher.active
    join users watched on watched.id = watches.watched_id
    left join notice_rules rules on rules.space_id = watches.space_id and rules.kind = 'arrivals'
    order by watches.watcher_id, watches.space_id`.execute(db);
  return rows;
}

/** Those of a building who chose to be told of doors, with where their home lies. */
export async function findWhoMindsDoors(
  db: Db,
  buildingId: string,
  now: Date,
): Promise<(Hearer & { towerId: string; floorId: string })[]> {
  return db
    .selectFrom("notice_rules")
    .innerJoin(homeSpaces(now), "spaces.id", "notice_rules.space_id")
    .innerJoin("apartments", "apartments.id", "spaces.apartment_id")
    .innerJoin("users", "users.id", "notice_rules.user_id")
    .select([
      "notice_rules.space_id as spaceId",
      "notice_rules.user_id as userId",
      "apartments.id as apartmentId",
      "apartments.tower_id as towerId",
      "apartments.floor_id as floorId",
      "notice_rules.tells as tells",
      "notice_rules.hours as hours",
    ])
    .where("notice_rules.kind", "=", "doors")
    .where("notice_rules.tells", "!=", "no")
    .where("spaces.building_id", "=", buildingId)
    .where("users.active", "=", true)
    .execute();
}

/** What these people chose of the guests of a home; who chose nothing is not among them. */
export async function findGuestRules(
  db: Db,
  { people, apartmentId, now }: { people: readonly string[]; apartmentId: string; now: Date },
): Promise<Hearer[]> {
  const { rows } = await sql<Hearer>`
    select distinct on (rules.user_id) rules.space_id as "spaceId", rules.user_id as "userId",
      spaces.apartment_id as "apartmentId", rules.tells, rules.hours
    from notice_rules rules
    join ${homeSpaces(now)} on spaces.id = rules.space_id and spaces.apartment_id = ${apartmentId}::uuid
    where rules.kind = 'guests' and rules.user_id = any(${people}::uuid[])
    order by rules.user_id, rules.space_id`.execute(db);
  return rows;
}

/**
 * Counts that these are told once more. Rows are locked in one order, so that two facts of a building do not wait for each other.
 * @returns whose number of this hour is not used up
 */
export async function countTold(
  trx: Trx,
  kind: NoticeKind,
  hearers: readonly Hearer[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (hearers.length === 0) {
    return new Set();
  }
  const began = sql`hour_began > ${now}::timestamptz - interval '1 hour'`;
  const { rows } = await sql<{ userId: string }>`
    with chosen as (
      select space_id from notice_rules
      where kind = ${kind} and space_id = any(${hearers.map(({ spaceId }) => spaceId)}::uuid[])
      order by space_id for update
    )
    update notice_rules set told = case when ${began} then told + 1 else 1 end,
      hour_began = case when ${began} then hour_began else ${now}::timestamptz end
    from chosen
    where notice_rules.space_id = chosen.space_id and notice_rules.kind = ${kind}
      and (hour_began is null or not (${began}) or told < ${NOTICES_AN_HOUR[kind]})
    returning notice_rules.user_id as "userId"`.execute(trx);
  return new Set(rows.map(({ userId }) => userId));
}
