import { SIGN_SESSION_MS } from "@umbral/contract/entrance-sign/sign-page.contract";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newHome } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { lastVisitorOf, newBrowser, newSign, newVisitor, openSign } from "../../../testing/test-signs.ts";
import { newSignSecret } from "./sign-secret.ts";
import { tidySignVisitors } from "./sign-tidying.ts";

const server = await startTestServer();
afterAll(() => server.close());

const DAY_MS = 24 * 3_600_000;
const NOT_VALID = { code: "SIGN_NOT_VALID" };
const visitorsOf = (signId: string) =>
  server.db.selectFrom("sign_visitors").selectAll().where("sign_id", "=", signId).execute();

/** Its administrator, and where the sign is. */
async function newAdministered() {
  const home = await newHome(server);
  const admin = await server.newPerson({
    spaces: [{ role: "ADMINISTRADOR", buildingId: home.building.id }],
  });
  return { ...home, ask: asking(server, admin), path: `/api/bb/buildings/${home.building.id}/entrance-sign` };
}

describe("the page of a sign", () => {
  it("lists the homes of its building by name, and neither people nor whether there are any", async () => {
    const { building, rosa, andres } = await newHome(server);
    const { secret } = await newSign(server, building.id);
    const visitor = await newVisitor(server, secret);
    expect(visitor.sign).toMatchObject({ building: { name: building.name }, state: "rings", hasLobby: true });
    expect(
      visitor.sign.towers.map(({ name, floors }) => [
        name,
        floors.map((floor) => [floor.name, floor.homes.map((home) => home.name)]),
      ]),
    ).toEqual([
      [
        "A",
        [
          ["1", ["A-101", "A-102"]],
          ["2", ["A-201", "A-202"]],
        ],
      ],
      [
        "B",
        [
          ["1", ["B-101", "B-102"]],
          ["2", ["B-201", "B-202"]],
        ],
      ],
    ]);
    const text = JSON.stringify(visitor.sign);
    for (const { id } of [rosa, andres]) {
      expect(text).not.toContain(id);
    }
    expect(text).not.toMatch(/active|residents|Calle 1/);
    expect((await visitor.ask("GET", "/api/sign/homes")).body.sign).toEqual(visitor.sign);
  });

  it("has no lobby where the building has none", async () => {
    const building = await server.newBuilding();
    const { secret } = await newSign(server, building.id);
    expect((await newVisitor(server, secret)).sign).toMatchObject({ hasLobby: false, state: "rings" });
  });

  it("is one visitor's in one browser, in two tabs at once too, and another's in another", async () => {
    const { building } = await newHome(server);
    const { id, secret } = await newSign(server, building.id);
    const browser = newBrowser();
    await Promise.all([newVisitor(server, secret, { browser }), newVisitor(server, secret, { browser })]);
    await newVisitor(server, secret, { browser });
    expect(await visitorsOf(id)).toHaveLength(1);
    await newVisitor(server, secret);
    expect(await visitorsOf(id)).toHaveLength(2);
    const sessions = await server.db
      .selectFrom("sessions")
      .select("user_agent")
      .where("sign_id", "=", id)
      .execute();
    expect(new Set(sessions.map(({ user_agent }) => user_agent))).toEqual(new Set([""]));
  });

  it("is guessed slowly and then not at all, by who guesses alone", async () => {
    const { building } = await newHome(server);
    const { secret } = await newSign(server, building.id);
    const address = "10.5.1.1";
    expect((await openSign(server, secret, { address })).statusCode).toBe(200);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await openSign(server, newSignSecret(), { address })).json()).toMatchObject(NOT_VALID);
    }
    const refused = await openSign(server, secret, { address });
    expect(refused.json()).toMatchObject({ code: "TOO_OFTEN" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await openSign(server, secret)).statusCode).toBe(200);
    expect((await openSign(server, "short")).statusCode).toBe(400);
  });

  it("says that it does not ring at this hour by the building's own clock, and refuses to", async () => {
    const { building, apartmentId } = await newHome(server);
    const minute = Number(
      new Intl.DateTimeFormat("en", { timeZone: "America/Bogota", hour: "2-digit", hour12: false })
        .format(server.clock.now())
        .replace("24", "0"),
    );
    const at = (hour: number) => `${String((hour + 24) % 24).padStart(2, "0")}:00`;
    const closed = await newSign(server, building.id, { from: at(minute + 2), to: at(minute - 2) });
    const visitor = await newVisitor(server, closed.secret);
    expect(visitor.sign).toMatchObject({ state: "closed", towers: [{ name: "A" }, { name: "B" }] });
    expect((await visitor.ring(apartmentId)).body).toMatchObject({ code: "SIGN_CLOSED" });
    await server.db
      .updateTable("entrance_signs")
      .set({ rings_from: at(minute - 2), rings_to: at(minute + 2) })
      .where("id", "=", closed.id)
      .execute();
    expect((await visitor.ring(apartmentId)).status).toBe(200);
  });

  it("is over after half an hour, however it is used, and may nothing else", async () => {
    const { building, rosa } = await newHome(server);
    const { secret } = await newSign(server, building.id);
    const visitor = await newVisitor(server, secret);
    expect((await visitor.ask("GET", "/api/ice-servers")).status).toBe(200);
    for (const path of ["/api/guest/pass", "/api/user/auth/currentUser"]) {
      expect([path, (await visitor.ask("GET", path)).status >= 400]).toEqual([path, true]);
    }
    expect((await asking(server, rosa)("GET", "/api/sign/homes")).status).toBe(401);
    server.clock.push(SIGN_SESSION_MS);
    expect((await visitor.ask("GET", "/api/sign/homes")).status).toBe(401);
  });

  it("forgets a browser that was not seen for 90 days: its visitor is nobody any more", async () => {
    const { building } = await newHome(server);
    const { id, secret } = await newSign(server, building.id);
    const browser = newBrowser();
    await newVisitor(server, secret, { browser });
    const before = await lastVisitorOf(server, id);
    server.clock.push(89 * DAY_MS);
    await tidySignVisitors(server.app.services);
    expect(await visitorsOf(id)).toHaveLength(1);
    server.clock.push(2 * DAY_MS);
    await tidySignVisitors(server.app.services);
    expect(await visitorsOf(id)).toEqual([]);
    const account = await server.db
      .selectFrom("users")
      .select(["name", "active"])
      .where("id", "=", before)
      .executeTakeFirstOrThrow();
    expect(account).toEqual({ name: "Visitante", active: false });
    await newVisitor(server, secret, { browser });
    expect(await lastVisitorOf(server, id)).not.toBe(before);
  });
});

