import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import {
  atNoon,
  givenCode,
  newLobby,
  otherThan,
  type TestLobby,
  verify,
} from "../../../testing/test-visits.ts";
import type { Actor } from "../../platform/context.ts";
import { findWaitingVisit } from "./verify-code.ts";
import { findVisitByDigest } from "./visits.queries.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
atNoon(server);

const MINUTE_MS = 60_000;

/** Víctor with a code for Pedro's building. */
async function newVisit() {
  const lobby = await newLobby(server);
  return { ...lobby, ...(await givenCode(server, lobby)) };
}

/** Somebody of a building's lobby, as its services know them. */
async function newDoorman(buildingId: string): Promise<Actor> {
  const { token } = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId }] });
  const actor = await server.app.services.gate.actorOfToken(token);
  if (actor === null) {
    throw new Error("the doorman is not signed in");
  }
  return actor;
}

const audit = (buildingId: string) =>
  db
    .selectFrom("audit_lines")
    .select(["action", "actor_id", "subject_id", "detail"])
    .where("building_id", "=", buildingId)
    // That it stands in the logbook too is looked at there.
    .where("action", "not in", ["visits.requested", "logbook.line"])
    .orderBy("id")
    .execute();

const notValid = {
  status: 404,
  body: { code: "VISIT_CODE_NOT_VALID", message: "Código no autorizado !!!" },
};

describe("verifying a code", () => {
  it("asks a stranger to sign in", async () => {
    const { building, code } = await newVisit();
    for (const method of ["GET", "PUT"] as const) {
      expect((await verify(server, null, building.id, code, { method })).status).toBe(401);
    }
  });

  it("does not exist for the lobby of another building", async () => {
    const { building, code } = await newVisit();
    const { pedro: outsider } = await newLobby(server);
    for (const method of ["GET", "PUT"] as const) {
      expect((await verify(server, outsider, building.id, code, { method })).body.code).toBe("NOT_FOUND");
    }
  });

  it("is not for residents, and not for visitors themselves", async () => {
    const { building, code } = await newVisit();
    for (const role of ["RESIDENTE_LIDER", "VISITANTE_CONOCIDO", "POLICIA"] as const) {
      const someone = await server.newPerson({
        spaces: [
          {
            role,
            buildingId: building.id,
            ...(role === "RESIDENTE_LIDER" ? { apartmentId: building.apartments[0]?.id ?? "" } : {}),
          },
        ],
      });
      for (const method of ["GET", "PUT"] as const) {
        expect((await verify(server, someone, building.id, code, { method })).body.code).toBe("NOT_ALLOWED");
      }
    }
  });

  it("shows who comes, with the picture of today beside the registered one, and writes down that it did", async () => {
    const { building, pedro, victor, code, visit } = await newVisit();
    const registered = await db
      .selectFrom("visits")
      .select("photo_file_id")
      .where("id", "=", visit.id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable("users")
      .set({ photo_file_id: registered.photo_file_id })
      .where("id", "=", victor.id)
      .execute();
    const reply = await verify(server, pedro, building.id, code);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        visit: {
          id: visit.id,
          code,
          user: {
            id: victor.id,
            cedula: victor.cedula,
            name: "Víctor Visitante",
            photo: expect.stringMatching(/^\/api\/files\//),
            attachments: [{ path: expect.stringMatching(/^\/api\/files\/.*token=/) }],
          },
          authorised: null,
        },
      },
    });
    const path: string = reply.body.visit.user.attachments[0].path;
    expect((await server.app.http.inject(path)).headers["content-type"]).toBe("image/jpeg");
    expect((await server.app.http.inject(path.replace(/token=./, "token=0"))).statusCode).toBe(404);
    expect(await audit(building.id)).toEqual([
      { action: "visits.shown", actor_id: pedro.id, subject_id: visit.id, detail: { faces: 2 } },
    ]);
  });

  it("refuses a wrong code, one of another building and what is no code", async () => {
    const { building, pedro, code } = await newVisit();
    const { building: other, pedro: pablo } = await newLobby(server);
    expect(await verify(server, pedro, building.id, otherThan(code))).toMatchObject(notValid);
    expect(await verify(server, pablo, other.id, code)).toMatchObject(notValid);
    for (const wrong of ["12345", "1234567", "abcdef", "12 456", "१२३४५६"]) {
      const reply = await verify(server, pedro, building.id, encodeURIComponent(wrong));
      expect([wrong, reply.status]).toEqual([wrong, 400]);
    }
    expect(await audit(building.id)).toEqual([]);
  });

  it("is looked for in its own building alone, and until its end, whatever its digest says", async () => {
    const { building, visit } = await newVisit();
    const elsewhere = await server.newBuilding();
    const { code_digest: codeDigest } = await db
      .selectFrom("visits")
      .select("code_digest")
      .where("id", "=", visit.id)
      .executeTakeFirstOrThrow();
    const end = new Date(visit.expiresAt);
    const found = (buildingId: string, at: Date) =>
      findVisitByDigest(db, buildingId, codeDigest ?? Buffer.alloc(0), at);
    expect(await found(building.id, new Date(end.getTime() - 1))).toMatchObject({ id: visit.id });
    expect(await found(building.id, end)).toBeUndefined();
    expect(await found(elsewhere.id, new Date(end.getTime() - 1))).toBeUndefined();
  });

  it("refuses the code of somebody who was deactivated meanwhile", async () => {
    const { building, pedro, victor, code } = await newVisit();
    await db.updateTable("users").set({ active: false }).where("id", "=", victor.id).execute();
    for (const method of ["GET", "PUT"] as const) {
      expect(await verify(server, pedro, building.id, code, { method })).toMatchObject(notValid);
    }
  });

  it.each(["America/Bogota", "Pacific/Kiritimati", "Asia/Kathmandu"])(
    "refuses from midnight on, as the building counts it: %s",
    async (timeZone) => {
      const lobby = await newLobby(server);
      await db
        .updateTable("buildings")
        .set({ time_zone: timeZone })
        .where("id", "=", lobby.building.id)
        .execute();
      const { code, visit } = await givenCode(server, lobby);
      const midnight = new Date(visit.expiresAt);
      expect(midnight.toLocaleTimeString("es-CO", { timeZone, hour12: false })).toMatch(/^(00|24):00:00$/);
      const left = midnight.getTime() - server.clock.now().getTime();
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(24 * 60 * MINUTE_MS);
      server.clock.push(left - MINUTE_MS);
      expect((await verify(server, lobby.pedro, lobby.building.id, code)).status).toBe(200);
      server.clock.push(MINUTE_MS);
      for (const method of ["GET", "PUT"] as const) {
        expect(await verify(server, lobby.pedro, lobby.building.id, code, { method })).toMatchObject(
          notValid,
        );
      }
      atNoon(server);
    },
  );
});

