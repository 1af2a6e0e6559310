import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { asking, giveCard } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

/* One search from everywhere: Alberto finds what is in his building, Ana what is in hers, the platform all. */

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;

const mine = await server.newBuilding("Edificio Mirador");
const other = await server.newBuilding("Conjunto Almendros");
const administratorOf = (building: TestBuilding, name: string) =>
  server.newPerson({ name, spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const alberto = await administratorOf(mine, "Alberto Administrador");
const ana = await administratorOf(other, "Ana Administradora");
const living = (building: TestBuilding) =>
  ({ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }) as const;
const rosa = await server.newPerson({ name: "Rosa Güiza", spaces: [living(mine)] });
await server.newPerson({ name: "Rebeca Güiza", spaces: [living(mine), living(other)] });
const raul = await server.newPerson({ name: "Raúl Güiza", spaces: [living(other)] });
await giveCard(server, rosa.id, "AAAA01");
await giveCard(server, raul.id, "AAAA02");
await server.newDoor(mine, { name: "Garaje", localId: "1" });
await server.newDoor(other, { name: "Garaje trasero", localId: "1" });
await asking(server, alberto)("POST", `/api/bb/buildings/${mine.id}/card-holders`, {
  name: "Martina Güiza",
  apartmentId: null,
  levelIds: [],
});

async function find(who: Parameters<typeof asking>[1], search: string) {
  const { status, body } = await asking(server, who)("POST", "/api/bb/find", { search });
  expect(status).toBe(200);
  const { people, homes, doors, cards } = body.found;
  const names = (found: { name: string }[]) => found.map(({ name }) => name);
  return {
    people: names(people),
    homes: homes.map(({ name, building }: { name: string; building: { name: string } }) => [
      name,
      building.name,
    ]),
    doors: names(doors),
    cards: cards.map(({ tag }: { tag: string }) => tag),
  };
}

describe("the search from everywhere", () => {
  it("finds people by name and document, with or without an account, of one's own building alone", async () => {
    expect((await find(alberto, "guiza")).people).toEqual(["Rebeca Güiza", "Rosa Güiza", "Martina Güiza"]);
    expect((await find(ana, "guiza")).people).toEqual(["Raúl Güiza", "Rebeca Güiza"]);
    expect((await find(laura, "GÜI")).people).toHaveLength(4);
    expect((await find(alberto, raul.cedula)).people).toEqual([]);
    expect((await find(alberto, rosa.cedula)).people).toEqual(["Rosa Güiza"]);
  });

  it("does not tell by a search what somebody is elsewhere", async () => {
    expect((await find(alberto, "rebeca almendros")).people).toEqual([]);
    expect((await find(ana, "rebeca almendros")).people).toEqual(["Rebeca Güiza"]);
  });

  it("finds homes and doors by their names and their building's", async () => {
    const [first] = mine.apartments;
    expect((await find(alberto, first?.name ?? "")).homes).toEqual([[first?.name, mine.name]]);
    expect((await find(laura, `${first?.name} almendros`)).homes).toEqual([[first?.name, other.name]]);
    expect((await find(alberto, "garaje")).doors).toEqual(["Garaje"]);
    expect((await find(ana, "gara")).doors).toEqual(["Garaje trasero"]);
    expect((await find(laura, "garaje mirador")).doors).toEqual(["Garaje"]);
    // A building's name alone is not the name of all that is in it.
    expect((await find(laura, "mirador")).homes).toEqual([]);
  });

  it("finds cards by the beginning of their tag, however it is written", async () => {
    expect((await find(alberto, "aa:aa")).cards).toEqual(["AAAA01"]);
    expect((await find(ana, "AAAA")).cards).toEqual(["AAAA02"]);
    expect((await find(laura, "aaaa0")).cards).toEqual(["AAAA01", "AAAA02"]);
    expect((await find(alberto, "AAAA02")).cards).toEqual([]);
  });

  it("takes nothing that was typed for more than words, and is nobody's who administers nothing", async () => {
    const nothing = { people: [], homes: [], doors: [], cards: [] };
    expect(await find(alberto, "% ' ; -- | & !")).toEqual(nothing);
    expect((await asking(server, rosa)("POST", "/api/bb/find", { search: "rosa" })).status).toBe(403);
    expect((await asking(server, null)("POST", "/api/bb/find", { search: "rosa" })).status).toBe(401);
    expect((await asking(server, alberto)("POST", "/api/bb/find", { search: "r" })).status).toBe(400);
  });

  it("uses the indexes of names", async () => {
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql<{ "QUERY PLAN": string }>`explain select id from apartments
        where array_to_tsvector(search_words(name)) @@ search_any_query('a-101')`.execute(trx);
    });
    expect(rows.map((row) => row["QUERY PLAN"]).join()).toContain("apartments_words");
  });

  it("is limited for each person", async () => {
    const ask = () => asking(server, ana)("POST", "/api/bb/find", { search: "nadie" });
    await db.updateTable("attempts").set({ count: 900 }).execute();
    expect(await ask()).toMatchObject({ status: 429, body: { code: "TOO_OFTEN" } });
  });
});
