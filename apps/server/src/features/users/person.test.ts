import type { PersonPage } from "@umbral/contract/users/person.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { actionsOf, asking, giveCard } from "../../../testing/test-admin.ts";
import { askPasses, madePass } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";

/* One page for a person: Alberto reads it of the people of his building, Ana of hers, the platform of everybody. */

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { newId } = server.app.services;

const mine = await server.newBuilding("Edificio de Alberto");
const other = await server.newBuilding("Conjunto de Ana");
const administratorOf = (building: TestBuilding, name: string) =>
  server.newPerson({ name, spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
const living = (building: TestBuilding) =>
  ({ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }) as const;

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const alberto = await administratorOf(mine, "Alberto Administrador");
const ana = await administratorOf(other, "Ana Administradora");
const rosa = await server.newPerson({ name: "Rosa Propia", spaces: [living(mine)] });
const both = await server.newPerson({ name: "Rebeca Ambos", spaces: [living(mine), living(other)] });
await giveCard(server, rosa.id, "AAAA01");

const pageOf = (id: string) => `/api/bb/users/${id}/page`;
async function read(who: Parameters<typeof asking>[1], id: string): Promise<PersonPage> {
  const { status, body } = await asking(server, who)("GET", pageOf(id));
  expect(status).toBe(200);
  return body.person;
}

const opening = (building: TestBuilding, userId: string, at: string) => ({
  id: newId(),
  building_id: building.id,
  door_id: null,
  door_name: `Puerta de ${building.name}`,
  user_id: userId,
  origin: "APP" as const,
  occurred_at: new Date(at),
});

describe("the page of a person", () => {
  it("tells who, where, cards, and what the building's administrator may do", async () => {
    const page = await read(alberto, rosa.id);
    expect(page).toMatchObject({
      name: "Rosa Propia",
      cedula: rosa.cedula,
      isWithoutAccount: false,
      places: [
        {
          role: "RESIDENTE",
          building: { id: mine.id, name: mine.name },
          apartment: { name: mine.apartments[0]?.name },
          may: { change: true, remove: true },
        },
      ],
      cards: [{ tag: "AAAA01", active: true }],
      validation: null,
      may: {
        changeAlias: true,
        changePhone: false,
        switchActive: false,
        freeCedula: false,
        validate: true,
        giveCards: false,
        addPlace: true,
        moveOutOf: [mine.id],
      },
    });
    expect(await actionsOf(server, alberto.id)).toContain("users.page-shown");
  });

  it("shows the platform where somebody is signed in, and lets it do all of it", async () => {
    const page = await read(laura, rosa.id);
    expect(page.sessions).toHaveLength(1);
    expect(page.may).toMatchObject({ changePhone: true, switchActive: true, freeCedula: true });
  });

  it("is nobody's for the administrator of another building, and for who administers none", async () => {
    expect(await asking(server, ana)("GET", pageOf(rosa.id))).toMatchObject({
      status: 404,
      body: { code: "USER_NOT_FOUND" },
    });
    expect((await asking(server, rosa)("GET", pageOf(rosa.id))).status).toBe(403);
    expect((await asking(server, laura)("GET", pageOf(laura.id))).status).toBe(404);
    expect((await asking(server, null)("GET", pageOf(rosa.id))).status).toBe(401);
  });

  it("says nothing of other buildings: places, openings, refusals and counts", async () => {
    await db
      .insertInto("open_door_events")
      .values([
        opening(mine, both.id, "2026-11-01T10:00:00Z"),
        opening(other, both.id, "2026-11-02T10:00:00Z"),
        opening(mine, rosa.id, "2026-11-03T10:00:00Z"),
      ])
      .execute();
    const page = await read(alberto, both.id);
    expect(page.places.map(({ building }) => building.id)).toEqual([mine.id]);
    expect(page.events.map(({ at }) => at)).toEqual(["2026-11-01T10:00:00.000Z"]);
    expect(page.kept.openings).toBe(1);
    // What would count in the other building too is the platform's.
    expect(page.may).toMatchObject({ changeAlias: false, validate: false, giveCards: false });
    expect(page.sessions).toBe(null);
    const whole = await read(laura, both.id);
    expect(whole.places).toHaveLength(2);
    expect(whole.events.map(({ at }) => at)).toEqual([
      "2026-11-02T10:00:00.000Z",
      "2026-11-01T10:00:00.000Z",
    ]);
  });

  it("tells whom they invite, in the reader's buildings alone, and no more of a guest than the desk sees", async () => {
    const apartmentId = (building: TestBuilding) => building.apartments[0]?.id ?? "";
    const carlos = {
      name: "Carlos Invitado",
      cedula: "52123456",
      phone: "3001234567",
      email: "carlos@example.com",
      plate: "ABC123",
    };
    const { pass } = await madePass(server, mine, both, { guest: carlos, apartmentId: apartmentId(mine) });
    await madePass(server, other, both, { guest: { name: "Otra" }, apartmentId: apartmentId(other) });
    const page = await read(alberto, both.id);
    expect(page.passes).toEqual([
      {
        id: pass.id,
        building: { id: mine.id, name: mine.name, timeZone: "America/Bogota" },
        apartment: { id: apartmentId(mine), name: mine.apartments[0]?.name },
        madeAs: "home",
        guest: { name: "Carlos Invitado", plate: "ABC123", company: "" },
        from: pass.from,
        until: pass.until,
        hours: null,
        entries: 1,
        entered: 0,
        left: 0,
        state: "waiting",
        isOverstaying: false,
        lastMovementAt: null,
        // Whom a home invites is the home's to take back.
        may: { takeBack: false },
      },
    ]);
    expect(page.kept.passes).toBe(1);
    expect((await read(ana, both.id)).passes.map(({ guest }) => guest.name)).toEqual(["Otra"]);
    const whole = await read(laura, both.id);
    expect(whole.passes).toHaveLength(2);
    expect(whole.kept.passes).toBe(2);
    expect((await read(alberto, rosa.id)).passes).toEqual([]);
  });

  it("lets the administration take back the building's own guests from the page, and the platform none", async () => {
    const amanda = await administratorOf(mine, "Amanda Administradora");
    const { pass: away } = await madePass(server, mine, amanda, {
      guest: { name: "Ida" },
      apartmentId: null,
    });
    await askPasses(server, mine, amanda, "DELETE", `/${away.id}`);
    const { pass } = await madePass(server, mine, amanda, { guest: { name: "Técnico" }, apartmentId: null });
    const may = async (who: Parameters<typeof asking>[1]) =>
      (await read(who, amanda.id)).passes.map(({ guest, state, may: { takeBack } }) => [
        guest.name,
        state,
        takeBack,
      ]);
    expect(await may(alberto)).toEqual([
      ["Técnico", "waiting", true],
      ["Ida", "taken-back", false],
    ]);
    expect((await may(laura)).map(([, , takeBack]) => takeBack)).toEqual([false, false]);
    expect((await askPasses(server, mine, laura, "DELETE", `/${pass.id}`)).status).toBe(403);
    expect((await askPasses(server, mine, alberto, "DELETE", `/${pass.id}`)).status).toBe(200);
    expect(await may(alberto)).toEqual([
      ["Técnico", "taken-back", false],
      ["Ida", "taken-back", false],
    ]);
  });

  it("lets nobody move themselves or another administrator out", async () => {
    const second = await administratorOf(mine, "Segundo Administrador");
    expect((await read(alberto, alberto.id)).may.moveOutOf).toEqual([]);
    expect((await read(alberto, second.id)).may.moveOutOf).toEqual([]);
    expect((await read(laura, second.id)).may.moveOutOf).toEqual([mine.id]);
    const acts = (page: PersonPage) => page.places.map(({ may }) => may);
    for (const id of [alberto.id, second.id]) {
      expect(acts(await read(alberto, id))).toEqual([{ change: false, remove: false }]);
    }
    expect(acts(await read(laura, second.id))).toEqual([{ change: true, remove: true }]);
  });

  it("is there for who carries a card without an account", async () => {
    const made = await asking(server, alberto)("POST", `/api/bb/buildings/${mine.id}/card-holders`, {
      name: "Martina Niña",
      apartmentId: mine.apartments[0]?.id ?? "",
      levelIds: [],
    });
    const page = await read(alberto, made.body.cardHolder.id);
    expect(page).toMatchObject({
      name: "Martina Niña",
      isWithoutAccount: true,
      cedula: "",
      carriesIn: [{ building: { id: mine.id }, apartment: { name: mine.apartments[0]?.name } }],
      may: { giveCards: true, validate: false, changeAlias: false, addPlace: false, moveOutOf: [] },
    });
    expect((await asking(server, ana)("GET", pageOf(page.id))).status).toBe(404);
  });
});

describe("a session of somebody", () => {
  const isOpen = async (who: { headers: { authorization: string } }) =>
    (await asking(server, who)("GET", "/api/user/auth/currentUser")).status === 200;
  const end = async (by: Parameters<typeof asking>[1], userId: string, sessionId: string) =>
    asking(server, by)("DELETE", `/api/bb/users/${userId}/sessions/${sessionId}`);
  const sessionOf = async (userId: string) =>
    (
      await db
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        .where("ended_at", "is", null)
        .executeTakeFirstOrThrow()
    ).id;

  it("is ended by the administration of all their buildings, on HTTP and on its socket, and written down", async () => {
    const tomas = await server.newPerson({ name: "Tomás Propio", spaces: [living(mine)] });
    const socket = await server.connectAs(tomas);
    const [session] = (await read(alberto, tomas.id)).sessions ?? [];
    expect(session?.id).toBe(await sessionOf(tomas.id));
    const ended = socket.ended();
    expect(await end(alberto, tomas.id, session?.id ?? "")).toEqual({ status: 200, body: { ok: true } });
    expect(await ended).toBe("io server disconnect");
    expect(await isOpen(tomas)).toBe(false);
    expect(
      await db
        .selectFrom("audit_lines")
        .select(["actor_id", "building_id"])
        .where("action", "=", "users.session-ended")
        .where("subject_id", "=", tomas.id)
        .execute(),
    ).toEqual([{ actor_id: alberto.id, building_id: mine.id }]);
    // There is none any more.
    expect((await end(alberto, tomas.id, session?.id ?? "")).status).toBe(404);
  });

  it("is the platform's of who is of another building too, and of who administers one", async () => {
    const second = await administratorOf(mine, "Tercero Administrador");
    for (const person of [both, second, alberto]) {
      expect(await end(alberto, person.id, await sessionOf(person.id))).toMatchObject({
        status: 403,
        body: { code: "PLATFORM_ONLY" },
      });
      expect(await isOpen(person)).toBe(true);
    }
    expect((await end(laura, second.id, await sessionOf(second.id))).status).toBe(200);
    expect(await isOpen(second)).toBe(false);
  });

  it("is nobody else's, and none of the platform's own people", async () => {
    const session = await sessionOf(rosa.id);
    expect(await end(ana, rosa.id, session)).toMatchObject({ status: 404, body: { code: "USER_NOT_FOUND" } });
    expect((await end(rosa, rosa.id, session)).status).toBe(403);
    expect((await end(null, rosa.id, session)).status).toBe(401);
    // Somebody else's session under an own person's name.
    expect((await end(alberto, rosa.id, await sessionOf(ana.id))).status).toBe(404);
    expect(await end(laura, laura.id, await sessionOf(laura.id))).toMatchObject({
      status: 404,
      body: { code: "USER_NOT_FOUND" },
    });
    for (const person of [rosa, ana, laura]) {
      expect(await isOpen(person)).toBe(true);
    }
  });
});

describe("a card that its holder lost", () => {
  it("opens nothing from then on, is written down once, and is none of another building's", async () => {
    const { cards } = await read(alberto, rosa.id);
    const lost = `/api/bb/cardsv2/${cards[0]?.id}/lost`;
    expect((await asking(server, ana)("POST", lost, {})).status).toBe(404);
    expect((await read(alberto, rosa.id)).cards[0]?.active).toBe(true);
    for (const _ of [1, 2]) {
      expect((await asking(server, alberto)("POST", lost, {})).body.card).toMatchObject({
        active: false,
        lostAt: expect.any(String),
      });
    }
    const actions = await actionsOf(server, alberto.id);
    expect(actions.filter((action) => action === "cards.lost")).toHaveLength(1);
  });
});
