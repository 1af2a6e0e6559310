import type { Person, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { deleteValuesOf } from "./audit.queries.ts";
import { writeAuditLine } from "./audit.service.ts";
import { isThere } from "./audit-list.queries.ts";

/**
 * Erases what the audit keeps of a person beside its lines: from where they came, and their own data before and
 * after a change. The lines stay, and their chain holds. It cannot be undone, and is written down itself.
 */
export async function forgetPerson(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Pick<Person, "id">,
  personId: string,
): Promise<{ erased: number }> {
  return db.transaction().execute(async (trx) => {
    if (!(await isThere(trx, personId))) {
      throw new Refused("NOT_FOUND");
    }
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
