import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { type Known, personWithEverything } from "../../../testing/person-with-everything.ts";
import { asking, giveCard } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { readArchive } from "../../platform/backup/archive.ts";
import { readArchiveFile } from "../../platform/backup/archive-file.ts";
import { makeBackup } from "../../platform/backup/backup.ts";
import { unseal } from "../../platform/backup/sealed-stream.ts";
import { DiskFiles } from "../../platform/disk-files.ts";
import { verifyAudit } from "../audit/verify-audit.ts";
import { tablesOfPeople } from "./person-tables.ts";
import { areTheirs } from "./personal-rows.queries.ts";

/* Zoraida did everything that one can do, and asks to be erased. Laura is the platform. */

const server = await startTestServer();
const folder = await mkdtemp(join(tmpdir(), "umbral-erased-"));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
const { db } = server;
const { services } = server.app;

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const building = await server.newBuilding();
const alberto = await server.newPerson({
  spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
});
const known: Known = {
  name: "Zoraida Quimbayo",
  email: "zoraida@ejemplo.co",
  phone: "+573109998877",
  password: "una clave larga",
};

const countOf = async (table: string, where: RawBuilder<SqlBool> = sql<SqlBool>`true`): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Everything that the database says in words, as one text for each table. */
async function allWords(): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  );
  const words = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, ' ') as text from ${sql.table(name)} t`.execute(db);
    words.set(name, rows[0]?.text ?? "");
  }
  return words;
}

async function filesThere(): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of services.files.list()) {
    ids.push(id);
  }
  return ids.sort();
}

describe("somebody who did everything", () => {
  it("is erased: nothing of them is in database, files and new backups, and the audit is whole", async () => {
    const others = await filesThere();
    const zoraida = await personWithEverything(server, { building, administrator: laura, known });
    const person = { id: zoraida.id, cedula: zoraida.cedula, email: known.email, phone: known.phone };
    // Whoever adds a table gives her a row in it.
    const without: string[] = [];
    for (const { table, whose } of tablesOfPeople) {
      // The server takes a request to come in again as soon as it sees one.
      if (table !== "recovery_requests" && (await countOf(table, areTheirs(table, whose, person))) === 0) {
        without.push(table);
      }
    }
    expect(without).toEqual(["card_holders", "legal_holds"]);
    await expect
      .poll(
        async () =>
          (await countOf("access_entries", sql`holder_id = ${zoraida.id} and body is not null`)) > 0,
        {
          timeout: 20_000,
        },
      )
      .toBe(true);
    expect((await filesThere()).length).toBe(others.length + 10);

    const refused = await asking(server, laura)("POST", `/api/bb/users/${zoraida.id}/erasure`, {
      typed: "1234567",
    });
    expect([refused.status, refused.body.code]).toEqual([422, "ERASURE_NOT_CONFIRMED"]);
    expect((await asking(server, zoraida)("GET", "/api/user/auth/currentUser")).status).toBe(200);

    const done = await asking(server, laura)("POST", `/api/bb/users/${zoraida.id}/erasure`, {
      typed: ` ${zoraida.cedula.slice(0, 3)}.${zoraida.cedula.slice(3)} `,
    });
    expect([done.status, done.body]).toEqual([200, { ok: true }]);

    expect((await asking(server, zoraida)("GET", "/api/user/auth/currentUser")).status).toBe(401);
    expect((await asking(server, laura)("GET", `/api/bb/users/${zoraida.id}/page`)).status).toBe(404);
    // The building's controllers hear of it as of any card that goes.
    await expect
      .poll(() => countOf("access_entries", sql`holder_id = ${zoraida.id} and body is not null`), {
        timeout: 20_000,
      })
      .toBe(0);

    const traces = [known.name, "Zoraida", "Quimbayo", zoraida.cedula, known.email, known.phone];
    const found = (text: string) =>
      traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));
    for (const [table, words] of await allWords()) {
      expect(found(words), table).toEqual([]);
      // The key of an entry that is gone stays, so that a controller which has it is told.
      expect(table !== "access_entries" && words.includes("ABCD1234"), table).toBe(false);
    }
    expect(await filesThere()).toEqual(others);

    // What the building keeps is still there, of nobody.
    const { rows: openings } = await sql<{ name: string; picture: string | null }>`
      select users.name, picture_file_id as picture from open_door_events
      join users on users.id = user_id where user_id = ${zoraida.id}`.execute(db);
    expect(openings).toEqual([{ name: "Persona eliminada", picture: null }]);
    const { rows: alarms } = await sql<{ note: string }>`select note from alarms`.execute(db);
    expect(alarms).toEqual([{ note: "Persona eliminada se cayó; su cédula es Persona eliminada." }]);
    expect(await countOf("visits", sql`user_id = ${zoraida.id}`)).toBe(1);

    await expect
      .poll(async () => (await verifyAudit(db, services.digest)).waiting, { timeout: 20_000 })
      .toBe(0);
    const audit = await verifyAudit(db, services.digest);
    expect(audit.broken).toEqual([]);
    expect(audit.erased).toBeGreaterThan(0);

    expect(found(await wordsOfBackup())).toEqual([]);
    // The number is free: whoever it belongs to may come again, as somebody else.
    expect((await asking(server, laura)("GET", `/api/bb/users/${zoraida.cedula}`)).status).toBe(404);
  });

  it("is erased once, and only by the platform", async () => {
    const person = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[1]?.id ?? "" }],
    });
    const path = `/api/bb/users/${person.id}/erasure`;
    const byBuilding = await asking(server, alberto)("POST", path, { typed: person.cedula });
    expect([byBuilding.status, byBuilding.body.code]).toEqual([403, "NOT_ALLOWED"]);
    const [one, two] = await Promise.all([
      asking(server, laura)("POST", path, { typed: person.cedula }),
      asking(server, laura)("POST", path, { typed: person.cedula }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 404]);
    const self = await asking(server, laura)("POST", `/api/bb/users/${laura.id}/erasure`, {
      typed: laura.cedula,
    });
    expect([self.status, self.body.code]).toEqual([404, "USER_NOT_FOUND"]);
  });

  it("is erased by name where they have no account and no document", async () => {
    const { body } = await asking(server, laura)("POST", `/api/bb/buildings/${building.id}/card-holders`, {
      name: "Ximena Sinpapeles",
      apartmentId: null,
      from: null,
      until: null,
      levelIds: [],
    });
    const { id } = body.cardHolder;
    await giveCard(server, id, "FEED0001");
    const path = `/api/bb/users/${id}/erasure`;
    expect((await asking(server, laura)("POST", path, { typed: "Ximena" })).status).toBe(422);
    expect((await asking(server, laura)("POST", path, { typed: "ximena sinpapeles" })).status).toBe(200);
    for (const [table, words] of await allWords()) {
      expect(words.includes("Ximena"), table).toBe(false);
    }
  });
});

describe("a legal hold", () => {
  it("keeps somebody from being erased until it is lifted, each with its reason", async () => {
    const person = await server.newPerson({
      spaces: [{ role: "CONSERJE", buildingId: building.id }],
    });
    const hold = (isHeld: boolean, reason: string) =>
      asking(server, laura)("PUT", `/api/bb/users/${person.id}/legal-hold`, { isHeld, reason });
    const erase = () =>
      asking(server, laura)("POST", `/api/bb/users/${person.id}/erasure`, { typed: person.cedula });

    const held = await hold(true, "Investigación 12 de la Fiscalía");
    expect(held.body.personalData).toMatchObject({
      hold: { reason: "Investigación 12 de la Fiscalía", by: { name: "Laura Plataforma" } },
      may: { erase: false, hold: true },
    });
    expect((await hold(true, "Otra")).body.code).toBe("PERSON_HELD");
    const refused = await erase();
    expect([refused.status, refused.body.code]).toEqual([409, "PERSON_HELD"]);
    // That there is one is not the building's to know.
    const seen = await asking(server, alberto)("GET", `/api/bb/users/${person.id}/personal-data`);
    expect(seen.body.personalData).toEqual({
      hold: null,
      looks: [],
      may: { export: true, erase: false, hold: false },
    });

    expect((await hold(false, "Archivada")).body.personalData.may.erase).toBe(true);
    expect((await hold(false, "Archivada")).body.code).toBe("PERSON_NOT_HELD");
    expect((await erase()).status).toBe(200);
    const lines = await db
      .selectFrom("audit_lines")
      .select("action")
      .where("subject_id", "=", person.id)
      .where("action", "like", "personal-data.%")
      .orderBy("id")
      .execute();
    expect(lines.map(({ action }) => action)).toEqual([
      "personal-data.held",
      "personal-data.released",
      "personal-data.erased",
    ]);
  });
});

/** Every byte of a new backup's tables as text. */
async function wordsOfBackup(): Promise<string> {
  const key = randomBytes(32);
  const path = join(folder, "after.backup");
  await makeBackup(
    {
      connection: server.connection,
      files: new DiskFiles(join(services.env.dataDir, "files")),
      filesKey: services.digest.fingerprint,
    },
    { path, key, madeAt: services.clock.now() },
  );
  expect(await readdir(folder)).toEqual(["after.backup"]);
  expect((await readFile(path)).length).toBeGreaterThan(1000);
  const { parts, close } = await readArchive(unseal(key, readArchiveFile(path)));
  const texts: string[] = [];
  for await (const { head, body } of parts) {
    const pieces: Buffer[] = [];
    for await (const piece of body) {
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    texts.push(head.kind === "table" && bytes.length > 0 ? gunzipSync(bytes).toString() : "");
  }
  await close();
  const all = texts.join("\n");
  expect(all).toContain("Persona eliminada");
  return all;
}
