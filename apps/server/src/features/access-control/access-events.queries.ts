import type { AccessOutcome, CredentialKind } from "@umbral/contract/access-control/decision";
import { LONGEST_PIN, SHORTEST_PIN } from "@umbral/contract/access-control/pins";
import { sql } from "kysely";
import type { Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import { deletePictures } from "../../platform/pictures.queries.ts";

export interface NewAccess {
  id: string;
  buildingId: string;
  doorId: string;
  cardId: string | null;
  holderId: string | null;
  passId: string | null;
  tag: string | null;
  credential: CredentialKind;
  outcome: AccessOutcome;
  isOffline: boolean;
  occurredAt: Date;
  /** What the controller said, where that cannot be. */
  toldAt: Date | null;
}

/** What may have been typed as a PIN, where a reader types its cards: an earlier controller tells it in clear. */
const TYPED = `^[0-9]{${SHORTEST_PIN},${LONGEST_PIN}}$`;

/** What was written down of it. */
export interface KeptAccess {
  doorId: string | null;
  cardId: string | null;
  userId: string | null;
  passId: string | null;
}

/**
 * Writes down what was decided at a reader, once. Door, card, person and pass are believed as far as they are, or were, of
 * this building: a controller was told of no others.
 * @returns what it was, and whose; undefined when this was written down before
 */
export async function insertAccess(
  trx: Trx,
  { buildingId, doorId, cardId, holderId, passId, ...access }: NewAccess,
): Promise<KeptAccess | undefined> {
  const { rows } = await sql<KeptAccess>`
    with door as (
      select id, name, reader ->> 'kind' as reader from doors where id = ${doorId}::uuid and building_id = ${buildingId}::uuid
    ), card as (
      select card_id, holder_id from access_entries
      where card_id = ${cardId}::uuid and building_id = ${buildingId}::uuid limit 1
    ), holder as (
      select holder_id from access_entries
      where holder_id = ${holderId}::uuid and building_id = ${buildingId}::uuid limit 1
    ), pass as (
      select pass_id from access_pass_entries
      where pass_id = ${passId}::uuid and building_id = ${buildingId}::uuid limit 1
    )
    insert into access_events
      (id, building_id, door_id, door_name, card_id, user_id, tag, credential, outcome, is_offline, occurred_at, told_at,
        pass_id)
    values (${access.id}, ${buildingId}, (select id from door), (select name from door),
      (select card_id from card),
      (select id from users where id = coalesce((select holder_id from card), (select holder_id from holder))),
      case when (select reader from door) = 'keyboard-wedge' and ${access.tag}::text ~ ${TYPED} then null
        else ${access.tag}::text end, ${access.credential}, ${access.outcome}, ${access.isOffline}, ${access.occurredAt}, ${access.toldAt}::timestamptz,
      (select pass_id from pass))
    on conflict (id) do nothing
    returning door_id as "doorId", card_id as "cardId", user_id as "userId", pass_id as "passId"`.execute(
    trx,
  );
  return rows[0];
}

/** Whom a controller let in under this name, in this building; null for nobody that is known. */
export async function findGranted(trx: Trx, buildingId: string, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom("access_events")
    .select("user_id")
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .where("outcome", "=", "granted")
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Is there this one in this building, without a picture yet? */
export async function lacksPicture(trx: Trx, buildingId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("access_events")
    .select("id")
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .where("picture_file_id", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function attachPicture(trx: Trx, id: string, fileId: string): Promise<void> {
  await trx.updateTable("access_events").set({ picture_file_id: fileId }).where("id", "=", id).execute();
}

/** The controller sent something as a picture of this one that is none. */
export async function markBrokenPicture(trx: Trx, buildingId: string, id: string): Promise<void> {
  await trx
    .updateTable("access_events")
    .set({ has_broken_picture: true })
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .execute();
}

/**
 * Deletes what was decided longer ago than its building keeps what it notices, the oldest first.
 * @returns how many went, and the pictures that nothing points at any more
 */
export async function deleteOldAccess(
  trx: Trx,
  now: Date,
  most: number,
): Promise<{ count: number; fileIds: string[] }> {
  const { rows } = await sql<{ fileId: string | null }>`
    delete from access_events using (
      select old.id from buildings
      cross join lateral (
        select id from access_events
        where building_id = buildings.id
          and occurred_at < ${now}::timestamptz - make_interval(days => buildings.intrusion_retention_days)
          and ${isNotHeld("access_events.user_id")}
        order by occurred_at limit ${most}
      ) old
      limit ${most}
    ) gone
    where access_events.id = gone.id
    returning access_events.picture_file_id as "fileId"`.execute(trx);
  const fileIds = rows.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  await deletePictures(trx, fileIds);
  return { count: rows.length, fileIds };
}
