import type { AdminBuilding } from "@umbral/contract/buildings/building-list.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const laura = await server.newPerson({ userType: "ADMIN" });

async function ask(path: string, actor: Pick<TestPerson, "headers"> | null = laura) {
  const reply = await server.app.http.inject({
    method: "GET",
    url: `/api/bb/buildings${path}`,
    headers: actor?.headers ?? {},
  });
  const body = reply.json<{ buildings: AdminBuilding[]; building: AdminBuilding; totalPages?: number }>();
  return { status: reply.statusCode, body, names: body.buildings?.map(({ name }) => name) };
}

describe("the buildings of the platform", () => {
  it("are for who administers them, and one of them too", async () => {
    const building = await server.newBuilding();
    const outsider = await server.newPerson();
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    expect((await ask("", null)).status).toBe(401);
    expect((await ask("", outsider)).status).toBe(403);
    expect((await ask(`/${building.id}`, null)).status).toBe(401);
    expect((await ask(`/${building.id}`, outsider)).status).toBe(404);
    expect((await ask(`/${building.id}`, pedro)).status).toBe(403);
    expect((await ask(`/${server.app.services.newId()}`)).status).toBe(404);
    expect((await ask(`/${building.id}`)).status).toBe(200);
  });

  it("come whole and in natural order, or a page at a time, found by name, address or city", async () => {
    for (const name of ["Torres del Río 10", "Torres del Río 2", "Cien % Seguro"]) {
      await server.newBuilding(name);
    }
    const { body, names } = await ask("?search=torres%20del%20rio");
    expect(names).toEqual(["Torres del Río 2", "Torres del Río 10"]);
    expect(body.totalPages).toBeUndefined();
    expect((await ask("")).names).toEqual(expect.arrayContaining(["Cien % Seguro", "Torres del Río 2"]));
    expect((await ask("?search=%25")).names).toEqual(["Cien % Seguro"]);
    expect((await ask("?search=BOGOTA%20")).names?.length).toBeGreaterThan(2);
    const second = await ask("?search=torres&limit=1&page=2");
    expect([second.names, second.body.totalPages]).toEqual([["Torres del Río 10"], 2]);
    expect((await ask("?search=torres&limit=1")).body.totalPages).toBe(2);
    expect((await ask("?search=torres&page=3")).names).toEqual([]);
    expect((await ask("?search=nada&page=1")).body).toEqual({ buildings: [], totalPages: 1 });
    for (const query of ["?page=0", "?limit=0", "?other=1"]) {
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    }
  });

  it("stand by city or by how many homes they have, those alike by name", async () => {
    const cities = { "Orden B": "Cali", "Orden A": "Cali", "Orden C": "Armenia" };
    for (const [name, city] of Object.entries(cities)) {
      const { id } = await server.newBuilding(name);
      await server.db.updateTable("buildings").set({ city }).where("id", "=", id).execute();
    }
    const extra = await server.newBuilding("Orden D");
    await server.db.deleteFrom("apartments").where("building_id", "=", extra.id).execute();
    const ordered = async (query: string) =>
      (await ask(`?search=orden&page=1${query}`)).body.buildings.map(({ name }: { name: string }) => name);
    expect(await ordered("")).toEqual(["Orden A", "Orden B", "Orden C", "Orden D"]);
    expect(await ordered("&direction=desc")).toEqual(["Orden D", "Orden C", "Orden B", "Orden A"]);
    expect(await ordered("&sort=city")).toEqual(["Orden C", "Orden D", "Orden A", "Orden B"]);
    expect(await ordered("&sort=apartments")).toEqual(["Orden D", "Orden A", "Orden B", "Orden C"]);
    expect((await ask("?sort=nada")).status).toBe(400);
  });

  it("say how their controllers are: never there, here, and away since", async () => {
    const building = await server.newBuilding();
    await server.newDoor(building);
    const stateOf = async () => (await ask(`/${building.id}`)).body.building;
    expect(await stateOf()).toEqual({
      id: building.id,
      name: building.name,
      address1: "Calle 1",
      city: "Bogotá",
      state: "Cundinamarca",
      type: "RESIDENTIAL",
      timeZone: "America/Bogota",
      apartments: 8,
      doors: 1,
      controller: "none",
      lastSeenAt: null,
    });
    const controller = await newController(server, building.id);
    expect(await stateOf()).toMatchObject({ controller: "online", lastSeenAt: expect.any(String) });
    const { body } = await ask(`?search=${encodeURIComponent(building.name)}`);
    expect(body.buildings).toMatchObject([{ id: building.id, controller: "online" }]);
    controller.socket.disconnect();
    await expect.poll(async () => (await stateOf()).controller).toBe("away");
  });
});
