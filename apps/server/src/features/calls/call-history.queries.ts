import { type ExpressionBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";
import { homeSpaces, stayBegan } from "../spaces/index.ts";
import { progressColumns } from "./calls.queries.ts";

/** Since when this person has lived in this apartment; undefined when they do not. */
export function findHome(db: Db, userId: string, apartmentId: string, now: Date) {
  return db
    .selectFrom(homeSpaces(now))
    .select((eb) => ["building_id as buildingId", eb.fn.min(stayBegan).as("since")])
    .where("user_id", "=", userId)
    .where("apartment_id", "=", apartmentId)
    .groupBy("building_id")
    .executeTakeFirst();
}

/** Everybody who lives in an apartment. */
export async function findPeopleOf(db: Db, apartmentId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom(homeSpaces(now))
    .select("user_id as id")
    .where("apartment_id", "=", apartmentId)
    .distinct()
    .execute();
  return rows.map(({ id }) => id);
}

/** The ringings of one page, newest first, and how many there are in all. */
export async function findRingings(
  db: Db,
  { apartmentId, since, isToHome = false }: { apartmentId: string; since: Date; isToHome?: boolean },
  { page, limit }: { page: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const ringings = db
    .selectFrom("calls")
    .select((eb) => ["ringing_id as id", eb.fn.min("created_at").as("at")])
    .where("apartment_id", "=", apartmentId)
    .where("created_at", ">=", since)
    // Who was blocked rang nowhere.
    .where("is_blocked", "=", false)
    // Not those with which the home rang the lobby.
    .$if(isToHome, (query) => query.where("is_to_lobby", "=", false))
    .groupBy("ringing_id");
  const [rows, count] = await Promise.all([
    ringings
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom(ringings.as("ringings"))
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map(({ id }) => id), total: Number(count.total) };
}

type CallScope = ExpressionBuilder<Tables, "calls">;

const letInDuring = (eb: Pick<CallScope, "selectFrom">) =>
  eb
    .selectFrom("door_orders")
    .select("door_orders.visitor_id as id")
    .where("door_orders.call_id", "=", sql.ref<string>("calls.id"))
    .where("door_orders.visitor_id", "is not", null);

const writtenDownDuring = (eb: Pick<CallScope, "selectFrom">) =>
  eb
    .selectFrom("visitors as written")
    .select("written.id as id")
    .where("written.call_id", "=", sql.ref<string>("calls.id"));

/** Every call of these ringings, with the last visitor of each and whether a door moved. */
export function findCallsOfRingings(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("calls")
    .innerJoin("users as callers", "callers.id", "calls.caller_id")
    .innerJoin("users as callees", "callees.id", "calls.callee_id")
    .leftJoin("ring_pictures", "ring_pictures.ringing_id", "calls.ringing_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("visitors")
          .select(["visitors.name as name", "visitors.photo_file_id as photoFileId"])
          .where((on) => on("visitors.id", "in", letInDuring(on).unionAll(writtenDownDuring(on))))
          .orderBy((on) => on("visitors.id", "in", letInDuring(on)), "desc")
          .orderBy("visitors.created_at", "desc")
          .limit(1)
          .as("visitor"),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      ...progressColumns,
      "calls.ringing_id as ringingId",
      "callers.id as callerId",
      "callers.name as callerName",
      "callers.photo_file_id as callerPhotoId",
      sql<boolean>`callers.user_type = 'GUEST' and not calls.is_from_sign`.as("isByPass"),
      "calls.is_from_sign as isBySign",
      "callees.id as calleeId",
      "callees.name as calleeName",
      "visitor.name as visitorName",
      "visitor.photoFileId as visitorPhotoId",
      "ring_pictures.picture_file_id as ringPictureId",
      eb
        .exists(
          eb
            .selectFrom("door_orders")
            .select("door_orders.id")
            .whereRef("door_orders.call_id", "=", "calls.id")
            .where("door_orders.action", "=", 200)
            .where("door_orders.outcome", "in", ["moved", "late"]),
        )
        .as("isOpened"),
    ])
    .where("calls.ringing_id", "in", ids)
    .orderBy("calls.id")
    .execute();
}
export type RingingCall = Awaited<ReturnType<typeof findCallsOfRingings>>[number];
