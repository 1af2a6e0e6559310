import type { AuditAction } from "@umbral/contract/audit/audit-actions";
import type { Trx } from "../../platform/database.ts";
import { insertAuditLine } from "./audit.queries.ts";

/** What can be told of a deed. Ids and plain words, never names, documents or addresses. */
export interface AuditLine {
  buildingId: string | null;
  actorId: string | null;
  action: AuditAction;
  subjectId: string | null;
  detail: Record<string, string | number | boolean | null>;
  at: Date;
}

/** Takes a transaction, never the database: a line is written with the deed it tells of, or not at all. */
export async function writeAuditLine(trx: Trx, line: AuditLine): Promise<void> {
  await insertAuditLine(trx, line);
}
