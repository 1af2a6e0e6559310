import type { AccessOutcome } from "@umbral/contract/access-control/decision";
import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import { type MonthReport, readMonthReport } from "@umbral/contract/reports/reports.contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController, signInController } from "../../../testing/test-controller.ts";
import { atDesk } from "../../../testing/test-pass-desk.ts";
import { madePass } from "../../../testing/test-passes.ts";
import { startTestServer, type TestSocket } from "../../../testing/test-server.ts";
import { noteEntryAtDoor } from "../passes/door-entries.ts";

/*
 * The story: the administrator of Mirador takes last month to the council of owners. It is counted by the building's own
 * days, which end five hours after those of Greenwich.
 */

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { newId } = server.app.services;

let mirador: TestBuilding;
let alberto: TestPerson;
let ana: TestPerson;
let laura: TestPerson;
beforeAll(async () => {
  mirador = await server.newBuilding("Mirador");
  const almendros = await server.newBuilding("Almendros");
  alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: mirador.id }] });
  ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: almendros.id }] });
  laura = await server.newPerson({ userType: "ADMIN" });
});

const path = (month: string, file = "") =>
  `/api/bb/buildings/${mirador.id}/report${file}?month=${encodeURIComponent(month)}`;

async function reportFor(month: string, person = alberto): Promise<MonthReport> {
  const { status, body } = await asking(server, person)("GET", path(month));
  expect(status).toBe(200);
  return readMonthReport.reply.parse(body);
}

const opened = (at: string, more: { door?: string; origin?: OpenDoorOrigin } = {}) =>
  db
    .insertInto("open_door_events")
    .values({
      id: newId(),
      building_id: mirador.id,
      door_id: null,
      door_name: more.door ?? "Garaje",
      order_id: null,
      user_id: null,
      apartment_id: null,
      picture_file_id: null,
      occurred_at: new Date(at),
      origin: more.origin ?? "APP",
    })
    .execute();

const readAt = (at: string, outcome: AccessOutcome) =>
  db
    .insertInto("access_events")
    .values({
      id: newId(),
      building_id: mirador.id,
      door_id: null,
      user_id: null,
      card_id: null,
      outcome,
      is_offline: false,
      occurred_at: new Date(at),
      picture_file_id: null,
      told_at: null,
    })
    .execute();

const cameAtDoor = (passId: string, at: Date) =>
  db
    .transaction()
    .execute((trx) =>
      noteEntryAtDoor(
        server.app.services,
        trx,
        { accessId: newId(), passId, doorId: null, at },
        async () => [],
      ),
    );

const noticed = (at: string, kind: IntrusionKind, doorName: string) =>
  db
    .insertInto("intrusion_events")
    .values({
      id: newId(),
      building_id: mirador.id,
      kind,
      camera_id: null,
      camera_name: null,
      door_id: null,
      door_name: doorName,
      started_at: new Date(at),
      ended_at: new Date(at),
    })
    .execute();

const visited = (day: string, authorisedAt: string | null) =>
  db
    .insertInto("visits")
    .values({
      id: newId(),
      building_id: mirador.id,
      user_id: laura.id,
      code_digest: Buffer.from(newId()),
      photo_file_id: null,
      day,
      requested_at: new Date(`${day}T15:00:00Z`),
      expires_at: new Date(`${day}T16:00:00Z`),
      authorised_at: authorisedAt === null ? null : new Date(authorisedAt),
      authorised_by: authorisedAt === null ? null : laura.id,
      authorise_request_id: null,
    })
    .execute();

const rang = (at: string, ringing: string, more: { answeredAt?: string; isToLobby?: boolean } = {}) =>
  db
    .insertInto("calls")
    .values({
      id: newId(),
      building_id: mirador.id,
      ringing_id: ringing,
      apartment_id: null,
      caller_id: alberto.id,
      callee_id: laura.id,
      caller_session_id: null,
      callee_session_id: null,
      is_from_lobby: more.isToLobby !== true,
      is_to_lobby: more.isToLobby === true,
      created_at: new Date(at),
      expires_at: new Date(at),
      ended_at: new Date(at),
      answered_at: more.answeredAt === undefined ? null : new Date(more.answeredAt),
      status: "TERMINADA",
    })
    .execute();

const raised = (at: string, event: "INTRUSION" | "EMERGENCY", drill = false) =>
  db
    .insertInto("alarms")
    .values({
      id: newId(),
      building_id: mirador.id,
      event,
      drill,
      raised_at: new Date(at),
      changed_at: new Date(at),
      silenced_at: new Date(at),
    })
    .execute();

