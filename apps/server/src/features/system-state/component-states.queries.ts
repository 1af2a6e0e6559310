import { rolesWith } from "@umbral/contract/lib/policy";
import { ComponentKind } from "@umbral/contract/system-state/system-state.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";
import type { Kept, Reading } from "./component-rule.ts";

/** Held by the one process that looks, so that nothing is told twice. Any constant number. */
const LOOK_LOCK = 7_201_984;

/** One look at a time, of however many processes. */
export async function lockLook(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOOK_LOCK)})`.execute(trx);
}

export const findStates = (db: Db) =>
  db
    .selectFrom("component_states")
    .leftJoin("buildings", "buildings.id", "component_states.building_id")
    .select([
      "kind",
      "component as id",
      "component_states.building_id as buildingId",
      "buildings.name as buildingName",
      "component_states.name as name",
      "is_well as isWell",
      "since",
      "noticed_at as noticedAt",
      "figure",
    ])
    .orderBy("since")
    .orderBy("component")
    .execute();

/** What is away of one building, the longest first. */
export const findUnwellIn = (db: Db, buildingId: string) =>
  db
    .selectFrom("component_states")
    .select(["kind", "name"])
    .where("building_id", "=", buildingId)
    .where("is_well", "=", false)
    .orderBy("since")
    .limit(50)
    .execute();

export type StateRow = Awaited<ReturnType<typeof findStates>>[number];

/** Rows at once: PostgreSQL takes 65,535 values in a statement. */
const ROWS_A_STATEMENT = 1000;

export async function keepStates(trx: Trx, changed: readonly (Reading & Kept)[]): Promise<void> {
  for (let from = 0; from < changed.length; from += ROWS_A_STATEMENT) {
    const rows = changed.slice(from, from + ROWS_A_STATEMENT);
    await trx
      .insertInto("component_states")
      .values(
        rows.map(({ kind, id, buildingId, name, isWell, since, noticedAt, figure }) => ({
          ...{ kind, component: id, building_id: buildingId, name },
          ...{ is_well: isWell, since, noticed_at: noticedAt, figure },
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["kind", "component"]).doUpdateSet((eb) => ({
          building_id: eb.ref("excluded.building_id"),
          name: eb.ref("excluded.name"),
          is_well: eb.ref("excluded.is_well"),
          since: eb.ref("excluded.since"),
          noticed_at: eb.ref("excluded.noticed_at"),
          figure: eb.ref("excluded.figure"),
        })),
      )
      .execute();
  }
}

/** Those of these buildings that are still there, and stay until what is written of them stands. */
export async function findStanding(trx: Trx, buildingIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("buildings")
    .select("id")
    .where("id", "in", buildingIds)
    .orderBy("id")
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What is not there any more has no state. */
export async function forgetStates(trx: Trx, gone: readonly { kind: string; id: string }[]): Promise<void> {
  for (const { kind, id } of gone) {
    await trx.deleteFrom("component_states").where("kind", "=", kind).where("component", "=", id).execute();
  }
}

/** Those who administer a building. */
const administering = rolesWith("buildings.administer", "building");

/** Who is told of what is away: the platform's administrators of all of it (null), and those of these buildings. */
export async function findWhoIsTold(
  trx: Trx,
  buildingIds: readonly string[],
  now: Date,
): Promise<{ id: string; email: string; buildingIds: string[] | null }[]> {
  const platform = await trx
    .selectFrom("users")
    .select(["id", "email"])
    .where("user_type", "=", "ADMIN")
    .where("active", "=", true)
    .execute();
  const ofBuildings =
    buildingIds.length === 0
      ? []
      : await trx
          .selectFrom(livingSpaces(now))
          .innerJoin("users", "users.id", "spaces.user_id")
          .select((eb) => [
            "users.id as id",
            "users.email as email",
            eb.fn.agg<string[]>("array_agg", ["spaces.building_id"]).as("buildingIds"),
          ])
          .where("spaces.building_id", "in", buildingIds)
          .where("spaces.role", "in", administering)
          .where("users.active", "=", true)
          .where("users.user_type", "!=", "ADMIN")
          .groupBy(["users.id", "users.email"])
          .execute();
  return [...platform.map((person) => ({ ...person, buildingIds: null })), ...ofBuildings];
}

/** The kinds that this program knows: a newer one may have kept others. */
export const isKnownKind = (kind: string): kind is ComponentKind =>
  ComponentKind.options.some((one) => one === kind);
