import type { Db, Trx } from "../../platform/database.ts";

/** The spaces of an apartment's people that are open, person by person. */
export function findMemberSpaces(db: Db, apartmentId: string, now: Date) {
  return db
    .selectFrom("spaces")
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
    .where("spaces.status", "=", "APPROVED")
    .where((eb) => eb.or([eb("spaces.ends_at", "is", null), eb("spaces.ends_at", ">", now)]))
    .orderBy("users.name")
    .orderBy("users.id")
    .orderBy("spaces.created_at")
    .execute();
}
export type MemberSpace = Awaited<ReturnType<typeof findMemberSpaces>>[number];

/** The open spaces of one person there. Whoever else changes them waits for this transaction. */
export function lockSpacesOf(trx: Trx, apartmentId: string, userId: string, now: Date) {
  return trx
    .selectFrom("spaces")
    .select(["id", "role", "ends_at as endsAt", "building_id as buildingId"])
    .where("apartment_id", "=", apartmentId)
    .where("user_id", "=", userId)
    .where("status", "=", "APPROVED")
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .orderBy("created_at")
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function endSpaces(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0) {
    await trx.updateTable("spaces").set({ status: "ENDED", ended_at: now }).where("id", "in", ids).execute();
  }
}

export async function changeStay(
  trx: Trx,
  spaceId: string,
  stay: { role: "RESIDENTE" | "RESIDENTE_TEMPORAL"; endsAt: Date | null },
): Promise<void> {
  await trx
    .updateTable("spaces")
    .set({ role: stay.role, ends_at: stay.endsAt })
    .where("id", "=", spaceId)
    .execute();
}

/** An apartment is active while somebody approved leads or owns it (decisions §5). */
export async function refreshActive(trx: Trx, apartmentId: string, now: Date): Promise<void> {
  await trx
    .updateTable("apartments")
    .set((eb) => ({
      active: eb.fn<boolean>("exists", [
        eb
          .selectFrom("spaces")
          .select("spaces.id")
          .where("spaces.apartment_id", "=", apartmentId)
          .where("spaces.status", "=", "APPROVED")
          .where("spaces.role", "in", ["RESIDENTE_LIDER", "PROPIETARIO"])
          .where((on) => on.or([on("spaces.ends_at", "is", null), on("spaces.ends_at", ">", now)])),
      ]),
    }))
    .where("id", "=", apartmentId)
    .execute();
}

/** Ends the stays whose time has come; each is ended by one process. */
export function endDueStays(trx: Trx, now: Date, most: number) {
  return trx
    .with("due", (cte) =>
      cte
        .selectFrom("spaces")
        .select("id")
        .where("status", "=", "APPROVED")
        .where("ends_at", "<=", now)
        .orderBy("ends_at")
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("spaces")
    .from("due")
    .whereRef("spaces.id", "=", "due.id")
    .set((eb) => ({ status: "ENDED", ended_at: eb.ref("spaces.ends_at") }))
    .returning([
      "spaces.id as id",
      "spaces.user_id as userId",
      "spaces.building_id as buildingId",
      "spaces.apartment_id as apartmentId",
    ])
    .execute();
}

/** When the next stay ends; null when none does. */
export async function nextStayEnd(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom("spaces")
    .select((eb) => eb.fn.min("ends_at").as("at"))
    .where("status", "=", "APPROVED")
    .where("ends_at", "is not", null)
    .executeTakeFirst();
  return row?.at ?? null;
}

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
