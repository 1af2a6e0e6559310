import { randomUUID } from "node:crypto";
import { LOGBOOK_DAYS, type LogbookLine } from "@umbral/contract/logbook/logbook.contract";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newCall, newHome } from "../../../testing/test-calls.ts";
import { picture, postForm } from "../../../testing/test-forms.ts";
import { atDesk, newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon, givenCode, verify } from "../../../testing/test-visits.ts";
import { AuditSealer } from "../audit/audit-sealer.ts";
import { verifyAudit } from "../audit/verify-audit.ts";
import { tidyLogbook } from "./logbook-tidying.ts";
import { noteInLogbook } from "./note-line.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
atNoon(server);

const DAY_MS = 24 * 3_600_000;

type Asks = { headers: { authorization: string } };

/** Rosa's home and Pedro at the desk, Ana in the administration, and the logbook as each of them asks for it. */
async function setUp() {
  const desk = await newDesk(server);
  const { building, pedro } = desk;
  const place = `/api/buildings/${building.id}/logbook`;
  const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const read = async (query = "", who: Asks = pedro) =>
    (await asking(server, who)("GET", `${place}${query}`)).body;
  const note = (
    fields: Record<string, string | File> = {},
    who: Asks = pedro,
    requestId: string = randomUUID(),
  ) =>
    postForm(server, who, place, {
      requestId,
      category: "NOVEDAD",
      text: "Se fue la luz del sótano",
      ...fields,
    });
  const correct = (lineId: string, text: string, who: Asks = pedro) =>
    asking(server, who)("POST", `${place}/${lineId}/corrections`, { requestId: randomUUID(), text });
  return { ...desk, ana, place, read, note, correct };
}

