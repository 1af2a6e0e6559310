import type { InputChange, InputFields } from "@umbral/contract/inputs/inputs.contract";
import { selectOf, toColumns } from "../../platform/columns.ts";
import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";

/** Where the form's fields are kept. One that stands not here does not compile. */
const formColumns = {
  name: "name",
  kind: "kind",
  doorId: "door_id",
  driver: "driver",
  rest: "rest",
  debounceMs: "debounce_ms",
} as const satisfies Record<keyof InputFields, keyof Tables["inputs"]>;

export async function findBuildingOfInput(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("inputs").select("building_id").where("id", "=", id).executeTakeFirst();
  return row?.building_id;
}

/** Inputs of a building, or one, with the names of their doors. */
export function findInputs(db: Db, which: { buildingId: string } | { id: string }) {
  return db
    .selectFrom("inputs")
    .leftJoin("doors", "doors.id", "inputs.door_id")
    .select(["inputs.id as id", ...selectOf("inputs", formColumns), "doors.name as doorName"])
    .$if("buildingId" in which, (query) =>
      query.where("inputs.building_id", "=", "buildingId" in which ? which.buildingId : ""),
    )
    .$if("id" in which, (query) => query.where("inputs.id", "=", "id" in which ? which.id : ""))
    .orderBy("inputs.name")
    .orderBy("inputs.id")
    .execute();
}
export type InputRow = Awaited<ReturnType<typeof findInputs>>[number];

export function lockInput(trx: Trx, id: string) {
  return trx
    .selectFrom("inputs")
    .select(["id", "building_id as buildingId", "kind", "door_id as doorId", "driver"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}
export type LockedInput = NonNullable<Awaited<ReturnType<typeof lockInput>>>;

/** Is this door this building's? */
export async function hasDoor(trx: Trx, buildingId: string, doorId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("doors")
    .select("id")
    .where("id", "=", doorId)
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param input its driver closed */
export async function insertInput(
  trx: Trx,
  input: Omit<InputFields, "driver"> & { id: string; buildingId: string; driver: string },
): Promise<void> {
  await trx
    .insertInto("inputs")
    .values({ id: input.id, building_id: input.buildingId, ...toColumns(formColumns, input) })
    .execute();
}

/** @param change its driver closed */
export async function updateInput(
  trx: Trx,
  id: string,
  change: Omit<InputChange, "driver"> & { driver?: string },
): Promise<void> {
  await trx
    .updateTable("inputs")
    .set({ id, ...toColumns(formColumns, change) })
    .where("id", "=", id)
    .execute();
}

export async function removeInput(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("inputs").where("id", "=", id).execute();
}
