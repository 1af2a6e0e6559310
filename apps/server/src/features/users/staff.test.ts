import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { acceptAs, invitedCode, messagesTo } from "../../../testing/test-invitations.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
const seen = await seeMessages(server);
afterAll(() => server.close());

let count = 0;
const papers = (role = "PORTERIA") => {
  count += 1;
  return {
    cedula: `52${String(count).padStart(6, "0")}`,
    name: "Pilar Portera",
    email: `pilar${count}@ejemplo.co`,
    phone: `300 111 ${2000 + count}`,
    role,
  };
};

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
  const building = await server.newBuilding();
  return { laura, building, ask: asking(server, laura), path: `/api/bb/buildings/${building.id}/staff` };
}

describe("who works for a building", () => {
  it("is invited by the administration alone", async () => {
    const { building, path } = await setUp();
    const carla = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    expect(await asking(server, null)("GET", path)).toMatchObject({ status: 401 });
    expect(await asking(server, await server.newPerson())("GET", path)).toMatchObject({ status: 404 });
    expect(await asking(server, carla)("POST", path, papers())).toMatchObject({ status: 403 });
  });

  it("is refused twice the same role, somebody else's address, and an end that has passed", async () => {
    const { ask, path } = await setUp();
    const pilar = papers();
    const both = await Promise.all([1, 2].map(() => ask("POST", path, pilar)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    // The second took the place of the first: one of them is accepted, once.
    expect(await acceptAs(server, pilar.email)).toMatchObject({ status: 200 });
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

  it("takes a name and an address: the document is said by who accepts", async () => {
    const { ask, building, path } = await setUp();
    const pilar = papers();
    const wanted = { name: pilar.name, email: pilar.email, role: pilar.role };
    const first = (await ask("POST", path, wanted)).body;
    expect(first).toMatchObject({ invitation: { cedula: "", state: "waiting", hasConflict: false } });
    expect(first.linkToPassOn).toBe(null);
    // The same role for the same address, however it is written: one waits.
    const again = await ask("POST", path, { ...wanted, email: pilar.email.toUpperCase() });
    expect(again.status).toBe(200);
    const listed = await ask("GET", `/api/bb/buildings/${building.id}/invitations`);
    expect(listed.body.invitations.map(({ id }: { id: string }) => id)).toEqual([again.body.invitation.id]);
    // Another role, and another address, are others.
    await ask("POST", path, { ...wanted, role: "CONSERJE" });
    await ask("POST", path, { ...wanted, email: "", phone: "300 999 8877" });
    expect((await ask("GET", `/api/bb/buildings/${building.id}/invitations`)).body.invitations).toHaveLength(
      3,
    );
    expect(await ask("POST", path, { name: pilar.name, role: "PORTERIA" })).toMatchObject({
      status: 422,
      body: { code: "INCOMPLETE", errors: [{ property: "email" }] },
    });
  });

  it("gets the link from who invites where it is passed on, and begins by the code that goes to the address", async () => {
    const { ask, building, path } = await setUp();
    const { cedula } = papers();
    const email = "pasa@ejemplo.co";
    const invite = () => ask("POST", path, { name: "Paula", email, role: "PORTERIA", isSent: false });
    await invite();
    const { linkToPassOn } = (await invite()).body;
    const token = new URL(linkToPassOn).searchParams.get("token");
    expect(await messagesTo(server, email)).toEqual([]);
    const nobody = asking(server, null);
    await nobody("POST", "/api/invitations/code", { token, way: "mail" });
    const code = await invitedCode(server, email);
    const document = { documentType: "CEDULA_CIUDADANIA", cedula };
    const accept = { token, code, password: "una clave muy larga", acceptTerms: true };
    expect(await nobody("POST", "/api/invitations/acceptance", accept)).toMatchObject({ status: 422 });
    expect(await nobody("POST", "/api/invitations/acceptance", { ...accept, document })).toMatchObject({
      status: 200,
    });
    expect((await ask("GET", path)).body.staff).toMatchObject([
      { user: { cedula, email }, role: "PORTERIA" },
    ]);
    expect((await ask("GET", `/api/bb/buildings/${building.id}/invitations`)).body.invitations).toEqual([]);
  });

  it("begins on nobody else's account: a number of somebody with other addresses is told to who invited", async () => {
    const { ask, building, path } = await setUp();
    const stranger = await server.newPerson({ name: "Extraño", email: "otro-correo@ejemplo.co" });
    const email = "dueno@ejemplo.co";
    const { linkToPassOn } = (
      await ask("POST", path, { name: "Dueño", email, role: "PORTERIA", isSent: false })
    ).body;
    const token = new URL(linkToPassOn).searchParams.get("token");
    const nobody = asking(server, null);
    await nobody("POST", "/api/invitations/code", { token, way: "mail" });
    const code = await invitedCode(server, email);
    const document = { documentType: "CEDULA_CIUDADANIA", cedula: stranger.cedula };
    expect((await nobody("POST", "/api/invitations/proof", { token, code, document })).body).toMatchObject({
      account: "other",
    });
    const accept = { token, code, document, password: "una clave muy larga", acceptTerms: true };
    expect(await nobody("POST", "/api/invitations/acceptance", accept)).toMatchObject({
      status: 409,
      body: { code: "INVITATION_CONFLICT" },
    });
    const { invitations } = (await ask("GET", `/api/bb/buildings/${building.id}/invitations`)).body;
    expect(invitations).toMatchObject([{ hasConflict: true }]);
    expect((await ask("GET", path)).body.staff).toEqual([]);
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
    expect(await actionsOf(server, laura.id)).toEqual([
      "users.staff-changed",
      "users.staff-changed",
      "users.staff-removed",
    ]);
  });

  it("says of one role that is taken away that it was one, to whoever is something else there", async () => {
    const { ask, building, path } = await setUp();
    const apartmentId = building.apartments[0]?.id ?? "";
    const pablo = await server.newPerson({
      email: "pablo@portero.example",
      spaces: [
        { role: "PORTERIA", buildingId: building.id },
        { role: "RESIDENTE", buildingId: building.id, apartmentId },
      ],
    });
    expect((await ask("DELETE", `${path}/${pablo.spaceIds[0]}`)).status).toBe(200);
    expect(await seen.to(pablo.id)).toMatchObject([{ subject: "Se retiró uno de tus roles" }]);
    expect((await asking(server, pablo)("GET", `/api/buildings/${building.id}/doors`)).status).toBe(200);
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

describe("what holds back who invites to a role", () => {
  /** How it was answered, and after how many seconds it may be asked again. */
  async function post(who: TestPerson, url: string, payload: object) {
    const reply = await server.app.http.inject({ method: "POST", url, headers: who.headers, payload });
    const { code } = reply.json();
    return { status: reply.statusCode, code, retryAfter: Number(reply.headers["retry-after"]) };
  }
  const invite = (who: TestPerson, path: string, body: object) =>
    post(who, path, { name: "Pilar Portera", role: "PORTERIA", ...body });
  /** The attempts of a test are all of one window. */
  function holdClock() {
    server.clock.hold();
    onTestFinished(() => server.clock.release());
  }
  const tooOften = { status: 429, code: "TOO_OFTEN" };

  it("is a limit for one address, whoever writes to it, until its quarter of an hour is over", async () => {
    holdClock();
    const { laura, path } = await setUp();
    const other = await setUp();
    const email = "inundado@ejemplo.co";
    for (let time = 0; time < 5; time += 1) {
      expect(
        (await invite(laura, path, { email: time % 2 === 0 ? email : email.toUpperCase() })).status,
      ).toBe(200);
    }
    const refused = await invite(other.laura, other.path, { email, role: "CONSERJE" });
    expect(refused).toMatchObject(tooOften);
    const written = await Promise.all([email, email.toUpperCase()].map((to) => messagesTo(server, to)));
    expect(written.flat()).toHaveLength(5);
    expect((await invite(laura, path, { phone: "300 111 3001" })).status).toBe(200);
    server.clock.push(refused.retryAfter * 1000);
    expect((await invite(other.laura, other.path, { email, role: "CONSERJE" })).status).toBe(200);
  });

  it("is a limit for one person, in all of what they invite and send again", async () => {
    holdClock();
    const { laura, building, path } = await setUp();
    const resend = async () => {
      const listed = await asking(server, laura)("GET", `/api/bb/buildings/${building.id}/invitations`);
      const url = `/api/bb/buildings/${building.id}/invitations/${listed.body.invitations[0]?.id}/resend`;
      return post(laura, url, {});
    };
    for (let time = 0; time < 29; time += 1) {
      expect((await invite(laura, path, { phone: `300 111 ${4000 + time}` })).status).toBe(200);
    }
    expect((await resend()).status).toBe(200);
    const refused = await invite(laura, path, { phone: "300 111 4099" });
    expect(refused).toMatchObject(tooOften);
    expect(await resend()).toMatchObject(tooOften);
    const home = `/api/apartments/${building.apartments[0]?.id}/invitations`;
    const resident = { phone: "300 111 4098", role: "RESIDENTE" };
    expect(await invite(laura, home, resident)).toMatchObject(tooOften);
    expect((await invite((await setUp()).laura, path, { phone: "300 111 4097" })).status).toBe(200);
    server.clock.push(refused.retryAfter * 1000);
    expect((await invite(laura, path, { phone: "300 111 4096" })).status).toBe(200);
    expect((await resend()).status).toBe(200);
  });
});
