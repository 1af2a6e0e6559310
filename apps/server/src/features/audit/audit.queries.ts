import { type RawBuilder, sql } from "kysely";
import { v7 } from "uuid";
import type { Trx } from "../../platform/database.ts";
import type { AuditLine } from "./audit-line.ts";
import { tellOfAuditLine } from "./audit-line-news.ts";
import type { SaltedValue } from "./audit-values.ts";

/** Adds lines, at least one, and beside them what is personal: one statement, as each action has one. */
export async function insertAuditLines(
  trx: Trx,
  lines: readonly { line: AuditLine; values: readonly SaltedValue[] }[],
): Promise<void> {
  tellOfAuditLine();
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

/**
 * The same for an action of one statement: the expressions, behind one that is named `done`, that add a line and its values if that one
 * answers a row. They run with the statement, whatever it goes on to ask.
 */
export function lineBehind(line: AuditLine, values: readonly SaltedValue[]): RawBuilder<unknown> {
  tellOfAuditLine();
  const digests = Object.fromEntries(values.map(({ part, digest }) => [part, digest]));
  const added = sql`audit_line as (
    insert into audit_lines (id, building_id, actor_id, action, subject_id, detail, digests, at)
    select ${v7()}::uuid, ${line.buildingId}::uuid, ${line.actorId}::uuid, ${line.action}, ${line.subjectId}::uuid,
      ${JSON.stringify(line.detail)}::jsonb, ${JSON.stringify(digests)}::jsonb, ${line.at}::timestamptz
    from done returning id)`;
  if (values.length === 0) {
    return added;
  }
  const beside = values.map(
    ({ part, personId, salt, value }) =>
      sql`select id, ${part}, ${personId}::uuid, ${salt}::bytea, ${value} from audit_line`,
  );
  return sql`${added}, audit_beside as (
    insert into audit_values (line_id, part, person_id, salt, value) ${sql.join(beside, sql` union all `)})`;
}

/** Erases what is personal of somebody: from where they came, and what was theirs before and after. */
export async function deleteValuesOf(trx: Trx, personId: string): Promise<number> {
  const deleted = await trx.deleteFrom("audit_values").where("person_id", "=", personId).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Erases what was before and after in the lines about these things. */
export async function deleteChangesOf(trx: Trx, subjectIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("audit_values")
    .using("audit_lines")
    .whereRef("audit_lines.id", "=", "audit_values.line_id")
    .where("audit_values.part", "=", "change")
    .where("audit_lines.subject_id", "=", sql<string>`any(${[...subjectIds]}::uuid[])`)
    .execute();
}

/** Erases what is kept of nobody whom we know and has one of these words as a whole value. */
export async function deleteValuesThatName(trx: Trx, words: readonly string[]): Promise<void> {
  for (const word of words) {
    await sql`delete from audit_values
      where person_id is null and strpos(value, ${JSON.stringify(word)}) > 0`.execute(trx);
  }
}
