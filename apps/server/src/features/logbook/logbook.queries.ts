import { LIST_REACH } from "@umbral/contract/lib/pages";
import { kindsIn, type LineGroup, type NoteCategory } from "@umbral/contract/logbook/logbook-lines";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import { holds } from "../../platform/name-search.ts";
import type { LinePart } from "../../platform/tables.ts";
import type { Named, NotedKind, WrittenLine } from "./line-shapes.ts";

type Inserted = Omit<WrittenLine, "kind"> & { kind: WrittenLine["kind"] | NotedKind };

/** Writes a line by the database's own function, which its triggers use too. @returns its id */
export async function insertLine(trx: Trx, line: Inserted): Promise<string> {
  const named = (who: Named | undefined) => who && { value: who.name, person: who.id };
  const text = (value: string | undefined) => (value === undefined || value === "" ? undefined : { value });
  const texts: Partial<Record<LinePart, unknown>> = {
    person: named(line.person),
    incoming: named(line.incoming),
    text: text(line.text),
    open: text(line.open),
  };
  const { rows } = await sql<{ id: string }>`
    select logbook_write(${line.buildingId}::uuid, ${line.at}::timestamptz, ${line.kind}, ${line.actorId}::uuid,
      ${line.subjectId}::uuid, ${line.apartmentId}::uuid, ${JSON.stringify(line.detail ?? {})}::jsonb,
      ${JSON.stringify(texts)}::jsonb, ${line.category ?? null}, ${line.correctsId ?? null}::uuid,
      ${line.requestId ?? null}::uuid, ${JSON.stringify(line.pictures ?? [])}::jsonb) as id`.execute(trx);
  const [row] = rows;
  if (!row) {
    throw new Error("the database wrote no line");
  }
  return row.id;
}

export async function insertPictures(trx: Trx, lineId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) {
    await trx
      .insertInto("logbook_pictures")
      .values(fileIds.map((fileId, position) => ({ line_id: lineId, position, file_id: fileId })))
      .execute();
  }
}

/** The line that this press wrote before. */
export async function findByRequest(db: Db, actorId: string, requestId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("logbook_lines")
    .select("id")
    .where("actor_id", "=", actorId)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return row?.id;
}

