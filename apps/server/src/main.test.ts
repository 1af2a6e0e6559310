import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase, urlOf } from "../testing/cluster.ts";
import { type Program, runProgram } from "../testing/server-process.ts";
import { type Database, openDatabase } from "./platform/database.ts";

let database: TestDatabase;
let db: Database;
let folder: string;
let installed: Record<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(database.connection, () => undefined);
  folder = await mkdtemp(join(tmpdir(), "umbral-program-"));
  installed = {
    DATABASE_URL: urlOf(database.connection),
    DATA_DIR: join(folder, "data"),
  };
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** In a folder of its own, with no more variables than these. */
const run = (
  program: Program,
  variables: Record<string, string>,
  more?: { args?: string[]; input?: string; stopWhen?: string },
) => runProgram(program, folder, { DEMO: "0", PORT: "0", LOG_LEVEL: "silent", ...variables }, more);

const READY = "http://127.0.0.1:";
/** Until it listens, and then down again. */
const serve = (more: Record<string, string> = {}) =>
  run("main", { ...installed, ...more }, { stopWhen: READY });
const verify = () => run("commands/audit-verify", installed);
const createAdministrator = (variables: Record<string, string>, input = "tres loros en la mesa\n") =>
  run("commands/admin-create", variables, {
    args: ["--cedula", "52000111", "--name", "Ana Prueba", "--email", "ana@example.com"],
    input,
  });
const keysFolder = () => readdir(join(folder, "data", "keys"));

describe("a server that starts", () => {
  it("keeps its secrets beside it, and says when people have to sign in again", async () => {
    const readable = { name: "session-secret", value: "readable-by-whoever-reads-the-database" };
    await db.insertInto("settings").values(readable).execute();
    const userId = crypto.randomUUID();
    const until = new Date(Date.now() + 3_600_000);
    await db.insertInto("users").values({ id: userId, cedula: "52000222", name: "Luz" }).execute();
    await db
      .insertInto("sessions")
      .values({ id: crypto.randomUUID(), user_id: userId, created_at: new Date(), expires_at: until })
      .execute();

    const first = await serve();
    expect(first).toMatchObject({ code: 0 });
    expect(first.said).toContain("todas las personas deben iniciar sesión de nuevo");
    expect((await keysFolder()).sort()).toEqual(["access.key", "files.key", "session.secret"]);
    expect(
      await db.selectFrom("settings").select("value").where("name", "=", readable.name).execute(),
    ).toEqual([]);
    expect((await serve()).said).not.toContain("iniciar sesión de nuevo");
  });

  it("goes nowhere without its key, and on without it when that is said to be lost", async () => {
    await rm(join(folder, "data", "keys", "files.key"));
    const without = await serve();
    expect(without).toMatchObject({ code: 1, said: expect.stringContaining("No está la clave") });
    expect((await keysFolder()).sort()).toEqual(["access.key", "session.secret"]);
    const lost = await serve({ FILES_KEY_LOST: "1" });
    expect(lost.code).toBe(0);
    expect(lost.said).toMatch(/sigue con otra clave[\s\S]*Quita FILES_KEY_LOST/);
  });

  it("says that controllers believe no new key of the access lists", async () => {
    const buildingId = crypto.randomUUID();
    await db
      .insertInto("buildings")
      .values({
        id: buildingId,
        name: "Edificio",
        address1: "Calle 1",
        city: "Bogotá",
        state: "Cundinamarca",
        type: "MIXED",
      })
      .execute();
    const head = {
      building_id: buildingId,
      epoch: 1,
      number: 0,
      digest: "0".repeat(64),
      changed_at: new Date(),
    };
    await db.insertInto("access_heads").values(head).execute();
    expect((await serve()).said).not.toContain("access.key");
    await rm(join(folder, "data", "keys", "access.key"));
    expect((await serve()).said).toContain("Devuelve access.key de su copia");
  });

  it("leaves a database alone that a newer one changed so that it cannot serve it, and so do the commands", async () => {
    await sql`insert into migrations (name) values ('9999-from-tomorrow.sql')`.execute(db);
    const refusal = {
      code: 1,
      said: expect.stringMatching(/versión más nueva de Umbral \(9999-from-tomorrow\.sql\)/),
    };
    try {
      expect(await serve()).toEqual(refusal);
      expect(await createAdministrator(installed)).toEqual(refusal);
      await sql`update migrations set serves_from = '99.0.0' where name like '9999%'`.execute(db);
      expect(await serve()).toEqual(refusal);
      // It only added, or took away what nobody of this version needs.
      await sql`update migrations set serves_from = '0.0.0' where name like '9999%'`.execute(db);
      expect(await serve()).toMatchObject({ code: 0, said: expect.stringContaining("también puede usarla") });
    } finally {
      await sql`delete from migrations where name like '9999%'`.execute(db);
    }
  });

  it("says that its port is another program's, and ends in order", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const ended = await run("main", { ...installed, PORT: String(port), LOG_LEVEL: "warn" });
    other.close();
    expect(ended.code).toBe(1);
    expect(ended.said).toContain(
      "El puerto ya está en uso por otro programa. Usa otro con la variable PORT.",
    );
    // What works by itself had begun, and stopped before the database was let go.
    expect(ended.said).not.toContain('"level"');
  });
});

