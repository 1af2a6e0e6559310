import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { atDesk } from "../../../testing/test-pass-desk.ts";
import { askPasses, newHouse, wantedPass } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { newToken } from "../../../testing/test-tokens.ts";
import { atNoon } from "../../../testing/test-visits.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
atNoon(server);
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);

/** A booking system of a building. */
async function newBooking(expiresAt: Date | null = null) {
  const house = await newHouse(server);
  const program = await newToken(server, house.building.id, ["passes:write"], {
    name: "Reservas",
    expiresAt,
  });
  const ask = asking(server, program);
  const make = (change: object = {}) =>
    ask("POST", "/api/v1/passes", {
      ...wantedPass(server, { guest: { name: "Valentina Ríos" } }),
      apartmentId: house.home.id,
      requestId: randomUUID(),
      ...change,
    });
  const rowOf = (id: string) =>
    db.selectFrom("passes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { ...house, program, ask, make, rowOf };
}

describe("a program that lets guests come", () => {
  it("finds a home, makes a pass for it, and the home and the desk see it as the home's", async () => {
    const { building, home, next, rosa, pedro, program, ask, make } = await newBooking();
    const found = await ask("GET", `/api/v1/homes?search=${home.name}`);
    expect(found.body).toMatchObject({ homes: [{ id: home.id, name: home.name }], totalPages: 1 });
    expect((await ask("GET", "/api/v1/homes")).body.homes.map(({ id }: { id: string }) => id)).toContain(
      next.id,
    );

    const requestId = randomUUID();
    const made = await make({ requestId, names: ["Valentina Ríos"], entries: 2 });
    expect(made).toMatchObject({
      status: 200,
      body: { pass: { apartment: { id: home.id }, names: [{ state: "awaited" }], state: "waiting" } },
    });
    const { pass, sharing } = made.body;
    expect(Object.keys(pass)).not.toContain("madeBy");
    // The same press again is the first time again.
    expect((await make({ requestId, names: ["Valentina Ríos"], entries: 2 })).body).toEqual(made.body);
    const list = await askPasses(server, building, rosa, "GET", `?apartmentId=${home.id}`);
    expect(list.body.passes).toMatchObject([{ id: pass.id, madeBy: { name: "Reservas" } }]);
    const desk = atDesk(server, pedro, building.id);
    expect((await desk.find(sharing.code)).body.pass).toMatchObject({ id: pass.id, refusal: null });
    await desk.enter(pass.id);
    expect((await ask("GET", `/api/v1/passes/${pass.id}`)).body.pass).toMatchObject({
      entered: 1,
      state: "inside",
    });
    const lines = await db
      .selectFrom("audit_lines")
      .select(["action", "actor_id as by"])
      .where("subject_id", "=", pass.id)
      .where("action", "=", "passes.made")
      .execute();
    expect(lines).toEqual([{ action: "passes.made", by: program.accountId }]);
    // Nobody erases a program: who its guest is stands in the pass alone.
    const values = await db.selectFrom("audit_values").select("value").execute();
    expect(JSON.stringify(values)).not.toContain("Valentina");
  });

  it("changes its own and takes them back, and no others", async () => {
    const { building, home, rosa, ask, make } = await newBooking();
    const { pass } = (await make()).body;
    const until = inHours(48).toISOString();
    const change = wantedPass(server, { guest: { name: "Valentina R." }, until });
    expect((await ask("PUT", `/api/v1/passes/${pass.id}`, change)).body.pass).toMatchObject({
      guest: { name: "Valentina R." },
      until,
    });
    // The home is at home: it changes and takes back what a program made for it.
    const theirs = await askPasses(server, building, rosa, "PUT", `/${pass.id}`, wantedPass(server));
    expect(theirs.status).toBe(200);
    const own = await askPasses(server, building, rosa, "POST", "", {
      ...wantedPass(server),
      apartmentId: home.id,
      requestId: randomUUID(),
    });
    const other = asking(server, await newToken(server, building.id, ["passes:write"]));
    for (const [who, id] of [
      [ask, own.body.pass.id],
      [other, pass.id],
      [(await newBooking()).ask, pass.id],
    ] as const) {
      for (const [method, body] of [["GET"], ["PUT", change], ["DELETE"]] as const) {
        expect((await who(method, `/api/v1/passes/${id}`, body)).body.code).toBe("PASS_NOT_FOUND");
      }
    }
    for (const _again of [1, 2]) {
      const taken = await ask("DELETE", `/api/v1/passes/${pass.id}`);
      expect(taken).toMatchObject({ status: 200, body: { pass: { state: "taken-back" } } });
    }
    expect((await ask("PUT", `/api/v1/passes/${pass.id}`, change)).body.code).toBe("PASS_IS_OVER");
  });

  it("is held to the limits of a home, to homes with somebody in them, and to its own end", async () => {
    const { building, make, ask } = await newBooking(inHours(24));
    const empty = building.apartments[2]?.id;
    const foreign = (await server.newBuilding()).apartments[0]?.id;
    for (const [change, code] of [
      [{ apartmentId: empty }, "NOT_FOUND"],
      [{ apartmentId: foreign }, "NOT_FOUND"],
      [{ apartmentId: null }, "INCOMPLETE"],
      [{ until: inHours(25).toISOString() }, "PASS_TIMES_NOT_VALID"],
      [{ from: inHours(3).toISOString() }, "PASS_TIMES_NOT_VALID"],
    ] as const) {
      expect((await make(change)).body.code).toBe(code);
    }
    const reader = asking(server, await newToken(server, building.id, ["doors:read", "events:read"]));
    expect((await reader("GET", "/api/v1/homes")).body.code).toBe("TOKEN_MAY_NOT");
    expect((await ask("GET", "/api/v1/doors")).body.code).toBe("TOKEN_MAY_NOT");
  });

  it("loses its passes at once with its token, and with the last of the home", async () => {
    const { building, home, rosa, andres, program, make, rowOf } = await newBooking();
    const { pass } = (await make()).body;
    const { pass: last } = (await make()).body;
    const leave = (userId: string) =>
      db
        .updateTable("spaces")
        .set({ status: "ENDED", ended_at: clock.now() })
        .where("user_id", "=", userId)
        .where("apartment_id", "=", home.id)
        .execute();
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const other = await newToken(server, building.id, ["passes:write"], { name: "Conserjería" });
    const theirs = await asking(server, other)("POST", "/api/v1/passes", {
      ...wantedPass(server),
      apartmentId: home.id,
      requestId: randomUUID(),
    });
    const tokens = `/api/bb/buildings/${building.id}/tokens`;
    expect((await asking(server, alberto)("DELETE", `${tokens}/${program.id}`)).status).toBe(200);
    for (const { id } of [pass, last]) {
      expect((await rowOf(id)).taken_back_at).toEqual(expect.any(Date));
    }
    const { id } = theirs.body.pass;
    await leave(rosa.id);
    expect((await rowOf(id)).taken_back_at).toBeNull();
    await leave(andres.id);
    expect((await rowOf(id)).taken_back_at).toEqual(expect.any(Date));
  });
});
