import type { Buildings } from "@umbral/contract/lib/policy";
import type { PersonEvent } from "@umbral/contract/users/person.contract";
import type { Db } from "../../platform/database.ts";
import { findOpeningsOfPerson } from "./openings-of-person.queries.ts";

export { countOpeningsOf } from "./openings-of-person.queries.ts";

/** The last doors that opened for somebody, as the page of a person tells of them. */
export async function openingsOf(
  db: Db,
  asked: { userId: string; buildings: Buildings; limit: number },
): Promise<PersonEvent[]> {
  const rows = await findOpeningsOfPerson(db, asked);
  return rows.map((row) => ({ ...row, kind: "opening", at: row.at.toISOString() }));
}
