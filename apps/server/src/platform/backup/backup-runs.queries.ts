import type { Db } from "../database.ts";

/** How one backup went. */
export interface BackupRun {
  startedAt: Date;
  endedAt: Date;
  /** It was made where nobody had said a folder for the daily ones, and lies wherever that person wanted it. */
  isElsewhere?: boolean;
  result: { bytes: number; lost: number } | { failure: string };
}

/** As many as anybody looks back at. */
const KEPT = 400;

export async function insertBackupRun(db: Db, id: string, run: BackupRun): Promise<void> {
  const { startedAt, endedAt, isElsewhere = false, result } = run;
  await db
    .insertInto("backup_runs")
    .values({
      id,
      started_at: startedAt,
      // The clock may have been set back meanwhile.
      ended_at: endedAt < startedAt ? startedAt : endedAt,
      elsewhere: isElsewhere,
      ...("failure" in result ? { failure: result.failure } : { bytes: result.bytes, lost: result.lost }),
    })
    .execute();
  const newestFirst = db.selectFrom("backup_runs").select("id").orderBy("started_at", "desc");
  const lastMade = newestFirst
    .where("failure", "is", null)
    .where("elsewhere", "=", false)
    .where("started_at", "<=", startedAt)
    .limit(1);
  await db
    .deleteFrom("backup_runs")
    .where("id", "in", newestFirst.offset(KEPT))
    // However often it failed since: when the last one was made is asked then above all.
    .where("id", "not in", lastMade)
    .execute();
}

/**
 * When the last archive was begun, and what failed since.
 * @param now what is later is of a clock that was ahead: it would stand for the last one until that day comes
 * @param of the daily ones alone, or also those that lie elsewhere
 */
export async function findBackupRuns(
  db: Db,
  now: Date,
  of: "daily" | "all",
): Promise<{ madeAt: Date | null; failed: { at: Date; failure: string } | null }> {
  let runs = db
    .selectFrom("backup_runs")
    .select(["started_at as at", "failure"])
    .where("started_at", "<=", now)
    .orderBy("started_at", "desc")
    .limit(1);
  if (of === "daily") {
    runs = runs.where("elsewhere", "=", false);
  }
  const made = await runs.where("failure", "is", null).executeTakeFirst();
  const last = await runs.executeTakeFirst();
  return {
    madeAt: made?.at ?? null,
    failed: last && last.failure !== null ? { at: last.at, failure: last.failure } : null,
  };
}
