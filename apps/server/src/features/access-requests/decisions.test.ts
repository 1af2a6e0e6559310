import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { newRequest } from "../../../testing/test-requests.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const seen = await seeMessages(server);

type Somebody = Pick<TestPerson, "headers">;
const stranger: Somebody = { headers: { authorization: "" } };

async function get(actor: Somebody, url: string) {
  const reply = await server.app.http.inject({ url, headers: actor.headers });
  return { status: reply.statusCode, body: reply.json() };
}

async function post(actor: Somebody, url: string, payload: object) {
  const reply = await server.app.http.inject({ method: "POST", url, headers: actor.headers, payload });
  return { status: reply.statusCode, body: reply.json() };
}

/** A building with an administrator, and an apartment with a leader and a resident. */
async function setUp() {
  const building = await server.newBuilding();
  const [home, next] = building.apartments;
  const apartmentId = home?.id ?? "";
  const nextId = next?.id ?? "";
  const at = (id: string) => ({ buildingId: building.id, apartmentId: id });
  const [administrator, leader, resident, neighbour, outsider] = await Promise.all([
    server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }], name: "Alba" }),
    server.newPerson({ spaces: [{ role: "RESIDENTE_LIDER", ...at(apartmentId) }], name: "Lina" }),
    server.newPerson({ spaces: [{ role: "RESIDENTE", ...at(apartmentId) }] }),
    server.newPerson({ spaces: [{ role: "RESIDENTE_LIDER", ...at(nextId) }] }),
    server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: (await server.newBuilding()).id }],
    }),
  ]);
  const employees = `/api/apartments/${apartmentId}/access`;
  const owners = `/api/buildings/${apartmentId}/access`;
  return {
    building,
    apartmentId,
    nextId,
    administrator,
    leader,
    resident,
    neighbour,
    outsider,
    employees,
    owners,
  };
}

const approve = { approved: true };
const reject = { approved: false };

describe("the lists of those who wait", () => {
  it("are hidden from strangers and other buildings, and refused to who only lives there", async () => {
    const { employees, owners, ...who } = await setUp();
    for (const url of [`${employees}/`, `${owners}/`]) {
      expect((await get(stranger, url)).status).toBe(401);
      expect((await get(who.outsider, url)).status).toBe(404);
      expect((await get(who.resident, url)).status).toBe(403);
      expect((await get(who.neighbour, url)).status).toBe(403);
      expect((await get(who.administrator, url)).status).toBe(200);
    }
    expect((await get(who.leader, employees)).status).toBe(200);
    expect((await get(who.leader, owners)).status).toBe(403);
    expect((await get(who.leader, `/api/apartments/${who.building.id}/access`)).status).toBe(403);
    expect((await get(who.administrator, `/api/apartments/${randomUUID()}/access`)).status).toBe(404);
  });

  it("take an apartment's id or a building's, each list its own kind, the longest waiting first", async () => {
    const { building, apartmentId, nextId, administrator, leader, employees, owners } = await setUp();
    const first = await newRequest(server, building, { name: "Beto Álvarez" });
    const second = await newRequest(server, building, { role: "SERVICIOS", apartmentId: nextId });
    const owner = await newRequest(server, building, { role: "PROPIETARIO" });
    const lead = await newRequest(server, building, { role: "RESIDENTE_LIDER", apartmentId: nextId });
    const idsOf = async (url: string, actor = administrator) =>
      (await get(actor, url)).body.accessRequests.map(({ id }: { id: string }) => id);

    expect(await idsOf(employees)).toEqual([first.id]);
    expect(await idsOf(employees, leader)).toEqual([first.id]);
    expect(await idsOf(`/api/apartments/${building.id}/access`)).toEqual([first.id, second.id]);
    expect(await idsOf(owners)).toEqual([owner.id]);
    expect(await idsOf(`/api/buildings/${building.id}/access/`)).toEqual([owner.id, lead.id]);
    expect((await get(leader, employees)).body).toMatchObject({
      accessRequests: [
        {
          id: first.id,
          user: {
            id: first.asking.id,
            name: "Beto Álvarez",
            cedula: first.asking.cedula,
            phone: "",
            photo: null,
          },
          apartment: { id: apartmentId, name: "A-101" },
          building: { id: building.id, name: building.name, timeZone: "America/Bogota" },
          role: "RESIDENTE",
          endsAt: null,
          livesHere: true,
          createdAt: expect.any(String),
        },
      ],
    });
  });

  it("are searched without regard to accents, and come in pages when asked", async () => {
    const { building, nextId, administrator } = await setUp();
    const url = `/api/apartments/${building.id}/access`;
    const beto = await newRequest(server, building, { name: "Beto Álvarez 100%" });
    const dora = await newRequest(server, building, { name: "Dora", apartmentId: nextId });
    const found = async (query: string) =>
      (await get(administrator, `${url}?${query}`)).body.accessRequests.map(({ id }: { id: string }) => id);

    expect(await found("search=ALVAREZ")).toEqual([beto.id]);
    expect(await found(`search=${dora.asking.cedula}`)).toEqual([dora.id]);
    expect(await found("search=a-102")).toEqual([dora.id]);
    expect(await found("search=%25")).toEqual([beto.id]);
    expect(await found("search=_")).toEqual([]);
    expect(await found("page=2&limit=1")).toEqual([dora.id]);
    expect((await get(administrator, `${url}?page=1&limit=1`)).body.totalPages).toBe(2);
    expect((await get(administrator, `${url}?page=1`)).body.totalPages).toBe(1);
    expect((await get(administrator, url)).body).not.toHaveProperty("totalPages");
    expect((await get(administrator, `${url}?page=0`)).status).toBe(400);
  });

  it("show faces through addresses that run out, and write down that they did", async () => {
    const { building, administrator, leader, employees } = await setUp();
    const { asking } = await newRequest(server, building);
    expect((await get(leader, employees)).body.accessRequests[0].user.photo).toBeNull();
    const fileId = server.app.services.newId();
    await server.app.services.files.put(fileId, Buffer.from("a face"));
    await server.db
      .insertInto("files")
      .values({ id: fileId, kind: "profile", media_type: "image/jpeg", bytes: 6 })
      .execute();
    await server.db.updateTable("users").set({ photo_file_id: fileId }).where("id", "=", asking.id).execute();
    const { photo } = (await get(administrator, employees)).body.accessRequests[0].user;
    expect((await server.app.http.inject(photo)).body).toBe("a face");
    server.clock.push(16 * 60_000);
    expect((await server.app.http.inject(photo)).statusCode).toBe(404);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["actor_id", "detail"])
      .where("action", "=", "access-requests.shown")
      .where("building_id", "=", building.id)
      .execute();
    expect(lines).toEqual([{ actor_id: administrator.id, detail: { kind: "employees", faces: 1 } }]);
  });
});