describe("authorising a visit", () => {
  it("writes down who and when, opens nothing, and uses the code up", async () => {
    const { building, pedro, code, visit } = await newVisit();
    const reply = await verify(server, pedro, building.id, code, { method: "PUT" });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        visit: {
          id: visit.id,
          authorised: { at: expect.any(String), by: { id: pedro.id, name: "Pedro Portero" } },
        },
      },
    });
    expect(await verify(server, pedro, building.id, code)).toMatchObject(notValid);
    expect(await audit(building.id)).toEqual([
      { action: "visits.authorised", actor_id: pedro.id, subject_id: visit.id, detail: { faces: 1 } },
    ]);
    expect(
      await db.selectFrom("door_orders").select("id").where("building_id", "=", building.id).execute(),
    ).toEqual([]);
  });

  it("of a code that nobody has is refused", async () => {
    const { building, pedro, code } = await newVisit();
    expect(await verify(server, pedro, building.id, otherThan(code), { method: "PUT" })).toMatchObject(
      notValid,
    );
  });

  it("a second time says what was decided, by whom and when", async () => {
    const { building, pedro, code } = await newVisit();
    const carla = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const first = await verify(server, pedro, building.id, code, { method: "PUT" });
    for (const who of [carla, pedro]) {
      expect(await verify(server, who, building.id, code, { method: "PUT" })).toMatchObject({
        status: 409,
        body: {
          code: "VISIT_ALREADY_AUTHORISED",
          message: "Código no autorizado",
          decided: {
            approved: true,
            by: { id: pedro.id, name: "Pedro Portero" },
            at: first.body.visit.authorised.at,
          },
        },
      });
    }
  });

  it("is the first time again for the press that carries the same name", async () => {
    const { building, pedro, code } = await newVisit();
    const requestId = crypto.randomUUID();
    const put = (who: TestLobby["pedro"], id?: string) =>
      verify(server, who, building.id, code, { method: "PUT", ...(id ? { requestId: id } : {}) });
    const first = await put(pedro, requestId);
    const again = await put(pedro, requestId);
    expect([again.status, again.body.visit.authorised]).toEqual([200, first.body.visit.authorised]);
    expect((await audit(building.id)).length).toBe(1);
    const carla = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    expect((await put(carla, requestId)).status).toBe(409);
    expect((await put(pedro, crypto.randomUUID())).status).toBe(409);
  });

  it("has one first when two lobbies' screens do it at once", async () => {
    const { building, pedro, code } = await newVisit();
    const others = await Promise.all(
      (["CONSERJE", "ADMINISTRADOR", "PORTERIA"] as const).map((role) =>
        server.newPerson({ spaces: [{ role, buildingId: building.id }] }),
      ),
    );
    const replies = await Promise.all(
      [pedro, ...others].map((who) => verify(server, who, building.id, code, { method: "PUT" })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const winner = replies.find(({ status }) => status === 200)?.body.visit.authorised.by.id;
    for (const { status, body } of replies) {
      if (status === 409) {
        expect(body.decided.by.id).toBe(winner);
      }
    }
    expect((await audit(building.id)).length).toBe(1);
  });

  it("leaves the next visit of the day to a code of its own", async () => {
    const { building, pedro, victor, code } = await newVisit();
    await verify(server, pedro, building.id, code, { method: "PUT" });
    const next = await givenCode(server, { building, victor });
    expect(next.code).not.toBe(code);
    expect((await verify(server, pedro, building.id, next.code)).status).toBe(200);
    // What was decided stays told.
    expect((await verify(server, pedro, building.id, code, { method: "PUT" })).status).toBe(409);
  });
});

