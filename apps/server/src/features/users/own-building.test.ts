import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { asking, giveCard } from "../../../testing/test-admin.ts";
import { picture, postForm } from "../../../testing/test-forms.ts";
import { csv, importTools } from "../../../testing/test-import.ts";
import { startTestServer } from "../../../testing/test-server.ts";

/* Alberto administers one building of two: he does there what the platform does, and knows of nothing else. */

const server = await startTestServer();
afterAll(() => server.close());

let mine: TestBuilding;
let other: TestBuilding;
let alberto: TestPerson;
let rosa: TestPerson;
let stranger: TestPerson;
let both: TestPerson;
const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });

beforeAll(async () => {
  mine = await server.newBuilding("Edificio de Alberto");
  other = await server.newBuilding("Conjunto Ajeno");
  const home = mine.apartments[0]?.id ?? "";
  const away = other.apartments[0]?.id ?? "";
  const living = (buildingId: string, apartmentId: string) =>
    ({ role: "RESIDENTE", buildingId, apartmentId }) as const;
  alberto = await server.newPerson({
    name: "Alberto Administrador",
    spaces: [{ role: "ADMINISTRADOR", buildingId: mine.id }],
  });
  rosa = await server.newPerson({ name: "Rosa Propia", spaces: [living(mine.id, home)] });
  stranger = await server.newPerson({ name: "Raúl Ajeno", spaces: [living(other.id, away)] });
  both = await server.newPerson({
    name: "Rebeca Ambos",
    spaces: [living(mine.id, home), living(other.id, away)],
  });
  await giveCard(server, rosa.id, "AAAA01");
  await giveCard(server, stranger.id, "BBBB01");
  await giveCard(server, both.id, "CCCC01");
});

const as = (person: TestPerson) => asking(server, person);
const names = (body: { users: { name: string }[] }) => body.users.map(({ name }) => name);
const list = "/api/bb/usersV2/ResidentUserDetails";
const cardOf = async (person: TestPerson) =>
  (
    await server.db
      .selectFrom("cards")
      .select("id")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow()
  ).id;
const form = async (cedula: string) => ({
  cedula,
  photo: await picture(),
  cedulaFrontal: await picture(),
  cedulaPosterior: await picture(),
});

