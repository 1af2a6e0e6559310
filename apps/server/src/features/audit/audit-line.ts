import type { AuditAction } from "@umbral/contract/audit/audit-actions";

/** What can be told of an action. Ids and plain words, never names, documents or addresses. */
export interface AuditLine {
  buildingId: string | null;
  actorId: string | null;
  action: AuditAction;
  subjectId: string | null;
  detail: Record<string, string | number | boolean | null>;
  at: Date;
  change?: AuditChange | undefined;
}

/** What something was and what it is now. Kept beside the line: here a name or a number may stand. */
export interface AuditChange {
  /** Whose values these are, so that they can be forgotten with the person; null for those of things. */
  personId: string | null;
  before: AuditFields;
  after: AuditFields;
}

/** By field, in the words of the contract: `phone`, `name`, `role`… */
export type AuditFields = Record<string, string | number | boolean | null>;
