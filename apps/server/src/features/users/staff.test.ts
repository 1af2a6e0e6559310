import { afterAll, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { asking, deedsOf } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
const seen = await seeMessages(server.db);
afterAll(() => server.close());

let count = 0;
const papers = (role = "PORTERIA") => {
  count += 1;
  return {
    cedula: `52${String(count).padStart(6, "0")}`,
    name: "Pilar Portera",
    email: `pilar${count}@ejemplo.co`,
    phone: "300 111 2233",
    role,
  };
};

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
  const building = await server.newBuilding();
  return { laura, building, ask: asking(server, laura), path: `/api/bb/buildings/${building.id}/staff` };
}

describe("who works for a building", () => {
  it("is invited by the platform's administrators alone", async () => {
    const { building, path } = await setUp();
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    expect(await asking(server, null)("GET", path)).toMatchObject({ status: 401 });
    expect(await asking(server, await server.newPerson())("GET", path)).toMatchObject({ status: 404 });
    expect(await asking(server, alberto)("POST", path, papers())).toMatchObject({ status: 403 });
  });

  it("sets a password with the link of the invitation, and then works there", async () => {
    const { ask, laura, building, path } = await setUp();
    const pilar = papers();
    const { status, body } = await ask("POST", path, pilar);
    expect([status, body]).toMatchObject([
      200,
      {
        member: {
          role: "PORTERIA",
          endsAt: null,
          user: { name: "Pilar Portera", cedula: pilar.cedula, phone: "+573001112233", hasPassword: false },
        },
      },
    ]);
    const [mail] = await seen.to(body.member.user.id);
    expect(mail?.subject).toContain(building.name);
    const token = /token=([\w-]+)/.exec(mail?.body ?? "")?.[1];
    const stranger = asking(server, null);
    const password = "umbral-para-pilar";
    expect(await stranger("POST", "/api/user/auth/resetPassword", { token, password })).toMatchObject({
      status: 200,
    });
    const { body: signedIn } = await stranger("POST", "/api/user/auth/login", {
      cedula: pilar.cedula,
      password,
      userType: "USER",
    });
    expect(signedIn.spaces).toMatchObject([{ role: { name: "PORTERIA" }, building: { id: building.id } }]);
    expect((await ask("GET", path)).body.staff).toMatchObject([
      { id: body.member.id, user: { hasPassword: true } },
    ]);
    expect(await ask("POST", `${path}/${body.member.id}/invitation`, {})).toMatchObject({
      status: 409,
      body: { code: "STAFF_HAS_PASSWORD" },
    });
    expect(await deedsOf(server, laura.id)).toEqual(["users.staff-invited"]);
  });

  it("is invited again, and the older link is worth nothing then", async () => {
    const { ask, path } = await setUp();
    const pilar = papers();
    const { member } = (await ask("POST", path, pilar)).body;
    expect(await ask("POST", `${path}/${member.id}/invitation`, {})).toMatchObject({ status: 200 });
    const tokens = (await seen.to(member.user.id)).map(({ body }) => /token=([\w-]+)/.exec(body)?.[1]);
    expect(tokens).toHaveLength(2);
    const answers = [];
    for (const token of tokens) {
      const body = { token, password: "umbral-para-pilar" };
      answers.push((await asking(server, null)("POST", "/api/user/auth/resetPassword", body)).status);
    }
    expect(answers).toEqual([404, 200]);
  });

  it("keeps the account that they have, and is told of the new role", async () => {
    const { ask, building, path } = await setUp();
    const vera = await server.newPerson({
      name: "Vera Vecina",
      password: "la-clave-de-vera",
      email: "vera@ejemplo.co",
    });
    const socket = await server.connectAs(vera);
    const { body } = await ask("POST", path, { ...papers("CONSERJE"), cedula: vera.cedula });
    expect(body.member.user).toMatchObject({ id: vera.id, name: "Vera Vecina", email: "vera@ejemplo.co" });
    await socket.hear("spaces:changed");
    const [mail] = await seen.to(vera.id);
    expect(mail?.body).toContain(building.name);
    expect(mail?.body).not.toContain("token=");
  });

  it("is refused twice the same role, somebody else's address, and an end that has passed", async () => {
    const { ask, path } = await setUp();
    const pilar = papers();
    const both = await Promise.all([1, 2].map(() => ask("POST", path, pilar)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await ask("POST", path, pilar)).toMatchObject({ status: 409, body: { code: "STAFF_ALREADY" } });
    expect(await ask("POST", path, { ...papers(), email: pilar.email })).toMatchObject({
      status: 409,
      body: { code: "ALREADY_EXISTS", errors: [{ property: "email" }] },
    });
    expect(await ask("POST", path, { ...papers(), endsAt: "2020-01-01T00:00:00.000Z" })).toMatchObject({
      status: 400,
      body: { code: "STAY_IN_THE_PAST" },
    });
    const admin = await server.newPerson({ userType: "ADMIN" });
    expect(await ask("POST", path, { ...papers(), cedula: admin.cedula })).toMatchObject({ status: 409 });
    expect(await ask("POST", path, papers("RESIDENTE_LIDER"))).toMatchObject({ status: 400 });
    expect(await ask("POST", path, { role: "PORTERIA" })).toMatchObject({ status: 422 });
  });

  it("changes, and loses what the role allowed the moment that it is taken away", async () => {
    const { ask, laura, building, path } = await setUp();
    const pablo = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const [spaceId] = pablo.spaceIds;
    const endsAt = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    expect(await ask("PUT", `${path}/${spaceId}`, { role: "CONSERJE", endsAt })).toMatchObject({
      body: { member: { role: "CONSERJE", endsAt } },
    });
    expect(await ask("PUT", `${path}/${spaceId}`, { endsAt: null })).toMatchObject({
      body: { member: { role: "CONSERJE", endsAt: null } },
    });
    const socket = await server.connectAs(pablo);
    const camera = await server.newDoor(building);
    await socket.ask("subscribe:cam_stream", { buildingId: building.id, camId: camera.cameraId });
    expect(await ask("DELETE", `${path}/${spaceId}`)).toMatchObject({ status: 200 });
    await socket.hear("spaces:changed");
    expect(await asking(server, pablo)("GET", `/api/buildings/${building.id}/doors`)).toMatchObject({
      status: 404,
    });
    expect(await ask("DELETE", `${path}/${spaceId}`)).toMatchObject({
      status: 404,
      body: { code: "STAFF_NOT_FOUND" },
    });
    expect((await ask("GET", path)).body.staff).toEqual([]);
    expect(await deedsOf(server, laura.id)).toEqual([
      "users.staff-changed",
      "users.staff-changed",
      "users.staff-removed",
    ]);
  });

  it("is never touched through another building, nor are residents", async () => {
    const { ask, building, path } = await setUp();
    const other = await setUp();
    const pablo = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const rosa = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
    });
    expect(await ask("DELETE", `${other.path}/${pablo.spaceIds[0]}`)).toMatchObject({ status: 404 });
    expect(await ask("DELETE", `${path}/${rosa.spaceIds[0]}`)).toMatchObject({ status: 404 });
  });
});
