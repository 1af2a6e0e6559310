import { sql } from "kysely";
import { v7 } from "uuid";
import type { Trx } from "../../platform/database.ts";
import type { AuditLine } from "./audit-line.ts";
import type { SaltedValue } from "./audit-values.ts";

/** Adds lines, at least one, and beside them what is personal: one statement, as each action has one. */
export async function insertAuditLines(
  trx: Trx,
  lines: readonly { line: AuditLine; values: readonly SaltedValue[] }[],
): Promise<void> {
  const named = lines.map((each) => ({ ...each, id: v7() }));
  const newLines = trx.insertInto("audit_lines").values(
    named.map(({ id, line, values }) => ({
      id,
      building_id: line.buildingId,
      actor_id: line.actorId,
      action: line.action,
      subject_id: line.subjectId,
      detail: JSON.stringify(line.detail),
      digests: JSON.stringify(Object.fromEntries(values.map(({ part, digest }) => [part, digest]))),
      at: line.at,
    })),
  );
  const personal = named.flatMap(({ id, values }) =>
    values.map(({ part, personId, salt, value }) => ({
      line_id: id,
      part,
      person_id: personId,
      salt,
      value,
    })),
  );
  if (personal.length === 0) {
    await newLines.execute();
    return;
  }
  await trx
    .with("line", () => newLines)
    .insertInto("audit_values")
    .values(personal)
    .execute();
}

/** Erases what is personal of somebody: from where they came, and what was theirs before and after. */
export async function deleteValuesOf(trx: Trx, personId: string): Promise<number> {
  const deleted = await trx.deleteFrom("audit_values").where("person_id", "=", personId).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Erases what is kept of nobody whom we know and has one of these words as a whole value. */
export async function deleteValuesThatName(trx: Trx, words: readonly string[]): Promise<void> {
  for (const word of words) {
    await sql`delete from audit_values
      where person_id is null and strpos(value, ${JSON.stringify(word)}) > 0`.execute(trx);
  }
}
