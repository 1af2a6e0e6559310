import type { Db } from "../database.ts";

/** How one backup went. */
export interface BackupRun {
  startedAt: Date;
  endedAt: Date;
  result: { bytes: number; lost: number } | { failure: string };
}

/** As many as anybody looks back at. */
const KEPT = 400;

export async function insertBackupRun(db: Db, id: string, run: BackupRun): Promise<void> {
  const { result } = run;
  await db
    .insertInto("backup_runs")
    .values({
      id,
      started_at: run.startedAt,
      ended_at: run.endedAt,
      ...("failure" in result ? { failure: result.failure } : { bytes: result.bytes, lost: result.lost }),
    })
    .execute();
  await db
    .deleteFrom("backup_runs")
    .where("id", "in", (eb) =>
      eb.selectFrom("backup_runs").select("id").orderBy("started_at", "desc").offset(KEPT),
    )
    .execute();
}

/** When the last archive was begun, and what failed since. */
export async function findBackupRuns(
  db: Db,
): Promise<{ madeAt: Date | null; failed: { at: Date; failure: string } | null }> {
  const made = await db
    .selectFrom("backup_runs")
    .select("started_at as startedAt")
    .where("failure", "is", null)
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const last = await db
    .selectFrom("backup_runs")
    .select(["started_at as at", "failure"])
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    madeAt: made?.startedAt ?? null,
    failed: last && last.failure !== null ? { at: last.at, failure: last.failure } : null,
  };
}
