import { randomUUID } from "node:crypto";
import { USERS_REACH } from "@umbral/contract/users/user-details.contract";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { fileOf, picture, postForm } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });

/** So many people of one name and a number, with what the search looks into, which takes a while by the triggers. */
const newcomers = (word: string, many: number) =>
  server.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      with newcomer as (
        insert into users (id, cedula, name)
        select gen_random_uuid(), ${word} || n, ${word} || ' ' || lpad(n::text, 5, '0')
        from generate_series(1, ${many}::int) n returning id, name)
      insert into user_search (user_id, name_key, words)
      select id, name, array_to_tsvector(string_to_array(name, ' ')) from newcomer`.execute(trx);
  });

type Somebody = Pick<TestPerson, "headers">;
const stranger: Somebody = { headers: { authorization: "" } };

async function ask(actor: Somebody, method: "GET" | "PUT", url: string, payload?: Record<string, unknown>) {
  const reply = await server.app.http.inject({
    method,
    url: `/api/bb/${url}`,
    headers: actor.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: reply.statusCode, body: reply.json() };
}

const list = "usersV2/ResidentUserDetails";
const found = async (search: string): Promise<string[]> =>
  (await ask(laura, "GET", `${list}?limit=20&search=${encodeURIComponent(search)}`)).body.users.map(
    ({ name }: { name: string }) => name,
  );

async function giveCard(userId: string, tag: string) {
  await server.db
    .insertInto("cards")
    .values({ id: randomUUID(), user_id: userId, tag, type: "CAR", created_at: server.clock.now() })
    .execute();
}

describe("the people of all buildings", () => {
  it("are the platform's to see and to change", async () => {
    const building = await server.newBuilding();
    const person = await server.newPerson();
    const administrator = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
    });
    const requests = [
      ["GET", list, undefined],
      ["GET", `users/${person.cedula}`, undefined],
      ["GET", `apartments/${building.apartments[0]?.id}/users`, undefined],
      ["PUT", `userV2/${person.id}/`, { alias: "x" }],
      ["PUT", `usersV2/${person.id}/deactivate`, {}],
      ["PUT", `usersV2/${person.id}/activate`, {}],
    ] as const;
    for (const [method, url, payload] of requests) {
      expect([url, (await ask(stranger, method, url, payload)).status]).toEqual([url, 401]);
      expect([url, (await ask(administrator, method, url, payload)).status]).toEqual([url, 403]);
    }
    for (const url of ["userV2", "usersV2"] as const) {
      const path = url === "userV2" ? `userV2/${randomUUID()}` : `usersV2/${randomUUID()}/deactivate`;
      expect(await ask(laura, "PUT", path, {})).toMatchObject({
        status: 404,
        body: { code: "USER_NOT_FOUND", message: "No se encontró el usuario ingresado." },
      });
    }
    expect((await ask(laura, "GET", "users/123456")).status).toBe(404);
    expect((await ask(laura, "GET", `users/${laura.cedula}`)).status).toBe(404);
    expect((await ask(laura, "PUT", `usersV2/${laura.id}/deactivate`, {})).status).toBe(404);
    expect((await ask(laura, "GET", `apartments/${randomUUID()}/users`)).status).toBe(404);
  });

  it("are told with everything that they are", async () => {
    const building = await server.newBuilding("Edificio Los Nogales");
    const [home, other] = building.apartments;
    const person = await server.newPerson({
      name: "Íngrid Ñáñez",
      email: "ingrid@nogales.example",
      phone: "+573001112233",
      spaces: [
        { role: "PROPIETARIO", buildingId: building.id, apartmentId: home?.id ?? "" },
        { role: "RESIDENTE", buildingId: building.id, apartmentId: other?.id ?? "" },
      ],
    });
    await giveCard(person.id, "AB12CD");
    const { body } = await ask(laura, "GET", `users/${person.cedula}`);
    expect(body.user).toEqual({
      id: person.id,
      photo: null,
      name: "Íngrid Ñáñez",
      cedula: person.cedula,
      phone: "+573001112233",
      email: "ingrid@nogales.example",
      active: true,
      verified: false,
      roleName: "PROPIETARIO",
      apartmentName: "A-101",
      buildingName: "Edificio Los Nogales",
      places: [
        { roleName: "PROPIETARIO", buildingName: "Edificio Los Nogales", apartmentName: "A-101" },
        { roleName: "RESIDENTE", buildingName: "Edificio Los Nogales", apartmentName: "A-102" },
      ],
      tags: [{ tag: "AB12CD", type: "CAR" }],
      alias: "",
    });
    const { body: apartment } = await ask(laura, "GET", `apartments/${other?.id}/users`);
    expect(apartment).toMatchObject({
      apartment: { name: "A-102", buildingName: "Edificio Los Nogales" },
      users: [{ id: person.id }],
    });
    const empty = building.apartments.at(-1);
    expect((await ask(laura, "GET", `apartments/${empty?.id}/users`)).body.users).toEqual([]);
  });

  it("are found by half a word of anything, whatever its accents, capitals and signs", async () => {
    const building = await server.newBuilding("Torres de Suárez");
    const person = await server.newPerson({
      name: "Begoña Güiza Peñalosa",
      email: "bego.guiza@correo.example",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[3]?.id ?? "" }],
    });
    await giveCard(person.id, "0499FEDCBA");
    await ask(laura, "PUT", `userV2/${person.id}`, { alias: "La Doctora" });
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
    await giveCard(person.id, "77AA77");
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
    await Promise.all([giveCard(person.id, one), giveCard(person.id, other)]);
    expect([await found(one), await found(other)]).toEqual([["Yolanda Xiques"], ["Yolanda Xiques"]]);
  });

  it("come in pages by name, and whole without them", async () => {
    const names = ["Éric Zzpage", "Ana Zzpage", "Ñato Zzpage", "Beto Zzpage", "Eva Zzpage"];
    await Promise.all(names.map((name) => server.newPerson({ name })));
    const page = async (number: number) =>
      (await ask(laura, "GET", `${list}?search=zzpage&limit=2&page=${number}`)).body;
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
    const whole = (await ask(laura, "GET", list)).body;
    expect(whole.totalPages).toBeUndefined();
    const people = await server.db.selectFrom("users").select("id").where("user_type", "=", "USER").execute();
    expect(whole.users).toHaveLength(people.length);
    expect((await ask(laura, "GET", `${list}?limit=101`)).status).toBe(400);
  });

  it("are leafed through as far as is said, in one order, however many a search finds", async () => {
    // Few are put in order, many are walked to: these are looked for in both ways.
    for (const [word, many] of [
      ["vvbroad", 2600],
      ["wwbroad", 10_100],
    ] as const) {
      await newcomers(word, many);
      const page = async (number: number) =>
        (await ask(laura, "GET", `${list}?search=${word}&limit=100&page=${number}`)).body;
      const numbers = ({ users }: { users: { name: string }[] }) =>
        users.map(({ name }) => Number(name.split(" ")[1]));
      const from = (first: number) => Array.from({ length: 100 }, (_, index) => first + index);
      const first = await page(1);
      expect([numbers(first), first.totalPages, first.isMore]).toEqual([from(1), USERS_REACH / 100, true]);
      expect(numbers(await page(5))).toEqual(from(401));
      expect(numbers(await page(6))).toEqual(from(501));
      expect(numbers(await page(25))).toEqual(from(2401));
      expect(numbers(await page(26))).toEqual([]);
    }
  });
});

it("people who are found are taken as a file, without pictures, which is written down", async () => {
  const building = await server.newBuilding("Conjunto Csv");
  const person = await server.newPerson({
    name: "Dora Csvera",
    spaces: [{ role: "PROPIETARIO", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });
  await giveCard(person.id, "CD12CD");
  const file = (actor: Somebody) =>
    server.app.http.inject({ url: `/api/bb/${list}.csv?search=csver`, headers: actor.headers });
  expect((await file(stranger)).statusCode).toBe(401);
  expect((await file(person)).statusCode).toBe(403);
  const lines = (await file(laura)).body.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(`Dora Csvera;;${person.cedula};Sí;No;;;Propietario;CD12CD;A-101;Conjunto Csv`);
  const written = await server.db
    .selectFrom("audit_lines")
    .select("actor_id")
    .where("action", "=", "users.exported")
    .execute();
  expect(written).toEqual([{ actor_id: laura.id }]);
});

describe("somebody's data", () => {
  it("are changed one by one, each change written down without what it says", async () => {
    const person = await server.newPerson({ phone: "+573001112233" });
    const first = await ask(laura, "PUT", `userV2/${person.id}/`, { phone: "310 555 1212" });
    expect(first.body.user).toMatchObject({ phone: "+573105551212", alias: "" });
    const second = await ask(laura, "PUT", `userV2/${person.id}/`, { alias: "  La  vecina " });
    expect(second.body.user).toMatchObject({ phone: "+573105551212", alias: "La vecina" });
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "actor_id", "detail"])
      .where("subject_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { action: "users.changed", actor_id: laura.id, detail: { phone: true, alias: false } },
      { action: "users.changed", actor_id: laura.id, detail: { phone: false, alias: true } },
    ]);
    expect(await ask(laura, "PUT", `userV2/${person.id}/`, { phone: "12" })).toMatchObject({
      status: 400,
      body: { errors: [{ property: "phone" }] },
    });
    expect((await ask(laura, "PUT", `userV2/${person.id}/`, { name: "Otro" })).status).toBe(400);
  });
});

describe("somebody who is deactivated", () => {
  it("is signed out at once on HTTP and on every socket, with their cards", async () => {
    const person = await server.newPerson();
    const tablet = await server.newSession(person.id);
    await giveCard(person.id, "1A2B3C");
    const [phone, screen] = [await server.connectAs(person), await server.connectAs(tablet)];
    const ends = Promise.all([phone.ended(), screen.ended()]);

    const { body } = await ask(laura, "PUT", `usersV2/${person.id}/deactivate`, {
      shouldDeactivateCards: true,
    });
    expect(body.user).toMatchObject({ active: false });
    expect(await ends).toEqual(["io server disconnect", "io server disconnect"]);
    for (const headers of [person.headers, tablet.headers]) {
      const reply = await server.app.http.inject({ url: "/api/user/auth/currentUser", headers });
      expect(reply.statusCode).toBe(401);
    }
    const cardState = async () =>
      (
        await server.db
          .selectFrom("cards")
          .select("active")
          .where("user_id", "=", person.id)
          .executeTakeFirstOrThrow()
      ).active;
    expect(await cardState()).toBe(false);

    // Done again, nothing is different.
    expect((await ask(laura, "PUT", `usersV2/${person.id}/deactivate`, {})).status).toBe(200);
    const back = await ask(laura, "PUT", `usersV2/${person.id}/activate`, { shouldActivateCards: false });
    expect(back.body.user).toMatchObject({ active: true });
    expect(await cardState()).toBe(false);
    await ask(laura, "PUT", `usersV2/${person.id}/activate`, {});
    expect(await cardState()).toBe(true);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("subject_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { action: "users.deactivated", detail: { cards: 1, sessionsEnded: 2 } },
      { action: "users.deactivated", detail: { cards: 0, sessionsEnded: 0 } },
      { action: "users.activated", detail: { cards: 0 } },
      { action: "users.activated", detail: { cards: 1 } },
    ]);
  });

  it("keeps their cards as they are, when that was chosen", async () => {
    const person = await server.newPerson();
    await giveCard(person.id, "1A2B3D");
    await ask(laura, "PUT", `usersV2/${person.id}/deactivate`, { shouldDeactivateCards: false });
    const card = await server.db
      .selectFrom("cards")
      .select("active")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(card.active).toBe(true);
  });

  it("is not signed in by a sign-in at the same moment", async () => {
    const person = await server.newPerson({ password: "una clave larga" });
    const signIn = () =>
      server.app.http.inject({
        method: "POST",
        url: "/api/user/auth/login",
        payload: { cedula: person.cedula, password: "una clave larga", userType: "USER" },
      });
    await Promise.all([signIn(), ask(laura, "PUT", `usersV2/${person.id}/deactivate`, {}), signIn()]);
    const open = await server.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", person.id)
      .where("ended_at", "is", null)
      .execute();
    expect(open).toEqual([]);
    expect((await signIn()).statusCode).toBe(401);
  });
});

describe("a validation", () => {
  const form = async (cedula: string) => ({
    cedula,
    photo: await picture(),
    cedulaFrontal: await picture({ format: "png" }),
    cedulaPosterior: await picture({ format: "webp" }),
  });

  it("keeps the three pictures and makes somebody verified", async () => {
    const person = await server.newPerson();
    const administrator = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: (await server.newBuilding()).id }],
    });
    expect((await postForm(server, null, "/api/bb/userv2", await form(person.cedula))).status).toBe(401);
    expect((await postForm(server, administrator, "/api/bb/userv2", await form(person.cedula))).status).toBe(
      403,
    );
    const reply = await postForm(server, laura, "/api/bb/userv2", await form(person.cedula));
    expect(reply).toMatchObject({ status: 200, body: { user: { id: person.id, verified: true } } });
    const kept = await server.db
      .selectFrom("user_identities")
      .selectAll()
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(kept.verified_by).toBe(laura.id);
    const kinds = await server.db
      .selectFrom("files")
      .select("kind")
      .where("id", "in", [kept.photo_file_id, kept.front_file_id, kept.back_file_id])
      .orderBy("kind")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(["document", "document", "profile"]);

    // The face is their picture now, since they had none; that it is shown is written down.
    const { body } = await ask(laura, "GET", `users/${person.cedula}`);
    expect(body.user.photo).toMatch(/^\/api\/files\//);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("subject_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { action: "users.verified", detail: {} },
      { action: "users.shown", detail: { faces: 1 } },
    ]);
    // Again, with better pictures.
    await postForm(server, laura, "/api/bb/userv2", await form(person.cedula));
    const after = await server.db
      .selectFrom("user_identities")
      .select("photo_file_id")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(after.photo_file_id).not.toBe(kept.photo_file_id);
  });

  it("needs a person and all three, and keeps nothing of what it refuses", async () => {
    const person = await server.newPerson();
    const count = async () =>
      (
        await server.db
          .selectFrom("files")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count;
    const before = await count();
    const whole = await form(person.cedula);
    expect((await postForm(server, laura, "/api/bb/userv2", { ...whole, cedula: "1" })).status).toBe(404);
    for (const missing of ["photo", "cedulaFrontal", "cedulaPosterior"] as const) {
      const { [missing]: _, ...rest } = whole;
      expect(await postForm(server, laura, "/api/bb/userv2", rest)).toMatchObject({
        status: 422,
        body: { code: "INCOMPLETE", errors: [{ property: missing }] },
      });
    }
    expect(
      await postForm(server, laura, "/api/bb/userv2", {
        ...whole,
        cedulaPosterior: fileOf("no soy una foto"),
      }),
    ).toMatchObject({ status: 422, body: { code: "PICTURE_NOT_VALID" } });
    expect(await count()).toBe(before);
  });
});
