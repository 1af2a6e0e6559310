import { randomUUID } from "node:crypto";
import { PHONE_CALL_AFTER_MS } from "@umbral/contract/calls/calls.contract";
import { afterAll, beforeEach, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { beginAllDueLegs, newCall, newHome } from "../../../testing/test-calls.ts";
import { picture, postForm } from "../../../testing/test-forms.ts";
import { askPasses, madePass, newHouse } from "../../../testing/test-passes.ts";
import { formsFor, register } from "../../../testing/test-registration.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { givePhone, startTelephoneProvider } from "../../../testing/test-telephone.ts";
import { askCode, newLobby } from "../../../testing/test-visits.ts";
import { takeOfHour } from "../../platform/hourly-ceilings.queries.ts";
import { OwnReadings } from "./own-readings.ts";

const HOUR_MS = 3_600_000;
const provider = await startTelephoneProvider();
const server = await startTestServer({
  ...provider.variables,
  TWILIO_CODES_PER_HOUR: "2",
  TWILIO_CALLS_PER_HOUR: "1",
  TWILIO_INVITATIONS_PER_HOUR: "1",
  VISITOR_PICTURES_PER_HOUR: "3",
});
const { clock, db } = server;
const { services } = server.app;
afterAll(async () => {
  await server.close();
  await provider.close();
});
/** Each begins with an hour of its own. */
beforeEach(() => clock.push(HOUR_MS - (clock.now().getTime() % HOUR_MS) + HOUR_MS));

const own = new OwnReadings(services, { state: async () => ({ state: "off" }) });
const reached = async () =>
  (await Promise.all(own.all.map(({ read }) => read())))
    .flat()
    .filter(({ id, isWell }) => isWell === false && /ceiling|visitor-pictures/.test(id))
    .map(({ id }) => id);

/** Registers quickly, and asks for the code with which such an account is claimed. */
async function askForClaim(phone: string) {
  const forms = await formsFor(await server.newBuilding());
  const form: Record<string, string | File> = { ...forms.express(), phone };
  await register(server, forms.expressPath, form);
  clock.push(HOUR_MS);
  const elsewhere = await formsFor(await server.newBuilding());
  return () =>
    register(server, elsewhere.expressPath, elsewhere.express(), { cedula: form["cedula"], phone });
}

it("an hour holds so many and no more, of many that come at once, and the next one holds them anew", async () => {
  const take = () => takeOfHour(db, services, "recovery-links");
  const at30 = HOUR_MS / 2;
  clock.push(at30);
  const waits = await Promise.all(Array.from({ length: 6 }, take));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
  expect(waits.filter((wait) => wait > 0)).toEqual(Array.from({ length: 4 }, () => 1800));
  expect(await reached()).toEqual(["codes-ceiling"]);
  clock.push(at30);
  expect(await take()).toBe(0);
  expect(await reached()).toEqual(["codes-ceiling"]);
  clock.push(HOUR_MS);
  expect(await reached()).toEqual([]);
});

it("codes to many telephones end at the ceiling, and hold up neither those of visits nor a call", async () => {
  const asking = [
    await askForClaim("3005550001"),
    await askForClaim("3005550002"),
    await askForClaim("3005550003"),
  ];
  const replies = [];
  for (const ask of asking) {
    replies.push(await ask());
  }
  expect(replies.map(({ body }) => body["code"])).toEqual([
    "CLAIM_CODE_SENT",
    "CLAIM_CODE_SENT",
    "UNAVAILABLE",
  ]);
  expect(await reached()).toEqual(["codes-ceiling"]);

  const lobby = await newLobby(server);
  expect((await askCode(server, lobby.victor.cedula, lobby.building.id)).status).toBe(200);
  const sms = await db
    .selectFrom("outbox")
    .select("channel")
    .where("user_id", "=", lobby.victor.id)
    .execute();
  expect(sms).toEqual([{ channel: "sms" }]);

  const home = await newHome(server);
  const phone = await givePhone(server, home.rosa);
  const atLobby = await server.connectAs(home.lobby);
  const call = await newCall(server, home.lobby, home.rosa);
  await atLobby.ask("request", { callId: call.id });
  clock.push(PHONE_CALL_AFTER_MS);
  await beginAllDueLegs(server);
  await atLobby.hear("twilio:success");
  expect(provider.heard("Calls", phone)).toHaveLength(1);
  expect(await reached()).toEqual(["codes-ceiling", "calls-ceiling"]);
});

it("a call beyond the ceiling goes by push alone", async () => {
  await takeOfHour(db, services, "lobby-calls");
  const home = await newHome(server);
  await givePhone(server, home.rosa);
  const atLobby = await server.connectAs(home.lobby);
  const call = await newCall(server, home.lobby, home.rosa);
  await atLobby.ask("request", { callId: call.id });
  clock.push(PHONE_CALL_AFTER_MS);
  await beginAllDueLegs(server);
  const written = await db.selectFrom("outbox").select("channel").where("call_id", "=", call.id).execute();
  expect(written.filter(({ channel }) => channel === "voice")).toEqual([]);
});

it("invitations by SMS end at the ceiling, guests' pages at theirs, and those by mail or by a link go on", async () => {
  const { building, rosa, home } = await newHouse(server);
  const leader = await server.newPerson({
    spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: home.id }],
  });
  const ana = asking(
    server,
    await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] }),
  );
  const invite = async (to: object) =>
    asking(server, leader)("POST", `/api/apartments/${home.id}/invitations`, {
      ...{ name: "Alguien", role: "RESIDENTE" },
      ...to,
    });
  const usedUp = { status: 503, body: { code: "SMS_USED_UP" } };
  const staff = `/api/bb/buildings/${building.id}/staff`;
  const someone = { cedula: "", name: "Alguien", phone: "3105550003", role: "CONSERJE" };
  const hired = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
  // What is refused sends nothing, and takes nothing.
  expect(await ana("POST", staff, { ...someone, cedula: hired.cedula })).toMatchObject({
    ...{ status: 409, body: { code: "STAFF_ALREADY" } },
  });
  const first = await invite({ phone: "3105550001" });
  expect(first.status).toBe(200);
  expect(await invite({ phone: "3105550002" })).toMatchObject(usedUp);
  expect((await invite({ phone: "3105550002", isSent: false })).status).toBe(200);
  expect((await invite({ email: "alguien@example.org" })).status).toBe(200);
  expect(await ana("POST", staff, someone)).toMatchObject(usedUp);
  const again = `/api/bb/buildings/${building.id}/invitations/${first.body.invitation.id}/resend`;
  expect(await ana("POST", again, {})).toMatchObject(usedUp);

  const guest = { name: "Carlos Invitado", phone: "+573105550004", email: "carlos@example.org" };
  const { pass } = await madePass(server, building, rosa, { apartmentId: home.id, guest });
  const send = (by: string) =>
    askPasses(server, building, rosa, "POST", `/${pass.id}/messages`, { by, requestId: randomUUID() });
  expect((await send("sms")).status).toBe(200);
  expect(await send("sms")).toMatchObject(usedUp);
  expect((await send("email")).status).toBe(200);
  expect(await reached()).toEqual(["invitations-ceiling"]);
  clock.push(HOUR_MS);
  expect((await send("sms")).status).toBe(200);
});

