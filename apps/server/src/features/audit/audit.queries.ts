import { v7 } from "uuid";
import type { Trx } from "../../platform/database.ts";
import type { AuditLine } from "./audit.service.ts";

export async function insertAuditLine(trx: Trx, line: AuditLine): Promise<void> {
  await trx
    .insertInto("audit_lines")
    .values({
      id: v7(),
      building_id: line.buildingId,
      actor_id: line.actorId,
      action: line.action,
      subject_id: line.subjectId,
      detail: JSON.stringify(line.detail),
      at: line.at,
    })
    .execute();
}
