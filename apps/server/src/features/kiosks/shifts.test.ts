import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { SHIFT_IDLE_MS } from "@umbral/contract/kiosks/kiosks.contract";
import { afterAll, describe, expect, it } from "vitest";
import { interleaved } from "../../../testing/interleaved.ts";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newCall } from "../../../testing/test-calls.ts";
import { newController } from "../../../testing/test-controller.ts";
import { holderOf, newLobby } from "../../../testing/test-kiosks.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Housekeeping } from "../../platform/housekeeping.ts";
import { endSessions } from "../auth/ending-sessions.ts";
import { openKioskSession } from "../auth/kiosk-sessions.ts";
import { newPasswordLink } from "../auth/links.service.ts";
import { tidySessions } from "../auth/session-tidying.ts";
import { tidyShiftPinFailures } from "./shift-pin-failures.ts";
import { tidyShifts } from "./shift-tidying.ts";

const server = await startTestServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = "una frase que nadie adivina";
const PIN = "274913";
const WRONG = { status: 422, body: { code: "SHIFT_NOT_BEGUN" } };
const LOCKED = { status: 403, body: { code: "SHIFT_PIN_LOCKED" } };

/** A lobby with one device, and a doorman with a PIN who lives there too and runs another building. */
async function setUp() {
  const [{ building, pairOne, takeBack }, other] = [await newLobby(server), await server.newBuilding()];
  const kiosk = await pairOne();
  const home = building.apartments.find(({ name }) => name === "A-102");
  const apartmentId = home?.id ?? "";
  const pedro = await server.newPerson({
    name: "Pedro Portero",
    password: PASSWORD,
    spaces: [
      { role: "PORTERIA", buildingId: building.id },
      { role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId },
      { role: "ADMINISTRADOR", buildingId: other.id },
    ],
  });
  const setPin = (pin = PIN, who = pedro, currentPassword = PASSWORD) =>
    asking(server, who)("PUT", "/api/user/shift-pin", { pin, currentPassword });
  const begin = (pin = PIN, cedula = pedro.cedula, at: { headers: { authorization: string } } = kiosk) =>
    asking(server, at)("POST", "/api/kiosk/shift", { cedula, pin });
  await setPin();
  const step = async () => {
    const { body } = await begin();
    return holderOf(server, { token: String(body.token) });
  };
  return { building, other, apartmentId, kiosk, pairOne, takeBack, pedro, setPin, begin, step };
}

