import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf } from "../../../testing/test-admin.ts";
import { picture } from "../../../testing/test-forms.ts";
import { atDesk, newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon, givenCode, otherThan, verify } from "../../../testing/test-visits.ts";
import type { Trx } from "../../platform/database.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
atNoon(server);

const HOUR_MS = 3_600_000;

const movementsOf = (passId: string) =>
  db
    .selectFrom("pass_movements")
    .select(["kind", "people", "by_user as by", "picture_file_id as picture", "document_file_id as document"])
    .where("pass_id", "=", passId)
    .orderBy("at")
    .execute();

const linesOf = (buildingId: string) =>
  db
    .selectFrom("audit_lines")
    .select(["action", "actor_id as by", "subject_id as of", "detail"])
    .where("building_id", "=", buildingId)
    // That it stands in the logbook too is looked at there.
    .where("action", "!=", "logbook.line")
    .orderBy("id")
    .execute();

/** Something happens to a pass between a desk's press and its turn. */
async function whileItWaits<Reply>(
  passId: string,
  press: () => Promise<Reply>,
  happens: (trx: Trx) => Promise<unknown>,
): Promise<Reply> {
  const pressed = await db.transaction().execute(async (trx) => {
    await trx.selectFrom("passes").select("id").where("id", "=", passId).forUpdate().execute();
    const reply = press();
    await expect.poll(waitingForLocks, { timeout: 20_000 }).toBe(1);
    await happens(trx);
    return { reply };
  });
  return pressed.reply;
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

const refusedBecause = (why: string) => ({
  status: 409,
  body: { code: "PASS_REFUSED", errors: [{ property: "pass", message: why }] },
});

describe("a code at the desk", () => {
  it("finds its pass, with its guest and the home, and the guest is let in", async () => {
    const { building, home, rosa, pedro, newPass } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const { id, code } = await newPass({ guest: "Gabriela Invitada", plate: "ABC123" });
    const screens = await Promise.all([rosa, pedro].map((who) => server.connectAs(who)));
    expect(await desk.find(code)).toMatchObject({
      status: 200,
      body: {
        pass: {
          id,
          apartment: { id: home.id, name: "A-101" },
          madeAs: "home",
          madeBy: { id: rosa.id, name: "Rosa Residente" },
          guest: { name: "Gabriela Invitada", plate: "ABC123", cedula: "", phone: "", email: "" },
          entries: 1,
          entered: 0,
          state: "waiting",
          refusal: null,
          photo: null,
          asks: { picture: "may", document: "no" },
        },
      },
    });
    expect(await linesOf(building.id)).toEqual([]);
    const entered = await desk.enter(id);
    expect(entered).toMatchObject({
      status: 200,
      body: { pass: { id, entered: 1, left: 0, state: "inside", refusal: "used-up" } },
    });
    expect(await movementsOf(id)).toEqual([
      { kind: "in", people: 1, by: pedro.id, picture: null, document: null },
    ]);
    expect(await linesOf(building.id)).toEqual([
      { action: "passes.entered", by: pedro.id, of: id, detail: { people: 1, faces: 0 } },
    ]);
    for (const screen of screens) {
      expect(await screen.hear("passes:changed")).toEqual({
        buildingId: building.id,
        apartmentId: home.id,
        passId: id,
      });
    }
    expect(
      await db.selectFrom("door_orders").select("id").where("building_id", "=", building.id).execute(),
    ).toEqual([]);
  });

  it("finds one that holds no more, with why", async () => {
    const { building, pedro, newPass, takeBack } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const expired = await newPass({ from: -5, until: -1 });
    const early = await newPass({ from: 2 });
    const closed = await newPass({ hours: { hours: [], onHolidays: { kind: "as-any-day" } } });
    const gone = await newPass();
    await takeBack(gone.id);
    for (const [{ id, code }, refusal] of [
      [expired, "expired"],
      [early, "not-yet"],
      [closed, "not-now"],
      [gone, "taken-back"],
    ] as const) {
      expect((await desk.find(code)).body.pass).toMatchObject({ id, refusal });
      expect(await desk.enter(id)).toMatchObject(refusedBecause(refusal));
      expect(await movementsOf(id)).toEqual([]);
    }
  });

  it("shows the face of the entry before, and that it did is written down", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const { id, code } = await newPass({ entries: null });
    await desk.enter(id, { picture: await picture() });
    const { body } = await desk.find(code);
    const photo: string = body.pass.photo;
    expect((await server.app.http.inject(photo)).headers["content-type"]).toBe("image/jpeg");
    expect(await linesOf(building.id)).toEqual([
      { action: "passes.entered", by: pedro.id, of: id, detail: { people: 1, faces: 1 } },
      { action: "passes.shown", by: pedro.id, of: id, detail: { faces: 1 } },
    ]);
  });

  it("is nobody's in another building, and no stranger's to ask", async () => {
    const { building, rosa, newPass } = await newDesk(server);
    const { building: other, pedro: pablo } = await newDesk(server);
    const { id, code } = await newPass();
    for (const [who, status] of [
      [null, 401],
      [pablo, 404],
      [rosa, 403],
    ] as const) {
      const desk = atDesk(server, who, building.id);
      expect((await desk.find(code)).status).toBe(status);
      expect((await desk.enter(id)).status).toBe(status);
      expect((await desk.leave(id)).status).toBe(status);
      expect((await desk.guests()).status).toBe(status);
    }
    // Not through the own building's address either.
    const desk = atDesk(server, pablo, other.id);
    expect(await desk.find(code)).toMatchObject({ status: 422, body: { code: "PASS_NOT_VALID" } });
    expect(await desk.enter(id)).toMatchObject({ status: 404, body: { code: "PASS_NOT_FOUND" } });
    expect(await desk.leave(id)).toMatchObject({ status: 404, body: { code: "PASS_NOT_FOUND" } });
    expect(await movementsOf(id)).toEqual([]);
  });

  it("is for who is on shift at a device of the lobby, and not for the device alone", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const kiosk = await server.newKiosk(building.id);
    const { id, code } = await newPass();
    const alone = atDesk(server, kiosk, building.id);
    for (const { status } of [
      await alone.find(code),
      await alone.enter(id),
      await alone.leave(id),
      await alone.guests(),
    ]) {
      expect(status).toBe(403);
    }
    const onShift = atDesk(server, await kiosk.onShift(pedro.id), building.id);
    expect((await onShift.find(code)).body.pass.id).toBe(id);
    expect((await onShift.enter(id)).status).toBe(200);
    expect((await onShift.guests()).body.inside).toBe(1);
    expect((await onShift.leave(id)).status).toBe(200);
    expect(await movementsOf(id)).toMatchObject([{ by: pedro.id }, { by: pedro.id }]);
  });
});

