import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import type { ChangedList } from "./name-list.ts";

/** Who stands in the lists of these passes, each in its host's order. */
export function findNames(db: Db, passIds: readonly string[]) {
  return db
    .selectFrom("pass_names")
    .select(["id", "pass_id as passId", "name", "came_at as cameAt", "left_at as leftAt"])
    .where("pass_id", "in", passIds)
    .orderBy("pass_id")
    .orderBy("position")
    .orderBy("id")
    .execute();
}
export type NameRow = Awaited<ReturnType<typeof findNames>>[number];

/** Makes a list what its host wants, in as many statements for sixty names as for one. */
export async function writeNames(
  trx: Trx,
  passId: string,
  { kept, added, removed }: ChangedList,
  newId: () => string,
): Promise<void> {
  if (removed.length > 0) {
    await trx.deleteFrom("pass_names").where("id", "in", removed).execute();
  }
  if (kept.length > 0) {
    const [ids, positions] = [kept.map(({ id }) => id), kept.map(({ position }) => position)];
    await sql`update pass_names set position = wanted.position
      from unnest(${ids}::uuid[], ${positions}::int[]) as wanted (id, position)
      where pass_names.id = wanted.id and pass_names.position <> wanted.position`.execute(trx);
  }
  if (added.length > 0) {
    await trx
      .insertInto("pass_names")
      .values(added.map((name) => ({ id: newId(), pass_id: passId, ...name })))
      .execute();
  }
}

/** Somebody of a pass's list; undefined when they are not, or not any more. */
export function findName(db: Db, passId: string, nameId: string) {
  return db
    .selectFrom("pass_names")
    .select(["id", "came_at as cameAt", "left_at as leftAt"])
    .where("pass_id", "=", passId)
    .where("id", "=", nameId)
    .executeTakeFirst();
}

/** How many of a pass's list are inside. */
export async function countNamesInside(trx: Trx, passId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("pass_names")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("pass_id", "=", passId)
    .where("came_at", "is not", null)
    .where("left_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** They came in, under the lock of their pass. */
export async function markNameCame(trx: Trx, nameId: string, at: Date): Promise<void> {
  await trx
    .updateTable("pass_names")
    .set({ came_at: at, left_at: null, claim_id: null, claimed_until: null })
    .where("id", "=", nameId)
    .execute();
}

/** The controller told of a press first, which knows no names. False where it has one, or the name is gone. */
export async function nameMovement(trx: Trx, movementId: string, nameId: string): Promise<boolean> {
  const named = await trx
    .updateTable("pass_movements")
    .set({ name_id: nameId })
    .where("id", "=", movementId)
    .where("name_id", "is", null)
    .where((eb) => eb.exists(eb.selectFrom("pass_names").select("id").where("id", "=", nameId)))
    .returning("id")
    .executeTakeFirst();
  return named !== undefined;
}

/** They went out, likewise. @param nameId null for all of the list who are inside */
export async function markNamesLeft(
  trx: Trx,
  passId: string,
  nameId: string | null,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("pass_names")
    .set({ left_at: at })
    .where("pass_id", "=", passId)
    .where("came_at", "is not", null)
    .where("left_at", "is", null)
    .$if(nameId !== null, (query) => query.where("id", "=", nameId))
    .execute();
}

/** One press has a name to itself while a controller is asked. False where another has it, or they are inside. */
export async function claimName(
  db: Db,
  { nameId, requestId }: { nameId: string; requestId: string },
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const claimed = await db
    .updateTable("pass_names")
    .set({ claim_id: requestId, claimed_until: until })
    .where("id", "=", nameId)
    .where((eb) => eb.or([eb("came_at", "is", null), eb("left_at", "is not", null)]))
    .where((eb) =>
      eb.or([eb("claim_id", "is", null), eb("claim_id", "=", requestId), eb("claimed_until", "<=", now)]),
    )
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Nobody came in by that press: the next may ask. */
export async function releaseName(
  db: Db,
  { nameId, requestId }: { nameId: string; requestId: string },
): Promise<void> {
  await db
    .updateTable("pass_names")
    .set({ claim_id: null, claimed_until: null })
    .where("id", "=", nameId)
    .where("claim_id", "=", requestId)
    .execute();
}