describe("deciding about a resident", () => {
  it("is for the leader of the apartment and the building's administrator", async () => {
    const { building, employees, owners, nextId, ...who } = await setUp();
    const { id } = await newRequest(server, building);
    const url = `${employees}/${id}`;
    expect((await post(stranger, url, approve)).status).toBe(401);
    expect((await post(who.outsider, url, approve)).status).toBe(404);
    for (const actor of [who.resident, who.neighbour]) {
      expect((await post(actor, url, approve)).body.code).toBe("NOT_ALLOWED");
    }
    // By the way of another apartment, or of owners, there is no such request.
    expect((await post(who.neighbour, `/api/apartments/${nextId}/access/${id}`, approve)).status).toBe(404);
    const asOwner = { ...approve, apartmentId: who.apartmentId };
    expect((await post(who.administrator, `${owners}/${id}`, asOwner)).status).toBe(404);
    expect((await post(who.leader, url, {})).status).toBe(422);
    expect((await post(who.leader, url, { approved: "yes" })).status).toBe(400);
    expect((await post(who.leader, `${employees}/${randomUUID()}`, approve)).status).toBe(404);
    expect((await post(who.leader, url, approve)).status).toBe(200);
  });

  it("gives the space at once, tells the person by mail and push, and every list that it is gone", async () => {
    const { building, administrator, leader, employees } = await setUp();
    const { id, asking } = await newRequest(server, building);
    await server.db
      .updateTable("users")
      .set({ email: "nora@example.com" })
      .where("id", "=", asking.id)
      .execute();
    await server.app.http.inject({
      method: "POST",
      url: "/api/user/notifications/token",
      headers: asking.headers,
      payload: { registrationToken: `device-of-${asking.id}` },
    });
    const [theirs, list] = await Promise.all([server.connectAs(asking), server.connectAs(administrator)]);
    const current = "/api/user/auth/currentUser";
    expect((await get(asking, current)).body.spaces).toEqual([]);
    const door = await server.newDoor(building);
    const camera = { buildingId: building.id, camId: door.cameraId };
    expect(await theirs.ask("subscribe:cam_stream", camera)).toMatchObject({ code: "NOT_FOUND" });

    const answer = await post(leader, `${employees}/${id}/`, approve);
    expect(answer.body).toEqual({
      accessRequest: { id, approved: true, decidedAt: expect.any(String) },
    });
    await theirs.hear("spaces:changed");
    expect(await list.hear("access:changed")).toMatchObject({ kind: "employees" });
    expect((await get(asking, current)).body.spaces).toMatchObject([{ id, role: { name: "RESIDENTE" } }]);
    expect(await theirs.ask("subscribe:cam_stream", camera)).toMatchObject({ ok: true });
    expect((await get(leader, employees)).body.accessRequests).toEqual([]);

    const messages = await server.db
      .selectFrom("outbox")
      .select("channel")
      .where("user_id", "=", asking.id)
      .orderBy("channel")
      .execute();
    expect(messages).toEqual([{ channel: "mail" }, { channel: "push" }]);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["actor_id", "action", "detail"])
      .where("subject_id", "=", id)
      .where("action", "=", "access-requests.approved")
      .execute();
    expect(lines).toMatchObject([{ actor_id: leader.id, detail: { userId: asking.id, role: "RESIDENTE" } }]);
  });

  it("asks who administers the building for a second factor, and a home's leader for none", async () => {
    const { building, apartmentId, administrator, leader, employees, owners } = await setUp();
    const unproven = (who: TestPerson) => server.newSession(who.id, { hasSecondFactor: false });
    const resident = await newRequest(server, building);
    const owner = await newRequest(server, building, { role: "PROPIETARIO" });
    const asked = { status: 403, body: { code: "SECOND_FACTOR_ASKED" } };
    const alba = await unproven(administrator);
    expect(await post(alba, `${employees}/${resident.id}`, approve)).toMatchObject(asked);
    expect(await post(alba, `${owners}/${owner.id}`, { ...approve, apartmentId })).toMatchObject(asked);
    const { accessRequests } = (await get(administrator, employees)).body;
    expect(accessRequests).toMatchObject([{ id: resident.id }]);
    expect((await post(await unproven(leader), `${employees}/${resident.id}`, approve)).status).toBe(200);
    expect((await post(administrator, `${owners}/${owner.id}`, { ...reject, apartmentId })).status).toBe(200);
  });

  it("a second time says what was decided, by whom and when, and changes nothing", async () => {
    const { building, administrator, leader, employees } = await setUp();
    const { id, asking } = await newRequest(server, building);
    const first = await post(leader, `${employees}/${id}`, reject);
    expect(first.body.accessRequest.approved).toBe(false);
    for (const actor of [administrator, leader]) {
      const second = await post(actor, `${employees}/${id}`, approve);
      expect([second.status, second.body]).toMatchObject([
        409,
        {
          code: "ACCESS_ALREADY_DECIDED",
          decided: {
            approved: false,
            by: { id: leader.id, name: "Lina" },
            at: first.body.accessRequest.decidedAt,
          },
        },
      ]);
    }
    expect((await get(asking, "/api/user/auth/currentUser")).body.spaces).toEqual([]);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["actor_id", "action"])
      .where("subject_id", "=", id)
      .where("action", "in", ["access-requests.approved", "access-requests.rejected"])
      .execute();
    expect(lines).toEqual([{ actor_id: leader.id, action: "access-requests.rejected" }]);
  });

  it("by two at the same moment is one decision", async () => {
    const { building, administrator, leader, employees } = await setUp();
    const { id } = await newRequest(server, building);
    const answers = await Promise.all([
      post(administrator, `${employees}/${id}`, approve),
      post(leader, `${employees}/${id}`, reject),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won] = answers.filter(({ status }) => status === 200);
    const [lost] = answers.filter(({ status }) => status === 409);
    expect(lost?.body.decided.approved).toBe(won?.body.accessRequest.approved);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select("action")
      .where("subject_id", "=", id)
      .execute();
    expect(lines).toHaveLength(2);
  });

  it("tells who was rejected whom to ask: a home's leader only of what a leader decides", async () => {
    const { building, administrator, employees } = await setUp();
    for (const [role, whom] of [
      ["RESIDENTE", "habla con el residente líder o la administración del edificio."],
      ["EMPLEADO_ADMINISTRATIVO", "habla con la administración del edificio."],
    ] as const) {
      const { id, asking } = await newRequest(server, building, { role });
      await server.db
        .updateTable("users")
        .set({ email: `${asking.id}@example.com` })
        .where("id", "=", asking.id)
        .execute();
      expect((await post(administrator, `${employees}/${id}`, reject)).status).toBe(200);
      expect(await seen.to(asking.id)).toMatchObject([
        { channel: "mail", body: expect.stringContaining(whom) },
      ]);
    }
  });

  it("lets who was rejected ask again", async () => {
    const { building, leader, employees } = await setUp();
    const { id, asking } = await newRequest(server, building);
    await post(leader, `${employees}/${id}`, reject);
    const again = await newRequest(server, building, { asking });
    expect((await post(leader, `${employees}/${again.id}`, approve)).status).toBe(200);
  });

  it("keeps the end of a temporary resident, and refuses to approve one that has passed", async () => {
    const { building, leader, employees } = await setUp();
    const endsAt = new Date(server.clock.now().getTime() + 3_600_000);
    const { id, asking } = await newRequest(server, building, { role: "RESIDENTE_TEMPORAL", endsAt });
    const late = await newRequest(server, building, { role: "RESIDENTE_TEMPORAL", endsAt });
    expect((await get(leader, employees)).body.accessRequests[0].endsAt).toBe(endsAt.toISOString());
    await post(leader, `${employees}/${id}`, approve);
    const spaces = async () => (await get(asking, "/api/user/auth/currentUser")).body.spaces;
    expect(await spaces()).toHaveLength(1);
    server.clock.push(3_600_001);
    expect(await spaces()).toEqual([]);
    const refused = await post(leader, `${employees}/${late.id}`, approve);
    expect([refused.status, refused.body.code]).toEqual([409, "ACCESS_DATE_PASSED"]);
    expect((await post(leader, `${employees}/${late.id}`, reject)).status).toBe(200);
  });

  it("is no way to a space that nobody asked for", async () => {
    const { resident, leader, employees } = await setUp();
    expect((await post(leader, `${employees}/${resident.spaceIds[0]}`, reject)).status).toBe(404);
  });
});

