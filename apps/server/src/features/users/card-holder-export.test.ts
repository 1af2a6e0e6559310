import { afterAll, expect, it } from "vitest";
import { actionsOf, asking, giveCard } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const building = await server.newBuilding();
const [home] = building.apartments;
const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
const elsewhere = await server.newBuilding();
const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: elsewhere.id }] });

type Person = { headers: { authorization: string } };
const make = async (by: Person, buildingId: string, fields: object): Promise<string> => {
  const given = { apartmentId: null, levelIds: [], ...fields };
  const made = await asking(server, by)("POST", `/api/bb/buildings/${buildingId}/card-holders`, given);
  expect(made.status).toBe(200);
  return made.body.cardHolder.id;
};
const path = `/api/bb/buildings/${building.id}/card-holders.csv`;
async function take(query = "", headers: Record<string, string> = alberto.headers) {
  const reply = await server.app.http.inject({ method: "GET", url: `${path}${query}`, headers });
  return { status: reply.statusCode, type: reply.headers["content-type"], rows: reply.body.split("\r\n") };
}

it("people without an account are a file: all who are found, or who were chosen, and it is written down", async () => {
  const [level] = await server.db
    .selectFrom("access_levels")
    .select("id")
    .where("building_id", "=", building.id)
    .where("name", "=", "Residentes")
    .execute();
  const martina = await make(alberto, building.id, {
    name: "Martina Niña",
    apartmentId: home?.id,
    levelIds: [level?.id],
  });
  await giveCard(server, martina, "04CAFE01");
  // What a spreadsheet would carry out is text.
  const aseo = await make(alberto, building.id, {
    name: '=HYPERLINK("x")',
    until: "2126-01-02T05:00:00.000Z",
  });
  const bea = await make(alberto, building.id, { name: "Bea Después", from: "2126-01-01T05:00:00.000Z" });
  const foreign = await make(ana, elsewhere.id, { name: "Ajena" });

  expect((await take("", {})).status).toBe(401);
  expect((await take("", pedro.headers)).status).toBe(403);
  expect((await take("", ana.headers)).status).toBe(404);
  expect(await actionsOf(server, alberto.id)).not.toContain("card-holders.exported");

  const { status, type, rows } = await take();
  expect([status, type]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(rows).toEqual([
    "\uFEFFNombre;De quién es;Estado;Niveles;Tarjetas;Desde (UTC);Hasta (UTC)",
    `"'=HYPERLINK(""x"")";Del edificio;Vigente;;;;2126-01-02T05:00:00.000Z`,
    "Bea Después;Del edificio;Más adelante;;;2126-01-01T05:00:00.000Z;",
    `Martina Niña;Apartamento ${home?.name};Vigente;Residentes;04CAFE01;;`,
    "",
  ]);
  expect(
    (await actionsOf(server, alberto.id)).filter((action) => action === "card-holders.exported"),
  ).toHaveLength(1);

  const names = async (query: string) =>
    (await take(query)).rows.slice(1, -1).map((row) => row.split(";")[0]);
  expect(await names("?search=martina")).toEqual(["Martina Niña"]);
  expect(await names("?state=later")).toEqual(["Bea Después"]);
  expect(await names(`?ids=${bea},${martina},${foreign}`)).toEqual(["Bea Después", "Martina Niña"]);
  expect(await names(`?ids=${aseo}&search=martina`)).toEqual([]);
  expect((await take("?ids=nobody")).status).toBe(400);
});