describe("guessing", () => {
  it("ends for who typed twenty wrong codes, and right ones do not count", async () => {
    const { building, pedro, code } = await newVisit();
    const carla = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const statuses: number[] = [];
    for (let turn = 1; turn <= 20; turn += 1) {
      expect((await verify(server, pedro, building.id, code)).status).toBe(200);
      const method = turn % 2 === 0 ? "GET" : "PUT";
      statuses.push((await verify(server, pedro, building.id, otherThan(code, turn), { method })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([404]));
    const late = await verify(server, pedro, building.id, code);
    expect([late.status, late.body.code]).toEqual([429, "TOO_OFTEN"]);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect((await verify(server, pedro, building.id, code, { method: "PUT" })).status).toBe(429);
    // The lobby goes on: from the same address, with the same code.
    expect((await verify(server, carla, building.id, code)).status).toBe(200);
    server.clock.push(15 * MINUTE_MS);
    expect((await verify(server, pedro, building.id, code)).status).toBe(200);
  });

  it("makes a building's attempts slower, up to 5 s, and locks it never", async () => {
    const { building, code } = await newVisit();
    const waits: number[] = [];
    const pause = async (milliseconds: number) => void waits.push(milliseconds);
    const guess = async (actor: Actor, typed: string) =>
      findWaitingVisit(server.app.services, actor, { buildingId: building.id, code: typed }, pause);
    for (let person = 0; person < 2; person += 1) {
      const actor = await newDoorman(building.id);
      for (let turn = 1; turn <= 16; turn += 1) {
        await expect(guess(actor, otherThan(code, turn))).rejects.toMatchObject({
          code: "VISIT_CODE_NOT_VALID",
        });
      }
    }
    expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(waits.slice(20, 28)).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    // A right one waits as the next wrong one would, and makes none wait longer.
    expect((await guess(await newDoorman(building.id), code)).visit.code).toBe(code);
    expect((await guess(await newDoorman(building.id), code)).visit.code).toBe(code);
    expect(waits.slice(32)).toEqual([5000, 5000]);
    const { building: other, code: otherCode } = await newVisit();
    const there = { buildingId: other.id, code: otherCode };
    await findWaitingVisit(server.app.services, await newDoorman(other.id), there, pause);
    expect(waits.at(-1)).toBe(0);
  });

  it("many at once do not slip under the limit", async () => {
    const { building, pedro, code } = await newVisit();
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        verify(server, pedro, building.id, otherThan(code, turn + 1)).then(({ status }) => status),
      ),
    );
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it("is refused while the counts cannot be read", async () => {
    const { building, pedro, code } = await newVisit();
    await db.schema.alterTable("attempts").renameTo("attempts_away").execute();
    try {
      expect((await verify(server, pedro, building.id, code)).status).toBeGreaterThanOrEqual(500);
    } finally {
      await db.schema.alterTable("attempts_away").renameTo("attempts").execute();
    }
    expect((await verify(server, pedro, building.id, code)).status).toBe(200);
  });
});