describe("deciding about an owner or a leader", () => {
  it("is for the building's administrator, and makes the apartment active", async () => {
    const { building, apartmentId, nextId, administrator, leader, outsider, owners } = await setUp();
    await server.db
      .updateTable("apartments")
      .set({ active: false })
      .where("id", "in", [apartmentId, nextId])
      .execute();
    const isActive = async (id: string) =>
      (await server.db.selectFrom("apartments").select("active").where("id", "=", id).executeTakeFirst())
        ?.active;
    const owner = await newRequest(server, building, { role: "PROPIETARIO" });
    const lead = await newRequest(server, building, { role: "RESIDENTE_LIDER", apartmentId: nextId });
    const body = { ...approve, apartmentId };
    const url = `${owners}/${owner.id}`;
    expect((await post(leader, url, body)).status).toBe(403);
    expect((await post(outsider, url, body)).status).toBe(404);
    expect((await post(administrator, url, approve)).status).toBe(422);
    expect((await post(administrator, url, { ...approve, apartmentId: nextId })).status).toBe(404);
    expect(await isActive(apartmentId)).toBe(false);
    expect((await post(administrator, url, body)).status).toBe(200);
    expect(await isActive(apartmentId)).toBe(true);

    const byBuilding = `/api/buildings/${building.id}/access/${lead.id}`;
    expect((await post(administrator, byBuilding, { ...reject, apartmentId: nextId })).status).toBe(200);
    expect(await isActive(nextId)).toBe(false);
  });

  it("is for the platform's administrators too", async () => {
    const { building, apartmentId, owners } = await setUp();
    const { id } = await newRequest(server, building, { role: "PROPIETARIO" });
    const platform = await server.newPerson({ userType: "ADMIN" });
    expect((await post(platform, `${owners}/${id}`, { ...approve, apartmentId })).status).toBe(200);
  });
});

