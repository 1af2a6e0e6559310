import type { AuditAction } from "@umbral/contract/audit/audit-actions";
import type { Trx } from "../../platform/database.ts";
import { currentOrigin } from "../../platform/origin.ts";
import { deviceNameOf } from "../notifications/device-name.ts";
import { insertAuditLine } from "./audit.queries.ts";
import { type SaltedValue, salted } from "./audit-values.ts";

/** What can be told of a deed. Ids and plain words, never names, documents or addresses. */
export interface AuditLine {
  buildingId: string | null;
  actorId: string | null;
  action: AuditAction;
  subjectId: string | null;
  detail: Record<string, string | number | boolean | null>;
  at: Date;
  change?: AuditChange;
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

/**
 * Takes a transaction, never the database: a line is written with the deed it tells of, or not at all.
 * From where it was asked is written by itself.
 */
export async function writeAuditLine(trx: Trx, line: AuditLine): Promise<void> {
  await insertAuditLine(trx, line, valuesOf(line));
}

function valuesOf({ actorId, change }: AuditLine): SaltedValue[] {
  const origin = currentOrigin();
  const values: SaltedValue[] = [];
  // What the server does by itself may have been set going by a request, but nobody did it from there.
  if (origin && actorId !== null) {
    const { name: device } = deviceNameOf(origin.userAgent);
    values.push(salted("origin", actorId, { address: origin.address, device }));
  }
  if (change) {
    const { personId, before, after } = change;
    values.push(salted("change", personId, { before, after }));
  }
  return values;
}
