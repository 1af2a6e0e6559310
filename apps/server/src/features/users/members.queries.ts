import type { Db } from "../../platform/database.ts";
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
