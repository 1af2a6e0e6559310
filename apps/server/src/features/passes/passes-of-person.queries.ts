import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { guestColumns } from "./pass-columns.ts";

/** Passes that somebody made in these buildings: by which somebody is inside first, then who may come, then the latest. */
export function findPassesOfPerson(
  db: Db,
  { userId, buildings, now, limit }: { userId: string; buildings: Buildings; now: Date; limit: number },
) {
  return (
    db
      .selectFrom("passes")
      .innerJoin("buildings", "buildings.id", "passes.building_id")
      .leftJoin("apartments", "apartments.id", "passes.apartment_id")
      .select(guestColumns)
      .select([
        "passes.apartment_id as apartmentId",
        "apartments.name as apartmentName",
        "buildings.name as buildingName",
        "buildings.time_zone as timeZone",
      ])
      .select((eb) => eb.ref("passes.guest_name").$notNull().as("name"))
      .where("passes.made_by", "=", userId)
      .where(within("passes.building_id", buildings))
      // One whose guest was forgotten tells nothing to anybody any more.
      .where("passes.guest_name", "is not", null)
      .orderBy(sql`passes.entered > passes.went_out`, "desc")
      .orderBy(
        sql`passes.taken_back_at is null and passes.ends_at > ${now}
        and (passes.entries is null or passes.entered < passes.entries)`,
        "desc",
      )
      .orderBy(sql`least(passes.ends_at, passes.taken_back_at)`, "desc")
      .orderBy("passes.id", "desc")
      .limit(limit)
      .execute()
  );
}

/** Counted no further than `most`. */
export async function countPassesOf(
  db: Db,
  { userId, buildings, most }: { userId: string; buildings: Buildings; most: number },
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("passes")
        .select("id")
        .where("made_by", "=", userId)
        .where(within("passes.building_id", buildings))
        .limit(most)
        .as("some"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
