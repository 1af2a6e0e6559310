import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import type { Trx } from "../../platform/database.ts";
import { withOrigin } from "../../platform/origin.ts";
import { writeAuditLine } from "./audit.service.ts";
import { AuditSealer } from "./audit-sealer.ts";
import { forgetPerson } from "./forget-person.ts";
import { verifyAudit } from "./verify-audit.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;
const sealer = new AuditSealer(services);
const verify = () => verifyAudit(server.db, services.digest);

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
