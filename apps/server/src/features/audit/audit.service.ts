import type { Trx } from "../../platform/database.ts";
import { insertAuditLine } from "./audit.queries.ts";

/** What can be told of a deed. Ids and plain words, never names, documents or addresses. */
export interface AuditLine {
  buildingId: string | null;
  actorId: string | null;
  action:
    | "members.shown"
    | "members.changed"
    | "members.removed"
    | "members.stay-ended"
    | "access-requests.made"
    | "access-requests.approved"
    | "access-requests.rejected"
    | "access-requests.shown"
    | "alarms.raised"
    | "alarms.silenced"
    | "alarms.seen"
    | "alarms.closed"
    | "alarms.siren"
    | "auth.signed-in"
    | "auth.signed-out"
    | "auth.space-chosen"
    | "auth.recovery-asked"
    | "auth.password-reset"
    | "auth.password-changed"
    | "auth.session-closed"
    | "auth.other-sessions-closed"
    | "users.photo-changed"
    | "users.phone-changed"
    | "users.email-asked"
    | "users.email-changed"
    | "doors.ordered"
    | "doors.settled"
    | "doors.opened-late"
    | "calls.created"
    | "calls.settled"
    | "calls.history-shown"
    | "registration.made"
    | "registration.code-sent"
    | "visitors.created"
    | "visitors.shown"
    | "visits.requested"
    | "visits.shown"
    | "visits.listed"
    | "visits.authorised"
    | "controllers.paired"
    | "controllers.restarted"
    | "controllers.device-tested";
  subjectId: string | null;
  detail: Record<string, string | number | boolean | null>;
  at: Date;
}

/** Takes a transaction, never the database: a line is written with the deed it tells of, or not at all. */
export async function writeAuditLine(trx: Trx, line: AuditLine): Promise<void> {
  await insertAuditLine(trx, line);
}
