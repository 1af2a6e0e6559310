import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon, givenCode, newLobby, type TestLobby, verify } from "../../../testing/test-visits.ts";
import { tidyVisitPictures } from "./visit-pictures.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
atNoon(server);

const DAY_MS = 24 * 3_600_000;

async function list(actor: Pick<TestLobby["pedro"], "headers"> | null, buildingId: string, query = "") {
  const reply = await server.app.http.inject({
    method: "GET",
    url: `/api/buildings/${buildingId}/visits${query}`,
    headers: actor?.headers ?? {},
  });
  return { status: reply.statusCode, body: reply.json(), text: reply.body };
}

describe("the visits of a day", () => {
  it("are for the building's lobby alone", async () => {
    const { building, victor } = await newLobby(server);
    const { pedro: outsider } = await newLobby(server);
    const resident = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
    });
    expect((await list(null, building.id)).status).toBe(401);
    expect((await list(outsider, building.id)).status).toBe(404);
    expect((await list(victor, building.id)).status).toBe(404);
    expect((await list(resident, building.id)).status).toBe(403);
  });

  it("are none at first, and the wrong question is refused", async () => {
    const { building, pedro } = await newLobby(server);
    const { body } = await list(pedro, building.id);
    expect(body).toEqual({ day: body.today, today: expect.any(String), visits: [], totalPages: 0 });
    for (const query of ["?page=0", "?limit=101", "?day=hoy", "?state=used", "?other=1"]) {
      expect([query, (await list(pedro, building.id, query)).status]).toEqual([query, 400]);
    }
  });

  it("say who came and how it stands, the newest first, and never a code", async () => {
    const { building, pedro, victor } = await newLobby(server);
    const paula = await server.newPerson({ name: "Paula Núñez" });
    const first = await givenCode(server, { building, victor });
    const second = await givenCode(server, { building, victor: paula });
    await verify(server, pedro, building.id, first.code, { method: "PUT" });
    const { body, text } = await list(pedro, building.id);
    expect(body.totalPages).toBe(1);
    expect(body.visits).toMatchObject([
      { id: second.visit.id, user: { name: "Paula Núñez" }, state: "waiting", authorised: null },
      {
        id: first.visit.id,
        user: { name: "Víctor Visitante", cedula: victor.cedula },
        state: "authorised",
        authorised: { by: { name: "Pedro Portero" } },
        image: expect.stringMatching(/^\/api\/files\//),
      },
    ]);
    for (const { code } of [first, second]) {
      expect(text.replace(victor.cedula, "").replace(paula.cedula, "")).not.toContain(`"${code}"`);
    }
    const lines = await db
      .selectFrom("audit_lines")
      .select(["actor_id", "detail"])
      .where("building_id", "=", building.id)
      .where("action", "=", "visits.listed")
      .execute();
    expect(lines).toEqual([{ actor_id: pedro.id, detail: { day: body.today, faces: 2 } }]);
  });

  it("are found by name without its accents, by number and by state, a page at a time", async () => {
    const { building, pedro, victor } = await newLobby(server);
    const paula = await server.newPerson({ name: "Paula Núñez" });
    const percent = await server.newPerson({ name: "Cien % Seguro" });
    for (const person of [victor, paula, percent]) {
      await givenCode(server, { building, victor: person });
    }
    const names = async (query: string) =>
      (await list(pedro, building.id, query)).body.visits.map(
        ({ user }: { user: { name: string } }) => user.name,
      );
    expect(await names("?search=nunez")).toEqual(["Paula Núñez"]);
    expect(await names("?search=VÍCTOR")).toEqual(["Víctor Visitante"]);
    expect(await names(`?search=${paula.cedula.slice(0, 6)}`)).toContain("Paula Núñez");
    expect(await names("?search=%25")).toEqual(["Cien % Seguro"]);
    expect(await names("?search=_")).toEqual([]);
    expect(await names("?state=authorised")).toEqual([]);
    expect(await names("?state=waiting")).toHaveLength(3);
    expect(await names("?limit=2&page=2")).toEqual(["Víctor Visitante"]);
    expect((await list(pedro, building.id, "?limit=2")).body.totalPages).toBe(2);
  });

  it("are over at midnight: nobody who did not come is waiting any more", async () => {
    const { building, pedro, victor } = await newLobby(server);
    await givenCode(server, { building, victor });
    const { today } = (await list(pedro, building.id)).body;
    server.clock.push(DAY_MS);
    expect((await list(pedro, building.id)).body).toMatchObject({ visits: [] });
    const yesterday = (await list(pedro, building.id, `?day=${today}`)).body;
    expect(yesterday.day).toBe(today);
    expect(yesterday.visits).toMatchObject([{ state: "expired" }]);
    expect((await list(pedro, building.id, `?day=${today}&state=expired`)).body.visits).toHaveLength(1);
    expect((await list(pedro, building.id, `?day=${today}&state=waiting`)).body.visits).toHaveLength(0);
  });
});

describe("news of a visit", () => {
  it("reach every screen of that lobby, and nobody else", async () => {
    const { building, pedro, victor } = await newLobby(server);
    const { pedro: outsider } = await newLobby(server);
    const [carla, paula, gone] = await Promise.all(
      (["CONSERJE", "POLICIA", "PORTERIA"] as const).map((role) =>
        server.newPerson({ spaces: [{ role, buildingId: building.id }] }),
      ),
    );
    const laura = await server.newPerson({ userType: "ADMIN" });
    await db
      .updateTable("spaces")
      .set({ status: "ENDED" })
      .where("user_id", "=", gone?.id ?? "")
      .execute();
    const sockets = await Promise.all(
      [pedro, carla, laura, outsider, paula, gone].map((who) => server.connectAs(who ?? pedro)),
    );
    const { code } = await givenCode(server, { building, victor });
    for (const socket of sockets.slice(0, 3)) {
      expect(await socket.hear("visits:changed")).toEqual({ buildingId: building.id });
    }
    await verify(server, pedro, building.id, code, { method: "PUT" });
    for (const socket of sockets.slice(0, 3)) {
      expect(await socket.hear("visits:changed")).toEqual({ buildingId: building.id });
    }
    for (const socket of sockets.slice(3)) {
      // What was told before is heard before the answer to this.
      await socket.ask("init", { token: "none" });
      expect(socket.heardSoFar("visits:changed")).toEqual([]);
    }
  });
});

describe("the pictures of visits", () => {
  it("go after as many days as were set, and who came stays", async () => {
    const { building, pedro, victor } = await newLobby(server);
    await givenCode(server, { building, victor });
    const { visits, today } = (await list(pedro, building.id)).body;
    expect(visits[0].image).toEqual(expect.any(String));
    server.clock.push(29 * DAY_MS);
    await tidyVisitPictures(server.app.services);
    expect((await list(pedro, building.id, `?day=${today}`)).body.visits[0].image).not.toBeNull();
    server.clock.push(2 * DAY_MS);
    await tidyVisitPictures(server.app.services);
    const { visits: later } = (await list(pedro, building.id, `?day=${today}`)).body;
    expect(later).toMatchObject([{ user: { name: "Víctor Visitante" }, image: null }]);
  });
});
