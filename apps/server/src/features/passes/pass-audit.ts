import { scheduleWords } from "@umbral/contract/access-control/access-words";
import { changeOf } from "../audit/audit.service.ts";
import type { AuditChange } from "../audit/audit-line.ts";
import { guestOf } from "./describe-pass.ts";
import type { PassRow } from "./passes.queries.ts";

/** What of a pass is another one now. It lies beside the audit's line, and goes when whoever made the pass is erased. */
export const auditedChange = (before: PassRow | null, after: PassRow): AuditChange | undefined =>
  changeOf(after.madeBy, before === null ? {} : fieldsOf(before), fieldsOf(after));

function fieldsOf(row: PassRow) {
  const { name, cedula, phone, email } = guestOf(row, row.name);
  const hours = row.hours === null ? null : scheduleWords(row.hours);
  return { name, cedula, phone, email, from: row.startsAt, until: row.endsAt, hours };
}