describe("a command", () => {
  it("makes no installation of its own where the server's settings are missing", async () => {
    const before = await readdir(folder);
    const lost = await createAdministrator({});
    expect(lost.code).toBe(1);
    expect(lost.said).toMatch(/no hay ninguna instalación de Umbral, y DATABASE_URL no está puesta/);
    expect(lost.said).not.toContain("Listo");
    expect(await readdir(folder)).toEqual(before);
  });

  it("refuses a database that no server made", async () => {
    const url = new URL(installed["DATABASE_URL"] ?? "");
    url.pathname = "/postgres";
    const answer = await createAdministrator({ DATABASE_URL: url.href });
    expect(answer).toMatchObject({ code: 1, said: expect.stringContaining("no es de ninguna instalación") });
  });

  it("makes nobody an administrator who registered that cédula first", async () => {
    const stranger = { id: crypto.randomUUID(), cedula: "52000111", name: "Extraño", email: "x@example.com" };
    await db.insertInto("users").values(stranger).execute();
    const refused = await createAdministrator(installed);
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Ya hay una cuenta con esa cédula[\s\S]*Recuperar la cédula/),
    });
    const kept = await db
      .selectFrom("users")
      .select(["user_type as userType", "email"])
      .where("cedula", "=", "52000111")
      .execute();
    expect(kept).toEqual([{ userType: "USER", email: "x@example.com" }]);
    await db.deleteFrom("users").where("id", "=", stranger.id).execute();
  });

  it("ends where nobody can type a password, and makes nobody", async () => {
    const unasked = await createAdministrator(installed, "");
    expect(unasked).toMatchObject({
      code: 1,
      said: expect.stringContaining("No se escribió ninguna contraseña"),
    });
    expect(await db.selectFrom("users").select("id").where("cedula", "=", "52000111").execute()).toEqual([]);
  });

  it("speaks to the server's installation, and says which that is", async () => {
    const made = await createAdministrator(installed);
    expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/^Instalación: [\s\S]*Listo/) });
    expect(await db.selectFrom("users").select("name").where("cedula", "=", "52000111").execute()).toEqual([
      { name: "Ana Prueba" },
    ]);
  });

  it("does not call an audit altered that it has not the key for", async () => {
    await writeFile(join(folder, "data", "keys", "files.key"), Buffer.alloc(32, 1));
    const other = await verify();
    expect(other.code).toBe(2);
    expect(other.said).toContain("no es la de esta base de datos");
    expect(other.said).not.toContain("fue alterada");
  });
});
