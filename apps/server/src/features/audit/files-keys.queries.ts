import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** Held while the key of the files is looked at, so that processes which start together agree. Any constant number. */
const KEY_LOCK = 7_201_969;

export interface FilesKeyRow {
  epoch: number;
  fingerprint: string;
  takenUpAt: Date;
  /** By chain: the last place that was sealed before. */
  sealedBefore: Record<string, number>;
  proof: Buffer;
}

/** Let go with the transaction. */
export async function takeKeyLock(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(KEY_LOCK)})`.execute(trx);
}

/** The key in use, as it was taken up; undefined for a database that was never served with one. */
export function findFilesKey(db: Db): Promise<FilesKeyRow | undefined> {
  return db
    .selectFrom("files_keys")
    .select(["epoch", "fingerprint", "taken_up_at as takenUpAt", "sealed_before as sealedBefore", "proof"])
    .orderBy("epoch", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function insertFilesKey(trx: Trx, key: FilesKeyRow): Promise<void> {
  await trx
    .insertInto("files_keys")
    .values({
      epoch: key.epoch,
      fingerprint: key.fingerprint,
      taken_up_at: key.takenUpAt,
      sealed_before: JSON.stringify(key.sealedBefore),
      proof: key.proof,
    })
    .execute();
}

/** Is there anything that some key encrypted or sealed? Then one was in use, written down or not. */
export async function wasServedWithKey(db: Db): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from files) or exists (select from audit_seals)
      or exists (select from second_factors) as was`.execute(db);
  return rows[0]?.was === true;
}

/** The last place of each chain. */
export async function lastPlaces(trx: Trx): Promise<Record<string, number>> {
  const rows = await trx
    .selectFrom("audit_seals")
    .select(["chain", (eb) => eb.fn.max("position").as("last")])
    .groupBy("chain")
    .orderBy("chain")
    .execute();
  return Object.fromEntries(rows.map(({ chain, last }) => [chain, last]));
}