describe("whoever administers the building", () => {
  it("makes its sign, whose address can be typed and is printed again, and renews it: the old one is dead at once", async () => {
    const { ask, path, building, apartmentId } = await newAdministered();
    expect((await ask("GET", path)).body).toEqual({ buildingName: building.name, sign: null });
    expect((await ask("PUT", path, { isOn: false })).body).toMatchObject({ code: "SIGN_NOT_MADE" });
    const made = await Promise.all([ask("POST", path, {}), ask("POST", path, {})]);
    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    const { sign } = (await ask("GET", path)).body;
    expect(sign).toMatchObject({ isOn: true, hours: { from: "06:00", to: "22:00" } });
    const secretOf = (address: string) => address.replace(/^.*#/, "").replaceAll("-", "");
    expect(sign.address).toMatch(/\/e\/#\w{4}-\w{4}-\w{4}-\w{4}$/);
    await ask("PUT", path, { hours: { from: "00:00", to: "00:00" } });
    const browser = newBrowser();
    const visitor = await newVisitor(server, secretOf(sign.address), { browser });
    const renewed = (await ask("POST", path, {})).body.sign;
    expect(renewed.hours).toEqual({ from: "00:00", to: "00:00" });
    expect((await visitor.ring(apartmentId)).status).toBe(401);
    expect((await openSign(server, secretOf(sign.address))).json()).toMatchObject(NOT_VALID);
    expect((await openSign(server, secretOf(renewed.address), { browser })).statusCode).toBe(200);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select("action")
      .where("building_id", "=", building.id)
      .where("action", "like", "entrance-sign.%")
      .orderBy("at")
      .execute();
    expect(lines.map(({ action }) => action).sort()).toEqual([
      "entrance-sign.changed",
      "entrance-sign.made",
      "entrance-sign.renewed",
      "entrance-sign.renewed",
    ]);
  });

  it("switches it off: what was begun by it is over, and its page says so", async () => {
    const { ask, path, building, apartmentId } = await newAdministered();
    const { secret } = await newSign(server, building.id);
    const visitor = await newVisitor(server, secret);
    const socket = await server.connectAs(visitor);
    const ended = socket.ended();
    expect((await ask("PUT", path, { isOn: false })).body.sign).toMatchObject({ isOn: false });
    expect(await ended).toBe("io server disconnect");
    expect((await visitor.ring(apartmentId)).status).toBe(401);
    const again = await newVisitor(server, secret);
    expect(again.sign).toMatchObject({ state: "off", towers: [], hasLobby: false });
    expect((await again.ring(apartmentId)).body).toMatchObject({ code: "SIGN_OFF" });
  });
});
