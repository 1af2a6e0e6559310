import { randomUUID } from "node:crypto";
import type { AccessLevel } from "@umbral/contract/access-control/access-levels.contract";
import type { LevelPerson } from "@umbral/contract/access-control/level-people.contract";
import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function newPlace() {
  const building = await server.newBuilding();
  const apartmentId = building.apartments[0]?.id ?? "";
  const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const ask = asking(server, ana);
  const of = `/api/bb/buildings/${building.id}`;
  const { levels }: { levels: AccessLevel[] } = (await ask("GET", `${of}/access-levels`)).body;
  const residents = levels.find(({ name }) => name === "Residentes")?.id ?? "";
  const someone = (name: string, role: "RESIDENTE" | "POLICIA") =>
    server.newPerson({ name, spaces: [{ role, buildingId: building.id, apartmentId }] });
  const read = async (query = "", levelId = residents) =>
    ask("GET", `${of}/access-levels/${levelId}/people${query}`);
  return { building, apartmentId, ask, of, residents, someone, read };
}

it("tells who has a level, by role and by name, since when and until when, and follows at once", async () => {
  const { building, apartmentId, ask, of, residents, someone, read } = await newPlace();
  const counted = async () => {
    const { levels }: { levels: AccessLevel[] } = (await ask("GET", `${of}/access-levels`)).body;
    return levels.find(({ id }) => id === residents)?.people;
  };
  const andres = await someone("Andrés Residente", "RESIDENTE");
  const paula = await someone("Paula Policía", "POLICIA");
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
  const give = `${of}/access-levels/${residents}/people`;
  expect((await ask("PUT", `${give}/${paula.id}`, { until })).status).toBe(200);
  const child = (
    await ask("POST", `${of}/card-holders`, {
      name: "Martina Niña",
      apartmentId,
      levelIds: [residents],
    })
  ).body.cardHolder;
  const plain = { isWithoutAccount: false, since: expect.any(String), until: null };
  const byRole = { ...plain, id: andres.id, name: "Andrés Residente", roles: ["RESIDENTE"], isByName: false };
  const byName = { roles: [], isByName: true, since: expect.any(String) };
  const martina = { ...byName, id: child.id, name: "Martina Niña", isWithoutAccount: true, until: null };
  const officer = { ...byName, id: paula.id, name: "Paula Policía", isWithoutAccount: false, until };
  expect((await read()).body).toEqual({ people: [byRole, martina, officer], totalPages: 1 });
  // Once, also by both.
  await ask("PUT", `${give}/${andres.id}`, {});
  expect((await read("?search=andres")).body.people).toEqual([{ ...byRole, isByName: true }]);
  expect((await read("?search=nadie")).body).toEqual({ people: [], totalPages: 1 });
  const pages = await Promise.all([1, 2, 3].map((page) => read(`?limit=1&page=${page}`)));
  expect(pages.flatMap(({ body }) => body.people.map(({ name }: LevelPerson) => name))).toEqual([
    "Andrés Residente",
    "Martina Niña",
    "Paula Policía",
  ]);
  expect(pages[0]?.body.totalPages).toBe(3);
  expect(await counted()).toBe(3);
  expect((await ask("DELETE", `${give}/${child.id}`)).status).toBe(200);
  expect((await ask("POST", `${of}/people/${paula.id}/leave`, {})).status).toBe(200);
  expect([await counted(), (await read()).body.people.length]).toEqual([1, 1]);
  // Whose role ran out has nothing there, also before anybody wrote that down.
  const ivan = await someone("Iván Policía", "POLICIA");
  await ask("PUT", `${give}/${ivan.id}`, {});
  expect(await counted()).toBe(2);
  await server.db
    .updateTable("spaces")
    .set({ ends_at: new Date(server.clock.now().getTime() - 60_000) })
    .where("user_id", "=", ivan.id)
    .where("building_id", "=", building.id)
    .execute();
  expect(await counted()).toBe(1);
});

it("is the administration's own, of a level that is there", async () => {
  const { residents, someone, read, of } = await newPlace();
  const other = await newPlace();
  const missing = { status: 404, body: { code: "ACCESS_LEVEL_NOT_FOUND" } };
  expect(await read("", other.residents)).toMatchObject(missing);
  expect(await read("", randomUUID())).toMatchObject(missing);
  const andres = await someone("Andrés Residente", "RESIDENTE");
  const path = `${of}/access-levels/${residents}/people`;
  expect((await asking(server, andres)("GET", path)).status).toBe(403);
  expect((await other.ask("GET", path)).status).toBe(404);
});
