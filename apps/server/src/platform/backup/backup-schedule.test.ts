import { execFile } from "node:child_process";
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { v7 } from "uuid";
import { afterAll, describe, expect, it, vi } from "vitest";
import { PushedClock, startTestServer } from "../../../testing/test-server.ts";
import { findBackupRuns, insertBackupRun } from "./backup-runs.queries.ts";
import { BackupSchedule } from "./backup-schedule.ts";
import { archiveName } from "./keeping.ts";

const DAY_MS = 24 * 3_600_000;
const folder = await mkdtemp(join(tmpdir(), "umbral-schedule-"));
const copies = join(folder, "copies");
const server = await startTestServer({
  BACKUP_DIR: copies,
  BACKUP_KEY_FILE: join(folder, "backup.key"),
  BACKUP_KEEP_DAYS: "2",
  BACKUP_KEEP_WEEKS: "0",
  BACKUP_KEEP_MONTHS: "0",
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
/** A week ago, moved towards today: the server itself is not ready while its clock is not the database's. */
const clock = new PushedClock();
clock.push(-7 * DAY_MS);
const schedule = new BackupSchedule({ ...server.app.services, clock }, server.connection);
const ready = async () => {
  const reply = await server.app.http.inject("/readyz");
  return { status: reply.statusCode, backup: reply.json().backup };
};

describe("a server that has a folder for backups", () => {
  it("says that there is none yet, makes one a day, and keeps as many as it is told", async () => {
    expect(await ready()).toEqual({
      status: 200,
      backup: { state: "never", madeAt: null, ageSeconds: null, failedAt: null, failure: null },
    });
    await mkdir(copies);
    await writeFile(join(copies, "notas.txt"), "of somebody else");
    for (const count of [1, 2]) {
      await schedule.round();
      await schedule.round();
      expect(await readdir(copies)).toHaveLength(1 + count);
      expect(await schedule.state()).toMatchObject({ state: "ok", failure: null });
      clock.push(DAY_MS);
    }
    const [, first] = (await readdir(copies)).sort();
    await schedule.round();
    const kept = await readdir(copies);
    expect(kept).toHaveLength(3);
    expect(kept).not.toContain(first);
    expect(kept).toContain("notas.txt");
  });

  it("says when one is late or failed and why, stays ready, and forgets it with the next that succeeds", async () => {
    expect(await ready()).toMatchObject({ status: 200, backup: { state: "late", failure: null } });
    clock.push(3 * DAY_MS);
    await rm(copies, { recursive: true });
    await writeFile(copies, "a disk that is not the one that it was");
    await expect(schedule.round()).rejects.toMatchObject({ code: "DISK_REFUSES" });
    expect(await ready()).toMatchObject({
      status: 200,
      backup: { state: "failed", failure: "DISK_REFUSES", ageSeconds: expect.any(Number) },
    });
    const figures = (await server.app.http.inject("/metrics")).body;
    expect(figures).toContain("umbral_backup_failing 1");
    expect(figures).toMatch(/umbral_backup_age_seconds \d+/);

    clock.push(2 * DAY_MS);
    await rm(copies);
    // As where its disk is not mounted: none is made on the one below.
    await expect(schedule.round()).rejects.toMatchObject({ code: "DISK_REFUSES" });
    await mkdir(copies);
    await schedule.round();
    expect((await ready()).backup).toMatchObject({ state: "ok", failedAt: null });
    expect((await server.app.http.inject("/metrics")).body).toContain("umbral_backup_failing 0");
  });

  it("says of one that was made that it was, where an old one cannot be let go", async () => {
    clock.push(DAY_MS);
    const stuck = join(copies, "umbral-20200101T050000Z.backup");
    await mkdir(stuck);
    await schedule.round();
    expect(await schedule.state()).toMatchObject({ state: "ok", failure: null });
    expect(await readdir(copies)).toContain("umbral-20200101T050000Z.backup");
    await rm(stuck, { recursive: true });
  });

  it("makes the day's although one of a clock that was ahead, or one that somebody put elsewhere, is noted", async () => {
    clock.push(DAY_MS);
    const { db } = server.app.services;
    const now = clock.now();
    const result = { bytes: 1, lost: 0 };
    const ahead = new Date(now.getTime() + 30 * DAY_MS);
    await insertBackupRun(db, v7(), { startedAt: ahead, endedAt: now, result });
    await insertBackupRun(db, v7(), { startedAt: now, endedAt: now, isElsewhere: true, result });
    expect(await schedule.state()).toMatchObject({ ageSeconds: expect.closeTo(DAY_MS / 1000, -1) });
    await schedule.round();
    expect(
      (await readdir(copies)).some((name) => name.startsWith("umbral-") && name >= archiveName(now)),
    ).toBe(true);
    expect(await schedule.state()).toMatchObject({ state: "ok" });
  });

  it("asks whether a database that says nothing is still there: its machine may have vanished", async () => {
    clock.push(DAY_MS);
    const asked = vi.spyOn(Socket.prototype, "setKeepAlive");
    await schedule.round();
    expect(asked).toHaveBeenCalledWith(true, 30_000);
  });

  it("gives one up when it is told to stop, and leaves nothing of it", async () => {
    clock.push(DAY_MS);
    const before = await readdir(copies);
    const making = schedule.round();
    await schedule.stop();
    await making;
    expect(await readdir(copies)).toEqual(before);
    expect(await schedule.state()).toMatchObject({ failure: null });
  });

  it("says that a disk refuses, where the key of the backups cannot be kept", async () => {
    clock.push(DAY_MS);
    const { services } = server.app;
    const keyFile = join(folder, "backup.key", "of-a-file.key");
    const env = { ...services.env, backups: { ...services.env.backups, keyFile } };
    const keyless = new BackupSchedule({ ...services, env, clock }, server.connection);
    // Of a process that was killed: it has the room of those that come, and goes whatever becomes of them.
    const abandoned = `${archiveName(clock.now())}.${v7()}.unfinished`;
    await writeFile(join(copies, abandoned), "half of one");
    await utimes(join(copies, abandoned), 0, 0);
    await expect(keyless.round()).rejects.toMatchObject({ code: "DISK_REFUSES" });
    expect(await keyless.state()).toMatchObject({ state: "failed", failure: "DISK_REFUSES" });
    expect(await readdir(copies)).not.toContain(abandoned);
  });

  it("knows when the last one was made, however often it failed since", async () => {
    const { db } = server.app.services;
    const { madeAt } = await findBackupRuns(db, clock.now(), "daily");
    const failure = "DISK_FULL";
    const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
    const failed = Array.from({ length: 400 }, (_, hours) => ({
      id: v7(),
      failure,
      started_at: at(hours),
      ended_at: at(hours),
    }));
    await db.insertInto("backup_runs").values(failed).execute();
    await insertBackupRun(db, v7(), { startedAt: at(400), endedAt: at(400), result: { failure } });
    expect(await findBackupRuns(db, at(400), "daily")).toEqual({
      madeAt,
      failed: { at: expect.any(Date), failure },
    });
  });

  it("is not held by one whose folder does not answer", async () => {
    clock.push(DAY_MS);
    // As a folder of another machine that is away: who opens it waits until somebody opens its other side.
    const silent = join(folder, "silent.key");
    await promisify(execFile)("mkfifo", [silent]);
    const { services } = server.app;
    const env = { ...services.env, backups: { ...services.env.backups, keyFile: silent } };
    const said: string[] = [];
    const log = Object.assign(Object.create(services.log), { warn: (text: string) => said.push(text) });
    const hung = new BackupSchedule({ ...services, env, clock, log }, server.connection, {
      firstAfterMs: 0,
      givingUpMs: 20,
    });
    hung.start();
    await expect.poll(() => process.getActiveResourcesInfo()).toContain("FSReqPromise");
    await hung.stop();
    expect(said).toEqual([expect.stringContaining("does not answer")]);
    await (await open(silent, "w")).close();
  });
});