describe("where somebody decides", () => {
  const url = "/api/access-requests/waiting";

  it("is told with how many wait, and nobody's name", async () => {
    const { building, apartmentId, administrator, leader, resident } = await setUp();
    await newRequest(server, building);
    await newRequest(server, building, { role: "PROPIETARIO" });
    expect((await get(stranger, url)).status).toBe(401);
    expect((await get(resident, url)).status).toBe(403);
    expect((await get(administrator, url)).body).toEqual({
      places: [
        { building: { id: building.id, name: building.name }, apartment: null, employees: 1, owners: 1 },
      ],
    });
    expect((await get(leader, url)).body).toEqual({
      places: [
        {
          building: { id: building.id, name: building.name },
          apartment: { id: apartmentId, name: "A-101" },
          employees: 1,
          owners: null,
        },
      ],
    });
  });

  it("is every building where anybody waits, for the platform", async () => {
    const [busy, quiet] = [await setUp(), await setUp()];
    await newRequest(server, busy.building);
    const platform = await server.newPerson({ userType: "ADMIN" });
    const places: { building: { id: string } }[] = (await get(platform, url)).body.places;
    const ids = places.map(({ building }) => building.id);
    expect(ids).toContain(busy.building.id);
    expect(ids).not.toContain(quiet.building.id);
  });
});
