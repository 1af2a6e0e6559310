import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { wordsOfField, wordsOfValue } from "@umbral/contract/audit/audit-fields";
import { sql } from "kysely";
import { afterAll, describe, expect, it, vi } from "vitest";
import { interleaved } from "../../../testing/interleaved.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import type { Trx } from "../../platform/database.ts";
import { Jobs } from "../../platform/jobs.ts";
import { withOrigin } from "../../platform/origin.ts";
import { lockPerson } from "../accounts/index.ts";
import { insertHold } from "../personal-data/legal-holds.queries.ts";
import { changeOf, writeAuditLine } from "./audit.service.ts";
import { AuditSealer } from "./audit-sealer.ts";
import { forgetPerson } from "./forget-person.ts";
import { verifyAudit } from "./verify-audit.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;
const sealer = new AuditSealer(services);
const verify = () => verifyAudit(server.db, services.digest);
const MIGRATION = new URL("../../../migrations/0123-addresses-of-webhooks.sql", import.meta.url);

/** Somebody's telephone changes, `times` times, each written down. */
async function changePhones(actorId: string, buildingId: string | null, times: number): Promise<string[]> {
  const before = await newestLines();
  for (let time = 0; time < times; time++) {
    await withOrigin({ address: "203.0.113.7", userAgent: "Mozilla/5.0 (X11; Linux) Firefox/140.0" }, () =>
      services.db.transaction().execute((trx) =>
        writeAuditLine(trx, {
          buildingId,
          actorId,
          action: "users.phone-changed",
          subjectId: actorId,
          detail: {},
          at: server.clock.now(),
          change: { personId: actorId, before: { phone: "300" }, after: { phone: `30${time}` } },
        }),
      ),
    );
  }
  return (await newestLines()).filter((id) => !before.includes(id));
}

const newestLines = async () =>
  (await server.db.selectFrom("audit_lines").select("id").orderBy("id").execute()).map(({ id }) => id);

/** What only who owns the whole cluster can do: past triggers and references. It is taken back afterwards. */
async function tampered(change: (trx: Trx) => Promise<unknown>): Promise<Awaited<ReturnType<typeof verify>>> {
  const undo = new Error("undo");
  let report: Awaited<ReturnType<typeof verify>> | undefined;
  await server.db
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await change(trx);
      report = await verifyAudit(trx, services.digest);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) {
        throw error;
      }
    });
  if (!report) {
    throw new Error("nothing was verified");
  }
  return report;
}

