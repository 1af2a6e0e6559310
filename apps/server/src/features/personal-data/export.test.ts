import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { Entry, ZipFile } from "yauzl";
import { fromBuffer } from "yauzl";
import { interleaved } from "../../../testing/interleaved.ts";
import { type Known, personWithEverything } from "../../../testing/person-with-everything.ts";
import { actionsOf, asking, giveCard } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import type { Actor } from "../../platform/context.ts";
import { endSessions } from "../auth/ending-sessions.ts";
import { exportOwn, exportPersonFor } from "./export.service.ts";
import { archiveOf } from "./person-archive.ts";
import { tablesOfPeople } from "./person-tables.ts";

/* All that is kept of Zoraida, for herself, for the platform, and for Alberto of her building. Ana is of another one. */

const server = await startTestServer();
afterAll(() => server.close());

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const building = await server.newBuilding("Edificio de Alberto");
const elsewhere = await server.newBuilding("Conjunto de Ana");
const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: elsewhere.id }] });
const known: Known = {
  name: "Zoraida Quimbayo",
  email: "zoraida@ejemplo.co",
  phone: "+573109998877",
  password: "una clave larga",
};
const zoraida = await personWithEverything(server, { building, administrator: laura, known });

const exportOf = (id: string) => `/api/bb/users/${id}/export`;
async function ask(who: { headers: { authorization: string } }, url: string, payload: object = {}) {
  const reply = await server.app.http.inject({ method: "POST", url, headers: who.headers, payload });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
}
const codeOf = (bytes: Buffer): unknown => JSON.parse(bytes.toString()).code;

