import { GUEST_SESSION_MS } from "@umbral/contract/passes/guest-page.contract";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newHome } from "../../../testing/test-calls.ts";
import {
  guestOf,
  newGuest,
  newInvited,
  newPass,
  openPage,
  takePassBack,
} from "../../../testing/test-guests.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { newPassSecret } from "./pass-secrets.ts";

const server = await startTestServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const NOT_VALID = { code: "GUEST_PAGE_NOT_VALID" };

describe("a guest's page", () => {
  it("tells the building, the times and the code, and of people the own first name alone", async () => {
    const { building, guest, pass } = await newInvited(server);
    expect(guest.pass).toEqual({
      firstName: "Gloria",
      building: { name: building.name, address: "Calle 1, Bogotá", timeZone: "America/Bogota" },
      hours: null,
      from: expect.any(String),
      until: expect.any(String),
      entriesLeft: 1,
      code: pass.code,
      refusal: null,
      mayRing: true,
    });
    expect(await guest.read()).toEqual(guest.pass);
    expect(await guestOf(server, pass.id)).toMatchObject({ name: "Gloria Gómez", user_type: "GUEST" });
  });

  it("is one guest's, however often and on however many devices it is opened", async () => {
    const { guest, pass } = await newInvited(server);
    const { id } = await guestOf(server, pass.id);
    const [one, two] = await Promise.all([newGuest(server, pass.secret), newGuest(server, pass.secret)]);
    expect((await guestOf(server, pass.id)).id).toBe(id);
    expect(new Set([guest.token, one.token, two.token]).size).toBe(3);
    const home = await newHome(server);
    const fresh = await newPass(server, home);
    const both = await Promise.all([openPage(server, fresh.secret), openPage(server, fresh.secret)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it("says why nobody comes in by it now, and shows no code that is worth nothing", async () => {
    const home = await newHome(server);
    const early = await newPass(server, home, { from: HOUR_MS, until: 2 * HOUR_MS });
    const late = await newPass(server, home, { from: -2 * HOUR_MS, until: -HOUR_MS });
    const back = await newPass(server, home);
    const used = await newPass(server, home);
    const elsewhen = await newPass(server, home, {
      hours: { hours: [], onHolidays: { kind: "as-any-day" } },
      entries: null,
    });
    await takePassBack(server, back.id);
    await server.db.updateTable("passes").set({ entered: 1 }).where("id", "=", used.id).execute();
    const seen = async ({ secret }: { secret: string }) => (await newGuest(server, secret)).pass;
    expect(await seen(early)).toMatchObject({ refusal: "not-yet", code: early.code, mayRing: false });
    expect(await seen(late)).toMatchObject({ refusal: "expired", code: null, mayRing: false });
    expect(await seen(back)).toMatchObject({ refusal: "taken-back", code: null, mayRing: false });
    expect(await seen(used)).toMatchObject({ refusal: "used-up", entriesLeft: 0, code: null });
    expect(await seen(elsewhen)).toMatchObject({ refusal: "not-now", entriesLeft: null, mayRing: false });
  });

  it("that was let go is as one that never was", async () => {
    const { guest, pass } = await newInvited(server);
    await server.db
      .updateTable("passes")
      .set({ secret_digest: null, sealed: null, code_digest: null, guest_name: null })
      .where("id", "=", pass.id)
      .execute();
    expect((await openPage(server, pass.secret)).json()).toMatchObject(NOT_VALID);
    expect((await openPage(server, newPassSecret())).json()).toMatchObject(NOT_VALID);
    expect((await guest.ask("GET", "/api/guest/pass")).status).toBe(401);
    expect(await guestOf(server, pass.id)).toMatchObject({ name: "Visita", active: false });
    const sessions = await server.db
      .selectFrom("sessions")
      .select(["user_agent", "ended_at"])
      .where("pass_id", "=", pass.id)
      .execute();
    expect(sessions).toEqual([{ user_agent: "", ended_at: expect.any(Date) }]);
  });

  it("is guessed slowly and then not at all, by who guesses alone", async () => {
    const home = await newHome(server);
    const { secret } = await newPass(server, home);
    const guess = () => openPage(server, newPassSecret(), "10.4.0.1");
    // What is right takes nothing of it.
    expect((await openPage(server, secret, "10.4.0.1")).statusCode).toBe(200);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await guess()).json()).toMatchObject(NOT_VALID);
    }
    const refused = await openPage(server, secret, "10.4.0.1");
    expect(refused.json()).toMatchObject({ code: "TOO_OFTEN" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await openPage(server, secret, "10.4.0.2")).statusCode).toBe(200);
    expect((await openPage(server, "short")).statusCode).toBe(400);
  });
});

describe("a guest's session", () => {
  it("is over after half an hour, however it is used", async () => {
    const { guest, pass } = await newInvited(server, { until: 12 * HOUR_MS });
    const socket = await server.connectAs(guest);
    const ended = socket.ended();
    server.clock.push(GUEST_SESSION_MS - 60_000);
    expect((await guest.ask("GET", "/api/guest/pass")).status).toBe(200);
    server.clock.push(60_000);
    expect((await guest.ask("GET", "/api/guest/pass")).status).toBe(401);
    expect(await ended).toBe("io server disconnect");
    expect((await openPage(server, pass.secret)).statusCode).toBe(200);
  });

  it("is over at once when the pass is taken back, and the page says so when it is opened again", async () => {
    const { guest, pass } = await newInvited(server);
    const socket = await server.connectAs(guest);
    const ended = socket.ended();
    await takePassBack(server, pass.id);
    expect((await guest.ask("GET", "/api/guest/pass")).status).toBe(401);
    expect(await ended).toBe("io server disconnect");
    const again = await newGuest(server, pass.secret);
    expect(again.pass).toMatchObject({ refusal: "taken-back" });
    expect((await again.ring()).body).toMatchObject({ code: "PASS_REFUSED" });
  });

  it("is over at once when its host leaves the home", async () => {
    const { guest, rosa } = await newInvited(server);
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("user_id", "=", rosa.id)
      .execute();
    expect((await guest.ask("GET", "/api/guest/pass")).status).toBe(401);
  });

  it("is nobody's who is signed in, and signs nobody in", async () => {
    const { guest, rosa } = await newInvited(server);
    expect((await asking(server, rosa)("GET", "/api/guest/pass")).status).toBe(401);
    expect((await asking(server, null)("GET", "/api/guest/pass")).status).toBe(401);
    expect((await guest.ask("GET", "/api/user/auth/currentUser")).body).toMatchObject({
      code: "NOT_ALLOWED",
    });
    // What is open to anybody is so to a guest.
    expect((await guest.ask("GET", "/api/buildings")).status).toBe(200);
    expect((await guest.ask("GET", "/api/ice-servers")).status).toBe(200);
  });

  it("belongs to no building and to no list", async () => {
    const { guest, building, apartmentId, pass, rosa } = await newInvited(server, {
      name: "Zoraida Invitada",
    });
    const { id } = await guestOf(server, pass.id);
    const admin = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const platform = await server.newPerson({ userType: "ADMIN" });
    for (const who of [admin, platform]) {
      const ask = asking(server, who);
      const found = await ask("POST", "/api/bb/find", { search: "Zoraida" });
      const listed = await ask("GET", "/api/bb/usersV2/ResidentUserDetails");
      expect([found.status, listed.status]).toEqual([200, 200]);
      expect(JSON.stringify([found.body, listed.body])).not.toContain("Zoraida");
      for (const url of [`/api/bb/users/${id}/page`, `/api/bb/userV2/${id}`]) {
        expect([url, (await ask("GET", url)).status]).toEqual([url, 404]);
      }
    }
    const members = await asking(server, rosa)("GET", `/api/apartments/${apartmentId}/members`);
    expect([members.status, JSON.stringify(members.body)]).toEqual([200, expect.not.stringContaining(id)]);
    const give = server.db
      .insertInto("spaces")
      .values({ id: server.app.services.newId(), user_id: id, role: "RESIDENTE", building_id: building.id });
    await expect(give.execute()).rejects.toThrow(/nothing in a building/);
    expect(guest.pass.firstName).toBe("Zoraida");
  });
});
