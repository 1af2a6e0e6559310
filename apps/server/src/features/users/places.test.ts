import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

/*
 * 'Agregar rol u hogar': Alberto gives people of his building further homes and roles, Ana of another building none of
 * his, the platform everybody.
 */

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
let messages: Awaited<ReturnType<typeof seeMessages>>;
beforeAll(async () => {
  messages = await seeMessages(server);
});

const mine = await server.newBuilding("Edificio de Alberto");
const other = await server.newBuilding("Conjunto de Ana");
const homeOf = (building: TestBuilding, at: number) => building.apartments[at]?.id ?? "";
const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const administratorOf = (...buildings: TestBuilding[]) =>
  server.newPerson({ spaces: buildings.map(({ id }) => ({ role: "ADMINISTRADOR", buildingId: id })) });
const alberto = await administratorOf(mine);
const ana = await administratorOf(other);
const inHome = (building: TestBuilding) =>
  ({ role: "RESIDENTE", buildingId: building.id, apartmentId: homeOf(building, 0) }) as const;
const newResident = (name = "Rosa Residente") =>
  server.newPerson({ name, email: `${randomUUID()}@example.org`, spaces: [inHome(mine)] });

type Asker = Pick<TestPerson, "headers"> | null;
const give = (by: Asker, userId: string, place: object, building = mine) =>
  asking(server, by)("POST", `/api/bb/buildings/${building.id}/people/${userId}/places`, place);
const change = (by: Asker, userId: string, spaceId: string, to: object, apartmentId = homeOf(mine, 0)) =>
  asking(server, by)("PUT", `/api/bb/apartments/${apartmentId}/people/${userId}/roles/${spaceId}`, to);
const end = (by: Asker, userId: string, spaceId: string, apartmentId = homeOf(mine, 0)) =>
  asking(server, by)("DELETE", `/api/bb/apartments/${apartmentId}/people/${userId}/roles/${spaceId}`);
const rolesOf = async (who: TestPerson) =>
  (await asking(server, who)("GET", "/api/user/auth/currentUser")).body.spaces.map(
    (space: { role: { name: string }; apartment: { id: string } | null }) => [
      space.role.name,
      space.apartment?.id ?? null,
    ],
  );
const isActive = async (id: string) =>
  (await db.selectFrom("apartments").select("active").where("id", "=", id).executeTakeFirstOrThrow()).active;
const inAWeek = () => new Date(server.clock.now().getTime() + 7 * 24 * 3_600_000).toISOString();
const doorman = { apartmentId: null, role: "PORTERIA" };

