import type { Db } from "../../platform/database.ts";

/** Has this installation an access list of any building? */
export async function haveLists(db: Db): Promise<boolean> {
  const row = await db.selectFrom("access_heads").select("building_id").limit(1).executeTakeFirst();
  return row !== undefined;
}
