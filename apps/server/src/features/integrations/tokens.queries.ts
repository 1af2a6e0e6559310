import type { TokenRight } from "@umbral/contract/lib/token-rights";
import { sql } from "kysely";
import type { TokenCaller } from "../../platform/actor.ts";
import type { Db, Trx } from "../../platform/database.ts";

const doorsOfToken = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', doors.id, 'name', doors.name) order by doors.name, doors.id), '[]')
  from api_token_doors join doors on doors.id = api_token_doors.door_id
  where api_token_doors.token_id = api_tokens.id)`;

/** The tokens of a building that nobody took back, the newest first. */
export function findTokens(db: Db, of: { buildingId: string } | { id: string }) {
  return db
    .selectFrom("api_tokens")
    .select([
      "id",
      "name",
      "prefix",
      "rights",
      doorsOfToken.as("doors"),
      "created_at as createdAt",
      "expires_at as expiresAt",
      "last_used_at as lastUsedAt",
      "last_used_from as lastUsedFrom",
    ])
    .where("buildingId" in of ? "building_id" : "id", "=", "buildingId" in of ? of.buildingId : of.id)
    .where("taken_back_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
export type TokenRow = Awaited<ReturnType<typeof findTokens>>[number];

/** Two that are made at once are one after the other, so that no more are kept than may be. */
export async function lockTokensOf(trx: Trx, buildingId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tokens:${buildingId}`}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom("api_tokens")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("building_id", "=", buildingId)
    .where("taken_back_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertToken(
  trx: Trx,
  token: {
    id: string;
    buildingId: string;
    userId: string;
    name: string;
    digest: Buffer;
    prefix: string;
    rights: readonly TokenRight[];
    createdBy: string;
    createdAt: Date;
    expiresAt: Date | null;
  },
): Promise<void> {
  await trx
    .insertInto("api_tokens")
    .values({
      id: token.id,
      building_id: token.buildingId,
      user_id: token.userId,
      name: token.name,
      digest: token.digest,
      prefix: token.prefix,
      rights: [...token.rights],
      created_by: token.createdBy,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** The doors of that building alone. @returns how many of them there are */
export async function insertTokenDoors(
  trx: Trx,
  { tokenId, buildingId, doorIds }: { tokenId: string; buildingId: string; doorIds: readonly string[] },
): Promise<number> {
  const inserted = await trx
    .insertInto("api_token_doors")
    .columns(["token_id", "door_id"])
    .expression((eb) =>
      eb
        .selectFrom("doors")
        .select([sql<string>`${tokenId}::uuid`.as("token_id"), "doors.id as door_id"])
        .where("doors.building_id", "=", buildingId)
        .where("doors.id", "in", doorIds),
    )
    .returning("door_id")
    .execute();
  return inserted.length;
}

/** Undefined when the building has no such token, or somebody took it back before. */
export function markTokenTakenBack(trx: Trx, token: { id: string; buildingId: string }, now: Date) {
  return trx
    .updateTable("api_tokens")
    .set({ taken_back_at: now })
    .where("id", "=", token.id)
    .where("building_id", "=", token.buildingId)
    .where("taken_back_at", "is", null)
    .returning("user_id as userId")
    .executeTakeFirst();
}

/** The programs whose tokens are good now, by a digest or by ids. */
export async function findCallers(
  db: Db,
  by: { digest: Buffer } | { tokenIds: readonly string[] },
  now: Date,
): Promise<(TokenCaller & { lastUsedAt: Date | null; lastUsedFrom: string | null })[]> {
  return db
    .selectFrom("api_tokens")
    .select([
      "id as tokenId",
      "user_id as accountId",
      "name",
      "building_id as buildingId",
      "rights",
      sql<string[]>`(select coalesce(json_agg(door_id), '[]') from api_token_doors
        where token_id = api_tokens.id)`.as("doorIds"),
      "expires_at as expiresAt",
      "last_used_at as lastUsedAt",
      "last_used_from as lastUsedFrom",
    ])
    .where((eb) => ("digest" in by ? eb("digest", "=", by.digest) : eb("id", "in", by.tokenIds)))
    .where("taken_back_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .execute();
}

/** Writes that a token is used, unless that was written after `since` from the same address. */
export async function touchToken(
  db: Db,
  { tokenId, from, now, since }: { tokenId: string; from: string; now: Date; since: Date },
): Promise<void> {
  await db
    .updateTable("api_tokens")
    .set({ last_used_at: now, last_used_from: from })
    .where("id", "=", tokenId)
    .where((eb) =>
      eb.or([
        eb("last_used_at", "is", null),
        eb("last_used_at", "<", since),
        eb("last_used_from", "is distinct from", from),
      ]),
    )
    .execute();
}

/** A building as a program is told of it. */
export function findBuildingCalled(db: Db, id: string) {
  return db
    .selectFrom("buildings")
    .select(["id", "name", "time_zone as timeZone"])
    .where("id", "=", id)
    .executeTakeFirst();
}