describe("a further home or role", () => {
  it("begins at once, is told on every device and by mail, and is written down", async () => {
    const rosa = await newResident();
    const phone = await server.connectAs(rosa);
    const apartmentId = homeOf(mine, 1);
    await db.updateTable("apartments").set({ active: false }).where("id", "=", apartmentId).execute();
    const told = phone.hear("spaces:changed");
    const given = await give(alberto, rosa.id, { apartmentId, role: "RESIDENTE_LIDER" });
    expect(given).toMatchObject({
      status: 200,
      body: {
        place: {
          role: "RESIDENTE_LIDER",
          building: { id: mine.id },
          apartment: { id: apartmentId },
          endsAt: null,
          may: { change: true, remove: true },
        },
      },
    });
    await told;
    expect(await rolesOf(rosa)).toEqual(
      expect.arrayContaining([
        ["RESIDENTE", homeOf(mine, 0)],
        ["RESIDENTE_LIDER", apartmentId],
      ]),
    );
    // Somebody leads it now.
    expect(await isActive(apartmentId)).toBe(true);
    const [mail] = (await messages.to(rosa.id)).filter(({ channel }) => channel === "mail");
    expect(mail?.body).toContain(
      `te dio acceso como residente líder: apartamento ${mine.apartments[1]?.name} de Edificio de Alberto.`,
    );
    expect((await actionsOf(server, alberto.id)).at(-1)).toBe("users.place-given");
    expect((await changesOf(server, alberto.id)).at(-1)).toMatchObject({
      after: { role: "RESIDENTE_LIDER" },
    });
  });

  it("ends at its day, and is held once", async () => {
    const rosa = await newResident();
    const endsAt = inAWeek();
    expect(await give(alberto, rosa.id, { ...doorman, endsAt })).toMatchObject({
      status: 200,
      body: { place: { role: "PORTERIA", apartment: null, endsAt } },
    });
    expect(await give(alberto, rosa.id, doorman)).toMatchObject({
      status: 409,
      body: { code: "STAFF_ALREADY" },
    });
    // One lives in a home in one way.
    const there = { apartmentId: homeOf(mine, 0) };
    for (const place of [
      { ...there, role: "RESIDENTE" },
      { ...there, role: "RESIDENTE_TEMPORAL", endsAt },
    ]) {
      expect(await give(alberto, rosa.id, place)).toMatchObject({
        status: 409,
        body: { code: "MEMBER_ALREADY" },
      });
    }
    expect((await give(alberto, rosa.id, { ...there, role: "PROPIETARIO" })).status).toBe(200);
    const two = await Promise.all(
      [1, 2].map(() => give(alberto, rosa.id, { apartmentId: null, role: "CONSERJE" })),
    );
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("approves what somebody waits for just there", async () => {
    const rosa = await newResident();
    const apartmentId = homeOf(mine, 2);
    const id = randomUUID();
    await db
      .insertInto("spaces")
      .values({
        id,
        user_id: rosa.id,
        role: "PROPIETARIO",
        building_id: mine.id,
        apartment_id: apartmentId,
        status: "PENDING",
      })
      .execute();
    const desk = await server.connectAs(alberto);
    const told = desk.hear("access:changed");
    const { body } = await give(alberto, rosa.id, { apartmentId, role: "PROPIETARIO" });
    expect(body.place.id).toBe(id);
    expect(await told).toMatchObject({ apartmentId, kind: "owners" });
  });

  it("is the platform's to give everywhere, and alone where it makes an administrator", async () => {
    const rosa = await newResident();
    const administrator = { apartmentId: null, role: "ADMINISTRADOR" };
    expect(await give(alberto, rosa.id, administrator)).toMatchObject({
      status: 403,
      body: { code: "PLATFORM_ONLY" },
    });
    expect(
      (await give(laura, rosa.id, { apartmentId: homeOf(other, 0), role: "SERVICIOS" }, other)).status,
    ).toBe(200);
    expect((await give(laura, rosa.id, administrator)).status).toBe(200);
  });

  it("is given in another building by who administers both", async () => {
    const both = await administratorOf(mine, other);
    const rosa = await newResident();
    expect((await give(ana, rosa.id, doorman, other)).status).toBe(404);
    expect((await give(both, rosa.id, doorman, other)).status).toBe(200);
  });

  it("is nobody's who does not administer the building, and asks for the second factor", async () => {
    const rosa = await newResident();
    const leader = await server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: mine.id, apartmentId: homeOf(mine, 0) }],
    });
    expect((await give(null, rosa.id, doorman)).status).toBe(401);
    expect((await give(leader, rosa.id, doorman)).status).toBe(403);
    expect((await give(ana, rosa.id, doorman)).status).toBe(404);
    const unproven = await server.newSession(alberto.id, { hasSecondFactor: false });
    expect((await give(unproven, rosa.id, doorman)).body.code).toBe("SECOND_FACTOR_ASKED");
    expect(await rolesOf(rosa)).toHaveLength(1);
  });

  it("is of people whom the own building knows: others are as nobody", async () => {
    const holder = await asking(server, alberto)("POST", `/api/bb/buildings/${mine.id}/card-holders`, {
      name: "Martina Niña",
      apartmentId: null,
      levelIds: [],
    });
    const foreign = await server.newPerson({ spaces: [inHome(other)] });
    const gone = await newResident();
    await db.updateTable("spaces").set({ status: "ENDED" }).where("user_id", "=", gone.id).execute();
    const nobody = await give(alberto, randomUUID(), doorman);
    expect(nobody).toMatchObject({ status: 404, body: { code: "USER_NOT_FOUND" } });
    for (const id of [foreign.id, gone.id, laura.id, holder.body.cardHolder.id]) {
      expect(await give(alberto, id, doorman)).toEqual(nobody);
    }
    // To the platform too, but for whoever is of any building.
    for (const id of [laura.id, holder.body.cardHolder.id]) {
      expect(await give(laura, id, doorman)).toEqual(nobody);
    }
    expect((await give(laura, foreign.id, doorman)).status).toBe(200);
  });

  it("is laid on no account that nobody answered for, that is off, or that is one's own", async () => {
    const visitor = await server.newPerson({ spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: mine.id }] });
    const off = await newResident();
    await db.updateTable("users").set({ active: false }).where("id", "=", off.id).execute();
    for (const by of [alberto, laura]) {
      expect(await give(by, visitor.id, doorman)).toMatchObject({
        status: 409,
        body: { code: "PERSON_UNPROVEN" },
      });
      expect(await give(by, off.id, doorman)).toMatchObject({ status: 409, body: { code: "PERSON_IS_OFF" } });
    }
    expect(await give(alberto, alberto.id, doorman)).toMatchObject({
      status: 409,
      body: { code: "MEMBER_IS_YOU" },
    });
    const mayAdd = async (by: Asker, id: string) =>
      (await asking(server, by)("GET", `/api/bb/users/${id}/page`)).body.person.may.addPlace;
    expect(await mayAdd(alberto, visitor.id)).toBe(false);
    expect(await mayAdd(alberto, off.id)).toBe(false);
    expect(await mayAdd(alberto, alberto.id)).toBe(false);
    expect(await mayAdd(alberto, (await newResident()).id)).toBe(true);
    expect(await rolesOf(visitor)).toEqual([["VISITANTE_CONOCIDO", null]]);
  });

  it("is refused in homes of others, at times that are over, and where its role does not fit", async () => {
    const rosa = await newResident();
    const there = { apartmentId: homeOf(mine, 1) };
    const refusals: [object, number, string][] = [
      [{ apartmentId: homeOf(other, 0), role: "RESIDENTE" }, 404, "APARTMENT_NOT_FOUND"],
      [{ apartmentId: randomUUID(), role: "RESIDENTE" }, 404, "APARTMENT_NOT_FOUND"],
      [{ ...there, role: "RESIDENTE_TEMPORAL" }, 422, "INCOMPLETE"],
      [{ ...there, role: "RESIDENTE", endsAt: "2020-01-01T00:00:00.000Z" }, 400, "STAY_IN_THE_PAST"],
      [{ ...there, role: "PORTERIA" }, 400, "BAD_REQUEST"],
      [{ apartmentId: null, role: "RESIDENTE" }, 400, "BAD_REQUEST"],
    ];
    for (const [place, status, code] of refusals) {
      expect(await give(alberto, rosa.id, place)).toMatchObject({ status, body: { code } });
    }
    expect(await rolesOf(rosa)).toHaveLength(1);
  });
});

