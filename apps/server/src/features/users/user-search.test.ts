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

describe("people in another order", () => {
  const ordered = async (search: string, order: string, more = "limit=20", by = ask): Promise<string[]> =>
    (await by("GET", `${list}?page=1&search=${search}&${order}&${more}`)).body.users.map(
      ({ name }: { name: string }) => name,
    );
  const made = (id: string, at: string) =>
    server.db
      .updateTable("users")
      .set({ created_at: new Date(at) })
      .where("id", "=", id)
      .execute();
  const used = (id: string, at: string) =>
    server.db
      .updateTable("sessions")
      .set({ last_used_at: new Date(at) })
      .where("user_id", "=", id)
      .execute();

  it("stand by when their account was made and by when they were last here, there and back", async () => {
    const [ana, bea, caro] = await Promise.all(
      ["Ana", "Bea", "Caro"].map((name) => server.newPerson({ name: `${name} Qqorder` })),
    );
    const dora = { id: server.app.services.newId(), name: "Dora Qqorder" };
    await server.db
      .insertInto("users")
      .values({ ...dora, cedula: "770011" })
      .execute();
    await made(ana?.id ?? "", "2100-02-01");
    await made(bea?.id ?? "", "2100-03-01");
    await made(caro?.id ?? "", "2100-01-01");
    await made(dora.id, "2099-01-01");
    await used(ana?.id ?? "", "2101-01-03");
    await used(bea?.id ?? "", "2101-01-01");
    await used(caro?.id ?? "", "2101-01-02");
    // A use that was before is no news.
    await used(ana?.id ?? "", "2000-01-01");
    const firsts = async (order: string) =>
      (await ordered("qqorder", order)).map((name) => name.split(" ")[0]);
    expect(await firsts("sort=name&direction=desc")).toEqual(["Dora", "Caro", "Bea", "Ana"]);
    expect(await firsts("sort=created")).toEqual(["Dora", "Caro", "Ana", "Bea"]);
    expect(await firsts("sort=created&direction=desc")).toEqual(["Bea", "Ana", "Caro", "Dora"]);
    expect(await firsts("sort=seen&direction=desc")).toEqual(["Ana", "Caro", "Bea", "Dora"]);
    expect(await firsts("sort=seen")).toEqual(["Dora", "Bea", "Caro", "Ana"]);
    // Of everybody the same, from either end.
    expect(
      (await ordered("", "sort=seen&direction=desc", "limit=3")).map((name) => name.split(" ")[0]),
    ).toEqual(["Ana", "Caro", "Bea"]);
    const { users } = (await ask("GET", `${list}?page=1&search=dora%20qqorder`)).body;
    expect(users).toMatchObject([{ createdAt: "2099-01-01T00:00:00.000Z", seenAt: null }]);
    expect((await ask("GET", `${list}?page=1&sort=phone`)).status).toBe(400);
  });

  it("tell a building's administration nothing of when somebody was here", async () => {
    const building = await server.newBuilding("Edificio Qqown");
    const home = building.apartments[0]?.id ?? "";
    const [alba, zoe, yaya] = await Promise.all([
      server.newPerson({ name: "Alba", spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] }),
      ...["Zoe Qqown", "Yaya Qqown"].map((name) =>
        server.newPerson({
          name,
          spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home }],
        }),
      ),
    ]);
    await made(zoe?.id ?? "", "2050-01-01");
    await made(yaya?.id ?? "", "2051-01-01");
    const asAlba = asking(server, alba);
    const mine = (order: string) => ordered("qqown", order, "limit=2", asAlba);
    expect(await mine("sort=created&direction=desc")).toEqual(["Yaya Qqown", "Zoe Qqown"]);
    expect((await ordered("", "sort=name&direction=desc", "limit=2", asAlba)).at(0)).toBe("Zoe Qqown");
    const refused = await asAlba("GET", `${list}?page=1&sort=seen`);
    expect([refused.status, refused.body.code]).toEqual([403, "PLATFORM_ONLY"]);
    const { users } = (await asAlba("GET", `${list}?page=1&search=zoe`)).body;
    expect(users[0]).toMatchObject({ createdAt: "2050-01-01T00:00:00.000Z" });
    expect(users[0]).not.toHaveProperty("seenAt");
  });

  it("are met where very many are found, and looked for where they stand late", async () => {
    await newcomers("qqmany", 1200);
    const one = await server.db
      .updateTable("users")
      .set({ created_at: new Date("2100-01-01") })
      .where("cedula", "=", "qqmany777")
      .returning("name")
      .executeTakeFirstOrThrow();
    expect((await ordered("qqmany", "sort=created&direction=desc", "limit=1"))[0]).toBe(one.name);
    await newcomers("qqcrowd", 8000);
    await server.db
      .updateTable("users")
      .set({ created_at: new Date("2090-01-01") })
      .where("cedula", "like", "qqcrowd%")
      .execute();
    const second = await ordered("qqmany", "sort=created&direction=desc", "limit=2");
    expect(second).toHaveLength(2);
    expect(second[0]).toBe(one.name);
  });

  it("are taken as a file, all or those who were chosen", async () => {
    const chosen = await server.newPerson({ name: "Elegida Qqfile" });
    await server.newPerson({ name: "Olvidada Qqfile" });
    const { body } = await server.app.http.inject({
      url: `${list}.csv?search=qqfile&ids=${chosen.id}`,
      headers: laura.headers,
    });
    expect(body).toContain("Elegida Qqfile");
    expect(body).not.toContain("Olvidada");
    const wrong = await server.app.http.inject({ url: `${list}.csv?ids=nobody`, headers: laura.headers });
    expect(wrong.statusCode).toBe(400);
  });
});
