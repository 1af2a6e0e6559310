import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedIds } from "../../testing/broken-parts.ts";
import { type TestDatabase, testDatabase, urlOf } from "../../testing/cluster.ts";
import { runProgram } from "../../testing/server-process.ts";
import { startTestS3 } from "../../testing/test-s3.ts";
import { openFilesKey } from "../features/audit/files-keys.ts";
import { systemClock } from "../platform/clock.ts";
import { openDatabase } from "../platform/database.ts";
import { DiskFiles } from "../platform/disk-files.ts";
import { EncryptedFiles, type SealedFiles } from "../platform/files.ts";
import { moveFiles } from "../platform/files-move.ts";
import { placeOf } from "../platform/files-place.ts";
import { KeyedDigest } from "../platform/keyed-digest.ts";
import { insertPicture } from "../platform/pictures.queries.ts";
import { S3Files } from "../platform/s3-files.ts";

const OWN = "the test itself";
const log = { error: () => undefined, info: () => undefined };
const quiet = { ownName: OWN, onProgress: () => undefined };

const store = await startTestS3();
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-move-"));
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  await store.close();
  await rm(folder, { recursive: true });
});

/** An installation that nobody serves, with so many pictures on its disk. */
async function installation(name: string, count: number) {
  const dataDir = join(folder, name);
  const db = openDatabase({ ...database.connection, application_name: OWN, max: 2 }, () => undefined);
  await db.deleteFrom("files").execute();
  const place = { filesKeyFile: join(folder, "files.key"), filesKeyLost: false };
  const { key } = await openFilesKey(db, place, systemClock);
  const disk = new DiskFiles(join(dataDir, "files"));
  const files = new EncryptedFiles(disk, key);
  const faces = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const [id, face] = [v7(), randomBytes(500)];
    faces.set(id, face);
    await files.put(id, face);
    await db.transaction().execute((trx) => insertPicture(trx, { id, kind: "profile", bytes: 500 }));
  }
  const s3 = new S3Files(store.place(name), { installation: new KeyedDigest(key).fingerprint, log });
  /** Everything that lies there, as whoever serves it would read it. */
  const readFrom = async (sealed: SealedFiles) => {
    const served = new EncryptedFiles(sealed, key);
    const ids = await storedIds(served);
    return new Map(await Promise.all(ids.map(async (id) => [id, await served.get(id)] as const)));
  };
  const run = (...args: string[]) =>
    runProgram(
      "commands/files-move",
      folder,
      {
        ...store.variables(name),
        DATA_DIR: dataDir,
        DATABASE_URL: urlOf(database.connection),
        FILES_KEY_FILE: place.filesKeyFile,
        LOG_LEVEL: "silent",
      },
      { args },
    );
  return { db, disk, s3, faces, readFrom, run };
}

/** These files, but for what is said here. */
const having = (files: SealedFiles, more: Partial<SealedFiles>): SealedFiles => ({
  place: files.place,
  write: (...asked) => files.write(...asked),
  read: (id) => files.read(id),
  lengthOf: (id) => files.lengthOf(id),
  remove: (id) => files.remove(id),
  list: () => files.list(),
  check: () => files.check(),
  ...more,
});

describe("files that are moved", () => {
  it("are copied beside a server, moved once nobody serves them, and come back", async () => {
    const { db, disk, s3, faces, readFrom, run } = await installation("whole", 12);
    // This test's own connections stand for a server that runs.
    const beside = await run("--to", "s3");
    expect(beside).toMatchObject({ code: 2, said: expect.stringContaining("copiados 12, ya estaban 0") });
    expect(beside.said).toContain("detén todos los servidores");
    expect([await placeOf(db), await readFrom(disk), await readFrom(s3)]).toEqual(["disk", faces, faces]);
    // Erased since: it is not taken along.
    const [erased = ""] = faces.keys();
    faces.delete(erased);
    await db.deleteFrom("files").where("id", "=", erased).execute();
    await disk.remove(erased);
    expect(await run("--to", "s3")).toMatchObject({ code: 2 });
    expect(await readFrom(s3)).toEqual(faces);
    await db.destroy();

    const done = await run("--to", "s3");
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining("Listo: los archivos están en S3") });
    expect(done.said).toContain("quitados de DATA_DIR 11");
    expect([await readFrom(disk), await readFrom(s3)]).toEqual([new Map(), faces]);
    const again = await run("--to", "s3");
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining("ya estaban en S3 (copiados 0") });
    const back = await run("--to", "disk");
    expect(back).toMatchObject({ code: 0, said: expect.stringContaining("copiados 11") });
    expect(back.said).toContain("Quita las variables S3_…");
    expect([await readFrom(disk), await readFrom(s3)]).toEqual([faces, new Map()]);
  });

  it("are whole where they were, whenever it ends in the middle, and go on from there", async () => {
    const { db, disk, s3, faces, readFrom } = await installation("killed", 20);
    let writes = 0;
    const dying = having(s3, {
      write: async (id: string, pieces: readonly Uint8Array[]) => {
        writes += 1;
        if (writes > 7) {
          throw new Error("killed");
        }
        await s3.write(id, pieces);
      },
    });
    await expect(moveFiles(db, disk, dying, quiet)).rejects.toThrow("killed");
    expect([await placeOf(db), await readFrom(disk)]).toEqual(["disk", faces]);

    // It is moved, and dies while what it left behind is cleared away.
    let removals = 0;
    const stuck = having(disk, {
      remove: async (id: string) => {
        removals += 1;
        if (removals > 5) {
          throw new Error("killed");
        }
        await disk.remove(id);
      },
    });
    await expect(moveFiles(db, stuck, s3, quiet)).rejects.toThrow("killed");
    expect([await placeOf(db), await readFrom(s3)]).toEqual(["s3", faces]);
    expect(await moveFiles(db, disk, s3, quiet)).toMatchObject({ outcome: "was-there", copied: 0 });
    expect([await readFrom(disk), await readFrom(s3)]).toEqual([new Map(), faces]);
    expect(await moveFiles(db, s3, disk, quiet)).toMatchObject({ outcome: "moved", copied: 20 });
    await db.destroy();
  });

  it("stay where they are when one arrives otherwise than it left", async () => {
    const { db, disk, s3, faces, readFrom } = await installation("garbled", 3);
    const garbling = having(s3, {
      write: (id: string) => s3.write(id, [randomBytes(528)]),
    });
    await expect(moveFiles(db, disk, garbling, quiet)).rejects.toThrow("no llegó como salió");
    expect([await placeOf(db), await readFrom(disk)]).toEqual(["disk", faces]);
    await db.destroy();
  });
});
