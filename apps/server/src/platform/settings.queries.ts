import type { Db } from "./database.ts";

/** Forgets a setting; nothing when there is none of this name. */
export async function removeSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom("settings").where("name", "=", name).execute();
}

/** A setting that is made once, so that every process has the same. */
export async function keptSetting(db: Db, name: string, made: string): Promise<string> {
  await db
    .insertInto("settings")
    .values({ name, value: made })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return row.value;
}