/** What is in a ZIP archive, by name. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { autoClose: false }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const listed: Entry[] = [];
  zip.on("entry", (entry: Entry) => listed.push(entry));
  await once(zip, "end");
  const contents = new Map<string, Buffer>();
  for (const entry of listed) {
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    contents.set(entry.fileName, await buffer(stream));
  }
  return contents;
}

describe("an archive of a person", () => {
  it("has everything of them that can be read, with their pictures, and nothing that proves who they are", async () => {
    const { status, headers, bytes } = await ask(laura, exportOf(zoraida.id));
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "content-type": "application/zip", "cache-control": "no-store" });
    expect(headers["content-disposition"]).toMatch(
      /^attachment; filename="datos-personales-\d{4}-\d\d-\d\d\.zip"$/,
    );
    const entries = await unzip(bytes);
    const files = tablesOfPeople.flatMap(({ table, file }) =>
      "none" in file || ["card_holders", "legal_holds"].includes(table) ? [] : [`datos/${file.name}.json`],
    );
    const pictures = [...entries.keys()].filter((name) => name.startsWith("fotos/"));
    expect([...entries.keys()].sort()).toEqual([...files, ...pictures, "LEEME.txt", "lugares.json"].sort());
    // Face, two sides, face and document at a door, at the entrance, two visits, an opening and a reading.
    expect(pictures).toHaveLength(10);
    for (const name of pictures) {
      expect(entries.get(name)?.subarray(0, 3).toString("latin1")).toBe("\xff\xd8\xff");
    }
    const read = (name: string): unknown => JSON.parse(entries.get(name)?.toString() ?? "");
    expect(read("datos/cuenta.json")).toMatchObject([
      { nombre: known.name, documento: zoraida.cedula, correo: known.email, celular: known.phone },
    ]);
    expect(read("datos/roles.json")).toMatchObject([{ rol: "Residente líder", edificio: building.id }]);
    expect(read("lugares.json")).toMatchObject({ [building.id]: "Edificio de Alberto" });
    expect(read("datos/auditoria.json")).toEqual(
      expect.arrayContaining([expect.objectContaining({ accion: "Validó la identidad de un usuario" })]),
    );
    expect(entries.get("LEEME.txt")?.toString()).toContain("datos/aperturas.json (1)");
    const all = [...entries.values()].join("\n");
    expect(all).not.toContain("argon2");
    expect(all).not.toMatch(/\\\\x[0-9a-f]{20}/);
    expect(await actionsOf(server, laura.id)).toContain("personal-data.exported");
  });

  it("is taken by the administration of the only building that they are in, and by no other", async () => {
    expect((await ask(alberto, exportOf(zoraida.id))).status).toBe(200);
    const foreign = await ask(ana, exportOf(zoraida.id));
    expect([foreign.status, codeOf(foreign.bytes)]).toEqual([404, "USER_NOT_FOUND"]);
    const both = await server.newPerson({
      spaces: [
        { role: "CONSERJE", buildingId: building.id },
        { role: "CONSERJE", buildingId: elsewhere.id },
      ],
    });
    const shared = await ask(alberto, exportOf(both.id));
    expect([shared.status, codeOf(shared.bytes)]).toEqual([403, "PLATFORM_ONLY"]);
    // What they did in a building that they left is not for the next one's administration.
    const moved = await server.newPerson({
      spaces: [
        { role: "CONSERJE", buildingId: building.id },
        { role: "CONSERJE", buildingId: elsewhere.id },
      ],
    });
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("user_id", "=", moved.id)
      .where("building_id", "=", elsewhere.id)
      .execute();
    const left = await ask(alberto, exportOf(moved.id));
    expect([left.status, codeOf(left.bytes)]).toEqual([403, "PLATFORM_ONLY"]);
    const unproven = await server.newSession(alberto.id, { hasSecondFactor: false });
    const asked = await ask(unproven, exportOf(zoraida.id));
    expect([asked.status, codeOf(asked.bytes)]).toEqual([403, "SECOND_FACTOR_ASKED"]);
  });

  it("tells a building's administration nothing of a legal hold", async () => {
    const reason = "Fiscalía, radicado 4711";
    const hold = (isHeld: boolean, why: string) =>
      asking(server, laura)("PUT", `/api/bb/users/${zoraida.id}/legal-hold`, { isHeld, reason: why });
    const takenBy = async (who: { headers: { authorization: string } }) => {
      const entries = await unzip((await ask(who, exportOf(zoraida.id))).bytes);
      return { names: [...entries.keys()], all: [...entries.values()].join("\n") };
    };
    const before = await takenBy(alberto);
    expect((await hold(true, reason)).status).toBe(200);
    const platform = await takenBy(laura);
    expect(platform.names).toContain("datos/retencion.json");
    expect(platform.all).toContain(reason);
    expect((await hold(false, reason)).status).toBe(200);
    expect((await hold(true, reason)).status).toBe(200);
    const building = await takenBy(alberto);
    expect(building.names).toEqual(before.names);
    expect(building.all).not.toContain(reason);
    expect(building.all).not.toMatch(/(Retuvo|retención) por ley/);
    await hold(false, reason);
  });

  it("is taken by oneself with the password again", async () => {
    const path = "/api/user/personal-data/export";
    const wrong = await ask(zoraida, path, { currentPassword: "otra" });
    expect([wrong.status, codeOf(wrong.bytes)]).toEqual([422, "WRONG_PASSWORD"]);
    const own = await ask(zoraida, path, { currentPassword: known.password });
    expect(own.status).toBe(200);
    expect([...(await unzip(own.bytes)).keys()]).toContain("datos/cuenta.json");
    expect(await actionsOf(server, zoraida.id)).toContain("personal-data.own-exported");
  });

  it("is not taken by oneself in a session that is ended while the password is compared", async () => {
    const person = await server.newPerson({ password: known.password });
    const { status, bytes } = await interleaved(
      server,
      (other) =>
        endSessions(server.app.services, other, {
          userId: person.id,
          which: { except: null },
          by: { id: person.id, sessionId: null },
        }),
      () => ask(person, "/api/user/personal-data/export", { currentPassword: known.password }),
    );
    expect([status, codeOf(bytes)]).toEqual([401, "SIGN_IN_REQUIRED"]);
    expect(await actionsOf(server, person.id)).toEqual([]);
  });

  it("breaks off when the session in which it is taken ends, before the next picture", async () => {
    const { services } = server.app;
    const { token } = await server.newSession(zoraida.id);
    const actor = (await services.gate.actorOfToken(token)) ?? expect.fail("nobody is behind that token");
    const read: string[] = [];
    const files = Object.assign(Object.create(services.files), {
      async get(fileId: string) {
        read.push(fileId);
        await server.db.transaction().execute((trx) =>
          endSessions(services, trx, {
            userId: actor.id,
            which: { only: actor.sessionId },
            by: { id: actor.id, sessionId: null },
          }),
        );
        return services.files.get(fileId);
      },
    });
    const archive = await exportOwn({ ...services, files }, actor, known.password);
    await expect(buffer(archive)).rejects.toMatchObject({ code: "SIGN_IN_REQUIRED" });
    expect(read).toHaveLength(1);
  });

  it("is kept from nobody else by who reads theirs slowly, nor from an administration by all who do", async () => {
    const { services } = server.app;
    const actorOf = async ({ token }: { token: string }) => {
      const actor = await services.gate.actorOfToken(token);
      return actor ?? expect.fail("nobody is behind that token");
    };
    const people = await Promise.all([1, 2, 3].map(() => server.newPerson({ password: known.password })));
    const [one, two, three] = await Promise.all(people.map(actorOf));
    if (!one || !two || !three) {
      expect.fail("three were made");
    }
    const own = (actor: Actor) => exportOwn(services, actor, known.password);
    const slow = [await own(one)];
    await expect(own(one)).rejects.toMatchObject({ code: "EXPORTS_BUSY" });
    slow.push(await own(two));
    await expect(own(three)).rejects.toMatchObject({ code: "EXPORTS_BUSY" });
    slow.push(await exportPersonFor(services, await actorOf(laura), three.id));
    for (const archive of slow) {
      archive.destroy();
      await finished(archive).catch(() => undefined);
    }
    (await own(three)).destroy();
  });

  it("is there of somebody without an account too, for the same two, and has their time and cards", async () => {
    const made = await asking(server, alberto)("POST", `/api/bb/buildings/${building.id}/card-holders`, {
      name: "Martina Niña",
      apartmentId: building.apartments[0]?.id,
      until: "2126-01-02T05:00:00.000Z",
      levelIds: [],
    });
    const { id } = made.body.cardHolder;
    await giveCard(server, id, "04CAFE01");
    expect((await ask(ana, exportOf(id))).status).toBe(404);
    expect((await ask(alberto, exportOf(id))).status).toBe(200);
    const { status, bytes } = await ask(laura, exportOf(id));
    expect(status).toBe(200);
    const entries = await unzip(bytes);
    const read = (name: string): unknown => JSON.parse(entries.get(`datos/${name}.json`)?.toString() ?? "");
    expect(read("cuenta")).toMatchObject([{ nombre: "Martina Niña" }]);
    expect(read("sin-cuenta")).toMatchObject([
      { edificio: building.id, apartamento: building.apartments[0]?.id },
    ]);
    expect(entries.get("datos/tarjetas.json")?.toString()).toContain("04CAFE01");
  });

  it("holds nothing of the database while its pictures are on their way", async () => {
    const { db } = server;
    const open = async () =>
      (
        await sql<{ one: number }>`select 1 as one from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction' and query like '%with wanted as%'`.execute(
          db,
        )
      ).rows.length;
    const heldAt: number[] = [];
    const files = {
      get: async (id: string) => {
        heldAt.push(await open());
        return server.app.services.files.get(id);
      },
    };
    const { cedula, name } = await db
      .selectFrom("users")
      .select(["cedula", "name"])
      .where("id", "=", zoraida.id)
      .executeTakeFirstOrThrow();
    const person = { id: zoraida.id, cedula, name, email: known.email, phone: known.phone, isHoldTold: true };
    await buffer(archiveOf({ db, files }, person, server.clock.now()));
    expect(heldAt).toEqual(Array.from({ length: 10 }, () => 0));
  });

  it("keeps no place taken when whoever takes it hangs up", async () => {
    const taking = () =>
      fetch(`${server.url}${exportOf(zoraida.id)}`, {
        method: "POST",
        headers: { ...laura.headers, "content-type": "application/json" },
        body: "{}",
      });
    const [one, two] = await Promise.all([taking(), taking()]);
    const replies = [one, two];
    // Small archives are over at once; what counts is that nothing stays taken afterwards.
    await Promise.all(replies.map(async (reply) => reply.body?.cancel()));
    await expect
      .poll(async () => (await ask(laura, exportOf(zoraida.id))).status, { timeout: 20_000 })
      .toBe(200);
  });
});
