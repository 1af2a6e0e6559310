import { randomBytes } from "node:crypto";
import { copyFile, mkdir, mkdtemp, open, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase, urlOf } from "../testing/cluster.ts";
import { stateOf } from "../testing/database-state.ts";
import { picture, postForm } from "../testing/test-forms.ts";
import { startTestS3 } from "../testing/test-s3.ts";
import { startTestServer } from "../testing/test-server.ts";
import { verifyAudit } from "./features/audit/verify-audit.ts";
import { type ArchiveHead, type OutgoingPart, readArchive, writeArchive } from "./platform/backup/archive.ts";
import { readArchiveFile, writeArchiveFile } from "./platform/backup/archive-file.ts";
import { makeBackup } from "./platform/backup/backup.ts";
import { type RestorePlace, restoreBackup } from "./platform/backup/restore.ts";
import { seal, unseal } from "./platform/backup/sealed-stream.ts";
import { verifyBackup } from "./platform/backup/verify.ts";
import { type Database, openDatabase, type Trx } from "./platform/database.ts";
import { prepareApplicationRole } from "./platform/database-role.ts";
import { DiskFiles } from "./platform/disk-files.ts";
import { placeOf } from "./platform/files-place.ts";
import { migrate } from "./platform/migrate.ts";
import { keepPicture } from "./platform/pictures.queries.ts";
import { S3Files } from "./platform/s3-files.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const key = randomBytes(32);
const server = await startTestServer();
const { services } = server.app;
const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });

