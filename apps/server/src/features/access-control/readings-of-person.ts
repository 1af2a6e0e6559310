import type { Buildings } from "@umbral/contract/lib/policy";
import type { PersonEvent } from "@umbral/contract/users/person.contract";
import type { Db } from "../../platform/database.ts";
import { findRefusalsOfPerson } from "./readings-of-person.queries.ts";

/** The last times that a reader did not let somebody in, as the page of a person tells of them. */
export async function refusalsOf(
  db: Db,
  asked: { userId: string; buildings: Buildings; limit: number },
): Promise<PersonEvent[]> {
  const rows = await findRefusalsOfPerson(db, asked);
  return rows.map((row) => ({ ...row, kind: "refusal", at: row.at.toISOString() }));
}
