import { randomUUID } from "node:crypto";
import type { Role } from "@umbral/contract/lib/roles";
import type { Leaving } from "@umbral/contract/users/moving-out.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { interleaved } from "../../../testing/interleaved.ts";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { lockUser } from "../accounts/index.ts";
import { endSpaces } from "../spaces/index.ts";
import { standingOf } from "../spaces/standing.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;

let tags = 0;
const newTag = () => {
  tags += 1;
  return `04D0E5${tags.toString(16).toUpperCase().padStart(6, "0")}`;
};

async function giveCard(userId: string): Promise<string> {
  const tag = newTag();
  await db
    .insertInto("cards")
    .values({ id: randomUUID(), user_id: userId, tag, type: "PERSON", created_at: clock.now() })
    .execute();
  return tag;
}

const givePin = (buildingId: string, userId: string) =>
  db
    .insertInto("door_pins")
    .values({
      id: randomUUID(),
      building_id: buildingId,
      user_id: userId,
      digest: Buffer.from(randomUUID().replaceAll("-", "")),
      digits: 6,
      made_at: clock.now(),
    })
    .execute();
const pinsOf = (userId: string) =>
  db.selectFrom("door_pins").select("building_id").where("user_id", "=", userId).execute();

const tagsOf = async (userId: string) =>
  (await db.selectFrom("cards").select("tag").where("user_id", "=", userId).execute()).map(({ tag }) => tag);

const grantsOf = (userId: string) =>
  db.selectFrom("access_grants").select("level_id").where("user_id", "=", userId).execute();

/** A building with a home of two, one of whom also has a level by name, and who administers it. */
async function newPlace() {
  const building = await server.newBuilding();
  await server.newDoor(building, { localId: "1" });
  const [home, next] = building.apartments.map(({ id }) => id);
  const ana = await server.newPerson({
    name: "Ana Administra",
    spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
  });
  const rosa = await newResident(building, "RESIDENTE_LIDER", "Rosa Líder");
  const andres = await newResident(building, "RESIDENTE", "Andrés Residente");
  const ask = asking(server, ana);
  const level = await db
    .selectFrom("access_levels")
    .select("id")
    .where("building_id", "=", building.id)
    .where("name", "=", "Servicios")
    .executeTakeFirstOrThrow();
  const of = `/api/bb/buildings/${building.id}`;
  expect((await ask("PUT", `${of}/access-levels/${level.id}/people/${andres.id}`, {})).status).toBe(200);
  return { building, home: home ?? "", next: next ?? "", ana, rosa, andres, ask, of };
}

