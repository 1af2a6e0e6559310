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

/** What stands under a name. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Writes a setting over whatever it was. */
export async function setSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
