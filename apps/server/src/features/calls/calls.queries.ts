import type { Db } from "../../platform/database.ts";

/** The two people of a call, for the gate. */
export async function findParties(
  db: Db,
  callId: string,
): Promise<{ callerId: string; calleeId: string } | null> {
  const row = await db
    .selectFrom("calls")
    .select(["caller_id as callerId", "callee_id as calleeId"])
    .where("id", "=", callId)
    .executeTakeFirst();
  return row ?? null;
}