describe("who administers a building", () => {
  it("lists its people alone, whole, in pages, by search and as a file", async () => {
    const own = ["Alberto Administrador", "Rebeca Ambos", "Rosa Propia"];
    expect(names((await as(alberto)("GET", list)).body)).toEqual(own);
    const paged = (await as(alberto)("GET", `${list}?page=1&limit=2`)).body;
    expect([names(paged), paged.totalPages, paged.isMore]).toEqual([own.slice(0, 2), 2, false]);
    expect(names((await as(alberto)("GET", `${list}?page=2&limit=2`)).body)).toEqual(["Rosa Propia"]);
    expect(names((await as(alberto)("GET", `${list}?search=r`)).body)).toEqual([
      "Rebeca Ambos",
      "Rosa Propia",
    ]);
    expect(names((await as(alberto)("GET", `${list}?search=raul`)).body)).toEqual([]);
    const file = await server.app.http.inject({ url: `${list}.csv`, headers: alberto.headers });
    expect(file.body).toContain("Rosa Propia");
    expect(file.body).not.toContain("Ajeno");
    expect(names((await as(laura)("GET", `${list}?search=raul`)).body)).toEqual(["Raúl Ajeno"]);
  });

  it("does not learn by a search what somebody is elsewhere", async () => {
    expect(names((await as(alberto)("GET", `${list}?search=ajeno`)).body)).toEqual([]);
    const { user } = (await as(alberto)("GET", `/api/bb/users/${both.cedula}`)).body;
    expect(user.places.map(({ buildingName }: { buildingName: string }) => buildingName)).toEqual([
      "Edificio de Alberto",
    ]);
    expect(await as(alberto)("GET", `/api/bb/users/${stranger.cedula}`)).toMatchObject({
      status: 404,
      body: { code: "USER_NOT_FOUND" },
    });
  });

  it("sees openings, intrusions, cards and audit of it alone, and of no other when asked by its id", async () => {
    await server.db
      .insertInto("audit_lines")
      .values(
        [mine, other].map((building) => ({
          id: server.app.services.newId(),
          at: server.clock.now(),
          building_id: building.id,
          actor_id: laura.id,
          action: "buildings.changed",
          subject_id: building.id,
          detail: "{}",
          digests: "{}",
        })),
      )
      .execute();
    for (const path of ["events/open-door", "events/event-intrusion", "audit"]) {
      expect((await as(alberto)("GET", `/api/bb/${path}`)).status).toBe(200);
      expect((await as(alberto)("GET", `/api/bb/${path}?buildingId=${mine.id}`)).status).toBe(200);
      expect((await as(alberto)("GET", `/api/bb/${path}?buildingId=${other.id}`)).status).toBe(404);
    }
    const { entries } = (await as(alberto)("GET", "/api/bb/audit?action=buildings.changed")).body;
    expect(entries.map(({ building }: { building: { id: string } }) => building.id)).toEqual([mine.id]);
    const cards = await server.app.http.inject({ url: "/api/bb/cardsv2.csv", headers: alberto.headers });
    expect(cards.body).toContain("AAAA01");
    expect(cards.body).not.toContain("BBBB01");
    const { buildings } = (await as(alberto)("GET", "/api/bb/buildings")).body;
    expect(buildings.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
  });

  it("finds in its own audit who took its lists away", async () => {
    await server.app.http.inject({ url: `${list}.csv`, headers: alberto.headers });
    const { entries } = (await as(alberto)("GET", "/api/bb/audit?action=users.exported")).body;
    expect(entries[0]).toMatchObject({ actor: { id: alberto.id }, building: { id: mine.id } });
  });

  it("makes, changes and deletes its doors and cameras, and none of another building", async () => {
    const floorId = mine.towers[0]?.floors[0]?.id;
    const made = await as(alberto)("POST", `/api/bb/buildings/${mine.id}/doors`, {
      name: "Garaje",
      localId: "9",
      floorId,
    });
    expect(made.status).toBe(200);
    expect((await as(alberto)("POST", "/api/bb/doors", { buildingId: mine.id })).body.doors).toHaveLength(1);
    expect((await as(alberto)("DELETE", `/api/bb/doors/${made.body.door.id}`)).status).toBe(200);
    const door = await server.newDoor(other);
    expect((await as(alberto)("POST", "/api/bb/doors", { buildingId: other.id })).status).toBe(404);
    for (const [method, path, code] of [
      ["PUT", `doors/${door.id}`, "DOOR_NOT_FOUND"],
      ["DELETE", `doors/${door.id}`, "DOOR_NOT_FOUND"],
      ["PUT", `cameras/${door.cameraId}`, "CAMERA_NOT_FOUND"],
      ["DELETE", `cameras/${door.cameraId}`, "CAMERA_NOT_FOUND"],
    ] as const) {
      expect(await as(alberto)(method, `/api/bb/${path}`, method === "PUT" ? {} : undefined)).toMatchObject({
        status: 404,
        body: { code },
      });
    }
  });

  it("makes no building and no administrator, pairs nothing and switches nobody off", async () => {
    const ofPlatform = [
      ["POST", "buildings", { name: "X" }],
      ["DELETE", `buildings/${mine.id}`, undefined],
      ["POST", `buildings/${mine.id}/controllers`, {}],
      ["PUT", `usersV2/${rosa.id}/deactivate`, {}],
      ["PUT", `usersV2/${rosa.id}/activate`, {}],
      ["GET", "administrators", undefined],
    ] as const;
    for (const [method, path, payload] of ofPlatform) {
      expect([path, (await as(alberto)(method, `/api/bb/${path}`, payload)).status]).toEqual([path, 403]);
    }
    const staff = `/api/bb/buildings/${mine.id}/staff`;
    const papers = {
      cedula: "80123456",
      name: "Otro Administrador",
      email: "otro@example.org",
      phone: "3001234567",
    };
    expect(await as(alberto)("POST", staff, { ...papers, role: "ADMINISTRADOR" })).toMatchObject({
      status: 403,
      body: { code: "PLATFORM_ONLY" },
    });
    const helper = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: mine.id }] });
    // Nor does it send again or take back what the platform wrote to one.
    const { invitation } = (
      await as(laura)("POST", staff, {
        ...papers,
        cedula: "88008",
        email: "otra@example.org",
        role: "ADMINISTRADOR",
      })
    ).body;
    const pending = `/api/bb/buildings/${mine.id}/invitations/${invitation.id}`;
    expect(await as(alberto)("POST", `${pending}/resend`, {})).toMatchObject({
      status: 403,
      body: { code: "PLATFORM_ONLY" },
    });
    expect((await as(alberto)("DELETE", pending)).body.code).toBe("PLATFORM_ONLY");
    expect((await as(laura)("DELETE", pending)).status).toBe(200);
    const promoted = await as(alberto)("PUT", `${staff}/${helper.spaceIds[0]}`, { role: "ADMINISTRADOR" });
    expect(promoted).toMatchObject({ status: 403, body: { code: "PLATFORM_ONLY" } });
    expect((await as(alberto)("DELETE", `${staff}/${alberto.spaceIds[0]}`)).status).toBe(403);
    expect((await as(alberto)("DELETE", `${staff}/${helper.spaceIds[0]}`)).status).toBe(200);
  });

  it("writes nobody's telephone, and an alias of its own people alone", async () => {
    const put = (person: TestPerson, body: object) => as(alberto)("PUT", `/api/bb/userV2/${person.id}`, body);
    expect((await put(rosa, { alias: "La del 101" })).status).toBe(200);
    expect(await put(rosa, { phone: "3009998877" })).toMatchObject({ body: { code: "PLATFORM_ONLY" } });
    expect(await put(both, { alias: "x" })).toMatchObject({ status: 403, body: { code: "PLATFORM_ONLY" } });
    expect((await put(stranger, { alias: "x" })).status).toBe(404);
    expect((await put(laura, { alias: "x" })).status).toBe(404);
  });

  it("validates its own people, and gives cards to whom it or the platform validated", async () => {
    const give = (person: TestPerson, tag: string) =>
      as(alberto)("POST", "/api/bb/cardsv2", { userId: person.id, tag, type: "PERSON" });
    expect(await give(rosa, "DDDD01")).toMatchObject({ body: { code: "USER_NOT_VERIFIED" } });
    // Validated by another building's administration, before they came here.
    const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: other.id }] });
    await postForm(server, laura, "/api/bb/userv2", await form(rosa.cedula));
    await server.db
      .updateTable("user_identities")
      .set({ verified_by: ana.id })
      .where("user_id", "=", rosa.id)
      .execute();
    const consulted = async (actor: TestPerson) =>
      (await as(actor)("GET", `/api/bb/users/${rosa.cedula}`)).body.user;
    expect(await give(rosa, "DDDD01")).toMatchObject({ body: { code: "USER_NOT_VERIFIED" } });
    expect(await consulted(alberto)).toMatchObject({ verified: true, isVerifiedByOthers: true });
    expect(await consulted(laura)).not.toHaveProperty("isVerifiedByOthers");
    expect(await postForm(server, alberto, "/api/bb/userv2", await form(rosa.cedula))).toMatchObject({
      status: 200,
    });
    expect(await consulted(alberto)).not.toHaveProperty("isVerifiedByOthers");
    expect((await give(rosa, "DDDD01")).status).toBe(200);
    expect((await postForm(server, alberto, "/api/bb/userv2", await form(stranger.cedula))).status).toBe(404);
    expect(await postForm(server, alberto, "/api/bb/userv2", await form(both.cedula))).toMatchObject({
      status: 403,
      body: { code: "PLATFORM_ONLY" },
    });
    expect((await give(stranger, "DDDD02")).status).toBe(404);
    expect((await give(both, "DDDD03")).status).toBe(403);
  });

  it("changes and deletes no card that opens elsewhere too", async () => {
    const card = { tag: "EEEE01", type: "CAR", active: false };
    const of = async (person: TestPerson) => `/api/bb/cardsv2/${await cardOf(person)}`;
    expect((await as(alberto)("PUT", await of(rosa), card)).status).toBe(200);
    expect((await as(alberto)("PUT", await of(stranger), card)).status).toBe(404);
    expect((await as(alberto)("PUT", await of(both), card)).status).toBe(403);
    expect((await as(alberto)("DELETE", await of(both))).status).toBe(403);
    const read = (person: TestPerson) => as(alberto)("GET", `/api/bb/cardsv2?document=${person.cedula}`);
    expect((await read(rosa)).status).toBe(200);
    expect((await read(stranger)).status).toBe(404);
  });

  it("brings in no cards, and no mail of who has an account", async () => {
    const { send } = importTools(server, alberto);
    const row = (tag: string) =>
      csv([
        "A",
        "1",
        "A-101",
        "Rosa Propia",
        rosa.cedula,
        "",
        "",
        "nuevo@example.org",
        "Residente",
        tag,
        "",
        "",
      ]);
    const known = await send(mine.id, row(""), true);
    expect(known.status).toBe(200);
    const { email } = await server.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    expect(email).toBe("");
    expect((await send(mine.id, row("FFFF01"), true)).body).toMatchObject({ isApplied: false });
  });

  it("makes no administrator by a spreadsheet, and leaves those that there are as they are", async () => {
    const { send } = importTools(server, alberto);
    const row = (name: string, cedula: string, role: string) =>
      csv(["", "", "", name, cedula, "", "", "nueva@example.org", role, "", "", ""]);
    const asAdministrator = row("Otra Administradora", "80123457", "Administrador");
    expect((await send(mine.id, asAdministrator, true)).body).toMatchObject({
      isApplied: false,
      rows: [{ outcome: "error", words: [expect.stringContaining("plataforma")] }],
    });
    // Nor of who is something else there already.
    expect((await send(mine.id, row(rosa.name, rosa.cedula, "Administrador"), true)).body).toMatchObject({
      isApplied: false,
    });
    const invited = () =>
      server.db.selectFrom("invitations").select("role").where("building_id", "=", mine.id).execute();
    expect(await invited()).toEqual([]);
    const own = await send(mine.id, row(alberto.name, alberto.cedula, "Administrador"), true);
    expect(own.body).toMatchObject({ isApplied: true, rows: [{ outcome: "same" }] });
    // The platform does.
    expect((await send(mine.id, asAdministrator, true, laura.headers)).body).toMatchObject({
      isApplied: true,
    });
    expect(await invited()).toEqual([{ role: "ADMINISTRADOR" }]);
    // What it wrote is not redirected to another address by the building's own.
    const redirected = csv([
      "",
      "",
      "",
      "Otra Administradora",
      "80123457",
      "",
      "",
      "mia@example.org",
      "Administrador",
      "",
      "",
      "",
    ]);
    expect((await send(mine.id, redirected, true)).body).toMatchObject({ isApplied: false });
  });
});