describe("a PIN for shifts", () => {
  it("is set by who works at a lobby, with their password, and is neither easy nor one of their doors'", async () => {
    const { building, pedro, setPin, begin } = await setUp();
    const resident = await server.newPerson({ spaces: [{ role: "POLICIA", buildingId: building.id }] });
    expect((await setPin(PIN, resident)).status).toBe(403);
    expect(await setPin("904418", pedro, "otra")).toMatchObject({
      status: 422,
      body: { code: "WRONG_PASSWORD" },
    });
    for (const easy of ["123456", "777777", pedro.cedula.slice(0, 6)]) {
      expect(await setPin(easy)).toMatchObject({ status: 422, body: { code: "SHIFT_PIN_NOT_ACCEPTED" } });
    }
    expect((await setPin("12345")).status).toBe(400);
    await server.newDoor(building);
    await server.db
      .updateTable("doors")
      .set({ reader: JSON.stringify({ kind: "simulated", hasKeypad: true }) })
      .execute();
    const made = await asking(server, pedro)("POST", `/api/user/pins/${building.id}`);
    expect(made.status).toBe(200);
    expect((await setPin(String(made.body.digits))).status).toBe(422);
    // What was refused changed nothing.
    expect((await begin()).status).toBe(200);
    expect((await asking(server, pedro)("GET", "/api/user/shift-pin")).body.setAt).not.toBeNull();
    expect(await actionsOf(server, pedro.id)).toContain("kiosks.pin-set");
  });

  it("is not set by a session that is ended while the password is compared", async () => {
    const { pedro, setPin, begin } = await setUp();
    const answer = await interleaved(
      server,
      (trx) =>
        endSessions(server.app.services, trx, {
          userId: pedro.id,
          which: { except: null },
          by: { id: pedro.id, sessionId: null },
        }),
      () => setPin("391746"),
    );
    expect(answer).toMatchObject({ status: 401, body: { code: "SIGN_IN_REQUIRED" } });
    expect(await begin("391746")).toMatchObject(WRONG);
    expect((await begin()).status).toBe(200);
  });

  it("goes with the password when an account is recovered, and every shift that it began, also in that moment", async () => {
    const { building, pedro, pairOne, setPin, begin, step } = await setUp();
    const { services } = server.app;
    const { ask } = await step();
    const other = await pairOne();
    const { url } = await server.db.transaction().execute((trx) => newPasswordLink(services, trx, pedro.id));
    const password = "tres loros en la mesa";
    const recovered = await interleaved(
      server,
      async (trx) => {
        await trx
          .selectFrom("shift_pins")
          .where("user_id", "=", pedro.id)
          .select("pin_hash")
          .forShare()
          .execute();
        const kiosk = { id: other.id, buildingId: building.id };
        await openKioskSession(services, trx, { kiosk, userId: pedro.id, userAgent: "" }, true);
      },
      () =>
        asking(server, null)("POST", "/api/user/auth/resetPassword", {
          token: new URL(url).searchParams.get("token"),
          password,
        }),
    );
    expect(recovered.status).toBe(200);
    const open = await server.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", pedro.id)
      .where("ended_at", "is", null)
      .execute();
    expect([open, (await ask("GET", `/api/buildings/${building.id}/lobby-desk`)).status]).toEqual([[], 401]);
    expect(await begin()).toMatchObject(WRONG);
    const again = { ...pedro, ...(await server.newSession(pedro.id)) };
    expect((await asking(server, again)("GET", "/api/user/shift-pin")).body).toEqual({ setAt: null });
    expect((await setPin("391746", again, password)).status).toBe(200);
    expect((await begin("391746")).status).toBe(200);
  });

  it("locks its person at that device after five failures, the right one too, until they set another", async () => {
    const { building, pedro, kiosk, pairOne, setPin, begin } = await setUp();
    const another = await pairOne();
    const rita = await server.newPerson({
      password: PASSWORD,
      spaces: [{ role: "CONSERJE", buildingId: building.id }],
    });
    await setPin("585203", rita);
    // All at once: none slips under.
    const tries = await Promise.all(
      ["000001", "000002", "000003", "000004", "000005", "000006"].map((pin) => begin(pin)),
    );
    expect(tries.map(({ body }) => body.code).sort()).toEqual([
      ...Array.from({ length: 4 }, () => "SHIFT_NOT_BEGUN"),
      ...Array.from({ length: 2 }, () => "SHIFT_PIN_LOCKED"),
    ]);
    expect(await begin()).toMatchObject(LOCKED);
    expect(await actionsOf(server, kiosk.userId)).toEqual(["kiosks.paired", "kiosks.pin-locked"]);
    // The same person elsewhere, and somebody else here, are let in.
    expect((await begin(PIN, pedro.cedula, another)).status).toBe(200);
    expect((await begin("585203", rita.cedula)).status).toBe(200);
    await setPin("391746");
    expect(await begin()).toMatchObject(WRONG);
    expect((await begin("391746")).status).toBe(200);
  });

  it("tells nothing of a document that nobody of the lobby has", async () => {
    const { other, begin } = await setUp();
    const stranger = await server.newPerson({
      password: PASSWORD,
      spaces: [{ role: "PORTERIA", buildingId: other.id }],
    });
    await asking(server, stranger)("PUT", "/api/user/shift-pin", { pin: PIN, currentPassword: PASSWORD });
    for (const cedula of ["99999", stranger.cedula]) {
      for (let tries = 0; tries < 4; tries += 1) {
        expect(await begin(PIN, cedula)).toMatchObject(WRONG);
      }
      expect(await begin(PIN, cedula)).toMatchObject(LOCKED);
    }
  });

  it("forgets wrong ones of which nothing came for a month, and keeps a lock for a year and no longer than its device", async () => {
    const { pedro, kiosk, pairOne, takeBack, begin } = await setUp();
    const another = await pairOne();
    const failuresAt = async ({ id }: { id: string }) => {
      const rows = await server.db
        .selectFrom("shift_pin_failures")
        .select("failures")
        .where("kiosk_id", "=", id)
        .orderBy("failures")
        .execute();
      return rows.map(({ failures }) => failures);
    };
    const tidyAfter = async (days: number) => {
      server.clock.push(days * DAY_MS);
      await new Housekeeping(server.app.services, [tidyShiftPinFailures]).tidy();
    };
    const fail = async (times: number, cedula: string, at = kiosk) => {
      for (let tries = 0; tries < times; tries += 1) {
        await begin("000001", cedula, at);
      }
    };
    await fail(4, pedro.cedula);
    for (const at of [kiosk, another]) {
      await fail(5, "99998", at);
    }
    expect((await takeBack(another)).status).toBe(200);
    await tidyAfter(29);
    expect([await failuresAt(kiosk), await failuresAt(another)]).toEqual([[4, 5], []]);
    await tidyAfter(1);
    expect(await failuresAt(kiosk)).toEqual([5]);
    // Four more are four again, and no lock.
    await fail(4, pedro.cedula);
    expect((await begin()).status).toBe(200);
    expect(await begin(PIN, "99998")).toMatchObject(LOCKED);

    // Somebody stands there, now and then: a device that nobody uses for a year is none.
    await tidyAfter(300);
    expect((await begin()).status).toBe(200);
    await tidyAfter(34);
    expect(await begin(PIN, "99998")).toMatchObject(LOCKED);
    await tidyAfter(1);
    expect(await failuresAt(kiosk)).toEqual([]);
  });
});

