import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * People who are looked for one by one. When more of them are called so, whoever means one of them types more
 * of the name.
 */
const PEOPLE_MOST = 500;

/**
 * Is this user, of a query with the table `users`, called so? Each word that was typed begins one of the name's,
 * or the document number, whatever the accents and capitals.
 */
export const isCalled = (typed: string): RawBuilder<boolean> =>
  sql<boolean>`users.called @@ search_query(${typed})`;

/** Who is called so; null when these are more people than are looked for one by one. */
export async function findCalled(db: Db, typed: string): Promise<string[] | null> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where(isCalled(typed))
    .limit(PEOPLE_MOST + 1)
    .execute();
  return rows.length > PEOPLE_MOST ? null : rows.map(({ id }) => id);
}
