import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Attempts are counted in windows of this length (decisions §3). */
const WINDOW_MS = 15 * 60_000;

/** What is limited: at most `most` in a window, for this subject. */
export interface Limit {
  /** What is counted, with whom or from where. Stored as a digest only. */
  subject: readonly string[];
  most: number;
}

const keyOf = (limit: Limit): Buffer => createHash("sha256").update(JSON.stringify(limit.subject)).digest();
const windowOf = (now: Date): Date => new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS);

/** Seconds to wait when any of the limits is used up in this window, else 0. Throws when it cannot know. */
export async function secondsToWait(db: Db, limits: readonly Limit[], now: Date): Promise<number> {
  const rows = await db
    .selectFrom("attempts")
    .select(["key", "count"])
    .where("key", "in", limits.map(keyOf))
    .where("window_start", "=", windowOf(now))
    .execute();
  const isUsedUp = limits.some((limit) =>
    rows.some((row) => row.key.equals(keyOf(limit)) && row.count >= limit.most),
  );
  return isUsedUp ? Math.ceil((windowOf(now).getTime() + WINDOW_MS - now.getTime()) / 1000) : 0;
}

/** Counts one attempt against each limit. */
export async function countAttempt(db: Db, limits: readonly Limit[], now: Date): Promise<void> {
  await db
    .insertInto("attempts")
    .values(limits.map((limit) => ({ key: keyOf(limit), window_start: windowOf(now), count: 1 })))
    .onConflict((conflict) =>
      conflict.columns(["key", "window_start"]).doUpdateSet({ count: sql`attempts.count + 1` }),
    )
    .execute();
}

/** Forgets windows that are over. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("attempts").where("window_start", "<", windowOf(now)).execute();
}
