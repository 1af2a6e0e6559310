import type { AccessKind } from "@umbral/contract/access-requests/access-requests.contract";
import { type Permission, reachOfRole } from "@umbral/contract/lib/policy";
import { Role } from "@umbral/contract/lib/roles";
import type { Db, Trx } from "../../platform/database.ts";

const permissionOf = {
  employees: "access-requests.decide-residents",
  owners: "access-requests.decide-owners",
} as const satisfies Record<AccessKind, Permission>;

export interface NewRequest {
  id: string;
  userId: string;
  buildingId: string;
  apartmentId: string;
  role: Role;
  endsAt: Date | null;
  livesHere: boolean;
  createdAt: Date;
}

/** False when the person waits there already, or has this role there. */
export async function insertRequest(trx: Trx, request: NewRequest): Promise<boolean> {
  const inserted = await trx
    .insertInto("spaces")
    .values({
      id: request.id,
      user_id: request.userId,
      role: request.role,
      building_id: request.buildingId,
      apartment_id: request.apartmentId,
      status: "PENDING",
      lives_here: request.livesHere,
      ends_at: request.endsAt,
      created_at: request.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function isWaiting(db: Db, userId: string, apartmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("spaces")
    .select("id")
    .where("user_id", "=", userId)
    .where("apartment_id", "=", apartmentId)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends what ran out by itself, so that it is not in the way of asking again. */
export async function endWhatRanOut(trx: Trx, userId: string, apartmentId: string, now: Date): Promise<void> {
  await trx
    .updateTable("spaces")
    .set((eb) => ({ status: "ENDED", ended_at: eb.ref("ends_at") }))
    .where("user_id", "=", userId)
    .where("apartment_id", "=", apartmentId)
    .where("status", "=", "APPROVED")
    .where("ends_at", "<=", now)
    .execute();
}

/** What those who decide are told of who asks. */
export function findAsking(db: Db, userId: string, apartmentId: string) {
  return db
    .selectFrom("apartments")
    .innerJoin("buildings", "buildings.id", "apartments.building_id")
    .innerJoin("users", (join) => join.on("users.id", "=", userId))
    .select([
      "users.name as name",
      "apartments.name as apartmentName",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
    ])
    .where("apartments.id", "=", apartmentId)
    .executeTakeFirst();
}

/** The active people who decide about requests of this kind in an apartment. */
export async function findDeciders(
  db: Db,
  kind: AccessKind,
  where: { buildingId: string; apartmentId: string },
  now: Date,
): Promise<string[]> {
  const reaching = (reach: "building" | "apartment") =>
    Role.options.filter((role) => reachOfRole(role, permissionOf[kind]) === reach);
  const ofApartment = reaching("apartment");
  const rows = await db
    .selectFrom("spaces")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("users.id as id")
    .distinct()
    .where("spaces.status", "=", "APPROVED")
    .where("spaces.building_id", "=", where.buildingId)
    .where((eb) => eb.or([eb("spaces.ends_at", "is", null), eb("spaces.ends_at", ">", now)]))
    .where((eb) =>
      eb.or([
        eb("spaces.role", "in", reaching("building")),
        ...(ofApartment.length > 0
          ? [
              eb.and([
                eb("spaces.apartment_id", "=", where.apartmentId),
                eb("spaces.role", "in", ofApartment),
              ]),
            ]
          : []),
      ]),
    )
    .where("users.active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Where a request is and of which role; undefined when there is none with this id. */
export function findRequestPlace(db: Db, id: string) {
  return db
    .selectFrom("spaces")
    .select(["building_id as buildingId", "apartment_id as apartmentId", "role"])
    .where("id", "=", id)
    .executeTakeFirst();
}
