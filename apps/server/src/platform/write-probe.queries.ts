import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Writes as people's actions do, and throws what hinders it. Two things, because each sees what the other does not:
 * a row of its own that is committed (a database that only reads, a log that cannot be synced), and a sort that is
 * too large for its memory, for which PostgreSQL needs new blocks of the disk: rows may still find room in
 * pages that are there already when nothing else can be written any more. It locks nothing that a dump holds. (With one
 * column alone PostgreSQL does not count what it sorts, and writes nothing.)
 */
export async function writeProbe(db: Database, nodeId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    await sql`select count(*) from (
      select n, repeat(md5(n::text), 32) as line from generate_series(1, 256) n order by line offset 0
    ) sorted`.execute(trx);
    await sql`insert into write_probes (node_id, at) values (${nodeId}, now())
      on conflict (node_id) do update set at = excluded.at`.execute(trx);
    // Processes of earlier days.
    await sql`delete from write_probes where at < now() - interval '1 day'`.execute(trx);
  });
}
