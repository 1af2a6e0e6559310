import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SystemPostgres, startSystemPostgres } from "../../testing/system-postgres.ts";
import { seedDemonstration } from "../demo/seed.ts";
import { makeBackup } from "./backup/backup.ts";
import { restoreBackup } from "./backup/restore.ts";
import { systemClock } from "./clock.ts";
import { openDatabase } from "./database.ts";
import { prepareApplicationRole } from "./database-role.ts";
import { DiskFiles } from "./disk-files.ts";
import { EncryptedFiles } from "./files.ts";
import { migrate } from "./migrate.ts";

let postgres: SystemPostgres;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-dump-"));
  postgres = await startSystemPostgres();
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

const open = (name: string) =>
  openDatabase({ connectionString: postgres.connectionTo(name), max: 4 }, () => undefined);

/** All of a database as text, without the word by which newer programs protect their reader. */
const textOf = async (name: string): Promise<string> =>
  (await postgres.run("pg_dump", ["--no-owner", "--no-privileges", name])).replace(
    /^\\(un)?restrict .*$/gm,
    "",
  );

/** A database with the demonstration's people, rows of every kind and pictures, made once. */
let seeding: Promise<void> | undefined;
const seeded = (): Promise<void> => {
  seeding ??= seed();
  return seeding;
};

async function seed(): Promise<void> {
  await postgres.run("createdb", ["building"]);
  const db = open("building");
  await migrate(db);
  await prepareApplicationRole(db, "taken-on");
  const files = new EncryptedFiles(new DiskFiles(join(folder, "files")), Buffer.alloc(32));
  await seedDemonstration({ db, files, newId: v7, clock: systemClock });
  await db.destroy();
}

it("comes back from the database's own dump as it was, and takes new people", async () => {
  await seeded();
  const archive = join(folder, "building.dump");
  await postgres.run("pg_dump", ["--format=custom", `--file=${archive}`, "building"]);
  await postgres.run("createdb", ["restored"]);
  await postgres.run("pg_restore", ["--exit-on-error", "--dbname=restored", archive]);

  expect(await textOf("restored")).toBe(await textOf("building"));
  const restored = open("restored");
  expect(await migrate(restored)).toEqual([]);
  await restored
    .insertInto("users")
    .values({ id: v7(), cedula: "1000009999", name: "Íñigo Muñoz" })
    .execute();
  const found = await restored
    .selectFrom("user_search")
    .select("name_key")
    .where("name_key", "like", "%munoz")
    .execute();
  expect(found).toEqual([{ name_key: "inigo munoz" }]);
  await restored.destroy();
});

it("comes back from a backup of ours as it was, to an owner who is no superuser", async () => {
  await seeded();
  const key = randomBytes(32);
  const source = {
    connection: { connectionString: postgres.connectionTo("building") },
    files: new DiskFiles(join(folder, "files")),
    filesKey: null,
  };
  const path = join(folder, "building.backup");
  const made = await makeBackup(source, { path, key, madeAt: new Date() });
  expect(made.pictures).toBeGreaterThan(10);

  await postgres.run("createuser", ["keeper"]);
  await postgres.run("createdb", ["--owner=keeper", "ours"]);
  const place = {
    databaseUrl: postgres.connectionTo("ours").replace("umbral@", "keeper@"),
    dataDir: join(folder, "ours"),
    filesKeyFile: join(folder, "ours", "keys", "files.key"),
    filesKeyLost: false,
    s3: undefined,
  };
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const restored = await restoreBackup({ path, key }, place, { finish: async () => undefined, log: quiet });
  expect(restored).toMatchObject({ pictures: made.pictures, gone: 0 });
  expect(await textOf("ours")).toBe(await textOf("building"));
});