describe("what happens today in a building", () => {
  it("is for its desk, of the own building and of today alone", async () => {
    const door = await server.newDoor(mine, { name: "Principal" });
    const opening = (hoursAgo: number) => ({
      id: server.app.services.newId(),
      building_id: mine.id,
      door_id: door.id,
      door_name: "Principal",
      order_id: null,
      user_id: null,
      apartment_id: null,
      picture_file_id: null,
      occurred_at: new Date(server.clock.now().getTime() - hoursAgo * 3_600_000),
      origin: "APP" as const,
    });
    await server.db
      .insertInto("open_door_events")
      .values([opening(0), opening(48)])
      .execute();
    for (const role of ["ADMINISTRADOR", "PORTERIA", "CONSERJE"] as const) {
      const person = await server.newPerson({ spaces: [{ role, buildingId: mine.id }] });
      const today = (buildingId: string, what: string) =>
        as(person)("GET", `/api/buildings/${buildingId}/today/${what}`);
      expect((await today(mine.id, "openings")).body.eventOpenDoorDetails).toHaveLength(1);
      expect((await today(mine.id, "intrusions")).body.eventIntrusionDetails).toEqual([]);
      expect((await today(other.id, "openings")).status).toBe(404);
    }
    expect((await as(rosa)("GET", `/api/buildings/${mine.id}/today/openings`)).status).toBe(403);
  });
});