const at = (counts: readonly number[]) =>
  counts.flatMap((count, index) => (count === 0 ? [] : [[index + 1, count]]));

describe("a month of a building", () => {
  it("is empty where nothing happened", async () => {
    expect(await reportFor("2020-02")).toEqual({
      building: { id: mirador.id, name: "Mirador", timeZone: "America/Bogota" },
      month: "2020-02",
      eventsKeptFrom: expect.any(String),
      days: {
        openings: Array(29).fill(0),
        visits: Array(29).fill(0),
        guests: Array(29).fill(0),
        refused: Array(29).fill(0),
      },
      doors: [],
      refused: [],
      intrusions: [],
      visits: { asked: 0, authorised: 0 },
      calls: { toHomes: { answered: 0, missed: 0 }, toLobby: { answered: 0, missed: 0 } },
      alarms: [],
      absences: [],
      gaps: [],
    });
  });

  it("counts by the building's own days, from its first moment to its last", async () => {
    // Still January there, the first moment of February, its last one, and March.
    await opened("2024-02-01T04:59:59.999Z");
    await opened("2024-02-01T05:00:00Z");
    await opened("2024-03-01T04:59:59.999Z", { door: "Principal", origin: "CARD" });
    await opened("2024-02-10T15:00:00Z", { door: "Principal", origin: "CARD" });
    await opened("2024-02-10T15:00:00Z", { door: "Principal" });
    await opened("2024-03-01T05:00:00Z");
    await readAt("2024-02-03T15:00:00Z", "unknown");
    await readAt("2024-02-03T15:00:00Z", "unknown");
    await readAt("2024-02-03T15:00:00Z", "granted");
    await readAt("2024-02-04T04:00:00Z", "not-now");
    const report = await reportFor("2024-02");
    expect(at(report.days.openings)).toEqual([
      [1, 1],
      [10, 2],
      [29, 1],
    ]);
    expect(report.doors).toEqual([
      {
        name: "Principal",
        origins: [
          { origin: "APP", count: 1 },
          { origin: "CARD", count: 2 },
        ],
      },
      { name: "Garaje", origins: [{ origin: "APP", count: 1 }] },
    ]);
    expect(report.refused).toEqual([
      { reason: "unknown", count: 2 },
      { reason: "not-now", count: 1 },
    ]);
    expect(at(report.days.refused)).toEqual([[3, 3]]);
  });

  it("counts what was noticed, visits, ringings and alarms, each once", async () => {
    await noticed("2024-02-05T15:00:00Z", "door-held", "Garaje");
    await noticed("2024-02-06T15:00:00Z", "door-held", "Garaje");
    await noticed("2024-02-06T15:00:00Z", "door-forced", "Terraza");
    await visited("2024-02-07", "2024-02-07T15:10:00Z");
    await visited("2024-02-08", null);
    await visited("2024-03-01", "2024-03-01T15:10:00Z");
    // A ringing of two people, one of whom answered; one that nobody answered; and one of the lobby.
    const [both, missed, lobby] = [newId(), newId(), newId()];
    await rang("2024-02-09T15:00:00Z", both);
    await rang("2024-02-09T15:00:00Z", both, { answeredAt: "2024-02-09T15:00:10Z" });
    await rang("2024-02-09T16:00:00Z", missed);
    await rang("2024-02-09T17:00:00Z", lobby, { isToLobby: true });
    await raised("2024-02-11T15:00:00Z", "EMERGENCY");
    await raised("2024-02-12T15:00:00Z", "EMERGENCY", true);
    const report = await reportFor("2024-02", laura);
    expect(report.intrusions).toEqual([
      { kind: "door-forced", name: "Terraza", count: 1 },
      { kind: "door-held", name: "Garaje", count: 2 },
    ]);
    expect(report.visits).toEqual({ asked: 2, authorised: 1 });
    expect(at(report.days.visits)).toEqual([[7, 1]]);
    expect(report.calls).toEqual({
      toHomes: { answered: 1, missed: 1 },
      toLobby: { answered: 0, missed: 1 },
    });
    expect(report.alarms).toEqual([
      { event: "EMERGENCY", drill: false, count: 1 },
      { event: "EMERGENCY", drill: true, count: 1 },
    ]);
  });

  it("counts everybody who came by an invitation, at the desk and at a door, and nobody who was refused", async () => {
    const palma = await server.newBuilding("Palma");
    const ines = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: palma.id }] });
    const desk = atDesk(server, ines, palma.id);
    const made = async (entries: number | null) =>
      (await madePass(server, palma, ines, { apartmentId: null, entries })).pass.id;
    const [party, cleaner] = [await made(4), await made(null)];
    // A door tells late, by its own clock: still January there, the last moment of February, and March.
    for (const at of ["2024-02-01T04:59:59.999Z", "2024-03-01T04:59:59.999Z", "2024-03-01T05:00:00Z"]) {
      await cameAtDoor(cleaner, new Date(at));
    }
    expect(await desk.enter(party, { people: 3 })).toMatchObject({ status: 200 });
    expect(await desk.enter(party, { people: 2 })).toMatchObject({ status: 409 });
    expect(await desk.leave(party, 1)).toMatchObject({ status: 200 });
    expect(await desk.enter(party)).toMatchObject({ status: 200 });
    // Once more the same day, and a pass whose guest was forgotten since counts as before.
    await cameAtDoor(cleaner, clock.now());
    await db.updateTable("passes").set({ guest_name: null }).where("id", "=", cleaner).execute();

    const url = (month: string, file = "") => `/api/bb/buildings/${palma.id}/report${file}?month=${month}`;
    const guests = async (month: string) =>
      readMonthReport.reply.parse((await asking(server, ines)("GET", url(month))).body).days.guests;
    const today = new Intl.DateTimeFormat("sv", { timeZone: "America/Bogota" }).format(clock.now());
    const month = today.slice(0, 7);
    expect(at(await guests("2024-01"))).toEqual([[31, 1]]);
    expect(at(await guests("2024-02"))).toEqual([[29, 1]]);
    expect(at(await guests("2024-03"))).toEqual([[1, 1]]);
    expect(at(await guests(month))).toEqual([[Number(today.slice(8)), 5]]);
    expect((await reportFor(month)).days.guests.every((count) => count === 0)).toBe(true);
    const { body } = await server.app.http.inject({ url: url(month, ".csv"), headers: ines.headers });
    expect(body).toContain("Visitas;Con invitación;;5\r\n");
    expect(body).toContain(`Entradas con invitación por día;${today};;5\r\n`);
  });

  it("looks at no pass that nobody used since", async () => {
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql<{ "QUERY PLAN": string }>`explain select sum(people) from passes
        join pass_movements on pass_id = passes.id and kind = 'in' and at >= ${clock.now()}
        where building_id = ${mirador.id} and last_movement_at >= ${clock.now()}`.execute(trx);
    });
    expect(rows.map((row) => row["QUERY PLAN"]).join()).toMatch(/passes_moved.*last_movement_at/s);
  });

  it("says how often and how long its controller was away, now too, and a blink is none", async () => {
    const place = await server.newBuilding("Roble");
    const { id, key, list, socket } = await newController(server, place.id);
    const absences = async (month: string) => {
      const url = `/api/bb/buildings/${place.id}/report?month=${month}`;
      return (await asking(server, laura)("GET", url)).body.absences;
    };
    const current = clock.now().toISOString().slice(0, 7);
    const setSeen = (at: Date | null) =>
      db.updateTable("controllers").set({ last_seen_at: at }).where("id", "=", id).execute();
    const seen = () => db.selectFrom("controllers").select("last_seen_at").where("id", "=", id).execute();
    /** Its line ends, and it was last heard of then. */
    const goAway = async (line: TestSocket, since: Date) => {
      await setSeen(null);
      line.raw.disconnect();
      await expect.poll(seen).not.toEqual([{ last_seen_at: null }]);
      await setSeen(since);
    };
    expect(await absences(current)).toEqual([]);
    // From eleven in the night of the last of June.
    await goAway(socket, new Date("2024-07-01T04:00:00Z"));
    const back = await signInController(server.url, id, key, list);
    expect(await absences("2024-05")).toEqual([]);
    expect(await absences("2024-06")).toEqual([{ name: "Controlador", times: 1, minutes: 60 }]);
    expect(await absences("2024-07")).toEqual([{ name: "Controlador", times: 1, minutes: 31 * 24 * 60 }]);
    await goAway(back, new Date(clock.now().getTime() - 30_000));
    const again = await signInController(server.url, id, key, list);
    expect(await absences(current)).toMatchObject([{ times: 1 }]);
    await goAway(again, new Date(clock.now().getTime() - 2 * 3_600_000));
    expect(await absences(current)).toMatchObject([{ times: 2 }]);
  });

  it("says when its records are not whole, and puts that time on no controller", async () => {
    const place = await server.newBuilding("Ceiba");
    const { id, key, list, socket } = await newController(server, place.id);
    const gap = { from: "2024-04-10T08:00:00.000Z", until: "2024-04-10T20:00:00.000Z" };
    await db
      .insertInto("record_gaps")
      .values({ building_id: place.id, began_at: new Date(gap.from), ended_at: new Date(gap.until) })
      .execute();
    const ceiba = async (month: string, file = "") => {
      const url = `/api/bb/buildings/${place.id}/report${file}?month=${month}`;
      return server.app.http.inject({ url, headers: { authorization: `JWT ${laura.token}` } });
    };
    const seen = () => db.selectFrom("controllers").select("last_seen_at").where("id", "=", id).execute();
    const setSeen = (at: Date | null) =>
      db.updateTable("controllers").set({ last_seen_at: at }).where("id", "=", id).execute();
    await setSeen(null);
    socket.raw.disconnect();
    await expect.poll(seen).not.toEqual([{ last_seen_at: null }]);
    // As the backup knew it, some seconds before it was made. Until it is back, it is away since the restore.
    await setSeen(new Date("2024-04-10T07:59:50Z"));
    const report = async (month: string) => readMonthReport.reply.parse((await ceiba(month)).json());
    const april = await report("2024-04");
    expect(april.gaps).toEqual([{ ...gap, timeZone: "America/Bogota" }]);
    const restToMay = (20 * 24 + 9) * 60;
    expect(april.absences).toEqual([{ name: "Controlador", times: 1, minutes: restToMay }]);
    expect((await ceiba("2024-04", ".csv")).body).toContain(
      "Registros;Entre el 10 abr 2024 3:00 AM y el 10 abr 2024 3:00 PM faltan registros: se restauró una copia.;;1",
    );
    expect((await report("2024-05")).gaps).toEqual([]);

    // One that was away when the backup was made was so until then as well.
    await setSeen(new Date("2024-04-10T07:00:00Z"));
    await signInController(server.url, id, key, list);
    expect((await report("2024-04")).absences).toEqual([
      { name: "Controlador", times: 2, minutes: restToMay + 60 },
    ]);
  });

  it("is a file that no spreadsheet carries out, with the same numbers", async () => {
    await opened("2025-05-02T15:00:00Z", { door: "=1+1" });
    const answer = await server.app.http.inject({
      url: path("2025-05", ".csv"),
      headers: { authorization: `JWT ${alberto.token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="informe-2025-05-/);
    expect(answer.body.split("\r\n").slice(0, 2)).toEqual([
      "\uFEFFParte;Qué;Cómo;Cantidad",
      "Aperturas;'=1+1;App;1",
    ]);
    expect(answer.body).toContain("Aperturas por día;2025-05-02;;1");
    // As the page does, it says since when it counts what is kept for a time.
    const KEPT = "Registros;Accesos negados y novedades. Este edificio los guarda por un tiempo: de este mes";
    expect(answer.body).toContain(`${KEPT} ya no hay.;;1\r\n`);
    const { eventsKeptFrom } = await reportFor("2025-05");
    const from = new Intl.DateTimeFormat("sv", { timeZone: "America/Bogota" }).format(
      new Date(eventsKeptFrom ?? ""),
    );
    const partly = await server.app.http.inject({
      url: path(from.slice(0, 7), ".csv"),
      headers: { authorization: `JWT ${alberto.token}` },
    });
    expect(partly.body).toContain(`${KEPT} hay desde el ${Number(from.slice(8))} `);
  });

  it("is nobody else's, and of a month that there is", async () => {
    expect(await asking(server, ana)("GET", path("2024-02"))).toMatchObject({ status: 404 });
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: mirador.id }] });
    expect(await asking(server, pedro)("GET", path("2024-02"))).toMatchObject({ status: 403 });
    expect(await asking(server, null)("GET", path("2024-02"))).toMatchObject({ status: 401 });
    for (const month of ["2024-13", "2024-00", "1999-12", "ayer", "2024-2", "2024-02' or 1=1"]) {
      expect([month, (await asking(server, alberto)("GET", path(month))).status]).toEqual([month, 400]);
    }
    const nowhere = `/api/bb/buildings/${newId()}/report?month=2024-02`;
    expect(await asking(server, laura)("GET", nowhere)).toMatchObject({ status: 404 });
  });
});
