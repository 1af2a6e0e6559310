import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { registerDevice } from "../../../testing/test-firebase.ts";
import { askPasses, madePass, newHouse, wantedPass } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";
import { noteEntryAtDoor } from "./door-entries.ts";
import { PassClock } from "./pass-clock.ts";
import { type WhoHears, writeArrival, writeExit } from "./pass-news.ts";
import { countMovement } from "./pass-rows.queries.ts";

/* What a home hears of its guests. */

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;
const messages = await seeMessages(server);
atNoon(server);

/** As of those who chose nothing. */
const whoHears: WhoHears = async (_trx, { people, isFirst }) => (isFirst ? people : []);
const HOUR_MS = 3_600_000;
const passClock = new PassClock(services);

/** Rosa's guest; her device and those of everybody in the house take pushes. */
async function newGuest(change: object = {}) {
  const house = await newHouse(server);
  const { building, home, rosa, andres, tomas, alberto, pedro } = house;
  for (const person of [rosa, andres, tomas, alberto, pedro]) {
    await registerDevice(server, person, `device-${person.id}-0123456789`);
  }
  const { pass } = await madePass(server, building, rosa, { apartmentId: home.id, entries: 3, ...change });
  const passId = pass.id;
  const come = async (at = clock.now(), accessId: string = randomUUID()) => {
    const tell = await db
      .transaction()
      .execute((trx) => noteEntryAtDoor(services, trx, { accessId, passId, doorId: null, at }, whoHears));
    tell?.();
  };
  const go = async () => {
    const tell = await db.transaction().execute(async (trx) => {
      await countMovement(trx, { passId, kind: "out", people: 1, at: clock.now() });
      return writeExit(services, trx, passId);
    });
    tell();
  };
  const told = async (person: { id: string }) => (await messages.to(person.id)).map(({ subject }) => subject);
  return { ...house, pass, come, go, told };
}

