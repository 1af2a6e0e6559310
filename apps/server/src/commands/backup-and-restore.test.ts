import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase, urlOf } from "../../testing/cluster.ts";
import { stateOf } from "../../testing/database-state.ts";
import { runProgram } from "../../testing/server-process.ts";
import { makeBackup } from "../platform/backup/backup.ts";
import { openDatabase } from "../platform/database.ts";
import { prepareApplicationRole } from "../platform/database-role.ts";
import { DiskFiles } from "../platform/disk-files.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres.ts";
import { migrate } from "../platform/migrate.ts";
import { insertPicture } from "../platform/pictures.queries.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
/** What a restore writes down, and what is written of a backup when it is there. */
const LATER = [
  "access_heads",
  "audit_lines",
  "audit_unsealed",
  "backup_runs",
  "outside_heads",
  "record_gaps",
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-backup-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("the commands", () => {
  const settings = { DEMO: "0", LOG_LEVEL: "silent" };

  it("back an installation up beside its server, and put it into an embedded database", async () => {
    const dataDir = join(folder, "embedded");
    const backups = join(folder, "copies");
    const running = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false });
    const owner = openDatabase({ ...running.connection, max: 1 }, () => undefined);
    const userId = crypto.randomUUID();
    const buildingId = crypto.randomUUID();
    /** Of a clock that was ahead: the next is later all the same. */
    const toldEpoch = Date.now() + 3_600_000;
    let was: unknown;
    try {
      await migrate(owner);
      await prepareApplicationRole(owner, "own-login");
      await owner.insertInto("users").values({ id: userId, cedula: "52000333", name: "Luz" }).execute();

      const building = {
        id: buildingId,
        name: "Edificio",
        address1: "Calle 1",
        city: "Bogotá",
        state: "Cundinamarca",
      };
      await owner
        .insertInto("buildings")
        .values({ ...building, type: "MIXED" })
        .execute();
      const at = { changed_at: new Date(), reckoned_at: new Date() };
      const head = { epoch: toldEpoch, number: 3, digest: "0".repeat(64), ...at };
      await owner
        .insertInto("access_heads")
        .values({ ...head, building_id: buildingId })
        .execute();
      await owner.insertInto("outside_heads").values({ building_id: buildingId, number: 118 }).execute();

      const nowhere = await runProgram("commands/backup", folder, { ...settings, DATA_DIR: dataDir });
      expect(nowhere).toMatchObject({ code: 1, said: expect.stringContaining("BACKUP_DIR no está puesta") });
      expect(nowhere.said).not.toContain("Se creó la clave");

      const variables = { ...settings, DATA_DIR: dataDir, BACKUP_DIR: backups };
      const full = await runProgram("commands/backup", folder, variables, { fileKilobytes: 1 });
      expect(full).toMatchObject({ code: 1, said: expect.stringContaining("No hay espacio suficiente") });
      expect(await readdir(backups)).toEqual([]);

      const done = await runProgram("commands/backup", folder, variables);
      expect(done.said).toMatch(/Listo: .*\.backup \(\d+ bytes, \d+ filas, 0 imágenes\)/);
      expect(done.code).toBe(0);
      const runs = await owner.selectFrom("backup_runs").select(["failure", "lost"]).execute();
      expect(runs).toEqual([{ failure: null, lost: 0 }]);
      // Each a folder of its own: an archive is called by its second, and these may have the same one.
      const to = (stick: string) => ({ args: ["--to", join(folder, stick)] });
      expect((await runProgram("commands/backup", folder, variables, to("stick"))).code).toBe(0);
      // It does not count as the day's, which lies in BACKUP_DIR.
      expect(await owner.selectFrom("backup_runs").select("id").execute()).toHaveLength(1);
      // Nor does one of a person who did not say BACKUP_DIR, as where another of several servers has it.
      const unsaid = { ...settings, DATA_DIR: dataDir };
      expect((await runProgram("commands/backup", folder, unsaid, to("other-stick"))).code).toBe(0);
      const last = owner.selectFrom("backup_runs").select("elsewhere").orderBy("started_at", "desc");
      expect(await last.execute()).toEqual([{ elsewhere: true }, { elsewhere: false }]);
      was = await stateOf(owner, LATER);
    } finally {
      await owner.destroy();
      await running.stop();
    }
    const [name = ""] = await readdir(backups);
    const keyFile = join(dataDir, "keys", "backup.key");
    const bytes = await readFile(join(backups, name));
    expect(bytes.includes("52000333")).toBe(false);

    const again = join(folder, "again");
    const variables = { ...settings, DATA_DIR: again };
    const restored = (args: string[], more: { fileKilobytes?: number } = {}) =>
      runProgram("commands/restore", folder, variables, { args, ...more });
    const without = await restored([join(backups, name)]);
    expect(without).toMatchObject({
      code: 1,
      said: expect.stringContaining("No está la clave de las copias"),
    });
    await expect(readdir(again)).rejects.toMatchObject({ code: "ENOENT" });

    const wrong = join(folder, "wrong.backup");
    const middle = bytes.length >> 1;
    await writeFile(wrong, bytes.fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1));
    const damaged = await restored([wrong, "--key", keyFile]);
    expect(damaged).toMatchObject({ code: 1, said: expect.stringContaining("dañada") });
    await expect(readdir(again)).rejects.toMatchObject({ code: "ENOENT" });
    // The disk is full while the database itself is made: what lay there stays, and nothing but the lock's folder comes.
    await mkdir(join(again, "keys"), { recursive: true });
    const full = await restored([join(backups, name), "--key", keyFile], { fileKilobytes: 1000 });
    expect(full).toMatchObject({ code: 1, said: expect.stringContaining("No hay espacio suficiente") });
    expect((await readdir(again)).sort()).toEqual([".lock", "keys"]);
    await rm(again, { recursive: true });

    const checked = await restored([join(backups, name), "--key", keyFile, "--check"]);
    expect(checked).toMatchObject({ code: 0, said: expect.stringContaining("La copia está completa") });
    await expect(readdir(again)).rejects.toMatchObject({ code: "ENOENT" });
    await mkdir(join(again, "keys"), { recursive: true });
    await writeFile(join(again, "keys", "files.key"), randomBytes(32));
    const done = await restored([join(backups, name), "--key", keyFile]);
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining("Listo") });
    expect(done.said).toContain("lo que va con la copia y falta: access.key.");
    expect(done.said).toContain("ya hay files.key: revisa que todo sea de la misma instalación");
    const twice = await restored([join(backups, name), "--key", keyFile]);
    expect(twice).toMatchObject({ code: 1, said: expect.stringContaining("no está vacía") });

    const served = await startEmbeddedPostgres({ dataDir: again, log: quiet, durable: false });
    const copy = openDatabase({ ...served.connection, max: 1 }, () => undefined);
    try {
      const heads = await copy
        .selectFrom("access_heads")
        .select(["epoch", "number", "reckoned_at"])
        .execute();
      expect(heads).toEqual([{ epoch: toldEpoch + 1, number: 3, reckoned_at: null }]);
      // Programs were told numbers since the backup: the next one is after all of them.
      const numbers = await copy.selectFrom("outside_heads").select("number").execute();
      expect(numbers.map(({ number }) => Number(number))).toEqual([1_000_000_118]);
      // The restore itself is written down.
      const lines = await copy.selectFrom("audit_lines").select(["action", "detail", "at"]).execute();
      expect(lines).toMatchObject([
        { action: "audit.restored", detail: { from: expect.any(String), until: lines[0]?.at.toISOString() } },
      ]);
      // What controllers told since the backup is gone: every building says so.
      const gaps = await copy.selectFrom("record_gaps").selectAll().execute();
      const [{ detail } = { detail: {} }] = lines;
      expect({ from: gaps[0]?.began_at.toISOString(), until: gaps[0]?.ended_at.toISOString() }).toEqual(
        detail,
      );
      expect(gaps.map((gap) => gap.building_id)).toEqual([buildingId]);
      expect(await stateOf(copy, LATER)).toEqual(was);
    } finally {
      await copy.destroy();
      await served.stop();
    }
  });

  it("refuse a disk that is full while they put it back", async () => {
    const key = randomBytes(32);
    const keyFile = join(folder, "full.key");
    await writeFile(keyFile, key);
    const database = await testDatabase();
    const db = openDatabase({ ...database.connection, max: 1 }, () => undefined);
    const files = new DiskFiles(join(folder, "pictures"));
    const id = v7();
    await files.write(id, [randomBytes(200_000)]);
    await db.transaction().execute((trx) => insertPicture(trx, { id, kind: "visit", bytes: 200_000 }));
    await db.destroy();
    const path = join(folder, "full.backup");
    const source = { connection: database.connection, files, filesKey: null };
    await makeBackup(source, { path, key, madeAt: new Date() });
    await database.drop();

    const target = await testDatabase("template1");
    const empty = openDatabase({ ...target.connection, max: 1 }, () => undefined);
    const dataDir = join(folder, "full");
    const variables = {
      ...settings,
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(target.connection),
      BACKUP_KEY_FILE: keyFile,
    };
    const run = (fileKilobytes: number) =>
      runProgram("commands/restore", folder, variables, { args: [path], fileKilobytes });
    expect(await run(100)).toMatchObject({
      code: 1,
      said: expect.stringContaining("No hay espacio suficiente"),
    });
    expect(await stateOf(empty)).toMatchObject({ contents: {} });
    await expect(readdir(dataDir)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await run(1000)).toMatchObject({ code: 0 });
    await empty.destroy();
    await target.drop();
  });
});
