import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/living-spaces.ts";

export async function insertOpening(
  trx: Trx,
  opening: {
    id: string;
    buildingId: string;
    doorId: string;
    orderId: string | null;
    userId: string | null;
    origin: OpenDoorOrigin;
    occurredAt: Date;
    toldAt: Date | null;
    isCertain: boolean;
  },
): Promise<boolean> {
  const kept = await trx
    .insertInto("open_door_events")
    .columns([
      "id",
      "building_id",
      "door_id",
      "door_name",
      "order_id",
      "user_id",
      "apartment_id",
      "origin",
      "occurred_at",
      "told_at",
      "picture_file_id",
      "is_certain",
    ])
    .expression((eb) =>
      eb
        .selectFrom("doors")
        .select([
          sql<string>`${opening.id}::uuid`.as("id"),
          "doors.building_id",
          "doors.id as door_id",
          "doors.name as door_name",
          sql<string | null>`${opening.orderId}::uuid`.as("order_id"),
          sql<string | null>`${opening.userId}::uuid`.as("user_id"),
          sql<string | null>`(select apartment_id from ${livingSpaces(opening.occurredAt)}
            where user_id = ${opening.userId}::uuid and building_id = doors.building_id and apartment_id is not null
            order by last_used_at desc nulls last, created_at limit 1)`.as("apartment_id"),
          sql<OpenDoorOrigin>`${opening.origin}::text`.as("origin"),
          sql<Date>`${opening.occurredAt}::timestamptz`.as("occurred_at"),
          sql<Date | null>`${opening.toldAt}::timestamptz`.as("told_at"),
          sql<string | null>`null::uuid`.as("picture_file_id"),
          sql<boolean>`${opening.isCertain}::boolean`.as("is_certain"),
        ])
        .where("doors.id", "=", opening.doorId)
        .where("doors.building_id", "=", opening.buildingId),
    )
    .onConflict((conflict) =>
      // What may have been is certain once the controller knows it; never the other way.
      conflict
        .column("id")
        .doUpdateSet({ is_certain: true })
        .where("open_door_events.building_id", "=", opening.buildingId)
        .where(sql<boolean>`excluded.is_certain`),
    )
    .returning(sql<boolean>`xmax = 0`.as("isNew"))
    .executeTakeFirst();
  return kept?.isNew === true;
}

/** Did somebody open a common door of this building shortly before this one? */
export async function openedJustBefore(
  db: Db,
  opening: { id: string; userId: string; buildingId: string; at: Date },
  withinMs: number,
): Promise<boolean> {
  const before = await db
    .selectFrom("open_door_events")
    .innerJoin("doors", "doors.id", "open_door_events.door_id")
    .select("open_door_events.id")
    .where("open_door_events.user_id", "=", opening.userId)
    .where("open_door_events.building_id", "=", opening.buildingId)
    .where("doors.scope", "=", "building")
    .where("open_door_events.id", "!=", opening.id)
    .where("open_door_events.occurred_at", ">", new Date(opening.at.getTime() - withinMs))
    .where("open_door_events.occurred_at", "<=", opening.at)
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

export async function attachPicture(
  trx: Trx,
  buildingId: string,
  openingId: string,
  fileId: string,
): Promise<boolean> {
  const attached = await trx
    .updateTable("open_door_events")
    .set({ picture_file_id: fileId })
    .where("id", "=", openingId)
    .where("building_id", "=", buildingId)
    .where("picture_file_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  return attached !== undefined;
}

/** The controller sent something as this opening's picture that is none; false for an opening nobody knows. */
export async function markBrokenPicture(trx: Trx, buildingId: string, openingId: string): Promise<boolean> {
  const marked = await trx
    .updateTable("open_door_events")
    .set({ has_broken_picture: true })
    .where("id", "=", openingId)
    .where("building_id", "=", buildingId)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
}