describe("a shift", () => {
  it("makes of the device its person's desk at that lobby, and nothing more of them", async () => {
    const { building, other, apartmentId, kiosk, pedro, step } = await setUp();
    const { ask, token } = await step();
    const { body } = await ask("GET", "/api/user/auth/currentUser");
    expect(body).toMatchObject({
      user: { id: pedro.id, name: "Pedro Portero", cedula: "", email: "", phone: "" },
      spaces: [{ role: { name: "PORTERIA" }, building: { id: building.id } }],
      kiosk: { id: kiosk.id },
    });
    expect(body.spaces).toHaveLength(1);
    expect((await ask("GET", `/api/buildings/${building.id}/lobby-desk`)).status).toBe(200);
    const directory = await ask("GET", `/api/buildings/${building.id}/apartments`);
    expect(directory.body.apartments).toContainEqual(
      expect.objectContaining({ id: apartmentId, residents: ["Pedro Portero"] }),
    );
    for (const [path, status] of [
      ["/api/user/sessions", 403],
      ["/api/user/pins", 403],
      ["/api/user/shift-pin", 403],
      [`/api/apartments/${apartmentId}/members`, 403],
      [`/api/bb/buildings/${other.id}/settings`, 404],
      [`/api/buildings/${other.id}/cameras`, 404],
    ] as const) {
      expect([path, (await ask("GET", path)).status]).toEqual([path, status]);
    }
    expect(
      (await ask("PUT", "/api/user/shift-pin", { pin: "904418", currentPassword: PASSWORD })).status,
    ).toBe(403);

    // Who calls their home rings their own phone, and news of their other building are theirs alone.
    const [atDesk, own] = await Promise.all([server.connectAs({ token }), server.connectAs(pedro)]);
    const guard = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const call = await newCall(server, guard, { ...pedro, spaceIds: [pedro.spaceIds[1] ?? ""] });
    const atGuard = await server.connectAs(guard);
    await atGuard.ask("request", { callId: call.id });
    await own.hear("request");
    for (const buildingId of [other.id, building.id]) {
      server.app.services.live.tellPeople([pedro.id], "visits:changed", { buildingId });
    }
    expect(await atDesk.hear("visits:changed")).toEqual({ buildingId: building.id });
    expect(atDesk.heardSoFar("visits:changed")).toEqual([]);
    expect(atDesk.heardSoFar("request")).toEqual([]);
  });

  it("opens doors by its person's own access, and asks for the PIN after 15 minutes in which nobody did anything", async () => {
    const { building, pedro, step } = await setUp();
    await newController(server, building.id);
    const door = await server.newDoor(building);
    const { token, ask } = await step();
    const atDesk = await server.connectAs({ token });
    const press = () =>
      atDesk.ask("door_action", { buildingId: building.id, door: door.id, action: DOOR_OPEN });
    expect(await press()).toMatchObject({ ok: true, doorId: door.id });
    server.clock.push(SHIFT_IDLE_MS - 60_000);
    expect(await press()).toMatchObject({ ok: true });
    // Looking at the desk is nothing that anybody does.
    server.clock.push(SHIFT_IDLE_MS);
    expect((await ask("GET", `/api/buildings/${building.id}/doors`)).status).toBe(200);
    expect(await press()).toMatchObject({ ok: false, code: "SHIFT_PIN_ASKED" });
    expect((await ask("PUT", `/api/bb/doors/${door.id}/mode`, {})).body.code).toBe("SHIFT_PIN_ASKED");
    expect(await ask("PUT", "/api/kiosk/shift", { pin: "111111" })).toMatchObject(WRONG);
    expect(await press()).toMatchObject({ ok: false, code: "SHIFT_PIN_ASKED" });
    expect((await ask("PUT", "/api/kiosk/shift", { pin: PIN })).status).toBe(200);
    expect(await press()).toMatchObject({ ok: true });
    expect(await actionsOf(server, pedro.id)).toContain("kiosks.pin-shown");
  });

  it("ends by a word, by the next one, and by five wrong PINs when it is asked", async () => {
    const { building, kiosk, pedro, setPin, begin, step } = await setUp();
    const rita = await server.newPerson({
      password: PASSWORD,
      spaces: [{ role: "CONSERJE", buildingId: building.id }],
    });
    await setPin("585203", rita);
    const first = await step();
    const line = await server.connectAs(first);
    const ended = line.ended();
    // Rita relieves him at the same screen.
    const second = await begin("585203", rita.cedula, first);
    expect(await ended).toBe("io server disconnect");
    expect((await first.ask("GET", "/api/user/auth/currentUser")).status).toBe(401);
    const { ask } = holderOf(server, { token: String(second.body.token) });
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await ask("PUT", "/api/kiosk/shift", { pin: "111111" })).toMatchObject(WRONG);
    }
    expect(await ask("PUT", "/api/kiosk/shift", { pin: "111111" })).toMatchObject(LOCKED);
    expect((await ask("GET", "/api/user/auth/currentUser")).status).toBe(401);

    const third = await step();
    expect((await third.ask("DELETE", "/api/kiosk/shift")).status).toBe(200);
    expect((await third.ask("GET", "/api/user/auth/currentUser")).status).toBe(401);
    const alone = await asking(server, kiosk)("GET", "/api/user/auth/currentUser");
    expect(alone.body).toMatchObject({ user: { id: kiosk.userId }, spaces: [] });
    const shifts = (await actionsOf(server, pedro.id)).filter((action) => action.includes("shift"));
    expect(shifts).toEqual([
      "kiosks.shift-begun",
      "kiosks.shift-ended",
      "kiosks.shift-begun",
      "kiosks.shift-ended",
    ]);
  });

  it("is over in the logbook when it ran out, also where nobody comes to its device any more, and is forgotten after", async () => {
    const { building, kiosk, pedro, begin, step } = await setUp();
    const tidyAfter = async (ms: number) => {
      server.clock.push(ms);
      await new Housekeeping(server.app.services, [tidyShifts, tidySessions]).tidy();
    };
    const shifts = () =>
      server.db
        .selectFrom("sessions")
        .select(["expires_at as expiresAt", "ended_at as endedAt"])
        .where("kiosk_id", "=", kiosk.id)
        .where("user_id", "=", pedro.id)
        .execute();
    const endings = () =>
      server.db
        .selectFrom("logbook_lines")
        .select("at")
        .where("building_id", "=", building.id)
        .where("kind", "=", "SHIFT_ENDED")
        .execute();
    await step();
    const [begun] = await shifts();
    await tidyAfter(11 * HOUR_MS);
    expect([await shifts(), await endings()]).toEqual([[begun], []]);
    await tidyAfter(2 * HOUR_MS);
    expect(await endings()).toEqual([{ at: begun?.expiresAt }]);
    expect(await actionsOf(server, pedro.id)).toContain("kiosks.shift-ended");
    // The device goes on, and so does the next shift.
    expect((await begin()).status).toBe(200);
    await tidyAfter(0);
    expect(await endings()).toHaveLength(1);
    await tidyAfter(91 * DAY_MS);
    expect([await shifts(), (await endings()).length]).toEqual([[], 2]);
  });

  it("is over with its person's place at the lobby, and is never one of theirs elsewhere", async () => {
    const { kiosk, pedro, step } = await setUp();
    const { ask } = await step();
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("id", "=", pedro.spaceIds[0] ?? "")
      .execute();
    expect((await ask("GET", "/api/user/auth/currentUser")).status).toBe(401);
    expect((await asking(server, kiosk)("GET", "/api/user/auth/currentUser")).status).toBe(200);
    expect((await asking(server, pedro)("GET", "/api/user/auth/currentUser")).status).toBe(200);
  });

  it("is begun at a device alone", async () => {
    const { pedro, begin } = await setUp();
    expect((await begin(PIN, pedro.cedula, pedro)).status).toBe(403);
    expect((await asking(server, pedro)("DELETE", "/api/kiosk/shift")).status).toBe(403);
  });
});