/** Presses of one person are one after the other, until the transaction ends. */
export async function takePressLock(trx: Trx, actorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`logbook ${actorId}`}, 0))`.execute(trx);
}

export async function isLineOf(db: Db, buildingId: string, lineId: string): Promise<boolean> {
  const row = await db
    .selectFrom("logbook_lines")
    .select("id")
    .where("id", "=", lineId)
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface LinesWanted {
  buildingId: string;
  group?: LineGroup | undefined;
  category?: NoteCategory | undefined;
  search: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** A correction is found by its words as the line that it corrects is: by whoever looks for either. */
function linesWhere({ buildingId, group, category, search, from, to }: LinesWanted): RawBuilder<SqlBool> {
  const inText = sql<SqlBool>`(
    exists (select from logbook_values where line_id = logbook_lines.id and ${holds("logbook_values.value", search)})
    or exists (select from jsonb_each_text(logbook_lines.detail) as told (key, said)
      where key in ('home', 'door', 'place', 'thing') and ${holds("told.said", search)}))`;
  const all = [
    sql<SqlBool>`logbook_lines.building_id = ${buildingId}`,
    ...(group === undefined ? [] : [sql<SqlBool>`logbook_lines.kind = any(${kindsIn(group)})`]),
    ...(category === undefined ? [] : [sql<SqlBool>`logbook_lines.category = ${category}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`logbook_lines.at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`logbook_lines.at < ${new Date(to)}`]),
    ...(search === "" ? [] : [inText]),
  ];
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

const lines = (db: Db) =>
  db
    .selectFrom("logbook_lines")
    .leftJoin("logbook_lines as corrected", "corrected.id", "logbook_lines.corrects_id")
    .select([
      "logbook_lines.id as id",
      "logbook_lines.at as at",
      sql<string>`logbook_lines.at::text`.as("exactAt"),
      "logbook_lines.kind as kind",
      "logbook_lines.category as category",
      "logbook_lines.detail as detail",
      "logbook_lines.digests as digests",
      "corrected.id as correctsId",
      "corrected.at as correctsAt",
      sql<Partial<Record<LinePart, string>>>`(
        select coalesce(json_object_agg(part, value), '{}') from logbook_values
        where line_id = logbook_lines.id)`.as("values"),
      sql<boolean>`exists (select from logbook_values where line_id = logbook_lines.id and salt is null)`.as(
        "isStruck",
      ),
      sql<string[]>`array(
        select file_id from logbook_pictures where line_id = logbook_lines.id order by position)`.as(
        "fileIds",
      ),
      sql<{ id: string; at: string; actor: string | null; text: string | null }[]>`(
        select coalesce(json_agg(json_build_object('id', later.id, 'at', later.at,
          'actor', (select value from logbook_values where line_id = later.id and part = 'actor'),
          'text', (select value from logbook_values where line_id = later.id and part = 'text'))
          order by later.at, later.id), '[]')
        from logbook_lines as later where later.corrects_id = logbook_lines.id)`.as("corrections"),
    ])
    .orderBy("logbook_lines.at", "desc")
    .orderBy("logbook_lines.id", "desc");
export type LineRow = Awaited<ReturnType<typeof findLinesAfter>>[number];

/** One page, the newest first, and how many lines there are, as far as a list reaches. */
export async function findLines(
  db: Db,
  wanted: LinesWanted,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: LineRow[]; counted: number }> {
  const where = linesWhere(wanted);
  const offset = (page - 1) * limit;
  const [rows, count] = await Promise.all([
    lines(db)
      .where(where)
      .limit(Math.max(0, Math.min(limit, LIST_REACH - offset)))
      .offset(offset)
      .execute(),
    sql<{ counted: number }>`select count(*)::int as counted from (
      select from logbook_lines where ${where} limit ${LIST_REACH + 1}) counted`.execute(db),
  ]);
  return { rows, counted: count.rows[0]?.counted ?? 0 };
}

/** The lines that are wanted, from after `last` on: for a file of all of them. */
export function findLinesAfter(
  db: Db,
  wanted: LinesWanted,
  last: { exactAt: string; id: string } | undefined,
  limit: number,
) {
  return lines(db)
    .where(linesWhere(wanted))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(logbook_lines.at, logbook_lines.id) < (${last?.exactAt}::timestamptz, ${last?.id}::uuid)`,
      ),
    )
    .limit(limit)
    .execute();
}

/** Takes what screens were not told of: the buildings in whose logbooks lines came. */
export async function takeUntold(db: Db): Promise<string[]> {
  const { rows } = await sql<{ buildingId: string }>`
    with told as (delete from logbook_untold returning building_id)
    select distinct building_id as "buildingId" from told`.execute(db);
  return rows.map(({ buildingId }) => buildingId);
}

/** What was written and pictured in a line is of who wrote it, and of whom it names: while one of them is held it stays. */
const isOfNobodyHeld = sql<SqlBool>`(${isNotHeld("logbook_lines.actor_id")} and not exists (
  select from logbook_values as named
  where named.line_id = logbook_lines.id and not ${isNotHeld("named.person_id")}))`;

/** Names, texts and pictures of lines before this go. @returns how many rows went */
export async function letLinesGo(db: Db, before: Date, most: number): Promise<number> {
  const values = await sql`delete from logbook_values where (line_id, part) in (
    select line_id, part from logbook_values join logbook_lines on logbook_lines.id = line_id
    where at < ${before} and case when logbook_values.person_id is null then ${isOfNobodyHeld}
      else ${isNotHeld("logbook_values.person_id")} end
    limit ${most})`.execute(db);
  const pictures = await sql`delete from logbook_pictures where file_id in (
    select file_id from logbook_pictures join logbook_lines on logbook_lines.id = line_id
    where at < ${before} and ${isOfNobodyHeld} limit ${most})`.execute(db);
  return Number(values.numAffectedRows ?? 0) + Number(pictures.numAffectedRows ?? 0);
}

/** A building as its paper is headed. */
export function findBuildingOfLogbook(db: Db, buildingId: string) {
  return db
    .selectFrom("buildings")
    .select(["name", "time_zone as timeZone"])
    .where("id", "=", buildingId)
    .executeTakeFirst();
}
