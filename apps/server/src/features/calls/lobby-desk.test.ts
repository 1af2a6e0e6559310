import { RING_MS } from "@umbral/contract/calls/call-times";
import { FAVOURITES_AT_MOST } from "@umbral/contract/calls/lobby-desk.contract";
import { afterAll, describe, expect, it } from "vitest";
import { answeredCall, newCall, newHome, newVisitor, postCall } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

type Actor = { headers: { authorization: string } };

async function desk(
  actor: Actor,
  buildingId: string,
  method: "GET" | "PUT" | "DELETE" = "GET",
  apartmentId?: string,
) {
  const favourite = apartmentId === undefined ? "" : `/favourites/${apartmentId}`;
  const reply = await server.app.http.inject({
    method,
    url: `/api/buildings/${buildingId}/lobby-desk${favourite}`,
    headers: actor.headers,
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe("the desk of a lobby", () => {
  it("is of who works there: no resident, visitor, or lobby of another building", async () => {
    const [home, elsewhere] = await Promise.all([newHome(server), newHome(server)]);
    const visitor = await newVisitor(server, home.building.id);
    const { id } = home.building;
    expect((await desk({ headers: { authorization: "" } }, id)).status).toBe(401);
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const at = method === "GET" ? undefined : home.apartmentId;
      expect((await desk(elsewhere.lobby, id, method, at)).status).toBe(404);
      expect((await desk(home.rosa, id, method, at)).status).toBe(403);
      expect((await desk(visitor, id, method, at)).status).toBe(403);
    }
    expect(await desk(home.lobby, id)).toEqual({
      status: 200,
      body: { favourites: [], recent: [], missed: [] },
    });
  });

  it("keeps homes at hand for all who stand there, once each, and writes down who did", async () => {
    const home = await newHome(server);
    const { id } = home.building;
    const night = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: id }] });
    const second = home.building.apartments[1]?.id ?? "";
    for (const apartmentId of [second, home.apartmentId, second]) {
      expect((await desk(home.lobby, id, "PUT", apartmentId)).status).toBe(200);
    }
    expect((await desk(night, id)).body.favourites).toEqual([home.apartmentId, second]);
    expect((await desk(night, id, "DELETE", second)).body).toEqual({ favourites: [home.apartmentId] });
    expect((await desk(night, id, "DELETE", second)).status).toBe(200);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["actor_id", "action"])
      .where("building_id", "=", id)
      .where("action", "in", ["calls.favourite-added", "calls.favourite-removed"])
      .orderBy("id")
      .execute();
    expect(lines.map(({ actor_id, action }) => [actor_id, action])).toEqual([
      [home.lobby.id, "calls.favourite-added"],
      [home.lobby.id, "calls.favourite-added"],
      [night.id, "calls.favourite-removed"],
    ]);
  });

  it("keeps no home of another building, and no more than are at hand", async () => {
    const [home, elsewhere] = await Promise.all([newHome(server), newHome(server)]);
    const { id, apartments } = home.building;
    expect((await desk(home.lobby, id, "PUT", elsewhere.apartmentId)).status).toBe(404);
    expect((await desk(home.lobby, id, "DELETE", elsewhere.apartmentId)).status).toBe(404);
    const [first] = apartments;
    const more = await server.db
      .insertInto("apartments")
      .values(
        Array.from({ length: FAVOURITES_AT_MOST }, (_, at) => ({
          id: server.app.services.newId(),
          building_id: id,
          tower_id: first?.towerId ?? "",
          floor_id: first?.floorId ?? "",
          name: `X-${at}`,
        })),
      )
      .returning("id")
      .execute();
    // All at once: two that find the last place free must not both take it.
    const replies = await Promise.all(
      [home.apartmentId, ...more.map((one) => one.id)].map((one) => desk(home.lobby, id, "PUT", one)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(FAVOURITES_AT_MOST);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { code: "TOO_MANY_AT_HAND" },
    });
    expect((await desk(home.lobby, id)).body.favourites).toHaveLength(FAVOURITES_AT_MOST);
  });

  it("tells which homes it rang last, and whose calls nobody answered today", async () => {
    const home = await newHome(server);
    const { id, apartments } = home.building;
    const second = apartments[1]?.id ?? "";
    const tomas = await server.newPerson({
      name: "Tomás Temporal",
      spaces: [{ role: "RESIDENTE", buildingId: id, apartmentId: second }],
    });
    await newCall(server, home.lobby, home.rosa);
    await newCall(server, home.lobby, tomas);
    server.clock.push(RING_MS);
    // Rosa rings the lobby, and nobody is there; the home is one, whoever called.
    await postCall(server, home.rosa, home.lobby.spaceIds[0] ?? "");
    server.clock.push(RING_MS);
    const { body } = await desk(home.lobby, id);
    expect(body.recent).toEqual([second, home.apartmentId]);
    expect(body.missed).toMatchObject([
      { isToLobby: true, caller: home.rosa.name, apartment: { id: home.apartmentId } },
      { isToLobby: false, caller: null, apartment: { id: second } },
    ]);

    await answeredCall(server, home);
    expect((await desk(home.lobby, id)).body.missed).toMatchObject([{ apartment: { id: second } }]);
    // Another day begins with nothing open.
    server.clock.push(24 * 3_600_000);
    expect((await desk(home.lobby, id)).body.missed).toEqual([]);
  });
});
