import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../../../testing/cluster.ts";
import { systemClock } from "../../platform/clock.ts";
import { type Database, openDatabase } from "../../platform/database.ts";
import { FilesKeyUnusable } from "../../platform/files-key.ts";
import { Jobs } from "../../platform/jobs.ts";
import { KeyedDigest } from "../../platform/keyed-digest.ts";
import { writeAuditLine } from "./audit.service.ts";
import { AuditSealer } from "./audit-sealer.ts";
import { openFilesKey, readFilesKeyOf } from "./files-keys.ts";
import { verifyAudit } from "./verify-audit.ts";

let database: TestDatabase;
let owner: Database;
let db: Database;
let folder: string;
let path: string;
beforeEach(async () => {
  database = await testDatabase();
  owner = openDatabase(database.connection, () => undefined);
  db = openDatabase(database.asServer, () => undefined);
  folder = await mkdtemp(join(tmpdir(), "umbral-keys-"));
  path = join(folder, "keys", "files.key");
});
afterEach(async () => {
  await Promise.all([db.destroy(), owner.destroy()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

const open = (filesKeyLost = false) => openFilesKey(db, { filesKeyFile: path, filesKeyLost }, systemClock);
const names = () => readdir(dirname(path));

/** As many actions as it says, sealed as the server with this key seals them. */
async function seal(key: Buffer, actions: number): Promise<void> {
  for (let action = 0; action < actions; action += 1) {
    await db.transaction().execute((trx) =>
      writeAuditLine(trx, {
        buildingId: null,
        actorId: null,
        action: "audit.exported",
        subjectId: null,
        detail: {},
        at: new Date(),
      }),
    );
  }
  const jobs = new Jobs(() => systemClock.now());
  const services = {
    db,
    clock: systemClock,
    digest: new KeyedDigest(key),
    log: pino({ level: "silent" }),
    jobs,
    news: { isHeard: false, on: () => () => undefined },
  };
  await new AuditSealer(services).sealAll();
}

const verify = (key: Buffer) => verifyAudit(owner, new KeyedDigest(key));

describe("the key of the files", () => {
  it("is made once, by however many start at the same time", async () => {
    const started = await Promise.all([open(), open(), open(), open()]);
    expect(started.map(({ state }) => state).sort()).toEqual(["first", "same", "same", "same"]);
    expect(new Set(started.map(({ key }) => key.toString("hex"))).size).toBe(1);
    expect(await names()).toEqual(["files.key"]);
  });

  it("is missed: nothing starts, and no other one is made in silence", async () => {
    const { key } = await open();
    await rm(path);
    await expect(open()).rejects.toThrow(/No está la clave de los archivos .*con la que se usó/);
    expect(await names()).toEqual([]);
    await writeFile(path, key);
    expect((await open()).state).toBe("same");
  });

  it("is another one: nothing starts, and the file stays as it is", async () => {
    await open();
    const other = randomBytes(32);
    await writeFile(path, other);
    await expect(open()).rejects.toThrow(/no es la de esta base de datos/);
    await expect(open()).rejects.toThrow(FilesKeyUnusable);
    expect(await readFile(path)).toEqual(other);
  });

  it("was cut short: it is said with its variable, also when it is said to be lost", async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "short");
    await expect(open()).rejects.toThrow(/FILES_KEY_FILE: .* tiene 5/);
    await expect(open(true)).rejects.toThrow(FilesKeyUnusable);
  });

  it("is missed too where an older version never wrote its fingerprint down", async () => {
    const key = randomBytes(32);
    await seal(key, 1);
    await expect(open()).rejects.toThrow(FilesKeyUnusable);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, key);
    expect((await open()).state).toBe("first");
    expect(await verify(key)).toMatchObject({ broken: [], unverifiable: 0, isKeyRowAltered: false });
  });
});

describe("a key that is lost for good", () => {
  it("leaves an audit that says what it can no longer tell, and is exact about the rest", async () => {
    const first = await open();
    await seal(first.key, 3);
    await rm(path);
    const { key, state } = await open(true);
    expect(state).toBe("replaced");
    await seal(key, 2);

    // Two and the line that says that the key was replaced.
    const report = await verify(key);
    expect(report).toMatchObject({ broken: [], unverifiable: 3, isKeyRowAltered: false });
    expect(report.chains).toMatchObject([{ lines: 6 }]);
    expect(report.keyReplacedAt).toBeInstanceOf(Date);
    expect((await open()).state).toBe("same");
  });

  it("does not hide who alters what came after, nor who moves the border", async () => {
    await seal((await open()).key, 1);
    await rm(path);
    const { key } = await open(true);
    await seal(key, 1);
    await sql`alter table audit_lines disable trigger audit_lines_stay`.execute(owner);
    await sql`update audit_lines set action = 'auth.signed-in' where action = 'audit.files-key-replaced'`.execute(
      owner,
    );
    expect((await verify(key)).broken).toMatchObject([{ why: "line-or-seal-changed" }]);
    await sql`update files_keys set sealed_before = '{"00000000-0000-0000-0000-000000000000": 9}'
      where epoch = 2`.execute(owner);
    expect(await verify(key)).toMatchObject({ isKeyRowAltered: true, unverifiable: 0 });
  });

  it("is read again where it is found again", async () => {
    const first = await open();
    await seal(first.key, 2);
    await rm(path);
    await seal((await open(true)).key, 1);
    await writeFile(path, first.key);
    await expect(open()).rejects.toThrow(FilesKeyUnusable);
    expect((await open(true)).state).toBe("replaced");
    await seal(first.key, 0);
    // The two of the other key alone.
    expect(await verify(first.key)).toMatchObject({ broken: [], unverifiable: 2 });
  });

  it("is sealed with by no process that still holds it", async () => {
    const first = await open();
    await rm(path);
    const second = await open(true);
    await expect(seal(first.key, 1)).rejects.toThrow("another key of the files was taken up");
    await seal(second.key, 0);
    expect(await verify(second.key)).toMatchObject({ broken: [], waiting: 0 });
  });

  it("is not what somebody verifies with who has another one", async () => {
    await expect(readFilesKeyOf(db, path)).rejects.toThrow(FilesKeyUnusable);
    await open();
    expect(await readFilesKeyOf(db, path)).toHaveLength(32);
    await writeFile(path, randomBytes(32));
    await expect(readFilesKeyOf(db, path)).rejects.toThrow(/no es la de esta base de datos/);
  });
});
