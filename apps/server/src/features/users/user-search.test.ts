import { USERS_REACH, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { asking, giveCard } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const ask = asking(server, laura);

const list = "/api/bb/usersV2/ResidentUserDetails";
const found = async (search: string): Promise<string[]> =>
  (await ask("GET", `${list}?limit=20&search=${encodeURIComponent(search)}`)).body.users.map(
    ({ name }: { name: string }) => name,
  );

/** So many people of one name and a number, with what the search looks into, which takes a while by the triggers. */
const newcomers = (word: string, many: number, other = "") =>
  server.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      with newcomer as (
        insert into users (id, cedula, name)
        select gen_random_uuid(), ${word} || n, trim(${word} || ' ' || lpad(n::text, 5, '0') || ' ' || ${other})
        from generate_series(1, ${many}::int) n returning id, name)
      insert into user_search (user_id, name_key, words)
      select id, name, array_to_tsvector(string_to_array(name, ' ')) from newcomer`.execute(trx);
  });

describe("the people of all buildings", () => {
  it("are found by half a word of anything, whatever its accents, capitals and signs", async () => {
    const building = await server.newBuilding("Torres de Suárez");
    const person = await server.newPerson({
      name: "Begoña Güiza Peñalosa",
      email: "bego.guiza@correo.example",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[3]?.id ?? "" }],
    });
    await giveCard(server, person.id, "0499FEDCBA");
    await ask("PUT", `/api/bb/userV2/${person.id}`, { alias: "La Doctora" });
    for (const search of [
      "begoña",
      "BEGONA",
      "penal",
      "güi bego",
      person.cedula,
      person.cedula.slice(0, 5),
      "bego.guiza@correo.example",
      "correo.exam",
      "04:99:fe",
      "fedcba",
      "doctora",
      "suarez a-202",
      "A202 torres",
    ]) {
      const isWhole = search !== "fedcba";
      expect([search, (await found(search)).includes(person.name)]).toEqual([search, isWhole]);
    }
    expect(await found("begoña suárez nadie")).toEqual([]);
    expect(await found("'; drop table users; -- & | !")).toEqual([]);
    expect((await found("%")).length).toBeGreaterThan(0);
  });

  it("are found anew after each change of what they are found by", async () => {
    const building = await server.newBuilding("Conjunto Aurora");
    const person = await server.newPerson({
      name: "Wilmer Quesada",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
    });
    await giveCard(server, person.id, "77AA77");
    const change = async (table: "users" | "buildings" | "apartments", id: string, name: string) =>
      server.db.updateTable(table).set({ name }).where("id", "=", id).execute();

    await change("users", person.id, "Wilmer Zapata");
    expect([await found("quesada"), await found("wilm zapa")]).toEqual([[], ["Wilmer Zapata"]]);
    await change("buildings", building.id, "Conjunto Ocaso");
    expect([await found("wilmer aurora"), await found("wilmer ocaso")]).toEqual([[], ["Wilmer Zapata"]]);
    await change("apartments", building.apartments[0]?.id ?? "", "Ático 9");
    expect([await found("wilmer a-101"), await found("wilmer atico9")]).toEqual([[], []]);
    expect(await found("wilmer atico 9")).toEqual(["Wilmer Zapata"]);
    await server.db.deleteFrom("cards").where("user_id", "=", person.id).execute();
    expect(await found("77AA77")).toEqual([]);
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("user_id", "=", person.id)
      .execute();
    expect([await found("wilmer ocaso"), await found("wilmer")]).toEqual([[], ["Wilmer Zapata"]]);
  });

  it("are found by both of two cards that were given at once", async () => {
    const person = await server.newPerson({ name: "Yolanda Xiques" });
    const [one, other] = ["DDEE01", "DDEE02"];
    await Promise.all([giveCard(server, person.id, one), giveCard(server, person.id, other)]);
    expect([await found(one), await found(other)]).toEqual([["Yolanda Xiques"], ["Yolanda Xiques"]]);
  });

  it("come in pages by name, and whole without them", async () => {
    const names = ["Éric Zzpage", "Ana Zzpage", "Ñato Zzpage", "Beto Zzpage", "Eva Zzpage"];
    await Promise.all(names.map((name) => server.newPerson({ name })));
    const page = async (number: number) =>
      (await ask("GET", `${list}?search=zzpage&limit=2&page=${number}`)).body;
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map(({ users }) => users.map(({ name }: { name: string }) => name.split(" ")[0]))).toEqual([
      ["Ana", "Beto"],
      ["Éric", "Eva"],
      ["Ñato"],
      [],
    ]);
    expect(pages.map(({ totalPages, isMore }) => [totalPages, isMore])).toEqual(
      Array.from({ length: 4 }, () => [3, false]),
    );
    const whole = (await ask("GET", list)).body;
    expect(whole.totalPages).toBeUndefined();
    const people = await server.db.selectFrom("users").select("id").where("user_type", "=", "USER").execute();
    expect(whole.users).toHaveLength(people.length);
    expect((await ask("GET", `${list}?limit=101`)).status).toBe(400);
  });

  it("are leafed through from both ends", async () => {
    const page = async (number: number) => (await ask("GET", `${list}?limit=3&page=${number}`)).body;
    const { totalPages } = await page(1);
    const ids: string[] = [];
    for (let number = 1; number <= totalPages + 1; number += 1) {
      ids.push(...(await page(number)).users.map(({ id }: UserDetail) => id));
    }
    const all = await server.db
      .selectFrom("user_search")
      .select("user_id")
      .orderBy("name_key")
      .orderBy("user_id")
      .execute();
    expect(ids).toEqual(all.map(({ user_id: id }) => id));
  });

  it("are leafed through as far as is said, in one order, however many a search finds", async () => {
    const found = async (search: string, number: number) => {
      const { users, ...rest } = (await ask("GET", `${list}?search=${search}&limit=100&page=${number}`)).body;
      const [words, numbers] = [0, 1].map((at) => users.map((user: UserDetail) => user.name.split(" ")[at]));
      return { ...rest, words: [...new Set(words)], numbers: numbers.map(Number) };
    };
    const from = (first: number, many = 100) => Array.from({ length: many }, (_, index) => first + index);
    const pages = { totalPages: USERS_REACH / 100, isMore: true };

    await newcomers("vvbroad", 1200);
    expect(await found("vvbroad", 1)).toEqual({ ...pages, words: ["vvbroad"], numbers: from(1) });
    expect(await found("VVBroad", 10)).toMatchObject({ numbers: from(901) });
    expect(await found("vvbroad", 11)).toMatchObject({ numbers: [] });

    // Whose name begins so comes first; the others are early in the list of everybody.
    await newcomers("xxmix", 150);
    await newcomers("aaearly", 1200, "xxmix");
    expect(await found("xxmix", 1)).toEqual({ ...pages, words: ["xxmix"], numbers: from(1) });
    expect(await found("xxmix", 2)).toMatchObject({
      words: ["xxmix", "aaearly"],
      numbers: [...from(101, 50), ...from(1, 50)],
    });
    expect(await found("xxmix", 3)).toMatchObject({ words: ["aaearly"], numbers: from(51) });
    expect(await found("xxmix", 10)).toMatchObject({ words: ["aaearly"], numbers: from(751) });
    expect(await found("xxmix", 11)).toMatchObject({ numbers: [] });

    // Behind so many that nobody walks past all of them.
    await newcomers("mmcrowd", 8000);
    await newcomers("zzlate", 1200, "yybroad");
    expect(await found("yybroad", 1)).toEqual({ ...pages, words: ["zzlate"], numbers: from(1) });
    expect(await found("yybroad", 10)).toMatchObject({ numbers: from(901) });
  });

  it("come with those first whose name begins as it was typed", async () => {
    for (const name of ["Berta Quillab", "Quillab Torres", "Ana Quillabé"]) {
      await server.newPerson({ name });
    }
    expect(await found("quillab")).toEqual(["Quillab Torres", "Ana Quillabé", "Berta Quillab"]);
  });
});

it("people who are found are taken as a file, without pictures, which is written down", async () => {
  const building = await server.newBuilding("Conjunto Csv");
  const person = await server.newPerson({
    name: "Dora Csvera",
    spaces: [{ role: "PROPIETARIO", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });
  await giveCard(server, person.id, "CD12CD");
  const file = (headers: Record<string, string>) =>
    server.app.http.inject({ url: `${list}.csv?search=csver`, headers });
  expect((await file({})).statusCode).toBe(401);
  expect((await file(person.headers)).statusCode).toBe(403);
  const lines = (await file(laura.headers)).body.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(`Dora Csvera;;${person.cedula};Sí;No;;;Propietario;CD12CD;A-101;Conjunto Csv`);
  const written = await server.db
    .selectFrom("audit_lines")
    .select("actor_id")
    .where("action", "=", "users.exported")
    .execute();
  expect(written).toEqual([{ actor_id: laura.id }]);
});
