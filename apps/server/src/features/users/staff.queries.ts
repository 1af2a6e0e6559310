import { StaffRole } from "@umbral/contract/users/staff.contract";
import type { Db, Trx } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";

/** The open roles of the people who work for a building as a whole. */
export function findStaff(db: Db, buildingId: string, now: Date, spaceId?: string) {
  return db
    .selectFrom(livingSpaces(now))
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
    .$if(spaceId !== undefined, (query) => query.where("spaces.id", "=", spaceId ?? ""))
    .orderBy("users.name")
    .orderBy("users.id")
    .orderBy("spaces.created_at")
    .$narrowType<{ cedula: string }>()
    .execute();
}
export type StaffRow = Awaited<ReturnType<typeof findStaff>>[number];

/** The account with this cédula, and what of the building's staff it is. */
export async function findInvitee(trx: Trx, buildingId: string, cedula: string, now: Date) {
  const account = await trx
    .selectFrom("users")
    .select(["id", "name", "email", "phone", "active", "user_type as userType"])
    .where("cedula", "=", cedula)
    .executeTakeFirst();
  const spaces = account
    ? await trx
        .selectFrom(livingSpaces(now))
        .select("role")
        .where("user_id", "=", account.id)
        .where("building_id", "=", buildingId)
        .where("apartment_id", "is", null)
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

/** Locked: an import into the building and this invitation wait for each other. */
export function lockBuildingName(trx: Trx, buildingId: string) {
  return trx
    .selectFrom("buildings")
    .select("name")
    .where("id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
}
