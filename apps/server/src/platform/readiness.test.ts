import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it, vi } from "vitest";
import { picture } from "../../testing/test-forms.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { openDatabase } from "./database.ts";
import { DiskFiles } from "./disk-files.ts";
import { EncryptedFiles } from "./files.ts";
import { hindranceOf, Readiness } from "./readiness.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;

const unavailable = { statusCode: 503, code: "UNAVAILABLE" };

/** The server's connections are made anew with this setting, and afterwards with the usual one again. */
async function withSetting(name: string, value: string, during: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
  const ofServer = sql`alter role umbral_app in database ${sql.id(rows[0]?.name ?? "")}`;
  const setting = sql<{ value: string }>`select current_setting(${name}) as value`;
  const usual = (await setting.execute(services.db)).rows[0]?.value;
  const reconnect = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'umbral_app' and datname = current_database()`.execute(server.db);
  // All of the pool at once: one that was cut off and does not know it yet would fail for that alone.
  const seen = async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => setting.execute(services.db)));
    return new Set(all.map((one) => (one.status === "fulfilled" ? one.value.rows[0]?.value : "cut off")));
  };
  await sql`${ofServer} set ${sql.id(name)} to ${sql.lit(value)}`.execute(server.db);
  await reconnect();
  await expect.poll(seen).toEqual(new Set([value]));
  try {
    await during();
  } finally {
    await sql`${ofServer} reset ${sql.id(name)}`.execute(server.db);
    await reconnect();
    await expect.poll(seen).toEqual(new Set([usual]));
  }
}

/** What hinders the next process, which has asked nothing yet: PostgreSQL's own code for it. */
const hindrance = (): Promise<unknown> =>
  new Readiness({ ...services, nodeId: crypto.randomUUID() }).check().then(
    () => "none",
    (error: unknown) => Reflect.get(Object(error), "code"),
  );

describe("a server", () => {
  it("is ready while it can write, and leaves nothing of its tries", async () => {
    expect((await server.app.http.inject("/readyz")).statusCode).toBe(200);
    expect((await server.app.http.inject("/readyz")).statusCode).toBe(200);
    expect(await readdir(join(services.env.dataDir, "files"))).toEqual([]);
    const probes = await server.db.selectFrom("write_probes").selectAll().execute();
    expect(probes).toMatchObject([{ node_id: services.nodeId }]);
  });

  it("asks the database once for all who ask meanwhile", async () => {
    const asked = vi.spyOn(services.db, "getExecutor");
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.app.http.inject("/readyz")));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(asked.mock.calls.length).toBeLessThan(10);
    asked.mockRestore();
  });

  it("asks the disks once for all who ask, and again when the answer is old, a bad one sooner", async () => {
    let now = 0;
    const check = vi.spyOn(services.files, "check");
    const clock = { now: () => services.clock.now(), steadyMs: () => now };
    const readiness = new Readiness({ ...services, clock });
    await Promise.all([readiness.check(), readiness.check(), readiness.check()]);
    now = 4999;
    await readiness.check();
    expect(check).toHaveBeenCalledTimes(1);
    now = 5000;
    check.mockRejectedValueOnce(new Error("full"));
    await expect(readiness.check()).rejects.toThrow("full");
    now = 5499;
    await expect(readiness.check()).rejects.toThrow("full");
    now = 5500;
    await readiness.check();
    expect(check).toHaveBeenCalledTimes(3);
  });

  it("says in a word what it waits for", async () => {
    const full = () => Promise.reject(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
    const files = {
      place: "disk" as const,
      put: full,
      get: full,
      remove: full,
      check: full,
      list: () => services.files.list(),
    };
    const hindered = new Readiness({ ...services, files }).check().then(() => "none", hindranceOf);
    expect(await hindered).toBe("files");
    const db = { ...services, db: openDatabase({ host: "/nowhere" }, () => undefined) };
    expect(await new Readiness(db).check().then(() => "none", hindranceOf)).toBe("database");
  });

  it("is not ready when the database has no room for anything more", async () => {
    // As a full disk does, a limit keeps PostgreSQL from writing anything that needs new room.
    await withSetting("temp_file_limit", "0", async () => expect(await hindrance()).toBe("53400"));
    expect(await hindrance()).toBe("none");
  });

  it("is not ready when the database only reads, and says so to whoever wants something written", async () => {
    const { id: buildingId } = await server.newBuilding();
    const person = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId }] });
    await withSetting("default_transaction_read_only", "on", async () => {
      expect(await hindrance()).toBe("25006");
      const out = await server.app.http.inject({
        method: "POST",
        url: "/api/user/auth/logout",
        headers: person.headers,
      });
      expect(out.json()).toMatchObject(unavailable);
      const socket = await server.connectAs(person);
      expect(await socket.ask("user_event", { buildingId, event: "EMERGENCY" })).toMatchObject({
        ok: false,
        code: "UNAVAILABLE",
      });
    });
  });

  it.each(["ENOSPC", "EROFS", "EIO"])("is away, not at fault, for a picture that meets %s", async (code) => {
    const person = await server.newPerson();
    vi.spyOn(services.files, "put").mockRejectedValue(
      Object.assign(new Error(`${code}: write`), { code, syscall: "write" }),
    );
    const form = new FormData();
    form.append("photo", await picture());
    const reply = await fetch(`${server.url}/api/user/profile/photo`, {
      method: "PUT",
      headers: person.headers,
      body: form,
    });
    expect(await reply.json()).toMatchObject(unavailable);
  });
});

describe("a file store", () => {
  it("says that it takes nothing, although its folder could be listed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "umbral-store-"));
    // A disk that can be filled to the last byte needs rights that a test has not: here no file can be made.
    await mkdir(join(folder, "files", `.probe-${hostname()}-${process.pid}`, "taken"), { recursive: true });
    await expect(
      new EncryptedFiles(new DiskFiles(join(folder, "files")), Buffer.alloc(32)).check(),
    ).rejects.toThrow();
    await writeFile(join(folder, "file"), "");
    await expect(
      new EncryptedFiles(new DiskFiles(join(folder, "file")), Buffer.alloc(32)).check(),
    ).rejects.toThrow();
    await rm(folder, { recursive: true });
  });
});
