import { randomBytes } from "node:crypto";
import type { Db } from "./database.ts";

/**
 * A secret that is made once and kept in the database, so that every server process has the same.
 * @returns 32 random bytes in base64url
 */
export async function keptSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto("settings")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return row.value;
}