it("an alarm's SMS have no ceiling", async () => {
  const building = await server.newBuilding();
  const pedro = await server.newPerson({
    phone: "+573105550005",
    spaces: [{ role: "PORTERIA", buildingId: building.id }],
  });
  for (const time of [1, 2, 3]) {
    const raiser = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const socket = await server.connectAs(raiser);
    expect(await socket.ask("user_event", { buildingId: building.id, event: "EMERGENCY" })).toMatchObject({
      ok: true,
    });
    expect(await socket.ask("user_event", { buildingId: building.id, event: "MUTE" })).toMatchObject({
      ok: true,
    });
    const sms = await db
      .selectFrom("outbox")
      .select("id")
      .where("user_id", "=", pedro.id)
      .where("channel", "=", "sms")
      .execute();
    expect(sms).toHaveLength(2 * time);
  }
  expect(await reached()).toEqual([]);
});

it("pictures of who is not signed in end at the ceiling, and those of who is go on", async () => {
  const lobby = await newLobby(server);
  const ask = async (from: string) => askCode(server, lobby.victor.cedula, lobby.building.id, { from });
  const forms = await formsFor(lobby.building);
  expect((await register(server, forms.expressPath, forms.express())).status).toBe(200);
  expect([(await ask("203.0.113.1")).status, (await ask("203.0.113.2")).status]).toEqual([200, 200]);
  for (const refused of [
    await ask("203.0.113.3"),
    await register(server, forms.visitorPath, forms.visitor()),
    await register(server, forms.expressPath, forms.express()),
  ]) {
    expect([refused.status, refused.body["code"]]).toEqual([503, "UNAVAILABLE"]);
  }
  expect(await reached()).toContain("visitor-pictures");
  const form = { photo: await picture(), buildingId: lobby.building.id };
  const path = `/api/visitors/${lobby.victor.cedula}/visits`;
  expect((await postForm(server, lobby.victor, path, form)).status).toBe(200);
  clock.push(HOUR_MS);
  expect((await ask("203.0.113.4")).status).toBe(200);
});
