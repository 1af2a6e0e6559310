import type { Asked } from "@umbral/contract/access-requests/access-requests.contract";
import type { Role, VisitorRole } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import { toColumns } from "../../platform/columns.ts";
import type { Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";
import { isLiving } from "./living-spaces.ts";
import type { OpenSpace } from "./spaces.queries.ts";

/*
 * Everything that makes, changes or ends a space. Who may is decided before; what it means for others (an audit line,
 * a message, a device that is told) is written by whoever decides, in the same transaction.
 */

interface NewSpace {
  id: string;
  userId: string;
  buildingId: string;
  apartmentId: string | null;
  role: Role;
  endsAt: Date | null;
  at: Date;
}

/** Where what somebody asks for is kept. A field of the contract that stands not here does not compile. */
export const askedColumns = {
  role: "role",
  endsAt: "ends_at",
  livesHere: "lives_here",
} as const satisfies Record<keyof Asked, keyof Tables["spaces"]>;

/** Somebody asks for a space in an apartment. False when they wait there already, or have this role there. */
export async function requestSpace(
  trx: Trx,
  asked: NewSpace & Asked & { apartmentId: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto("spaces")
    .values({
      id: asked.id,
      user_id: asked.userId,
      building_id: asked.buildingId,
      apartment_id: asked.apartmentId,
      status: "PENDING",
      ...toColumns(askedColumns, asked),
      created_at: asked.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** What was asked for is given, or not. */
export async function decideSpace(
  trx: Trx,
  id: string,
  decision: { approved: boolean; by: string; at: Date },
): Promise<void> {
  await trx
    .updateTable("spaces")
    .set({
      status: decision.approved ? "APPROVED" : "REJECTED",
      decided_by: decision.by,
      decided_at: decision.at,
    })
    .where("id", "=", id)
    .execute();
}

/**
 * The role begins: what waits for just this is approved, and what is there holds until the new end, and goes on from when
 * it began.
 * @returns the id of the space
 */
export async function grantSpace(trx: Trx, space: NewSpace & { decidedBy: string | null }): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into spaces
      (id, user_id, role, building_id, apartment_id, ends_at, status, decided_by, decided_at, created_at)
    values (${space.id}, ${space.userId}, ${space.role}, ${space.buildingId}, ${space.apartmentId}, ${space.endsAt},
      'APPROVED', ${space.decidedBy}, ${space.at}, ${space.at})
    on conflict (user_id, building_id, coalesce(apartment_id, '00000000-0000-0000-0000-000000000000'::uuid), role)
      where status in ('PENDING', 'APPROVED')
    do update set status = 'APPROVED', ends_at = excluded.ends_at, decided_by = excluded.decided_by,
      decided_at = case
        when spaces.status = 'APPROVED' and (spaces.ends_at is null or spaces.ends_at > excluded.decided_at)
        then spaces.decided_at else excluded.decided_at end
    returning id`.execute(trx);
  return rows[0]?.id ?? space.id;
}

/** Who says that they visit a building does so from now on, by nobody's decision. False when they do already. */
export async function grantVisitorSpace(
  trx: Trx,
  visitor: { id: string; userId: string; buildingId: string; role: VisitorRole; at: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto("spaces")
    .values({
      id: visitor.id,
      user_id: visitor.userId,
      role: visitor.role,
      building_id: visitor.buildingId,
      apartment_id: null,
      status: "APPROVED",
      decided_at: visitor.at,
      created_at: visitor.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Another role, or another end; what is not said stays. The database refuses a role that the person has there. */
export async function changeSpace(
  trx: Trx,
  id: string,
  { role, endsAt }: { role?: Role | undefined; endsAt?: Date | null | undefined },
): Promise<void> {
  await trx
    .updateTable("spaces")
    .set((eb) => ({
      role: role ?? eb.ref("role"),
      ...(endsAt === undefined ? {} : { ends_at: endsAt }),
    }))
    .where("id", "=", id)
    .execute();
}

/** Puts one of the person's own living spaces first, and says where it is; undefined when it is not one. */
export function touchSpace(trx: Trx, userId: string, spaceId: string, now: Date) {
  return trx
    .updateTable("spaces")
    .set({ last_used_at: now })
    .where("id", "=", spaceId)
    .where("user_id", "=", userId)
    .where(isLiving(now))
    .returning("building_id as buildingId")
    .executeTakeFirst();
}

/** Ends some spaces at this moment. */
export async function endSpaces(trx: Trx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length > 0) {
    await trx.updateTable("spaces").set({ status: "ENDED", ended_at: at }).where("id", "in", ids).execute();
  }
}

/** Ends all that a person has or waits for. */
export function endAllSpaces(trx: Trx, userId: string, at: Date) {
  return trx
    .updateTable("spaces")
    .set({ status: "ENDED", ended_at: at })
    .where("user_id", "=", userId)
    .where("status", "in", ["PENDING", "APPROVED"])
    .returning(["building_id as buildingId", "apartment_id as apartmentId"])
    .execute();
}

/** Whom a building knows now is no unknown visitor there any more. */
export async function endUnknownVisitor(
  trx: Trx,
  userId: string,
  buildingId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("spaces")
    .set({ status: "ENDED", ended_at: at })
    .where("user_id", "=", userId)
    .where("building_id", "=", buildingId)
    .where("role", "=", "VISITANTE_DESCONOCIDO")
    .where("status", "=", "APPROVED")
    .execute();
}

/**
 * Writes down what ran out by itself in one home, so that it is not in the way of asking again.
 * @returns whether there was any
 */
export async function endRunOutSpaces(
  trx: Trx,
  userId: string,
  apartmentId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("spaces")
    .set((eb) => ({ status: "ENDED", ended_at: eb.ref("ends_at") }))
    .where("user_id", "=", userId)
    .where("apartment_id", "=", apartmentId)
    .where("status", "=", "APPROVED")
    .where("ends_at", "<=", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Writes down what ran out anywhere, the oldest first; each is ended by one process. */
export function endDueSpaces(trx: Trx, now: Date, most: number) {
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

/** Writes what people had in an apartment that is gone as over, in the one that took its place. */
export async function keepSpacesAsOver(
  trx: Trx,
  spaces: readonly OpenSpace[],
  over: { apartmentId: string; by: string; at: Date },
): Promise<void> {
  if (spaces.length === 0) {
    return;
  }
  await trx
    .insertInto("spaces")
    .values(
      spaces.map((space) => ({
        ...space,
        apartment_id: over.apartmentId,
        ...(space.status === "PENDING"
          ? { status: "REJECTED" as const, decided_by: over.by, decided_at: over.at }
          : { status: "ENDED" as const, ended_at: over.at }),
      })),
    )
    .execute();
}