let folder: string;
/** Nobody's yet: what a restore is made into. */
let target: TestDatabase;
let db: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-backup-"));
});
beforeEach(async () => {
  target = await testDatabase("template1");
  db = openDatabase({ ...target.connection, max: 2 }, () => undefined);
});
afterEach(async () => {
  await db.destroy();
  await target.drop();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const source = (connection = server.connection) => ({
  connection,
  files: new DiskFiles(join(services.env.dataDir, "files")),
  filesKey: services.digest.fingerprint,
});
const backUp = (name: string) =>
  makeBackup(source(), { path: join(folder, name), key, madeAt: services.clock.now() });

/** A place for an installation, with nothing in it. */
const placeFor = (name: string): RestorePlace => {
  const dataDir = join(folder, name);
  return {
    databaseUrl: urlOf(target.connection),
    dataDir,
    filesKeyFile: join(dataDir, "keys", "files.key"),
    filesKeyLost: false,
    s3: undefined,
  };
};
const restore = (path: string, place = placeFor("restored"), by = key) =>
  restoreBackup({ path, key: by }, place, { finish: async () => undefined, log: quiet });

/** Somebody with a face and both sides of a document. */
async function verified(name: string) {
  const person = await server.newPerson({ name });
  const form = {
    cedula: person.cedula,
    photo: await picture(),
    cedulaFrontal: await picture({ format: "png" }),
    cedulaPosterior: await picture({ format: "webp" }),
  };
  expect((await postForm(server, laura, "/api/bb/userv2", form)).status).toBe(200);
  return person;
}

describe("a backup of a server that goes on", () => {
  it("is one moment of it, and its people come back with their faces, documents and audit", async () => {
    const building = await server.newBuilding();
    const person = await verified("Íngrid Ñáñez");
    await expect
      .poll(async () => (await verifyAudit(server.db, services.digest)).waiting, { timeout: 20_000 })
      .toBe(0);

    let isOver = false;
    let written = 0;
    const writing = (async () => {
      while (!isOver) {
        await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
        await services.db
          .transaction()
          .execute((trx) => keepPicture(services, trx, "visit", randomBytes(50_000)));
        written += 1;
      }
    })();
    await expect.poll(() => written).toBeGreaterThan(1);
    const before = written;
    const made = await backUp("going-on.backup");
    expect(made.lost).toBe(0);
    isOver = true;
    await writing;
    expect(written).toBeGreaterThan(before);

    const restored = await restore(made.path);
    expect(restored).toMatchObject({ pictures: made.pictures, gone: 0 });
    await prepareApplicationRole(db, "own-login");
    const copy = await server.another({ asServer: target.asServer, dataDir: join(folder, "restored") });
    try {
      const ask = (url: string) => copy.app.http.inject({ url, headers: laura.headers });
      const { user } = (await ask(`/api/bb/users/${person.cedula}`)).json();
      expect(user).toMatchObject({ name: "Íngrid Ñáñez", verified: true });
      const face = await copy.app.http.inject(user.photo);
      expect([face.statusCode, face.headers["content-type"]]).toEqual([200, "image/jpeg"]);
      const identity = await db
        .selectFrom("user_identities")
        .select("front_file_id as front")
        .where("user_id", "=", person.id)
        .$narrowType<{ front: string }>()
        .executeTakeFirstOrThrow();
      const address = await copy.app.services.addresses.forFile(identity.front);
      expect((await copy.app.http.inject(address)).rawPayload.equals(await documentOf(identity.front))).toBe(
        true,
      );

      const audit = await verifyAudit(db, services.digest);
      expect(audit.broken).toEqual([]);
      expect(audit.chains.length).toBeGreaterThan(0);
    } finally {
      await copy.close();
    }
  });

  it("comes back row for row, with every key and trigger awake", async () => {
    await verified("Quieta Quintero");
    await expect
      .poll(async () => (await verifyAudit(server.db, services.digest)).waiting, { timeout: 20_000 })
      .toBe(0);
    // What a health probe writes meanwhile is nobody's.
    const { path } = await backUp("quiet.backup");
    const was = await stateOf(server.db);
    await restore(path, placeFor("quiet"));
    expect(await stateOf(db)).toEqual(was);
    expect(await migrate(db)).toEqual([]);
  });

  it("goes on without a picture that was lost, and says so", async () => {
    const id = await services.db
      .transaction()
      .execute((trx) => keepPicture(services, trx, "visit", randomBytes(100)));
    await services.files.remove(id);
    const made = await backUp("lost.backup");
    expect(made.lost).toBe(1);
    expect(await restore(made.path, placeFor("lost"))).toMatchObject({ gone: 1 });
    await server.db.deleteFrom("files").where("id", "=", id).execute();
  });
});

const documentOf = async (id: string): Promise<Buffer> => (await services.files.get(id)) ?? Buffer.alloc(0);

describe("a restore", () => {
  let good: string;
  beforeAll(async () => {
    for (let count = 0; count < 3; count += 1) {
      await services.db
        .transaction()
        .execute((trx) => keepPicture(services, trx, "visit", randomBytes(200_000)));
    }
    good = (await backUp("good.backup")).path;
  });

  /** A copy that somebody made another of. */
  async function changed(name: string, change: (path: string) => Promise<void>): Promise<string> {
    const path = join(folder, name);
    await copyFile(good, path);
    await change(path);
    return path;
  }

  /** An archive that is whole in itself, of other parts than a server's. */
  async function rewritten(
    name: string,
    change: { head?: Partial<ArchiveHead>; leaveOut?: (part: OutgoingPart) => boolean },
  ): Promise<string> {
    const path = join(folder, name);
    const { head, parts, close } = await readArchive(unseal(key, readArchiveFile(good)));
    async function* kept(): AsyncGenerator<OutgoingPart> {
      for await (const part of parts) {
        if (change.leaveOut?.(part)) {
          for await (const _piece of part.body) {
            // Read past it.
          }
        } else {
          yield part;
        }
      }
    }
    await writeArchiveFile(path, seal(key, writeArchive({ ...head, ...change.head }, kept())));
    await close();
    return path;
  }

  /** Refused, and neither database nor folder has anything of it. */
  async function refused(path: string, code: string, by = key): Promise<void> {
    const place = placeFor("refused");
    await expect(restore(path, place, by)).rejects.toMatchObject({ code });
    expect(await stateOf(db)).toMatchObject({ contents: {} });
    await expect(readdir(place.dataDir)).rejects.toMatchObject({ code: "ENOENT" });
  }

  const flip = (place: number) => async (path: string) => {
    const file = await open(path, "r+");
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, place);
    await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, place);
    await file.close();
  };

  it("is preceded by reading it back, which can be given up", async () => {
    const archive = { path: good, key };
    expect((await verifyBackup(archive)).format).toBe(1);
    await expect(verifyBackup({ ...archive, signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  });

  it("of an archive with a wrong byte or a missing end is refused", async () => {
    await refused(await changed("byte.backup", flip(300_000)), "DAMAGED");
    await refused(await changed("first.backup", flip(3)), "DAMAGED");
    await refused(await changed("cut.backup", (path) => truncate(path, 56 + 4 * (65_536 + 16))), "DAMAGED");
    await refused(await changed("empty.backup", (path) => truncate(path, 0)), "DAMAGED");
  });

  it("with another key is refused", () => refused(good, "OTHER_KEY", randomBytes(32)));

  it("of an archive that lacks a picture or a table is refused", async () => {
    let left = 0;
    const one = ({ head }: OutgoingPart) => head.kind === "picture" && ++left === 1;
    await refused(await rewritten("picture.backup", { leaveOut: one }), "INCOMPLETE");
    const cards = ({ head }: OutgoingPart) => head.kind === "table" && head.name === "cards";
    await refused(await rewritten("table.backup", { leaveOut: cards }), "DAMAGED");
  });

  it("of a newer program's archive is refused", async () => {
    const head = { migrations: ["0001-the-house.sql", "9999-from-tomorrow.sql"] };
    await refused(await rewritten("newer.backup", { head }), "NEWER_VERSION");
  });

  it("over rows or pictures that are there is refused, and they stay", async () => {
    await sql`create table somebodys (n int)`.execute(db);
    await sql`insert into somebodys values (7)`.execute(db);
    await expect(restore(good, placeFor("refused"))).rejects.toMatchObject({ code: "NOT_EMPTY" });
    expect((await sql`select n from somebodys`.execute(db)).rows).toEqual([{ n: 7 }]);
    await sql`drop table somebodys`.execute(db);

    const place = placeFor("with-pictures");
    await mkdir(join(place.dataDir, "files", "ab"), { recursive: true });
    await expect(restore(good, place)).rejects.toMatchObject({ code: "NOT_EMPTY" });
    expect(await readdir(place.dataDir)).toEqual(["files"]);
    expect(await stateOf(db)).toMatchObject({ contents: {} });
  });

  it("beside another key of the pictures is refused, unless theirs is lost", async () => {
    const place = placeFor("other-key");
    await mkdir(join(place.dataDir, "keys"), { recursive: true });
    await writeFile(place.filesKeyFile, randomBytes(32));
    await expect(restore(good, place)).rejects.toMatchObject({ code: "OTHER_FILES_KEY" });
    expect(await readdir(place.dataDir)).toEqual(["keys"]);
    await restore(good, { ...place, filesKeyLost: true });
    expect((await readdir(place.dataDir)).sort()).toEqual(["files", "keys"]);
  });

  it.each([
    ["before it is to hold", sql`select 1 / 0`],
    ["in the moment in which it is to hold", sql`insert into late values (1), (1)`],
  ])("that fails %s takes everything back", async (_when, last) => {
    const place = placeFor("refused");
    const finish = async (trx: Trx) => {
      await sql`create table late (n int unique deferrable initially deferred)`.execute(trx);
      await last.execute(trx);
    };
    await expect(restoreBackup({ path: good, key }, place, { finish, log: quiet })).rejects.toThrow(
      /division by zero|duplicate key/,
    );
    expect(await stateOf(db)).toMatchObject({ contents: {} });
    await expect(readdir(place.dataDir)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("that fails leaves what lay in its folder before", async () => {
    const place = placeFor("kept");
    await mkdir(join(place.dataDir, "keys"), { recursive: true });
    const finish = async (trx: Trx) => {
      await sql`create table late (n int unique deferrable initially deferred)`.execute(trx);
      await sql`insert into late values (1), (1)`.execute(trx);
    };
    await expect(restoreBackup({ path: good, key }, place, { finish, log: quiet })).rejects.toThrow(
      "duplicate",
    );
    expect(await readdir(place.dataDir)).toEqual(["keys"]);
  });

  it("of which nobody hears whether it holds keeps its pictures: it may", async () => {
    const { host, port } = target.connection;
    const name = `.s.PGSQL.${port}`;
    // The line breaks when the last word has gone, before it is answered.
    const between = createServer((line) => {
      const far = createConnection(join(host, name));
      far.on("data", (answer) => line.write(answer)).on("error", () => undefined);
      line.on("error", () => undefined);
      line.on("data", (asked) => {
        far.write(asked);
        if (asked.includes("commit\0")) {
          line.destroy();
        }
      });
    });
    const lines = await mkdtemp(join(tmpdir(), "umbral-line-"));
    await new Promise<void>((resolve) => between.listen(join(lines, name), resolve));
    const place = { ...placeFor("unknown"), databaseUrl: urlOf({ ...target.connection, host: lines }) };
    await expect(restore(good, place)).rejects.toThrow(/terminated|not queryable/);
    await expect.poll(async () => (await sql`select from files`.execute(db)).rows.length).toBeGreaterThan(0);
    expect((await readdir(join(place.dataDir, "files"))).length).toBeGreaterThan(0);
    between.close();
    await rm(lines, { recursive: true });
  });

  it("into an object store puts its pictures there, and all of it or nothing", async () => {
    const store = await startTestS3();
    const log = { error: () => undefined, info: () => undefined };
    const place = { ...placeFor("served-by-s3"), s3: store.place("restored") };
    const there = new S3Files(place.s3, { installation: services.digest.fingerprint, log });
    const finish = async (trx: Trx) => {
      await sql`select 1 / 0`.execute(trx);
    };
    await expect(restoreBackup({ path: good, key }, place, { finish, log: quiet })).rejects.toThrow(
      "division",
    );
    expect(await there.isEmpty()).toBe(true);

    // One that was killed in the middle is begun anew.
    await there.beginRestoring();
    await there.write(services.newId(), [randomBytes(10)]);
    const { pictures } = await restore(good, place);
    expect(pictures).toBeGreaterThan(0);
    expect(await placeOf(db)).toBe("s3");
    const from = { connection: target.connection, files: there, filesKey: services.digest.fingerprint };
    const again = { path: join(folder, "from-s3.backup"), key, madeAt: services.clock.now() };
    expect(await makeBackup(from, again)).toMatchObject({ pictures, lost: 0 });

    const elsewhere = await testDatabase("template1");
    const refused = restore(again.path, { ...place, databaseUrl: urlOf(elsewhere.connection) });
    await expect(refused).rejects.toMatchObject({ code: "NOT_EMPTY" });
    // Back onto a disk the database knows that they are there.
    await restore(again.path, { ...placeFor("on-disk"), databaseUrl: urlOf(elsewhere.connection) });
    const copy = openDatabase({ ...elsewhere.connection, max: 1 }, () => undefined);
    expect(await placeOf(copy)).toBe("disk");
    await copy.destroy();
    await elsewhere.drop();
    await store.kill();
    await expect(makeBackup(from, { ...again, path: join(folder, "away.backup") })).rejects.toMatchObject({
      code: "FILES_AWAY",
    });
    await store.close();
  });
});