describe("what somebody writes down", () => {
  it("stands in the logbook with its pictures, once, and is seen by the lobby, the administration and the police", async () => {
    const { building, pedro, ana, rosa, place, read, note } = await setUp();
    const police = await server.newPerson({ spaces: [{ role: "POLICIA", buildingId: building.id }] });
    const screen = await server.connectAs(ana);
    const requestId = randomUUID();
    const fields = {
      category: "DANO",
      text: "Vidrio roto",
      picture1: await picture(),
      picture2: await picture(),
    };
    const first = await note(fields, pedro, requestId);
    expect(first.status).toBe(200);
    expect((await note(fields, pedro, requestId)).body).toEqual(first.body);
    expect(await screen.hear("logbook:changed")).toEqual({ buildingId: building.id });
    for (const who of [pedro, ana, police]) {
      expect((await read("", who)).lines).toMatchObject([
        {
          id: first.body["id"],
          kind: "NOTE",
          category: "DANO",
          text: "Vidrio roto",
          actor: "Pedro Portero",
          isErased: false,
          pictures: [expect.any(String), expect.any(String)],
        },
      ]);
    }
    expect(await actionsOf(server, ana.id)).toContain("logbook.shown");
    expect((await asking(server, rosa)("GET", place)).status).toBe(403);
    expect((await note({}, police)).status).toBe(403);
    expect((await note({ text: "  " })).status).toBe(422);
    expect((await note({ picture1: new File(["x"], "x.jpg") })).body).toMatchObject({
      code: "PICTURE_NOT_VALID",
    });
    expect((await read()).lines).toHaveLength(1);
  });

  it("is corrected by a later line, and changed or deleted by nobody", async () => {
    const { read, note, correct } = await setUp();
    const { body } = await note({ text: "Llegó a las 9" });
    expect((await correct(String(body["id"]), "Fue a las 10")).status).toBe(200);
    expect((await correct(randomUUID(), "De nada")).body).toMatchObject({ code: "LOGBOOK_LINE_NOT_FOUND" });
    const [correction, line] = (await read()).lines;
    expect(line).toMatchObject({
      text: "Llegó a las 9",
      corrections: [{ text: "Fue a las 10", actor: "Pedro Portero" }],
    });
    expect(correction).toMatchObject({ kind: "CORRECTION", corrects: { id: body["id"] } });
    const elsewhere = await setUp();
    expect((await elsewhere.correct(String(body["id"]), "Ajeno")).status).toBe(404);
    for (const change of [
      sql`update logbook_lines set at = now()`,
      sql`delete from logbook_lines`,
      sql`update logbook_values set line_id = ${randomUUID()}::uuid`,
    ]) {
      await expect(change.execute(db)).rejects.toThrow();
    }
  });

  it("is refused where it holds half of a letter, which no column of JSON takes: nothing of it is a fault", async () => {
    const { read, note, correct } = await setUp();
    const { body } = await note();
    for (const half of ["\ud83d", "a\ud83d", "\udd11a"]) {
      expect(await correct(String(body["id"]), half)).toMatchObject({
        status: 400,
        body: { code: "BAD_REQUEST" },
      });
    }
    expect((await correct(String(body["id"]), "\ud83d\udd11")).status).toBe(200);
    expect((await read()).lines).toMatchObject([
      { text: "\ud83d\udd11" },
      { text: "Se fue la luz del sótano" },
    ]);
  });

  it("is found by category, by words whatever their accents, and by day, and taken as a file", async () => {
    const { pedro, place, read, note } = await setUp();
    await note({ category: "RUIDO", text: "Música en el salón" });
    const before = server.clock.now().toISOString();
    server.clock.push(DAY_MS);
    await note({ category: "MASCOTA", text: "=Perro suelto" });
    const texts = async (query: string) =>
      (await read(query)).lines.map(({ text }: { text: string }) => text);
    expect(await texts("?category=RUIDO")).toEqual(["Música en el salón"]);
    expect(await texts("?search=musica")).toEqual(["Música en el salón"]);
    expect(await texts("?search=100%25")).toEqual([]);
    expect(await texts(`?from=${before}`)).toEqual(["=Perro suelto"]);
    expect(await texts("?limit=1&page=2")).toEqual(["Música en el salón"]);
    expect(await texts("?group=DOORS")).toEqual([]);
    const file = await server.app.http.inject({ url: `${place}.csv`, headers: pedro.headers });
    expect(file.body.split("\r\n").slice(0, 3)).toEqual([
      expect.stringContaining("Fecha y hora;Qué;Categoría;Quién"),
      expect.stringMatching(
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;Anotación;Mascota;Pedro Portero;.*'=Perro suelto/,
      ),
      expect.stringContaining("Música en el salón"),
    ]);
    expect(await actionsOf(server, pedro.id)).toContain("logbook.exported");
  });
});

