import type { Db } from "../../platform/database.ts";

/** How a person is reached. */
export function findAddress(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["name", "email", "phone"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}