describe("the audit", () => {
  it("keeps from where something was done, and what was before and after, beside the line", async () => {
    const rosa = await server.newPerson();
    const [lineId = ""] = await changePhones(rosa.id, null, 1);
    const line = await server.db
      .selectFrom("audit_lines")
      .selectAll()
      .where("id", "=", lineId)
      .executeTakeFirstOrThrow();
    expect(Object.keys(line.digests).sort()).toEqual(["change", "origin"]);
    expect(JSON.stringify(line)).not.toContain("203.0.113.7");
    const values = await server.db
      .selectFrom("audit_values")
      .select(["part", "person_id", "value"])
      .where("line_id", "=", lineId)
      .orderBy("part")
      .execute();
    expect(values).toEqual([
      {
        part: "change",
        person_id: rosa.id,
        value: JSON.stringify({ before: { phone: "300" }, after: { phone: "300" } }),
      },
      {
        part: "origin",
        person_id: rosa.id,
        value: JSON.stringify({ address: "203.0.113.7", device: "Firefox en Linux" }),
      },
    ]);
  });

  it("tells of a change the fields that differ, and of a device only its machine", () => {
    const relay = { kind: "http", openAddress: "http://user:secret@10.0.0.7/open", closeAddress: null };
    const door = { id: "7", name: "Garaje", pulseMs: 500, cameraId: null, relay };
    expect(changeOf(null, door, { ...door, pulseMs: 800, relay: { ...relay, closeAddress: "x" } })).toEqual({
      personId: null,
      before: { pulseMs: 500 },
      after: { pulseMs: 800 },
    });
    const moved = { kind: "rtsp", address: "rtsp://user:se@cret@10.0.0.8:554/live?token=x" };
    const cameras = [
      { id: "1", name: "Entrada" },
      { id: "2", name: "Calle" },
    ];
    expect(
      changeOf(
        null,
        { relay, source: null, cameras: [] },
        { relay: { kind: "simulated" }, source: moved, cameras },
      ),
    ).toEqual({
      personId: null,
      before: { relay: "10.0.0.7", source: null, cameras: "" },
      after: { relay: "simulated", source: "10.0.0.8:554", cameras: "Entrada, Calle" },
    });
    expect(changeOf("rosa", {}, { tag: "04A2", endsAt: new Date(0) })).toEqual({
      personId: "rosa",
      before: {},
      after: { tag: "04A2", endsAt: "1970-01-01T00:00:00.000Z" },
    });
    expect(changeOf(null, door, door)).toBeUndefined();
  });

  it("writes down from where a request came, and nothing for what the server does by itself", async () => {
    const rosa = await server.newPerson({ password: "una clave cualquiera" });
    const reply = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      payload: { cedula: rosa.cedula, password: "una clave cualquiera", userType: "USER" },
      headers: { "user-agent": "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1" },
    });
    expect(reply.statusCode).toBe(200);
    const { value } = await server.db
      .selectFrom("audit_values")
      .select("value")
      .where("person_id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(value)).toEqual({ address: "127.0.0.1", device: "Safari en iPhone" });
    await withOrigin({ address: "203.0.113.7", userAgent: "" }, () =>
      services.db.transaction().execute((trx) =>
        writeAuditLine(trx, {
          buildingId: null,
          actorId: null,
          action: "members.stay-ended",
          subjectId: rosa.id,
          detail: {},
          at: server.clock.now(),
        }),
      ),
    );
    const last = await server.db
      .selectFrom("audit_lines")
      .select("digests")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(last.digests).toEqual({});
  });

  it("seals the lines of each building into a chain of its own, also when two seal at once", async () => {
    const rosa = await server.newPerson();
    const one = await server.newBuilding();
    const other = await server.newBuilding();
    await changePhones(rosa.id, one.id, 3);
    await changePhones(rosa.id, other.id, 2);
    const second = await server.another();
    await Promise.all([
      sealer.sealAll(),
      new AuditSealer(second.app.services).sealAll(),
      changePhones(rosa.id, one.id, 2),
    ]);
    await second.close();
    await sealer.sealAll();
    const { chains, broken, waiting } = await verify();
    expect(broken).toEqual([]);
    expect(waiting).toBe(0);
    expect(chains.find(({ chain }) => chain === one.id)).toMatchObject({ lines: 5 });
    expect(chains.find(({ chain }) => chain === other.id)).toMatchObject({ lines: 2 });
  });

  it("seals a line five seconds after it was written, though none was for a while", async () => {
    const rosa = await server.newPerson();
    await sealer.sealAll();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const jobs = new Jobs(() => server.clock.now());
    const rounds = vi.spyOn(jobs, "note");
    const working = new AuditSealer({ ...services, jobs });
    try {
      working.start();
      await vi.advanceTimersByTimeAsync(5000);
      await expect.poll(() => rounds.mock.calls.length).toBe(1);
      await changePhones(rosa.id, null, 1);
      await vi.advanceTimersByTimeAsync(4999);
      expect(rounds).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      await expect.poll(() => rounds.mock.calls.length).toBe(2);
      expect((await verify()).waiting).toBe(0);
    } finally {
      vi.useRealTimers();
      await working.stop();
    }
  });

  it("holds when a person in the middle of a chain is forgotten, and says that somebody was", async () => {
    const building = await server.newBuilding();
    const [rosa, pedro] = [await server.newPerson(), await server.newPerson()];
    const laura = await server.newPerson({ userType: "ADMIN" });
    await changePhones(rosa.id, building.id, 1);
    await changePhones(pedro.id, building.id, 2);
    await changePhones(rosa.id, building.id, 1);
    await sealer.sealAll();
    const { erased } = await verify();
    expect(await forgetPerson(services, laura, pedro.id)).toEqual({ erased: 4 });
    expect(await forgetPerson(services, laura, pedro.id)).toEqual({ erased: 0 });
    await sealer.sealAll();
    const report = await verify();
    expect(report.broken).toEqual([]);
    expect(report.erased).toBe(erased + 4);
    const left = await server.db.selectFrom("audit_values").select("person_id").execute();
    expect(left.some(({ person_id }) => person_id === pedro.id)).toBe(false);
    expect(left.some(({ person_id }) => person_id === rosa.id)).toBe(true);
  });

  it("forgets nothing of somebody under a legal hold", async () => {
    const laura = await server.newPerson({ userType: "ADMIN" });
    const rosa = await server.newPerson();
    await changePhones(rosa.id, null, 1);
    const hold = { user_id: rosa.id, reason: "Fiscalía", placed_by: laura.id, placed_at: server.clock.now() };
    await server.db.insertInto("legal_holds").values(hold).execute();
    await expect(forgetPerson(services, laura, rosa.id)).rejects.toMatchObject({ code: "PERSON_HELD" });
    await server.db.deleteFrom("legal_holds").where("user_id", "=", rosa.id).execute();
    expect(await forgetPerson(services, laura, rosa.id)).toEqual({ erased: 2 });
  });

  it("forgets nothing of somebody whom a legal hold is placed on in the same moment", async () => {
    const laura = await server.newPerson({ userType: "ADMIN" });
    const rosa = await server.newPerson();
    await changePhones(rosa.id, null, 1);
    const forgotten = interleaved(
      server,
      async (other) => {
        await lockPerson(other, rosa.id);
        await insertHold(other, {
          userId: rosa.id,
          reason: "Fiscalía",
          by: laura.id,
          at: server.clock.now(),
        });
      },
      () => forgetPerson(services, laura, rosa.id),
    );
    await expect(forgotten).rejects.toMatchObject({ code: "PERSON_HELD" });
  });

  it("finds the line that was changed, removed, or whose seal is gone", async () => {
    const building = await server.newBuilding();
    const rosa = await server.newPerson();
    const [, second = "", third = "", last = ""] = await changePhones(rosa.id, building.id, 4);
    await sealer.sealAll();
    expect((await verify()).broken).toEqual([]);

    const changed = await tampered((trx) =>
      trx.updateTable("audit_lines").set({ actor_id: randomUUID() }).where("id", "=", second).execute(),
    );
    expect(changed.broken).toEqual([{ lineId: second, why: "line-or-seal-changed" }]);

    const removed = await tampered((trx) => trx.deleteFrom("audit_lines").where("id", "=", second).execute());
    expect(removed.broken).toEqual([{ lineId: second, why: "line-missing" }]);

    const removedWhole = await tampered(async (trx) => {
      await trx.deleteFrom("audit_lines").where("id", "=", second).execute();
      await trx.deleteFrom("audit_seals").where("line_id", "=", second).execute();
    });
    expect(removedWhole.broken).toEqual([{ lineId: third, why: "seals-missing-before" }]);

    const unsealed = await tampered((trx) =>
      trx.deleteFrom("audit_seals").where("line_id", "=", last).execute(),
    );
    expect(unsealed.broken).toEqual([{ lineId: last, why: "seal-missing" }]);

    const rewritten = await tampered((trx) =>
      trx
        .updateTable("audit_values")
        .set({ value: '{"before":{},"after":{}}' })
        .where("line_id", "=", second)
        .where("part", "=", "change")
        .execute(),
    );
    expect(rewritten.broken).toEqual([{ lineId: second, why: "value-changed" }]);

    const swapped = await tampered((trx) =>
      sql`update audit_lines set building_id = null where id = ${second}`.execute(trx),
    );
    expect(swapped.broken).toEqual([{ lineId: second, why: "line-or-seal-changed" }]);
    expect((await verify()).broken).toEqual([]);
  });
});