describe("what the logbook notices by itself", () => {
  it("is written with its cause: guests in, out and refused, and visits", async () => {
    const { building, rosa, pedro, newPass, read } = await setUp();
    const desk = atDesk(server, pedro, building.id);
    const { id, code } = await newPass({ guest: "Gabriela Invitada", entries: 3 });
    await desk.enter(id, { people: 3 });
    await desk.leave(id, 3);
    await desk.find(code);
    // A screen that only follows who stands on it refuses nobody again.
    expect((await desk.find(code, { follows: true })).body.pass).toMatchObject({ refusal: "used-up" });
    const victor = await server.newPerson({ name: "Víctor Visitante" });
    const visit = await givenCode(server, { building, victor });
    await verify(server, pedro, building.id, visit.code, { method: "PUT" });
    const { lines } = await read("?group=GUESTS");
    expect(lines[0]).toMatchObject({
      kind: "VISIT_AUTHORISED",
      actor: "Pedro Portero",
      person: "Víctor Visitante",
    });
    const of = { actor: "Pedro Portero", person: "Gabriela Invitada" };
    expect(lines).toHaveLength(4);
    expect(lines.slice(-3)).toMatchObject([
      { kind: "PASS_REFUSED", ...of, detail: { reason: "used-up", home: "A-101" } },
      { kind: "PASS_LEFT", ...of, detail: { people: 3, home: "A-101" } },
      { kind: "PASS_ENTERED", ...of, detail: { people: 3, home: "A-101" } },
    ]);
    // Whoever made the pass is forgotten, and their guests with them.
    await db.deleteFrom("logbook_values").where("person_id", "=", rosa.id).execute();
    expect((await read("?group=GUESTS")).lines.at(-1)).toMatchObject({ person: null, isErased: true });
  });

  it("is written with its cause: calls that nobody answered once for each ringing, doors and alarms", async () => {
    const { building, lobby, rosa, andres, apartmentId } = await newHome(server);
    const calls = [await newCall(server, lobby, rosa), await newCall(server, lobby, andres)];
    for (const { id } of calls) {
      await db.updateTable("calls").set({ status: "PERDIDA" }).where("id", "=", id).execute();
    }
    const at = server.clock.now();
    const ofBuilding = { building_id: building.id };
    const opening = { ...ofBuilding, door_name: "Entrada", occurred_at: at };
    await db
      .insertInto("open_door_events")
      .values([
        { id: randomUUID(), ...opening, origin: "APP", user_id: lobby.id },
        { id: randomUUID(), ...opening, origin: "APP", user_id: rosa.id },
        { id: randomUUID(), ...opening, origin: "CARD", user_id: lobby.id },
      ])
      .execute();
    const trouble = { ...ofBuilding, started_at: at, door_name: "Garaje" };
    await db
      .insertInto("intrusion_events")
      .values([
        { id: randomUUID(), ...trouble, kind: "door-forced" },
        { id: randomUUID(), ...trouble, kind: "motion" },
      ])
      .execute();
    const alarm = {
      id: randomUUID(),
      ...ofBuilding,
      event: "EMERGENCY" as const,
      drill: true,
      raised_at: at,
    };
    await db
      .insertInto("alarms")
      .values({ ...alarm, changed_at: at })
      .execute();
    const raised = { alarm_id: alarm.id, user_id: rosa.id, apartment_id: apartmentId, at };
    await db
      .insertInto("alarm_people")
      .values([
        { ...raised, action: "raised" },
        { ...raised, action: "seen" },
      ])
      .execute();
    const { body } = await asking(server, lobby)("GET", `/api/buildings/${building.id}/logbook`);
    const told = body.lines.map(({ kind, actor, detail }: LogbookLine) => [
      kind,
      actor,
      detail.door ?? detail.home,
    ]);
    expect(told.sort()).toEqual([
      ["ALARM_RAISED", expect.any(String), "A-101"],
      ["CALL_UNANSWERED_BY_HOME", expect.any(String), "A-101"],
      ["DOOR_FORCED", null, "Garaje"],
      ["DOOR_OPENED", expect.any(String), "Entrada"],
    ]);
  });

  it("is undone with its cause", async () => {
    const { building, newPass, read } = await setUp();
    const { id } = await newPass();
    const movement = {
      id: randomUUID(),
      pass_id: id,
      kind: "in" as const,
      people: 1,
      at: server.clock.now(),
    };
    await db
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto("pass_movements").values(movement).execute();
        throw new Error("the process dies");
      })
      .catch(() => undefined);
    expect((await read()).lines).toEqual([]);
    await db.transaction().execute((trx) =>
      noteInLogbook(trx, {
        kind: "PARCEL_RECEIVED",
        buildingId: building.id,
        at: server.clock.now(),
        actorId: null,
        subjectId: id,
        apartmentId: null,
        person: { id: null, name: "Mensajería Rápida" },
        detail: { thing: "Caja", count: 2 },
      }),
    );
    expect((await read("?group=PARCELS")).lines).toMatchObject([
      { person: "Mensajería Rápida", actor: null, detail: { thing: "Caja", count: 2 } },
    ]);
  });
});

