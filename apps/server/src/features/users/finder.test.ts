import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { asking, giveCard } from "../../../testing/test-admin.ts";
import { madePass } from "../../../testing/test-passes.ts";
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
const newHolder = (name: string, apartmentId: string | null) =>
  asking(server, alberto)("POST", `/api/bb/buildings/${mine.id}/card-holders`, {
    name,
    apartmentId,
    levelIds: [],
  });
await newHolder("Martina Güiza", null);
const homeOf = (building: TestBuilding, at: number) => building.apartments[at]?.id ?? "";
const guest = (name: string, plate: string) => ({ guest: { name, plate } });

async function find(who: Parameters<typeof asking>[1], search: string) {
  const { status, body } = await asking(server, who)("POST", "/api/bb/find", { search });
  expect(status).toBe(200);
  const { people, homes, doors, cards, vehicles } = body.found;
  const names = (found: { name: string }[]) => found.map(({ name }) => name);
  return {
    people: names(people),
    homes: homes.map(({ name, building }: { name: string; building: { name: string } }) => [
      name,
      building.name,
    ]),
    doors: names(doors),
    cards: cards.map(({ tag }: { tag: string }) => tag),
    vehicles: vehicles.map(({ plate }: { plate: string }) => plate),
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

  it("finds who is of a home by its name, and who carries a card without an account by the tag", async () => {
    const home = mine.apartments[1];
    const carla = (await newHolder("Carla Sin Cuenta", home?.id ?? "")).body.cardHolder;
    await giveCard(server, carla.id, "BBBB01");
    expect((await find(alberto, mine.apartments[0]?.name ?? "")).people).toEqual([
      "Rebeca Güiza",
      "Rosa Güiza",
    ]);
    expect((await find(alberto, home?.name ?? "")).people).toEqual(["Carla Sin Cuenta"]);
    expect((await find(ana, home?.name ?? "")).people).toEqual([]);
    const { body } = await asking(server, alberto)("POST", "/api/bb/find", { search: "bbbb01" });
    expect(body.found.cards).toMatchObject([{ tag: "BBBB01", holder: { name: "Carla Sin Cuenta" } }]);
    expect((await find(ana, "bbbb01")).cards).toEqual([]);
  });

  it("finds the vehicle of a guest by its plate, however it is written, and who invited", async () => {
    const { pass } = await madePass(server, mine, rosa, {
      ...guest("Carlos Invitado", "abc-123"),
      apartmentId: homeOf(mine, 0),
    });
    await madePass(server, other, raul, { ...guest("Otro", "ABC 124"), apartmentId: homeOf(other, 0) });
    for (const typed of ["ABC123", "abc 123", "abc-1", "Ab.C1"]) {
      expect((await find(alberto, typed)).vehicles).toEqual(["abc-123"]);
    }
    expect((await find(laura, "abc")).vehicles).toEqual(["ABC 124", "abc-123"]);
    expect((await find(ana, "ABC123")).vehicles).toEqual([]);
    expect((await find(ana, "abc")).vehicles).toEqual(["ABC 124"]);
    const { body } = await asking(server, alberto)("POST", "/api/bb/find", { search: "abc123" });
    expect(body.found.vehicles).toEqual([
      {
        id: pass.id,
        plate: "abc-123",
        guest: { name: "Carlos Invitado" },
        isInside: false,
        host: { id: rosa.id, name: "Rosa Güiza" },
        apartment: { id: homeOf(mine, 0), name: mine.apartments[0]?.name },
        building: { id: mine.id, name: mine.name },
      },
    ]);
  });

  it("names a vehicle once that came often, first those that are inside, and no host who left", async () => {
    const come = (name: string, plate: string, change: object = {}) =>
      madePass(server, mine, alberto, { ...guest(name, plate), apartmentId: null, ...change });
    await come("Jardinero", "JJJ001");
    await come("Jardinero", "jjj-001");
    const { pass: inside } = await come("Plomero", "JJJ002");
    await db.updateTable("passes").set({ entered: 1 }).where("id", "=", inside.id).execute();
    const late = { until: new Date(server.clock.now().getTime() + 86_400_000).toISOString() };
    await come("Pintora", "JJJ003", late);
    expect((await find(alberto, "jjj")).vehicles).toEqual([
      "JJJ002",
      "JJJ003",
      expect.stringMatching(/^jjj-?001$/i),
    ]);

    const away = await server.newPerson({ name: "Alma Ida", spaces: [living(mine)] });
    await madePass(server, mine, away, { ...guest("Primo", "KKK001"), apartmentId: homeOf(mine, 0) });
    await db.deleteFrom("spaces").where("user_id", "=", away.id).execute();
    const { body } = await asking(server, alberto)("POST", "/api/bb/find", { search: "kkk001" });
    expect(body.found.vehicles).toMatchObject([{ host: null, apartment: { id: homeOf(mine, 0) } }]);
    // Whoever the pass was for was forgotten.
    await db.updateTable("passes").set({ guest_name: null }).where("guest_plate", "=", "KKK001").execute();
    expect((await find(alberto, "kkk001")).vehicles).toEqual([]);
  });

  it("takes nothing that was typed for more than words, and is nobody's who administers nothing", async () => {
    const nothing = { people: [], homes: [], doors: [], cards: [], vehicles: [] };
    expect(await find(alberto, "% ' ; -- | & !")).toEqual(nothing);
    expect((await asking(server, rosa)("POST", "/api/bb/find", { search: "rosa" })).status).toBe(403);
    expect((await asking(server, null)("POST", "/api/bb/find", { search: "rosa" })).status).toBe(401);
    expect((await asking(server, alberto)("POST", "/api/bb/find", { search: "r" })).status).toBe(400);
  });

  it("uses the indexes of names and plates", async () => {
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql<{ "QUERY PLAN": string }>`explain select id from apartments
        where array_to_tsvector(search_words(name)) @@ search_any_query('a-101')`.execute(trx);
    });
    expect(rows.map((row) => row["QUERY PLAN"]).join()).toContain("apartments_words");
    const plates = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql<{ "QUERY PLAN": string }>`explain select id from passes
        where regexp_replace(upper(guest_plate), '[^A-Z0-9]', '', 'g') collate "C" >= 'ABC' and guest_plate <> ''`.execute(
        trx,
      );
    });
    expect(plates.rows.map((row) => row["QUERY PLAN"]).join()).toContain("passes_plates");
  });

  it("is limited for each person", async () => {
    const ask = () => asking(server, ana)("POST", "/api/bb/find", { search: "nadie" });
    await db.updateTable("attempts").set({ count: 900 }).execute();
    expect(await ask()).toMatchObject({ status: 429, body: { code: "TOO_OFTEN" } });
  });
});
