import type { Db, Trx } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";

/** The spaces of an apartment's people that are open, person by person. */
export function findMemberSpaces(db: Db, apartmentId: string, now: Date) {
  return db
    .selectFrom(livingSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select([
      "spaces.id as spaceId",
      "spaces.role as role",
      "spaces.ends_at as endsAt",
      "spaces.created_at as createdAt",
      "spaces.building_id as buildingId",
      "users.id as userId",
      "users.name as name",
      "users.phone as phone",
      "users.photo_file_id as photoFileId",
    ])
    .where("spaces.apartment_id", "=", apartmentId)
    .orderBy("users.name")
    .orderBy("users.id")
    .orderBy("spaces.created_at")
    .execute();
}
export type MemberSpace = Awaited<ReturnType<typeof findMemberSpaces>>[number];

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
