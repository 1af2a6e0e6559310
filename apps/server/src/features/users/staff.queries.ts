import { StaffRole } from "@umbral/contract/users/staff.contract";
import type { Db, Trx } from "../../platform/database.ts";

/** The open roles of the people who work for a building as a whole. */
export function findStaff(db: Db, buildingId: string, now: Date, spaceId?: string) {
  return db
    .selectFrom("spaces")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select((eb) => [
      "spaces.id as id",
      "spaces.role as role",
      "spaces.ends_at as endsAt",
      "spaces.created_at as since",
      "users.id as userId",
      "users.name as name",
      "users.cedula as cedula",
      "users.email as email",
      "users.phone as phone",
      "users.active as active",
      eb("users.password_hash", "is not", null).$castTo<boolean>().as("hasPassword"),
    ])
    .where("spaces.building_id", "=", buildingId)
    .where("spaces.apartment_id", "is", null)
    .where("spaces.role", "in", StaffRole.options)
    .where("spaces.status", "=", "APPROVED")
    .where((eb) => eb.or([eb("spaces.ends_at", "is", null), eb("spaces.ends_at", ">", now)]))
    .$if(spaceId !== undefined, (query) => query.where("spaces.id", "=", spaceId ?? ""))
    .orderBy("users.name")
    .orderBy("users.id")
    .orderBy("spaces.created_at")
    .execute();
}
export type StaffRow = Awaited<ReturnType<typeof findStaff>>[number];

/** One role of the building's staff, locked: whoever else changes it waits. */
export function lockStaffSpace(trx: Trx, buildingId: string, spaceId: string, now: Date) {
  return trx
    .selectFrom("spaces")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select(["spaces.id as id", "spaces.role as role", "spaces.ends_at as endsAt", "users.id as userId"])
    .where("spaces.id", "=", spaceId)
    .where("spaces.building_id", "=", buildingId)
    .where("spaces.apartment_id", "is", null)
    .where("spaces.role", "in", StaffRole.options)
    .where("spaces.status", "=", "APPROVED")
    .where((eb) => eb.or([eb("spaces.ends_at", "is", null), eb("spaces.ends_at", ">", now)]))
    .forUpdate("spaces")
    .executeTakeFirst();
}

/** The account with this cédula, and what of the building's staff it is. */
export async function findInvitee(trx: Trx, buildingId: string, cedula: string, now: Date) {
  const account = await trx
    .selectFrom("users")
    .select(["id", "name", "email", "phone", "active", "user_type as userType"])
    .where("cedula", "=", cedula)
    .executeTakeFirst();
  const spaces = account
    ? await trx
        .selectFrom("spaces")
        .select("role")
        .where("user_id", "=", account.id)
        .where("building_id", "=", buildingId)
        .where("apartment_id", "is", null)
        .where("status", "=", "APPROVED")
        .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
        .execute()
    : [];
  return account && { ...account, roles: spaces.map(({ role }) => role) };
}

/** Has an account with another cédula this mail? Capitals make no difference. */
export async function isMailOfAnother(trx: Trx, email: string, cedula: string): Promise<boolean> {
  const row = await trx
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("cedula", "!=", cedula)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateStaffSpace(
  trx: Trx,
  spaceId: string,
  change: { role?: StaffRole | undefined; endsAt?: Date | null | undefined },
): Promise<void> {
  const { role, endsAt } = change;
  await trx
    .updateTable("spaces")
    .set((eb) => ({
      role: role ?? eb.ref("role"),
      ...(endsAt === undefined ? {} : { ends_at: endsAt }),
    }))
    .where("id", "=", spaceId)
    .execute();
}

/** Locked: an import into the building and this invitation wait for each other. */
export function lockBuildingName(trx: Trx, buildingId: string) {
  return trx
    .selectFrom("buildings")
    .select("name")
    .where("id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
}
