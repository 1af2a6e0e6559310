import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** The chain of what is of no building. */
const NO_BUILDING = "00000000-0000-0000-0000-000000000000";
/** Held while sealing: a chain has one end, and one process adds to it. Any constant number. */
const SEAL_LOCK = 7_201_968;

/** A line as the database holds it, letter by letter: what a seal covers. */
export interface LineText {
  id: string;
  buildingId: string | null;
  actorId: string | null;
  action: string;
  subjectId: string | null;
  detail: string;
  digests: string;
  at: string;
}

export interface SealRow {
  chain: string;
  position: number;
  lineId: string;
  digest: Buffer;
  sealedAt: Date;
}

const textOfLine = sql<LineText>`json_build_object(
  'id', audit_lines.id, 'buildingId', audit_lines.building_id, 'actorId', audit_lines.actor_id,
  'action', audit_lines.action, 'subjectId', audit_lines.subject_id, 'detail', audit_lines.detail::text,
  'digests', audit_lines.digests::text,
  'at', to_char(audit_lines.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))`;

/** False while another process seals. Let go with the transaction. */
export async function takeSealLock(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(SEAL_LOCK)}) as taken`.execute(trx);
  return rows[0]?.taken === true;
}

/** Waits for who seals at the moment; from then on nobody does until the transaction ends. */
export async function takeSealLockInTurn(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(SEAL_LOCK)})`.execute(trx);
}

export async function isAnyUnsealed(db: Db): Promise<boolean> {
  const row = await db.selectFrom("audit_unsealed").select("line_id").limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function findUnsealed(trx: Trx, limit: number): Promise<{ chain: string; line: LineText }[]> {
  return trx
    .selectFrom("audit_unsealed")
    .innerJoin("audit_lines", "audit_lines.id", "audit_unsealed.line_id")
    .select([
      sql<string>`coalesce(audit_lines.building_id, ${NO_BUILDING})`.as("chain"),
      textOfLine.as("line"),
    ])
    .orderBy("audit_unsealed.line_id")
    .limit(limit)
    .execute();
}

/** The last seal of each of these chains that has one. */
export function findHeads(trx: Trx, chains: readonly string[]) {
  return trx
    .selectFrom("audit_seals")
    .distinctOn("chain")
    .select(["chain", "position", "digest"])
    .where("chain", "in", chains)
    .orderBy("chain")
    .orderBy("position", "desc")
    .execute();
}

export async function insertSeals(trx: Trx, seals: readonly SealRow[]): Promise<void> {
  await trx
    .insertInto("audit_seals")
    .values(
      seals.map(({ chain, position, lineId, digest, sealedAt }) => ({
        chain,
        position,
        line_id: lineId,
        digest,
        sealed_at: sealedAt,
      })),
    )
    .execute();
  await trx
    .deleteFrom("audit_unsealed")
    .where(
      "line_id",
      "in",
      seals.map(({ lineId }) => lineId),
    )
    .execute();
}

interface ReadValue {
  part: string;
  salt: string;
  value: string;
}

/** A line of the lobby's logbook, as it is now: its digest, and what lies beside it. */
interface NotedLine {
  digest: string;
  digests: Record<string, string>;
  /** Without what a name was struck out of. */
  values: ReadValue[];
}

/** The seals after a place, in the order of the chains, each with its line and what is left beside it. */
export async function findSealed(
  db: Db,
  after: { chain: string; position: number } | undefined,
  limit: number,
): Promise<(SealRow & { line: LineText | null; values: ReadValue[]; noted: NotedLine | null })[]> {
  return (
    db
      .selectFrom("audit_seals")
      .leftJoin("audit_lines", "audit_lines.id", "audit_seals.line_id")
      // A line of the logbook has the id of its line in the audit.
      .leftJoin("logbook_lines", "logbook_lines.id", "audit_seals.line_id")
      .select([
        sql<NotedLine | null>`case when logbook_lines.id is not null then json_build_object(
        'digest', logbook_digest(logbook_lines), 'digests', logbook_lines.digests,
        'values', (select coalesce(json_agg(json_build_object(
            'part', part, 'salt', encode(salt, 'hex'), 'value', value)), '[]')
          from logbook_values where line_id = logbook_lines.id and salt is not null)) end`.as("noted"),
        "audit_seals.chain as chain",
        "audit_seals.position as position",
        "audit_seals.line_id as lineId",
        "audit_seals.digest as digest",
        "audit_seals.sealed_at as sealedAt",
        sql<LineText | null>`case when audit_lines.id is not null then ${textOfLine} end`.as("line"),
        sql<{ part: string; salt: string; value: string }[]>`(
        select coalesce(json_agg(json_build_object(
          'part', part, 'salt', encode(salt, 'hex'), 'value', value)), '[]')
        from audit_values where line_id = audit_seals.line_id)`.as("values"),
      ])
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(chain, position) > (${after?.chain}::uuid, ${after?.position}::bigint)`),
      )
      .orderBy("chain")
      .orderBy("position")
      .limit(limit)
      .execute()
  );
}

/** Lines that have no seal and wait for none: somebody took it away. */
export async function findLinesWithoutSeal(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_lines
    where not exists (select from audit_seals where line_id = audit_lines.id)
      and not exists (select from audit_unsealed where line_id = audit_lines.id)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lines of the logbook of which the audit knows nothing. */
export async function findNotedWithoutLine(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from logbook_lines where not exists (select from audit_lines where audit_lines.id = logbook_lines.id)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countUnsealed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("audit_unsealed")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