describe("a home", () => {
  it("hears of the first who came, once, with all who live there, and sees each of them", async () => {
    const { building, home, rosa, andres, tomas, alberto, pedro, pass, come, told } = await newGuest();
    const [atRosa, atPedro, atTomas] = await Promise.all(
      [rosa, pedro, tomas].map((person) => server.connectAs(person)),
    );
    await come();
    await come();
    const news = { buildingId: building.id, apartmentId: home.id, passId: pass.id };
    expect(await atRosa?.hear("passes:changed")).toEqual(news);
    expect(await atRosa?.hear("passes:changed")).toEqual(news);
    expect(await atPedro?.hear("passes:changed")).toEqual(news);
    expect(atTomas?.heardSoFar("passes:changed")).toEqual([]);
    expect(await told(rosa)).toEqual(["Llegó Carlos Invitado"]);
    expect(await told(andres)).toEqual(["Llegó Carlos Invitado"]);
    for (const person of [tomas, alberto, pedro]) {
      expect(await told(person)).toEqual([]);
    }
    expect(await messages.to(rosa.id)).toMatchObject([
      { channel: "push", body: expect.stringContaining(building.name), data: { kind: "notice" } },
    ]);
  });

  it("hears of an arrival once when two processes write one down at the same moment, or the same one twice", async () => {
    const { rosa, come, told } = await newGuest();
    const id = randomUUID();
    await Promise.all([come(clock.now(), id), come(clock.now(), id), come()]);
    expect(await told(rosa)).toEqual(["Llegó Carlos Invitado"]);
  });

  it("hears of an arrival with the movement itself: of what is not written down nobody hears, and then once", async () => {
    const { rosa, pass, come, told } = await newGuest();
    const killed = db.transaction().execute(async (trx) => {
      const entry = { accessId: randomUUID(), passId: pass.id, doorId: null, at: clock.now() };
      await noteEntryAtDoor(services, trx, entry, whoHears);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await told(rosa)).toEqual([]);
    await come();
    expect(await told(rosa)).toEqual(["Llegó Carlos Invitado"]);
  });

  it("is not woken by what a controller tells long afterwards", async () => {
    const { rosa, come, told } = await newGuest({
      from: new Date(clock.now().getTime() - 3 * HOUR_MS),
    });
    await come(new Date(clock.now().getTime() - 2 * HOUR_MS));
    expect(await told(rosa)).toEqual([]);
  });

  it("hears of exits where it was chosen", async () => {
    for (const [tellsExit, expected] of [
      [false, ["Llegó Carlos Invitado"]],
      [true, ["Llegó Carlos Invitado", "Salió Carlos Invitado"]],
    ] as const) {
      const { rosa, come, go, told } = await newGuest({ tellsExit });
      await come();
      await go();
      expect(await told(rosa)).toEqual(expected);
    }
  });

  it("hears nothing of guests of those who lived there before, whose exit is noted after them", async () => {
    const { building, home, rosa, pass, come, go, told } = await newGuest({ tellsExit: true });
    await come();
    await db.updateTable("spaces").set({ status: "ENDED" }).where("user_id", "=", rosa.id).execute();
    clock.push(3 * HOUR_MS);
    const next = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home.id }],
    });
    await db.updateTable("spaces").set({ decided_at: clock.now() }).where("user_id", "=", next.id).execute();
    await registerDevice(server, next, `device-${next.id}-0123456789`);
    await passClock.tellDue();
    await go();
    expect(await told(next)).toEqual([]);
    const shown = await askPasses(server, building, next, "GET", `?apartmentId=${pass.apartment?.id ?? ""}`);
    expect(shown.body.passes).toEqual([]);
    atNoon(server);
  });

  it("hears once that somebody stays beyond their time, and anew once the time is another", async () => {
    const { building, rosa, pass, come, go, told } = await newGuest();
    const staying = "Carlos Invitado sigue en el edificio";
    const others = async () => (await told(rosa)).slice(1);
    await come();
    await come();
    await passClock.tellDue();
    expect(await others()).toEqual([]);
    const atRosa = await server.connectAs(rosa);
    clock.push(2 * HOUR_MS);
    await Promise.all([passClock.tellDue(), passClock.tellDue()]);
    expect(await others()).toEqual([staying]);
    await atRosa.hear("passes:changed");
    const shown = await askPasses(server, building, rosa, "GET", `?apartmentId=${pass.apartment?.id ?? ""}`);
    expect(shown.body.passes).toMatchObject([{ state: "inside", isOverstaying: true }]);
    // One of the two goes: the other was told of.
    await go();
    await passClock.tellDue();
    expect(await others()).toEqual([staying]);
    const longer = wantedPass(server, { from: pass.from, entries: 3 });
    expect((await askPasses(server, building, rosa, "PUT", `/${pass.id}`, longer)).status).toBe(200);
    await passClock.tellDue();
    expect(await others()).toEqual([staying]);
    clock.push(2 * HOUR_MS);
    await passClock.tellDue();
    await passClock.tellDue();
    expect(await others()).toEqual([staying, staying]);
    await go();
    await passClock.tellDue();
    expect(await others()).toEqual([staying, staying]);
  });

  it("hears nothing of who stays where it was not chosen", async () => {
    const { rosa, come, told } = await newGuest({ tellsOverstay: false });
    await come();
    clock.push(2 * HOUR_MS);
    await passClock.tellDue();
    expect(await told(rosa)).toEqual(["Llegó Carlos Invitado"]);
  });

  it("hears of who stays beyond the hours of the week, by the building's own clock", async () => {
    // Noon in Bogotá, and eleven hours are left of the day.
    const hours = {
      hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "08:00", to: "23:00" }],
      onHolidays: { kind: "as-any-day" },
    };
    atNoon(server);
    const until = new Date(clock.now().getTime() + 40 * HOUR_MS).toISOString();
    const { rosa, come, told } = await newGuest({ hours, until, entries: null });
    await come();
    await passClock.tellDue();
    expect(await told(rosa)).toHaveLength(1);
    clock.push(11 * HOUR_MS);
    await passClock.tellDue();
    expect(await told(rosa)).toEqual(["Llegó Carlos Invitado", "Carlos Invitado sigue en el edificio"]);
  });

  it("of the building's own guests is whoever made the pass", async () => {
    const { building, alberto, rosa, pedro, told } = await newGuest();
    const { pass } = await madePass(server, building, alberto, { apartmentId: null });
    await db.transaction().execute(async (trx) => {
      await countMovement(trx, { passId: pass.id, kind: "in", people: 1, at: clock.now() });
      await writeArrival(services, trx, pass.id, whoHears);
    });
    expect(await told(alberto)).toEqual(["Llegó Carlos Invitado"]);
    expect([...(await told(rosa)), ...(await told(pedro))]).toEqual([]);
  });

  it("sees at once that a pass ended with the stay of whoever made it", async () => {
    const { building, home, rosa, pedro, pass } = await newGuest();
    await server.app.accessKeeper.round();
    const atPedro = await server.connectAs(pedro);
    await db.deleteFrom("spaces").where("user_id", "=", rosa.id).execute();
    await server.app.accessKeeper.round();
    expect(await atPedro.hear("passes:changed")).toEqual({
      buildingId: building.id,
      apartmentId: home.id,
      passId: pass.id,
    });
  });
});
