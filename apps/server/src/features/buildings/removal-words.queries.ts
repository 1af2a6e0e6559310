import type { Trx } from "../../platform/database.ts";

/** Who is told that they were removed, and from where; undefined when the place or the person is gone. */
export function findRemovedFrom(
  trx: Trx,
  { userId, buildingId, apartmentId }: { userId: string; buildingId: string; apartmentId: string | null },
) {
  return trx
    .selectFrom("users")
    .innerJoin("buildings", (join) => join.on("buildings.id", "=", buildingId))
    .leftJoin("apartments", (join) => join.on("apartments.id", "=", apartmentId))
    .select([
      "users.name as name",
      "users.email as email",
      "buildings.name as buildingName",
      "apartments.name as apartmentName",
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
}