describe("a role in a home", () => {
  it("is changed to another, or until another day, and the home with it", async () => {
    const apartmentId = homeOf(mine, 3);
    const leader = await server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: mine.id, apartmentId }],
    });
    await db.updateTable("apartments").set({ active: true }).where("id", "=", apartmentId).execute();
    const [spaceId = ""] = leader.spaceIds;
    const phone = await server.connectAs(leader);
    const told = phone.hear("spaces:changed");
    const endsAt = inAWeek();
    expect(
      await change(alberto, leader.id, spaceId, { role: "SERVICIOS", endsAt }, apartmentId),
    ).toMatchObject({
      status: 200,
      body: { place: { id: spaceId, role: "SERVICIOS", endsAt } },
    });
    await told;
    expect(await isActive(apartmentId)).toBe(false);
    expect((await actionsOf(server, alberto.id)).at(-1)).toBe("users.place-changed");
    expect((await changesOf(server, alberto.id)).at(-1)).toMatchObject({
      before: { role: "RESIDENTE_LIDER" },
      after: { role: "SERVICIOS" },
    });
  });

  it("is never one that they have there, nor waited for there, nor one's own", async () => {
    const rosa = await newResident();
    const [stay = ""] = rosa.spaceIds;
    const owner = await give(alberto, rosa.id, { apartmentId: homeOf(mine, 0), role: "PROPIETARIO" });
    const { id } = owner.body.place;
    const already = { status: 409, body: { code: "MEMBER_ALREADY" } };
    expect(await change(alberto, rosa.id, stay, { role: "PROPIETARIO" })).toMatchObject(already);
    expect(
      await change(alberto, rosa.id, id, { role: "RESIDENTE_TEMPORAL", endsAt: inAWeek() }),
    ).toMatchObject(already);
    await db
      .insertInto("spaces")
      .values({
        id: randomUUID(),
        user_id: rosa.id,
        role: "RESIDENTE_LIDER",
        building_id: mine.id,
        apartment_id: homeOf(mine, 0),
        status: "PENDING",
      })
      .execute();
    expect(await change(alberto, rosa.id, stay, { role: "RESIDENTE_LIDER" })).toMatchObject(already);
    const self = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: mine.id }, inHome(mine)],
    });
    const [, own = ""] = self.spaceIds;
    expect((await change(self, self.id, own, { role: "RESIDENTE_LIDER" })).body.code).toBe("MEMBER_IS_YOU");
    expect((await change(alberto, self.id, own, { role: "RESIDENTE_LIDER" })).status).toBe(200);
  });

  it("is changed by its administration alone, while it is held", async () => {
    const rosa = await newResident();
    const [stay = ""] = rosa.spaceIds;
    const to = { role: "SERVICIOS" };
    expect((await change(null, rosa.id, stay, to)).status).toBe(401);
    expect((await change(rosa, rosa.id, stay, to)).status).toBe(403);
    expect((await change(ana, rosa.id, stay, to)).status).toBe(404);
    expect((await change(alberto, alberto.id, alberto.spaceIds[0] ?? "", to)).status).toBe(409);
    const notFound = { status: 404, body: { code: "MEMBER_NOT_FOUND" } };
    expect(await change(alberto, rosa.id, stay, to, homeOf(mine, 1))).toMatchObject(notFound);
    const [foreign = ""] = (await newResident()).spaceIds;
    expect(await change(alberto, rosa.id, foreign, to)).toMatchObject(notFound);
    expect((await change(alberto, rosa.id, stay, { role: "RESIDENTE_TEMPORAL" })).status).toBe(422);
    expect((await change(alberto, rosa.id, stay, { ...to, endsAt: "2020-01-01T00:00:00.000Z" })).status).toBe(
      400,
    );
    // A role that nobody gives in a home is not changed there either, as the page says of it.
    const shareholder = await server.newPerson({ spaces: [{ ...inHome(mine), role: "ACCIONISTA" }] });
    const [share = ""] = shareholder.spaceIds;
    expect(await change(alberto, shareholder.id, share, to)).toMatchObject(notFound);
    await db.updateTable("spaces").set({ status: "ENDED" }).where("id", "=", stay).execute();
    expect(await change(alberto, rosa.id, stay, to)).toMatchObject(notFound);
  });

  it("ends by itself, and what else they are there stays", async () => {
    const rosa = await newResident();
    const [stay = ""] = rosa.spaceIds;
    const there = homeOf(mine, 0);
    const { body } = await give(alberto, rosa.id, { apartmentId: there, role: "PROPIETARIO" });
    const phone = await server.connectAs(rosa);
    const told = phone.hear("spaces:changed");
    expect(await end(alberto, rosa.id, body.place.id)).toMatchObject({ status: 200, body: { ok: true } });
    await told;
    expect(await rolesOf(rosa)).toEqual([["RESIDENTE", there]]);
    const mails = async () =>
      (await messages.to(rosa.id)).filter(({ channel }) => channel === "mail").map(({ body: said }) => said);
    expect((await mails()).at(-1)).toContain("Se retiró tu acceso como propietario: apartamento ");
    expect((await actionsOf(server, alberto.id)).at(-1)).toBe("users.place-removed");
    expect((await changesOf(server, alberto.id)).at(-1)).toMatchObject({ before: { role: "PROPIETARIO" } });
    // The last one is as if they were taken out of the home.
    expect((await end(alberto, rosa.id, stay)).status).toBe(200);
    expect(await rolesOf(rosa)).toEqual([]);
    expect(await end(alberto, rosa.id, stay)).toMatchObject({
      status: 404,
      body: { code: "MEMBER_NOT_FOUND" },
    });
  });

  it("is ended by its administration alone, once, and never one's own", async () => {
    const rosa = await newResident();
    const [stay = ""] = rosa.spaceIds;
    expect((await end(null, rosa.id, stay)).status).toBe(401);
    expect((await end(rosa, rosa.id, stay)).status).toBe(403);
    expect((await end(ana, rosa.id, stay)).status).toBe(404);
    expect((await end(alberto, alberto.id, alberto.spaceIds[0] ?? "")).body.code).toBe("MEMBER_IS_YOU");
    const [foreign = ""] = (await newResident()).spaceIds;
    expect((await end(alberto, rosa.id, foreign)).body.code).toBe("MEMBER_NOT_FOUND");
    expect((await end(alberto, rosa.id, stay, homeOf(mine, 1))).body.code).toBe("MEMBER_NOT_FOUND");
    expect(await rolesOf(rosa)).toHaveLength(1);
    const two = await Promise.all([1, 2].map(() => end(alberto, rosa.id, stay)));
    expect(two.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