describe("the words of a change", () => {
  it("are Spanish for every field, and for what the product itself names", () => {
    expect(wordsOfField("plan")).toBe("Plano");
    expect(wordsOfField("a field of another version")).toBe("Otro dato");
    expect(wordsOfValue("active", true)).toBe("sí");
    expect(wordsOfValue("plan", null)).toBe("nada");
    expect(wordsOfValue("scope", "tower")).toBe("su torre");
    expect(wordsOfValue("role", "PORTERIA, CONSERJE")).toBe("Portería, Conserje");
    expect(wordsOfValue("siren", "simulated")).toBe("simulado");
    // What people call their things is never taken for a word of ours.
    expect(wordsOfValue("name", "simulated")).toBe("simulated");
  });
});

describe("the running server", () => {
  it("can only add to the audit", async () => {
    const rosa = await server.newPerson();
    await changePhones(rosa.id, null, 1);
    await sealer.sealAll();
    const statements = [
      "update audit_lines set action = 'x'",
      "delete from audit_lines",
      "truncate audit_lines cascade",
      "update audit_seals set position = 7",
      "delete from audit_seals",
      "update audit_values set value = ''",
      "insert into audit_unsealed select id from audit_lines",
      "alter table audit_lines disable trigger all",
      "drop table audit_seals",
      "set session_replication_role = replica",
      "set role umbral",
      "delete from migrations",
    ];
    for (const statement of statements) {
      await expect(sql.raw(statement).execute(services.db), statement).rejects.toThrow(
        /permission denied|must be owner/,
      );
    }
  });

  it("is stopped by the tables themselves where it works as their owner", async () => {
    for (const table of ["audit_lines", "audit_seals"]) {
      for (const statement of [`delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(sql.raw(statement).execute(server.db), statement).rejects.toThrow("only added to");
      }
    }
    await expect(sql`update audit_lines set action = 'x'`.execute(server.db)).rejects.toThrow(
      "only added to",
    );
  });
});

describe("who reads the audit", () => {
  const read = async (headers: Record<string, string>, query = "", method: "GET" | "DELETE" = "GET") => {
    const reply = await server.app.http.inject({ method, url: `/api/bb/audit${query}`, headers });
    return {
      status: reply.statusCode,
      text: reply.body,
      body: reply.headers["content-type"]?.toString().includes("json") ? reply.json() : null,
    };
  };

  it("is the administration and nobody else", async () => {
    const { id } = await server.newBuilding();
    const resident = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: id }] });
    for (const path of ["", ".csv"]) {
      expect((await read({}, path)).status).toBe(401);
      expect((await read(resident.headers, path)).status).toBe(403);
    }
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: id }] });
    for (const { headers } of [resident, alberto]) {
      expect((await read(headers, `/people/${resident.id}`, "DELETE")).status).toBe(403);
    }
  });

  it("sees who did what, from where, before and after, and finds it by person, place, action and day", async () => {
    const laura = await server.newPerson({ userType: "ADMIN" });
    const building = await server.newBuilding("Torres del Río");
    const rosa = await server.newPerson({ name: "Rosa Buscada" });
    await changePhones(rosa.id, building.id, 3);
    const { body } = await read(laura.headers, `?buildingId=${building.id}&limit=2`);
    expect(body).toMatchObject({ totalPages: 2, hasOlder: false });
    expect(body.entries).toHaveLength(2);
    expect(body.entries[0]).toMatchObject({
      action: "users.phone-changed",
      actor: { id: rosa.id, name: "Rosa Buscada" },
      building: { name: "Torres del Río", timeZone: "America/Bogota" },
      origin: { address: "203.0.113.7", device: "Firefox en Linux" },
      change: { before: { phone: "300" }, after: { phone: "302" } },
      isErased: false,
      isSealed: false,
    });
    const counted = async (query: string) => (await read(laura.headers, query)).body.entries.length;
    expect(await counted("?person=rosa%20busc")).toBe(3);
    expect(await counted(`?person=${rosa.cedula}`)).toBe(3);
    expect(await counted("?person=nadie%20asi")).toBe(0);
    expect(await counted(`?buildingId=${building.id}&action=users.email-changed`)).toBe(0);
    const later = new Date(server.clock.now().getTime() + 60_000).toISOString();
    expect(await counted(`?buildingId=${building.id}&from=${later}`)).toBe(0);
    expect(await counted(`?buildingId=${building.id}&to=${later}`)).toBe(3);
    expect((await read(laura.headers, "?action=dance")).status).toBe(400);
  });

  it("takes it as a file, which is written down, and forgets a person", async () => {
    const laura = await server.newPerson({ userType: "ADMIN", name: "Laura" });
    const building = await server.newBuilding("Torres del Valle");
    const rosa = await server.newPerson({ name: "Rosa Olvidada" });
    await changePhones(rosa.id, building.id, 1);
    const file = (await read(laura.headers, `.csv?buildingId=${building.id}`)).text;
    const rows = file.split("\r\n");
    expect(rows[0]).toContain("Quién;Qué hizo;Sobre;Dirección");
    expect(rows[1]).toContain("Laura;Descargó la auditoría");
    expect(rows[2]).toContain(
      "Torres del Valle;Rosa Olvidada;Cambió su celular;;203.0.113.7;Firefox en Linux;Celular: 300;Celular: 300",
    );
    expect((await read(laura.headers, `/people/${randomUUID()}`, "DELETE")).status).toBe(404);
    expect((await read(laura.headers, `/people/${rosa.id}`, "DELETE")).body).toEqual({ erased: 2 });
    const { body } = await read(laura.headers, `?buildingId=${building.id}&person=olvidada`);
    expect(body.entries[0]).toMatchObject({ origin: null, change: null, isErased: true });
    const [written] = (await read(laura.headers, "?action=audit.person-forgotten&limit=1")).body.entries;
    expect(written).toMatchObject({ actor: { name: "Laura" }, about: ["Rosa Olvidada"] });
  });
});

describe("the address of a webhook that was written down whole", () => {
  it("goes, and what was written since stays, as the chain does", async () => {
    const laura = await server.newPerson({ userType: "ADMIN" });
    const write = (address: string) =>
      services.db.transaction().execute((trx) =>
        writeAuditLine(trx, {
          buildingId: null,
          actorId: laura.id,
          action: "integrations.webhook-made",
          subjectId: randomUUID(),
          detail: {},
          at: server.clock.now(),
          change: { personId: null, before: {}, after: { name: "Avisos", address } },
        }),
      );
    await write("https://avisos.example/secreto");
    await write("avisos.example");
    await sealer.sealAll();
    const { broken } = await verify();
    await sql.raw(await readFile(MIGRATION, "utf8")).execute(server.db);
    const kept = await server.db
      .selectFrom("audit_values")
      .select("value")
      .where("part", "=", "change")
      .where("value", "like", "%avisos.example%")
      .execute();
    expect(kept).toEqual([{ value: '{"before":{},"after":{"name":"Avisos","address":"avisos.example"}}' }]);
    expect((await verify()).broken).toEqual(broken);
  });
});
