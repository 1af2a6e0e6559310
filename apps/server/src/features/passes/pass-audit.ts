import { scheduleWords } from "@umbral/contract/access-control/access-words";
import { changeOf } from "../audit/audit.service.ts";
import type { AuditChange } from "../audit/audit-line.ts";
import { guestOf } from "./describe-pass.ts";
import type { PassRow } from "./passes.queries.ts";

/**
 * What of a pass is another one now. It lies beside the audit's line, and goes when the guest is forgotten or whoever made the pass
 * is erased: of a program's, whom nobody erases, the guest is left out.
 */
export const auditedChange = (before: PassRow | null, after: PassRow): AuditChange | undefined => {
  const said = after.isOfProgram ? timesOf : fieldsOf;
  return changeOf(after.madeBy, before === null ? {} : said(before), said(after));
};

function timesOf(row: PassRow) {
  const hours = row.hours === null ? null : scheduleWords(row.hours);
  return { from: row.startsAt, until: row.endsAt, hours };
}

function fieldsOf(row: PassRow) {
  const { name, cedula, phone, email } = guestOf(row, row.name);
  return { name, cedula, phone, email, ...timesOf(row) };
}