describe("the seal of the logbook", () => {
  const verifyAll = async () => {
    await new AuditSealer(server.app.services).sealAll();
    return verifyAudit(db, server.app.services.digest);
  };
  /** As whoever owns the tables can. */
  const tamper = (statement: ReturnType<typeof sql>) =>
    db.transaction().execute(async (owner) => {
      await sql`set local session_replication_role = replica`.execute(owner);
      await statement.execute(owner);
    });

  it("holds, also when somebody is forgotten, and tells a line that was changed, taken away or put in", async () => {
    const { building, pedro, note, read } = await setUp();
    const [one, two, three] = [
      await note({ text: "Uno" }),
      await note({ text: "Dos de Pedro Portero" }),
      await note(),
    ];
    expect((await verifyAll()).broken).toEqual([]);
    await db.deleteFrom("logbook_values").where("person_id", "=", pedro.id).execute();
    await db
      .updateTable("logbook_values")
      .set({ value: "Dos de Persona eliminada" })
      .where("line_id", "=", String(two.body["id"]))
      .execute();
    expect((await verifyAll()).broken).toEqual([]);
    expect((await read()).lines).toMatchObject([
      {},
      { text: "Dos de Persona eliminada", isErased: true },
      {},
    ]);

    await tamper(
      sql`update logbook_values set value = 'Otra' where line_id = ${one.body["id"]} and part = 'text'`,
    );
    await tamper(sql`update logbook_lines set category = 'OTRA' where id = ${two.body["id"]}`);
    await tamper(sql`delete from logbook_values where line_id = ${three.body["id"]}`);
    await tamper(sql`delete from logbook_lines where id = ${three.body["id"]}`);
    const forged = randomUUID();
    await tamper(sql`insert into logbook_lines (id, building_id, at, kind, category)
      values (${forged}, ${building.id}, now(), 'NOTE', 'OTRA')`);
    expect((await verifyAll()).broken).toEqual(
      expect.arrayContaining([
        { lineId: one.body["id"], why: "logbook-line-changed" },
        { lineId: two.body["id"], why: "logbook-line-changed" },
        { lineId: three.body["id"], why: "logbook-line-missing" },
        { lineId: forged, why: "logbook-line-unknown" },
      ]),
    );
  });
});

it("names, texts and pictures go after two years, and that something happened stays", async () => {
  const { building, note } = await setUp();
  await note({ text: "Vieja", picture1: await picture() });
  server.clock.push((LOGBOOK_DAYS + 1) * DAY_MS);
  const later = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const list = async () =>
    (await asking(server, later)("GET", `/api/buildings/${building.id}/logbook`)).body.lines;
  expect(await list()).toMatchObject([{ text: "Vieja", pictures: [expect.any(String)] }]);
  await tidyLogbook(server.app.services);
  expect(await list()).toMatchObject([
    { kind: "NOTE", category: "NOVEDAD", text: null, actor: null, pictures: [], isErased: true },
  ]);
});

it("of who is under a legal hold what they wrote and pictured stays beyond them, until it is lifted", async () => {
  const { building, pedro, note } = await setUp();
  await note({ text: "De quien está retenido", picture1: await picture() });
  await db
    .insertInto("legal_holds")
    .values({ user_id: pedro.id, reason: "Demanda 12", placed_by: pedro.id, placed_at: server.clock.now() })
    .execute();
  server.clock.push((LOGBOOK_DAYS + 1) * DAY_MS);
  const later = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const list = async () =>
    (await asking(server, later)("GET", `/api/buildings/${building.id}/logbook`)).body.lines;
  await tidyLogbook(server.app.services);
  expect(await list()).toMatchObject([
    { text: "De quien está retenido", pictures: [expect.any(String)], isErased: false },
  ]);
  await db.deleteFrom("legal_holds").where("user_id", "=", pedro.id).execute();
  await tidyLogbook(server.app.services);
  expect(await list()).toMatchObject([{ text: null, pictures: [], isErased: true }]);
});
