import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Services } from "./context.ts";
import type { Db, Trx } from "./database.ts";
import type { Tables } from "./tables.ts";

/** A piece of something larger: nothing by itself. */
export const PIECE_TYPE = "application/octet-stream";
/** What a picture shows: that decides who may see it and how long it is kept. */
export type PictureKind = Tables["files"]["kind"];
type MediaType = "image/jpeg" | "image/webp" | "image/png" | typeof PIECE_TYPE;

/**
 * Keeps a picture: bytes in the store first, then its row, so that a row never points at nothing. When
 * somebody's request may fail afterwards, use `withPictures`, which takes the bytes back.
 */
export async function keepPicture(
  services: Pick<Services, "files" | "newId">,
  trx: Trx,
  kind: PictureKind,
  bytes: Uint8Array,
  mediaType: MediaType = "image/jpeg",
): Promise<string> {
  const id = services.newId();
  await services.files.put(id, bytes);
  await insertPicture(trx, { id, kind, bytes: bytes.byteLength, mediaType });
  return id;
}

export async function insertPicture(
  trx: Trx,
  picture: { id: string; kind: PictureKind; bytes: number; mediaType?: MediaType },
): Promise<void> {
  await trx
    .insertInto("files")
    .values({
      id: picture.id,
      kind: picture.kind,
      media_type: picture.mediaType ?? "image/jpeg",
      bytes: picture.bytes,
    })
    .execute();
}

export function findPicture(db: Db, id: string) {
  return db.selectFrom("files").select(["id", "kind", "media_type"]).where("id", "=", id).executeTakeFirst();
}

/** Those of these ids that have no row. */
export async function findMissingPictures(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) {
    return [];
  }
  const rows = await db.selectFrom("files").select("id").where("id", "in", ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/**
 * No row of any table points at a picture. Which columns may point at one, the database says itself: every column that
 * holds a picture's id is a foreign key (a test holds that).
 */
async function isUnused(db: Db): Promise<RawBuilder<SqlBool>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select relation.relname as "table", attribute.attname as "column"
    from pg_constraint
    join pg_class relation on relation.oid = pg_constraint.conrelid
    join pg_attribute attribute
      on attribute.attrelid = pg_constraint.conrelid and attribute.attnum = pg_constraint.conkey[1]
    where pg_constraint.contype = 'f' and pg_constraint.confrelid = 'files'::regclass`.execute(db);
  const nowhere = columns.map(
    ({ table, column }) =>
      sql`not exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = files.id)`,
  );
  return sql<SqlBool>`(${sql.join(nowhere, sql` and `)})`;
}

/** Pictures made before `before` that nothing points at. */
export async function findUnusedPictures(db: Db, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select files.id from files
    where files.created_at < ${before} and ${await isUnused(db)}
    limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes the rows of those of these pictures that nothing points at. @returns which went */
export async function deleteUnusedOf(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from files where files.id = any(${[...ids]}::uuid[]) and ${await isUnused(trx)}
    returning files.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Fails as a whole when one of them is pointed at after all: the next sweep looks again. */
export async function deletePictures(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) {
    await db.deleteFrom("files").where("id", "in", ids).execute();
  }
}