const newResident = (building: TestBuilding, role: "RESIDENTE" | "RESIDENTE_LIDER", name: string) =>
  server.newPerson({
    name,
    email: `${randomUUID()}@example.org`,
    spaces: [{ role, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });

const spaceOf = (userId: string, role: Role, buildingId: string) => ({
  ...{ id: randomUUID(), user_id: userId, role, building_id: buildingId },
  ...{ apartment_id: null, status: "APPROVED" as const },
});

const named = ({ people }: Leaving) => people.map(({ name }) => name).sort();

describe("moving out of a building", () => {
  it("is told before, and ends space, cards, levels and what is seen, in one act", async () => {
    const { building, ana, andres, ask, of } = await newPlace();
    const controller = await newController(server, building.id);
    const tag = await giveCard(andres.id);
    await givePin(building.id, andres.id);
    await server.app.accessKeeper.round();
    const { list } = controller;
    await list.until(() => list.entries.has(`card:${tag}`), "the card");
    const theirs = asking(server, andres);
    expect((await theirs("GET", `/api/buildings/${building.id}/doors`)).status).toBe(200);

    const will = {
      leaving: {
        people: [
          {
            id: andres.id,
            name: "Andrés Residente",
            roles: ["RESIDENTE"],
            leavesBuilding: true,
            levels: ["Servicios"],
            cards: 1,
            losesCards: true,
          },
        ],
        cardHolders: [],
      },
    };
    expect((await ask("GET", `${of}/people/${andres.id}/leaving`)).body).toEqual(will);
    expect(await tagsOf(andres.id)).toEqual([tag]);

    expect(await ask("POST", `${of}/people/${andres.id}/leave`, {})).toEqual({ status: 200, body: will });
    await list.until(
      () => !list.entries.has(`card:${tag}`) && !list.entries.has(`holder:${andres.id}`),
      "the list without him",
    );
    expect(await tagsOf(andres.id)).toEqual([]);
    expect([await grantsOf(andres.id), await pinsOf(andres.id)]).toEqual([[], []]);
    // They are nothing anywhere now: their phone is signed out with it.
    expect((await theirs("GET", `/api/buildings/${building.id}/doors`)).status).toBe(401);
    expect((await actionsOf(server, ana.id)).at(-1)).toBe("users.moved-out");
    expect((await changesOf(server, ana.id)).at(-1)).toMatchObject({
      before: { role: "RESIDENTE", levels: "Servicios", tag },
    });
    const mails = await db.selectFrom("outbox").select("id").where("user_id", "=", andres.id).execute();
    expect(mails.length).toBeGreaterThan(0);
    // A second time there is nobody.
    expect(await ask("POST", `${of}/people/${andres.id}/leave`, {})).toMatchObject({
      status: 404,
      body: { code: "PERSON_NOT_IN_BUILDING" },
    });
  });

  it("leaves the card to who is somebody in another building, where it goes on opening", async () => {
    const { andres, ask, of } = await newPlace();
    const other = await server.newBuilding();
    await db
      .insertInto("spaces")
      .values({
        id: randomUUID(),
        user_id: andres.id,
        role: "PORTERIA",
        building_id: other.id,
        apartment_id: null,
        status: "APPROVED",
      })
      .execute();
    const tag = await giveCard(andres.id);
    const left = await ask("POST", `${of}/people/${andres.id}/leave`, {});
    expect(left.body.leaving.people).toMatchObject([{ leavesBuilding: true, losesCards: false, cards: 1 }]);
    expect(await tagsOf(andres.id)).toEqual([tag]);
    expect(await grantsOf(andres.id)).toEqual([]);
    expect((await asking(server, andres)("GET", `/api/buildings/${other.id}/doors`)).status).toBe(200);
  });

  it("takes a whole home with those who have no account, and leaves who is something else there", async () => {
    const { building, home, ana, rosa, andres, ask, of } = await newPlace();
    const cardHolder = (
      await ask("POST", `${of}/card-holders`, { name: "Martina Niña", apartmentId: home, levelIds: [] })
    ).body.cardHolder;
    const child = await giveCard(cardHolder.id);
    await givePin(building.id, andres.id);
    const [hers, his] = [await giveCard(rosa.id), await giveCard(andres.id)];
    await db
      .insertInto("spaces")
      .values({
        id: randomUUID(),
        user_id: andres.id,
        role: "CONSERJE",
        building_id: building.id,
        apartment_id: null,
        status: "APPROVED",
      })
      .execute();
    const will = (await ask("GET", `/api/bb/apartments/${home}/leaving`)).body.leaving;
    expect(named(will)).toEqual(["Andrés Residente", "Rosa Líder"]);
    expect(will.cardHolders).toEqual([{ id: cardHolder.id, name: "Martina Niña", cards: 1 }]);
    const left = (await ask("POST", `/api/bb/apartments/${home}/leave`, {})).body.leaving;
    expect(left).toEqual(will);
    const caretaker = left.people.find(({ id }: { id: string }) => id === andres.id);
    expect(caretaker).toMatchObject({ roles: ["RESIDENTE"], leavesBuilding: false, losesCards: false });
    expect(await tagsOf(andres.id)).toEqual([his]);
    expect([await grantsOf(andres.id), await pinsOf(andres.id)]).toMatchObject([[{}], [{}]]);
    expect([await tagsOf(rosa.id), await tagsOf(cardHolder.id)]).toEqual([[], []]);
    expect(await changesOf(server, ana.id)).toContainEqual({
      before: { name: "Martina Niña", apartment: building.apartments[0]?.name, tag: child },
      after: {},
    });
    expect(hers).not.toBe(child);
    expect((await ask("GET", `/api/apartments/${home}/members`)).body.members).toEqual([]);
    expect((await ask("GET", `${of}/card-holders`)).body.cardHolders).toEqual([]);
    const apartment = await db
      .selectFrom("apartments")
      .select("active")
      .where("id", "=", home)
      .executeTakeFirstOrThrow();
    expect(apartment.active).toBe(false);
    // Nobody is left: it does nothing.
    expect(await ask("POST", `/api/bb/apartments/${home}/leave`, {})).toEqual({
      status: 200,
      body: { leaving: { people: [], cardHolders: [] } },
    });
  });

  it("rejects what somebody only waits for, and tells them and whoever decides", async () => {
    const { building, home, ana, rosa, ask } = await newPlace();
    const nora = await server.newPerson({ name: "Nora Nueva", email: "nora@nueva.example" });
    const asked = spaceOf(nora.id, "RESIDENTE", building.id);
    await db
      .insertInto("spaces")
      .values({ ...asked, apartment_id: home, status: "PENDING" })
      .execute();
    const desk = await server.connectAs(ana);
    const will = (await ask("GET", `/api/bb/apartments/${home}/leaving`)).body.leaving;
    expect(will.people.find(({ id }: { id: string }) => id === nora.id)).toMatchObject({
      roles: [],
      asked: ["RESIDENTE"],
    });
    expect(will.people.find(({ id }: { id: string }) => id === rosa.id)).not.toHaveProperty("asked");
    expect((await ask("POST", `/api/bb/apartments/${home}/leave`, {})).body.leaving).toEqual(will);
    expect(await desk.hear("access:changed")).toMatchObject({ apartmentId: home, kind: "employees" });
    const space = await db
      .selectFrom("spaces")
      .select(["status", "decided_by"])
      .where("id", "=", asked.id)
      .executeTakeFirstOrThrow();
    expect(space).toEqual({ status: "REJECTED", decided_by: ana.id });
    expect(await actionsOf(server, ana.id)).toContain("access-requests.rejected");
    expect((await standingOf(db, nora.id, clock.now()))?.state).toBe("rejected");
    const told = await db.selectFrom("outbox").select("channel").where("user_id", "=", nora.id).execute();
    expect(told).toContainEqual({ channel: "mail" });
  });

  it("takes back the invitations to the home, told before, also of who accepts in that moment", async () => {
    const { building, home, next, ana, rosa, ask } = await newPlace();
    const invite = async (as: typeof ask, apartmentId: string, name: string, role: Role) => {
      const email = `${randomUUID()}@example.org`;
      const wanted = { name, email, role, isSent: false };
      const { body } = await as("POST", `/api/apartments/${apartmentId}/invitations`, wanted);
      return { id: body.invitation.id, token: new URL(body.linkToPassOn).searchParams.get("token") };
    };
    const nora = await invite(ask, home, "Nora Nueva", "PROPIETARIO");
    const others = await invite(ask, next, "Otto Otro", "RESIDENTE");
    const over = await invite(asking(server, rosa), home, "Vera Vencida", "RESIDENTE");
    await db.updateTable("invitations").set({ expires_at: clock.now() }).where("id", "=", over.id).execute();
    const open = ({ token }: typeof nora) => asking(server, null)("POST", "/api/invitations/read", { token });
    const will = (await ask("GET", `/api/bb/apartments/${home}/leaving`)).body.leaving;
    expect(will.invitations).toEqual([{ id: nora.id, name: "Nora Nueva", role: "PROPIETARIO" }]);
    // What was accepted in that moment ends too.
    const late = await server.newPerson({ name: "Lucas Llega" });
    const accepted = spaceOf(late.id, "RESIDENTE", building.id);
    const left = await interleaved(
      server,
      async (other) => {
        await other.deleteFrom("invitations").where("id", "=", over.id).execute();
        await other
          .insertInto("spaces")
          .values({ ...accepted, apartment_id: home })
          .execute();
      },
      () => ask("POST", `/api/bb/apartments/${home}/leave`, {}),
    );
    expect(left.body.leaving.invitations).toEqual(will.invitations);
    expect(named(left.body.leaving)).toEqual(["Andrés Residente", "Lucas Llega", "Rosa Líder"]);
    expect((await ask("GET", `/api/apartments/${home}/members`)).body.members).toEqual([]);
    expect(await open(nora)).toMatchObject({ status: 404, body: { code: "INVITATION_NOT_VALID" } });
    expect((await open(others)).status).toBe(200);
    expect((await ask("GET", `/api/apartments/${home}/invitations`)).body.invitations).toEqual([]);
    expect(await actionsOf(server, ana.id)).toContain("users.invitation-taken-back");
  });

  it("takes the levels by name of whoever stays as a visitor alone, and says so before", async () => {
    const { building, home, andres, ask } = await newPlace();
    await db
      .insertInto("spaces")
      .values(spaceOf(andres.id, "VISITANTE_CONOCIDO", building.id))
      .execute();
    const of = `/api/bb/apartments/${home}`;
    const will = (await ask("GET", `${of}/leaving`)).body.leaving;
    expect(will.people.find(({ id }: { id: string }) => id === andres.id)).toMatchObject({
      ...{ leavesBuilding: true, levels: ["Servicios"], losesCards: false },
    });
    expect((await ask("POST", `${of}/leave`, {})).body.leaving).toEqual(will);
    expect(await grantsOf(andres.id)).toEqual([]);
  });

  it("keeps the cards of who is under a legal hold, and they open nothing", async () => {
    const { building, home, rosa, andres, ask, of } = await newPlace();
    const cardHolder = (
      await ask("POST", `${of}/card-holders`, { name: "Martina Niña", apartmentId: home, levelIds: [] })
    ).body.cardHolder;
    const [hers, his, child] = [
      await giveCard(rosa.id),
      await giveCard(andres.id),
      await giveCard(cardHolder.id),
    ];
    const controller = await newController(server, building.id);
    await server.app.accessKeeper.round();
    const { list } = controller;
    const opens = (tag: string) => list.entries.has(`card:${tag}`);
    await list.until(() => [hers, his, child].every(opens), "the cards");
    const platform = await server.newPerson({ userType: "ADMIN" });
    const laura = asking(server, platform);
    for (const { id } of [andres, cardHolder]) {
      const held = await laura("PUT", `/api/bb/users/${id}/legal-hold`, { isHeld: true, reason: "Fiscalía" });
      expect(held.status).toBe(200);
    }
    // It is not the administration's to know: they are told what it does.
    const left = (await ask("POST", `/api/bb/apartments/${home}/leave`, {})).body.leaving;
    expect(left.people.find(({ id }: { id: string }) => id === andres.id)).toMatchObject({
      ...{ cards: 1, losesCards: true },
    });
    const kept = await db
      .selectFrom("cards")
      .select(["tag", "active"])
      .where("user_id", "in", [rosa.id, andres.id, cardHolder.id])
      .execute();
    expect(new Set(kept)).toEqual(
      new Set([
        { tag: his, active: false },
        { tag: child, active: false },
      ]),
    );
    await server.app.accessKeeper.round();
    await list.until(() => !opens(hers) && !list.entries.has(`holder:${andres.id}`), "the list without them");
    expect([his, child].some(opens)).toBe(false);
    // Once the hold ends they go as they would have gone: nobody looks after them any more.
    for (const { id } of [andres, cardHolder]) {
      await laura("PUT", `/api/bb/users/${id}/legal-hold`, { isHeld: false, reason: "Fiscalía" });
      expect(await tagsOf(id)).toEqual([]);
    }
    expect(await changesOf(server, platform.id)).toContainEqual({
      ...{ before: { tag: his }, after: { reason: "Fiscalía" } },
    });
  });

  it("leaves the cards of who is under a legal hold and is still somebody when it ends", async () => {
    const { andres } = await newPlace();
    const tag = await giveCard(andres.id);
    await db.updateTable("cards").set({ active: false }).where("tag", "=", tag).execute();
    const laura = asking(server, await server.newPerson({ userType: "ADMIN" }));
    for (const isHeld of [true, false]) {
      await laura("PUT", `/api/bb/users/${andres.id}/legal-hold`, { isHeld, reason: "Fiscalía" });
    }
    expect(await tagsOf(andres.id)).toEqual([tag]);
  });

  it("takes the cards of whoever leaves their last two places at the very same moment", async () => {
    const { andres, ask, of } = await newPlace();
    const elsewhere = spaceOf(andres.id, "PORTERIA", (await server.newBuilding()).id);
    await db.insertInto("spaces").values(elsewhere).execute();
    await giveCard(andres.id);
    const left = await interleaved(
      server,
      async (other) => {
        await lockUser(other, andres.id);
        await endSpaces(other, [elsewhere.id], clock.now());
      },
      () => ask("POST", `${of}/people/${andres.id}/leave`, {}),
    );
    expect(left.body.leaving.people).toMatchObject([{ losesCards: true }]);
    expect(await tagsOf(andres.id)).toEqual([]);
    expect((await asking(server, andres)("GET", "/api/user/auth/currentUser")).status).toBe(401);
  });

  it("is not of oneself, of another administrator, or of another building, and nothing changes", async () => {
    const { building, ana, rosa, andres, ask, of, home } = await newPlace();
    const other = await newPlace();
    const second = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const tag = await giveCard(andres.id);
    for (const [who, status, code] of [
      [ana.id, 409, "MEMBER_IS_YOU"],
      [second.id, 403, "PLATFORM_ONLY"],
      [other.andres.id, 404, "PERSON_NOT_IN_BUILDING"],
    ] as const) {
      for (const [method, verb] of [
        ["GET", "leaving"],
        ["POST", "leave"],
      ] as const) {
        expect(await ask(method, `${of}/people/${who}/${verb}`)).toMatchObject({ status, body: { code } });
      }
    }
    expect((await other.ask("POST", `${of}/people/${andres.id}/leave`, {})).status).toBe(404);
    expect((await other.ask("POST", `/api/bb/apartments/${home}/leave`, {})).status).toBe(404);
    const leader = asking(server, rosa);
    expect((await leader("POST", `${of}/people/${andres.id}/leave`, {})).status).toBe(403);
    expect(await tagsOf(andres.id)).toEqual([tag]);
    expect((await ask("GET", `/api/apartments/${home}/members`)).body.members).toHaveLength(2);
    const laura = asking(server, await server.newPerson({ userType: "ADMIN" }));
    expect((await laura("POST", `${of}/people/${second.id}/leave`, {})).status).toBe(200);
    // Nor of oneself among those of a whole home.
    await db
      .insertInto("spaces")
      .values({ ...spaceOf(ana.id, "PROPIETARIO", building.id), apartment_id: home })
      .execute();
    for (const [method, verb] of [
      ["GET", "leaving"],
      ["POST", "leave"],
    ] as const) {
      expect(await ask(method, `/api/bb/apartments/${home}/${verb}`)).toMatchObject({
        status: 409,
        body: { code: "MEMBER_IS_YOU" },
      });
    }
    expect((await ask("GET", `/api/apartments/${home}/members`)).body.members).toHaveLength(3);
    expect((await laura("POST", `/api/bb/apartments/${home}/leave`, {})).body.leaving.people).toHaveLength(3);
  });

  it("is done once when two do it at once, and not at all when a part of it fails", async () => {
    const { andres, rosa, ask, of } = await newPlace();
    const both = await Promise.all([1, 2].map(() => ask("POST", `${of}/people/${andres.id}/leave`, {})));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const tag = await giveCard(rosa.id);
    // Nobody may write down what is done: then it is not done.
    await db.schema.alterTable("audit_lines").renameTo("audit_lines_away").execute();
    try {
      expect((await ask("POST", `${of}/people/${rosa.id}/leave`, {})).status).toBe(500);
    } finally {
      await db.schema.alterTable("audit_lines_away").renameTo("audit_lines").execute();
    }
    expect(await tagsOf(rosa.id)).toEqual([tag]);
    expect((await ask("GET", `${of}/people/${rosa.id}/leaving`)).body.leaving.people).toHaveLength(1);
  });
});
