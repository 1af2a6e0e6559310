import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { storedIds } from "../../testing/broken-parts.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { systemClock } from "./clock.ts";
import { APPLICATION_ROLE } from "./database-role.ts";
import { withPictures } from "./kept-pictures.ts";
import { sweepPictures } from "./picture-sweep.ts";

const server = await startTestServer();
afterAll(() => server.close());

const { services } = server.app;
const { db, files, newId } = services;
const face = Buffer.from("a face, as far as anybody knows");

/** The sweep as it is so many hours from now. */
const sweepIn = (hours: number) =>
  sweepPictures({
    ...services,
    clock: { ...systemClock, now: () => new Date(Date.now() + hours * 3_600_000) },
  });

async function rowIds(): Promise<string[]> {
  const rows = await db.selectFrom("files").select("id").execute();
  return rows.map(({ id }) => id).sort();
}

/** A picture that somebody's profile points at. */
async function newPortrait(): Promise<{ fileId: string; userId: string }> {
  const { id: userId } = await server.newPerson();
  const fileId = await withPictures(services, async (trx, keep) => {
    const id = await keep("profile", face);
    await trx.updateTable("users").set({ photo_file_id: id }).where("id", "=", userId).execute();
    return id;
  });
  return { fileId, userId };
}

describe("a transaction that keeps pictures", () => {
  it("keeps bytes and rows together", async () => {
    const { fileId } = await newPortrait();
    expect(await files.get(fileId)).toEqual(face);
    expect(await rowIds()).toContain(fileId);
  });

  it("leaves neither when it fails, wherever it fails", async () => {
    const before = await storedIds(files);
    const afterThePictures = withPictures(services, async (_trx, keep) => {
      await keep("profile", face);
      await keep("document", face);
      throw new Error("changed its mind");
    });
    await expect(afterThePictures).rejects.toThrow("changed its mind");

    // The database refuses only at the commit.
    await sql`create table late (id uuid references users (id) deferrable initially deferred)`.execute(
      server.db,
    );
    await sql`grant insert on late to ${sql.id(APPLICATION_ROLE)}`.execute(server.db);
    const atTheCommit = withPictures(services, async (trx, keep) => {
      await keep("profile", face);
      await sql`insert into late values (${newId()})`.execute(trx);
    });
    await expect(atTheCommit).rejects.toMatchObject({ code: "23503" });
    await sql`drop table late`.execute(server.db);

    // The store itself is full after the first.
    let puts = 0;
    const full = {
      ...services,
      files: {
        place: files.place,
        list: () => files.list(),
        get: (id: string) => files.get(id),
        remove: (id: string) => files.remove(id),
        check: () => files.check(),
        async put(id: string, bytes: Uint8Array) {
          puts += 1;
          if (puts > 1) {
            throw new Error("no space left on device");
          }
          await files.put(id, bytes);
        },
      },
    };
    const intoAFullStore = withPictures(full, async (_trx, keep) => {
      await keep("profile", face);
      await keep("document", face);
    });
    await expect(intoAFullStore).rejects.toThrow("no space left");

    expect(await storedIds(files)).toEqual(before);
    expect(await rowIds()).toEqual(before);
  });

  it("leaves the bytes of the run that counts, where it was done again", async () => {
    const before = await storedIds(files);
    const runs: string[] = [];
    const fileId = await withPictures(services, async (trx, keep) => {
      runs.push(await keep("profile", face));
      if (runs.length < 2) {
        await sql`do $$ begin raise exception 'on purpose' using errcode = 'deadlock_detected'; end $$`.execute(
          trx,
        );
      }
      return runs.at(-1);
    });
    expect(runs).toHaveLength(2);
    expect(await storedIds(files)).toEqual([...before, fileId].sort());
    await db
      .deleteFrom("files")
      .where("id", "=", fileId ?? "")
      .execute();
    await files.remove(fileId ?? "");
  });

  it("is left to the sweep when the line broke and nobody knows whether it was committed", async () => {
    const before = await storedIds(files);
    const broken = withPictures(services, async (_trx, keep) => {
      await keep("profile", face);
      throw new Error("Connection terminated unexpectedly");
    });
    await expect(broken).rejects.toThrow("Connection terminated");
    const left = (await storedIds(files)).filter((id) => !before.includes(id));
    expect(left).toHaveLength(1);
    await sweepIn(2);
    expect(await storedIds(files)).toEqual(before);
  });
});

describe("the sweep", () => {
  it("takes what a killed process left, and nothing that is young or in use", async () => {
    const { fileId, userId } = await newPortrait();
    // Killed after the bytes and before the commit; and in the middle of the bytes.
    const stray = newId();
    await files.put(stray, face);
    const folder = join(services.env.dataDir, "files");
    const half = newId();
    await files.put(half, face);
    const place = join(folder, half.slice(-2), half);
    await rename(place, `${place}.new`);
    // Replaced: its row is there, but nothing points at it any more.
    const replaced = await newPortrait();
    await db.updateTable("users").set({ photo_file_id: null }).where("id", "=", replaced.userId).execute();

    expect(await sweepIn(0.5)).toEqual({ rows: 0, strays: 0 });
    expect(await sweepIn(2)).toEqual({ rows: 1, strays: 2 });
    expect(await files.get(fileId)).toEqual(face);
    const ids = await storedIds(files);
    expect(ids).not.toContain(stray);
    expect(ids).not.toContain(half);
    expect(ids).not.toContain(replaced.fileId);
    expect(await rowIds()).toEqual(ids);
    expect(await readdir(join(folder, half.slice(-2)))).not.toContain(`${half}.new`);
    expect(await sweepIn(2)).toEqual({ rows: 0, strays: 0 });
    await db.deleteFrom("users").where("id", "=", userId).execute();
  });

  it("may run in several processes at once", async () => {
    const strays = [newId(), newId(), newId()];
    for (const id of strays) {
      await files.put(id, face);
    }
    const replaced = await newPortrait();
    await db.updateTable("users").set({ photo_file_id: null }).where("id", "=", replaced.userId).execute();
    await Promise.all([sweepIn(2), sweepIn(2), sweepIn(2)]);
    expect(await storedIds(files)).toEqual(await rowIds());
    expect(await storedIds(files)).not.toContain(replaced.fileId);
  });

  it("knows every column that holds a picture's id", async () => {
    const { rows } = await sql<{ column: string; isKnown: boolean }>`
      select attribute.attrelid::regclass || '.' || attribute.attname as "column",
        exists (select 1 from pg_constraint where contype = 'f' and confrelid = 'files'::regclass
          and conrelid = attribute.attrelid and conkey = array[attribute.attnum]) as "isKnown"
      from pg_attribute attribute join pg_class relation on relation.oid = attribute.attrelid
      where relation.relkind = 'r' and relation.relnamespace = 'public'::regnamespace
        and attribute.attname ~ '(file|picture)_ids?$' and not attribute.attisdropped`.execute(db);
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.filter(({ isKnown }) => !isKnown)).toEqual([]);
  });
});
