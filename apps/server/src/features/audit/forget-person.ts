import type { Person, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { deleteChangesOf, deleteValuesOf, deleteValuesThatName } from "./audit.queries.ts";
import { writeAuditLine } from "./audit.service.ts";
import { isHeld, lockThere } from "./audit-list.queries.ts";

/**
 * Erases what the audit keeps of a person beside its lines: from where they came, and their own data before and
 * after a change. The lines stay, and their chain holds. It cannot be undone, and is written down itself.
 * @throws {Refused} NOT_FOUND, PERSON_HELD
 */
export async function forgetPerson(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Pick<Person, "id">,
  personId: string,
): Promise<{ erased: number }> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockThere(trx, personId))) {
      throw new Refused("NOT_FOUND");
    }
    await refuseForHeld(trx, personId);
    const erased = await deleteValuesOf(trx, personId);
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "audit.person-forgotten",
      subjectId: personId,
      detail: { erased },
      at: clock.now(),
    });
    return { erased };
  });
}

/**
 * As a part of somebody's erasure, which takes their own values and writes its own line: what is kept of nobody whom we
 * know, and names them, goes too. Who was invited before they had an account is in none of their rows.
 * @param names all by which they are known
 */
export const forgetNames = (trx: Trx, names: readonly string[]): Promise<void> =>
  deleteValuesThatName(trx, names);

/** What these things said of somebody is not kept any longer; nor is what they said before a change and after it. */
export const forgetChangesOf = (trx: Trx, subjectIds: readonly string[]): Promise<void> =>
  deleteChangesOf(trx, subjectIds);

/** @throws {Refused} PERSON_HELD where nothing of this person may go */
export async function refuseForHeld(trx: Trx, personId: string): Promise<void> {
  if (await isHeld(trx, personId)) {
    throw new Refused("PERSON_HELD");
  }
}