describe("guessing codes of passes", () => {
  it("is counted together with codes of visits, in both directions", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const victor = await server.newPerson({ phone: "+573001234567" });
    const { code: visitCode } = await givenCode(server, { building, victor });
    const desk = atDesk(server, pedro, building.id);
    const { code } = await newPass();
    for (let turn = 1; turn <= 10; turn += 1) {
      // What is right counts as no guess.
      expect((await desk.find(code)).status).toBe(200);
      expect(await desk.find(visitCode)).toMatchObject({ status: 200, body: { pass: null } });
      expect((await desk.find(otherThan(visitCode, turn))).status).toBe(422);
      expect((await verify(server, pedro, building.id, otherThan(visitCode, turn))).status).toBe(404);
    }
    expect(await desk.find(code)).toMatchObject({ status: 429, body: { code: "TOO_OFTEN" } });
    expect((await verify(server, pedro, building.id, visitCode)).status).toBe(429);
    const carla = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    expect((await atDesk(server, carla, building.id).find(code)).status).toBe(200);
  });
});

describe("letting in", () => {
  it("lets a party of four in by twos, and nobody after them", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const { id } = await newPass({ entries: 4 });
    expect((await desk.enter(id, { people: 2 })).body.pass).toMatchObject({ entered: 2, refusal: null });
    expect(await desk.enter(id, { people: 3 })).toMatchObject(refusedBecause("used-up"));
    expect((await desk.enter(id, { people: 2 })).body.pass).toMatchObject({
      entered: 4,
      refusal: "used-up",
    });
    expect(await desk.enter(id)).toMatchObject(refusedBecause("used-up"));
    expect((await movementsOf(id)).map(({ people }) => people)).toEqual([2, 2]);
  });

  it("is once for a pass of one at two desks at once", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const carla = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const { id } = await newPass();
    const replies = await Promise.all(
      [pedro, carla].map(async (who) =>
        atDesk(server, who, building.id).enter(id, { picture: await picture() }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)).toMatchObject(refusedBecause("used-up"));
    expect(await movementsOf(id)).toHaveLength(1);
    expect((await linesOf(building.id)).map(({ action }) => action)).toEqual(["passes.entered"]);
  });

  it("is the first time again for the same press, also twice at once", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const { id } = await newPass({ entries: 2 });
    const requestId = randomUUID();
    const press = async () => desk.enter(id, { requestId, picture: await picture() });
    const replies = [...(await Promise.all([press(), press()])), await press()];
    for (const { status, body } of replies) {
      expect([status, body]).toMatchObject([200, { pass: { entered: 1 } }]);
    }
    expect(await movementsOf(id)).toHaveLength(1);
    expect(await actionsOf(server, pedro.id)).toEqual(["passes.entered"]);
    // The name of a press is not another's.
    const { id: another } = await newPass();
    expect((await desk.enter(another, { requestId })).status).toBe(400);
    expect((await desk.leave(id, 1, requestId)).status).toBe(400);
    const carla = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    expect((await atDesk(server, carla, building.id).enter(id, { requestId })).status).toBe(400);
    expect(await movementsOf(id)).toHaveLength(1);
  });

  it("is refused when the time ends while the guest stands there", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const { id } = await newPass({ until: 1 });
    const pressed = await whileItWaits(
      id,
      () => atDesk(server, pedro, building.id).enter(id),
      async () => server.clock.push(HOUR_MS),
    );
    expect(pressed).toMatchObject(refusedBecause("expired"));
    expect(await movementsOf(id)).toEqual([]);
    expect(await linesOf(building.id)).toEqual([]);
    atNoon(server);
  });

  it("is refused when the pass is taken back while the guest stands there", async () => {
    const { building, pedro, newPass, takeBack } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const { id, code } = await newPass();
    expect((await desk.find(code)).body.pass.refusal).toBeNull();
    const pressed = await whileItWaits(
      id,
      async () => desk.enter(id, { picture: await picture() }),
      (trx) => takeBack(id, trx),
    );
    expect(pressed).toMatchObject(refusedBecause("taken-back"));
    expect(await movementsOf(id)).toEqual([]);
    expect(await linesOf(building.id)).toEqual([]);
  });

  it("asks for the pictures that the building asks for, and keeps no others", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const laura = await server.newPerson({ userType: "ADMIN" });
    const desk = atDesk(server, pedro, building.id);
    const settle = async (change: object) => {
      const reply = await server.app.http.inject({
        method: "PUT",
        url: `/api/bb/buildings/${building.id}`,
        headers: laura.headers,
        payload: change,
      });
      expect([reply.statusCode, reply.json().building]).toMatchObject([200, change]);
    };
    await settle({ deskPicture: "must", deskDocument: "must" });
    const { id, code } = await newPass({ entries: null });
    expect((await desk.find(code)).body.pass.asks).toEqual({ picture: "must", document: "must" });
    expect(await desk.enter(id)).toMatchObject({ status: 422, body: { code: "PICTURE_ASKED" } });
    expect(await desk.enter(id, { picture: await picture() })).toMatchObject({
      status: 422,
      body: { code: "DOCUMENT_ASKED" },
    });
    const both = { picture: await picture(), document: await picture() };
    const broken = new File(["no soy una foto"], "foto.jpg", { type: "image/jpeg" });
    expect((await desk.enter(id, { ...both, document: broken })).body.code).toBe("PICTURE_NOT_VALID");
    expect(await movementsOf(id)).toEqual([]);
    expect((await desk.enter(id, both)).status).toBe(200);
    await settle({ deskPicture: "no", deskDocument: "may" });
    expect((await desk.enter(id, both)).status).toBe(200);
    expect(await movementsOf(id)).toMatchObject([
      { picture: expect.any(String), document: expect.any(String) },
      { picture: null, document: expect.any(String) },
    ]);
    const kinds = await db.selectFrom("files").select("kind").distinct().where("kind", "=", "pass").execute();
    expect(kinds).toEqual([{ kind: "pass" }]);
  });
});

describe("noting who went out", () => {
  it("is of no more than are inside, once for one press, and whatever became of the pass", async () => {
    const { building, home, rosa, pedro, newPass, takeBack } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const { id } = await newPass({ entries: 3 });
    expect(await desk.leave(id)).toMatchObject({ status: 409, body: { code: "NOBODY_INSIDE" } });
    await desk.enter(id, { people: 3 });
    const screen = await server.connectAs(rosa);
    const requestId = randomUUID();
    for (const _press of [1, 2]) {
      expect((await desk.leave(id, 2, requestId)).body.pass).toMatchObject({ left: 2, state: "inside" });
    }
    expect(await screen.hear("passes:changed")).toMatchObject({ apartmentId: home.id, passId: id });
    expect(await desk.leave(id, 2)).toMatchObject({ status: 409, body: { code: "NOBODY_INSIDE" } });
    await takeBack(id);
    const replies = await Promise.all([desk.leave(id), desk.leave(id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await linesOf(building.id)).toMatchObject([
      { action: "passes.entered", detail: { people: 3 } },
      { action: "passes.left", by: pedro.id, of: id, detail: { people: 2 } },
      { action: "passes.left", detail: { people: 1 } },
    ]);
  });
});
