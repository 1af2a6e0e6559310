import { sql } from "kysely";
import type { Services } from "../../platform/context.ts";

/** So long a message may be due without anybody trying it. */
const OVERDUE_MS = 5 * 60_000;
/** So many that no provider took, and none that one did, in the last hour: it is not the address. */
const FAILED_AT_LEAST = 3;

/** How many messages wait, and whether they leave. */
export async function outboxState({
  db,
  clock,
}: Pick<Services, "db" | "clock">): Promise<{ waiting: number; isWell: boolean; since: Date | null }> {
  const now = clock.now();
  const { rows } = await sql<{ waiting: number; due: Date | null; failed: number; sent: number }>`
    select count(*) filter (where settled_at is null and expires_at > ${now})::int as waiting,
      min(next_attempt_at) filter (where settled_at is null and expires_at > ${now}) as due,
      count(*) filter (where outcome = 'failed' and settled_at > ${now}::timestamptz - interval '1 hour')::int as failed,
      count(*) filter (where outcome in ('accepted', 'outbox') and settled_at > ${now}::timestamptz - interval '1 hour')::int as sent
    from outbox where settled_at is null or settled_at > ${now}::timestamptz - interval '1 hour'`.execute(db);
  const { waiting = 0, due = null, failed = 0, sent = 0 } = rows[0] ?? {};
  const isStuck = due !== null && now.getTime() - due.getTime() > OVERDUE_MS;
  return { waiting, isWell: !isStuck && (failed < FAILED_AT_LEAST || sent > 0), since: isStuck ? due : null };
}
