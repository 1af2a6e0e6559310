import type { DocumentType } from "@umbral/contract/registration/personal-data";
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
    .innerJoin("buildings", "buildings.id", "spaces.building_id")
    .select([
      "spaces.id as id",
      "spaces.role as role",
      "spaces.ends_at as endsAt",
      "buildings.name as buildingName",
      "users.id as userId",
      "users.name as name",
      "users.email as email",
      "users.password_hash as passwordHash",
    ])
    .where("spaces.id", "=", spaceId)
    .where("spaces.building_id", "=", buildingId)
    .where("spaces.apartment_id", "is", null)
    .where("spaces.role", "in", StaffRole.options)
    .where("spaces.status", "=", "APPROVED")
    .where((eb) => eb.or([eb("spaces.ends_at", "is", null), eb("spaces.ends_at", ">", now)]))
    .forUpdate("spaces")
    .executeTakeFirst();
}

/** Somebody's account by its cédula, locked. */
export function lockAccount(trx: Trx, cedula: string) {
  return trx
    .selectFrom("users")
    .select(["id", "name", "email", "active", "user_type as userType", "password_hash as passwordHash"])
    .where("cedula", "=", cedula)
    .forUpdate()
    .executeTakeFirst();
}

interface PersonFields {
  id: string;
  cedula: string;
  documentType: DocumentType;
  name: string;
  email: string;
  phone: string;
}

export async function insertPerson(trx: Trx, person: PersonFields): Promise<void> {
  await trx
    .insertInto("users")
    .values({
      id: person.id,
      cedula: person.cedula,
      document_type: person.documentType,
      name: person.name,
      email: person.email,
      phone: person.phone,
      password_hash: null,
      photo_file_id: null,
      token_firebase: null,
    })
    .execute();
}

/** What is said of somebody whose account nobody has signed in to yet. */
export async function describeAccount(trx: Trx, person: Omit<PersonFields, "cedula">): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      document_type: person.documentType,
      name: person.name,
      email: person.email,
      phone: person.phone,
    })
    .where("id", "=", person.id)
    .where("password_hash", "is", null)
    .execute();
}

export async function insertStaffSpace(
  trx: Trx,
  space: {
    id: string;
    userId: string;
    buildingId: string;
    role: StaffRole;
    endsAt: Date | null;
    decidedBy: string;
    at: Date;
  },
): Promise<void> {
  await trx
    .insertInto("spaces")
    .values({
      id: space.id,
      user_id: space.userId,
      role: space.role,
      building_id: space.buildingId,
      apartment_id: null,
      status: "APPROVED",
      ends_at: space.endsAt,
      decided_by: space.decidedBy,
      decided_at: space.at,
      created_at: space.at,
    })
    .execute();
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

export function findBuildingName(trx: Trx, buildingId: string) {
  return trx.selectFrom("buildings").select("name").where("id", "=", buildingId).executeTakeFirst();
}
