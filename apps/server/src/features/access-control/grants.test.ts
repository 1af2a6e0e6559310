import { randomUUID } from "node:crypto";
import type { AccessLevel, PersonLevel } from "@umbral/contract/access-control/access-levels.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { interleaved } from "../../../testing/interleaved.ts";
import { actionsOf, asking, changesOf, giveCard } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import type { Trx } from "../../platform/database.ts";
import { endSpaces, endUnknownVisitor } from "../spaces/index.ts";

const server = await startTestServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();

async function newPlace() {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { localId: "1", name: "Puerta principal" });
  const garage = await server.newDoor(building, { localId: "2$", name: "Garaje" });
  const ana = await server.newPerson({
    name: "Ana Administra",
    spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
  });
  const of = `/api/bb/buildings/${building.id}`;
  const ask = asking(server, ana);
  const level: AccessLevel = (
    await ask("POST", `${of}/access-levels`, {
      name: "Garaje de noche",
      doors: { kind: "chosen", doorIds: [garage.id] },
      scheduleId: null,
    })
  ).body.level;
  return { building, door, garage, ana, of, ask, level, one: `${of}/access-levels/${level.id}` };
}

const someone = (building: TestBuilding, role: Role, name = "Sergio Servicios") =>
  server.newPerson({
    name,
    spaces: [{ role, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });

const grantsOf = (userId: string) =>
  server.db.selectFrom("access_grants").select("id").where("user_id", "=", userId).execute();

describe("a level given by name", () => {
  it("stands beside what they have by what they are, from and until, and is taken again", async () => {
    const { building, door, garage, ana, of, ask, level, one } = await newPlace();
    const sergio = await someone(building, "SERVICIOS");
    const read = `/api/bb/users/${sergio.id}/access-levels?buildingId=${building.id}`;
    const byRole = {
      levelId: expect.any(String),
      name: "Servicios",
      roles: ["SERVICIOS"],
      from: null,
      until: null,
      givenBy: null,
      doors: [{ id: door.id, name: "Puerta principal" }],
      schedule: {
        hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
        onHolidays: { kind: "closed" },
      },
    };
    expect((await ask("GET", read)).body).toEqual({ levels: [byRole] });

    const [from, until] = [inHours(1), inHours(2)];
    const byName = {
      levelId: level.id,
      name: "Garaje de noche",
      roles: [],
      from,
      until,
      givenBy: { id: ana.id, name: "Ana Administra" },
      doors: [{ id: garage.id, name: "Garaje" }],
      schedule: null,
    };
    const given: { levels: PersonLevel[] } = (await ask("PUT", `${one}/people/${sergio.id}`, { from, until }))
      .body;
    expect(given.levels).toHaveLength(2);
    expect(given.levels).toEqual(expect.arrayContaining([byRole, byName]));
    // Given again it is the same one, with another end.
    const again: { levels: PersonLevel[] } = (await ask("PUT", `${one}/people/${sergio.id}`, {})).body;
    expect(again.levels).toEqual(expect.arrayContaining([byRole, { ...byName, from: null, until: null }]));
    expect((await ask("GET", `${of}/access-levels`)).body.levels.at(-1)).toMatchObject({ people: 1 });
    expect((await ask("DELETE", `${one}/people/${sergio.id}`)).body).toEqual({ levels: [byRole] });
    expect((await ask("DELETE", `${one}/people/${sergio.id}`)).status).toBe(404);
    expect((await actionsOf(server, ana.id)).slice(1)).toEqual([
      "access-control.level-given",
      "access-control.level-given",
      "access-control.level-taken",
    ]);
    expect((await changesOf(server, ana.id)).slice(1)).toMatchObject([
      { after: { level: "Garaje de noche", from, until } },
      { before: { from, until } },
      { before: { level: "Garaje de noche" } },
    ]);
  });

  it("goes with the level, and ends by itself", async () => {
    const { building, ask, one, garage, of } = await newPlace();
    const officer = await someone(building, "POLICIA", "Paula Policía");
    await ask("PUT", `${one}/people/${officer.id}`, { until: inHours(1) });
    const test = (at: string) =>
      ask("POST", `${of}/access-test`, { userId: officer.id, doorId: garage.id, at });
    expect((await test(inHours(0))).body).toMatchObject({ outcome: "granted" });
    expect((await test(inHours(2))).body).toMatchObject({ outcome: "not-this-door" });
    expect((await ask("DELETE", one)).body).toEqual({ ok: true });
    expect((await test(inHours(0))).body).toMatchObject({ outcome: "not-this-door" });
  });

  it("goes with the last thing that its person is there, and no visit keeps it or brings it back", async () => {
    const { building, ask, one, garage, of } = await newPlace();
    const officer = await server.newPerson({
      spaces: (["POLICIA", "ACCIONISTA", "VISITANTE_CONOCIDO"] as const).map((role) => ({
        role,
        buildingId: building.id,
      })),
    });
    await ask("PUT", `${one}/people/${officer.id}`, {});
    const outcome = async () =>
      (await ask("POST", `${of}/access-test`, { userId: officer.id, doorId: garage.id, at: inHours(0) })).body
        .outcome;
    const takeOut = (at: number) => ask("DELETE", `${of}/staff/${officer.spaceIds[at]}`);
    expect((await takeOut(0)).status).toBe(200);
    expect(await outcome()).toBe("granted");
    expect((await takeOut(1)).status).toBe(200);
    expect(await outcome()).toBe("not-this-door");
    expect(await grantsOf(officer.id)).toEqual([]);
  });

  it("goes with the last two things that its person is there, though both end at the very same moment", async () => {
    const { building, ask, one } = await newPlace();
    const officer = await server.newPerson({
      spaces: (["POLICIA", "ACCIONISTA", "VISITANTE_CONOCIDO"] as const).map((role) => ({
        role,
        buildingId: building.id,
      })),
    });
    await ask("PUT", `${one}/people/${officer.id}`, {});
    const [first = "", second = ""] = officer.spaceIds;
    const end = (trx: Trx, id: string) => endSpaces(trx, [id], server.clock.now());
    // Each would count the other's: their row of the search (`refresh_user_search`) lets one come after the other.
    await interleaved(
      server,
      (other) => end(other, first),
      () => server.db.transaction().execute((trx) => end(trx, second)),
    );
    expect(await grantsOf(officer.id)).toEqual([]);
  });

  it("is not given to somebody whose last role ends meanwhile", async () => {
    const { building, ask, one } = await newPlace();
    const officer = await someone(building, "POLICIA");
    const answer = await interleaved(
      server,
      (other) => endSpaces(other, officer.spaceIds, server.clock.now()),
      () => ask("PUT", `${one}/people/${officer.id}`, {}),
    );
    expect(answer).toMatchObject({ status: 404, body: { code: "USER_NOT_FOUND" } });
    expect(await grantsOf(officer.id)).toEqual([]);
  });

  it("stays with a visitor who was given it as one, however they registered again", async () => {
    const { building, ask, one, garage, of } = await newPlace();
    const victor = await server.newPerson({
      spaces: [{ role: "VISITANTE_DESCONOCIDO", buildingId: building.id }],
    });
    await ask("PUT", `${one}/people/${victor.id}`, {});
    await server.db.transaction().execute(async (trx) => {
      await endUnknownVisitor(trx, victor.id, building.id, server.clock.now());
      await trx
        .insertInto("spaces")
        .values({
          id: randomUUID(),
          user_id: victor.id,
          building_id: building.id,
          role: "VISITANTE_CONOCIDO",
          status: "APPROVED",
        })
        .execute();
    });
    const at = inHours(0);
    const tried = await ask("POST", `${of}/access-test`, { userId: victor.id, doorId: garage.id, at });
    expect(tried.body).toMatchObject({ outcome: "granted" });
  });

  it("is refused for people, levels and times that are not there, and changes nothing", async () => {
    const { building, ask, one, of } = await newPlace();
    const sergio = await someone(building, "SERVICIOS");
    const other = await newPlace();
    const stranger = await someone(other.building, "RESIDENTE", "Otra Persona");
    const refusals: [string, object, number, string | undefined][] = [
      [`${one}/people/${stranger.id}`, {}, 404, "USER_NOT_FOUND"],
      [`${one}/people/${randomUUID()}`, {}, 404, "USER_NOT_FOUND"],
      [`${of}/access-levels/${other.level.id}/people/${sergio.id}`, {}, 404, "ACCESS_LEVEL_NOT_FOUND"],
      [`${one}/people/${sergio.id}`, { until: inHours(-1) }, 422, "GRANT_IN_THE_PAST"],
      [`${one}/people/${sergio.id}`, { from: inHours(2), until: inHours(1) }, 400, "BAD_REQUEST"],
    ];
    for (const [path, body, status, code] of refusals) {
      expect([path, await ask("PUT", path, body)]).toMatchObject([path, { status, body: { code } }]);
    }
    const read = `/api/bb/users/${sergio.id}/access-levels?buildingId=`;
    expect((await ask("GET", `${read}${building.id}`)).body.levels).toHaveLength(1);
    expect((await ask("GET", `${read}${other.building.id}`)).body).toMatchObject({ code: "NOT_FOUND" });
    const theirs = `/api/bb/users/${stranger.id}/access-levels?buildingId=${building.id}`;
    expect((await ask("GET", theirs)).body).toMatchObject({ code: "USER_NOT_FOUND" });
    const laura = asking(server, await server.newPerson({ userType: "ADMIN" }));
    expect((await laura("GET", theirs)).body).toEqual({ levels: [] });
    // It would open nothing: they are nothing there.
    expect(await laura("PUT", `${one}/people/${stranger.id}`, {})).toMatchObject({ status: 404 });
  });

  it("is one when two give it at once", async () => {
    const { building, ask, one } = await newPlace();
    const officer = await someone(building, "POLICIA");
    const answers = await Promise.all([1, 2, 3].map(() => ask("PUT", `${one}/people/${officer.id}`, {})));
    expect(answers.map(({ status, body }) => [status, body.levels.length])).toEqual(
      answers.map(() => [200, 1]),
    );
  });
});

describe("Probar acceso", () => {
  it("says who comes in where and when, and why not", async () => {
    const { building, door, garage, of, ask } = await newPlace();
    const other = await newPlace();
    const sergio = await someone(building, "SERVICIOS");
    const test = async (doorId: string, local: string, userId = sergio.id) =>
      (
        await ask("POST", `${of}/access-test`, {
          userId,
          doorId,
          at: new Date(`${local}-05:00`).toISOString(),
        })
      ).body;
    // A Tuesday.
    expect(await test(door.id, "2026-07-14T10:00:00")).toEqual({
      outcome: "granted",
      sentence: "Sergio puede entrar por la Puerta principal lun–sáb 6:00 AM–6:00 PM",
      person: { id: sergio.id, name: sergio.name },
    });
    expect(await test(door.id, "2026-07-14T19:00:00")).toMatchObject({
      outcome: "not-now",
      sentence: "No: a esa hora no. Puede entrar lun–sáb 6:00 AM–6:00 PM",
    });
    expect(await test(door.id, "2026-07-20T10:00:00")).toMatchObject({
      outcome: "not-now",
      sentence: "No: ese día es festivo. Puede entrar lun–sáb 6:00 AM–6:00 PM",
    });
    await ask("PUT", `${of}/holidays/2026-07-14`, { name: "Fumigación" });
    expect(await test(door.id, "2026-07-14T10:00:00")).toMatchObject({ outcome: "not-now" });
    expect(await test(garage.id, "2026-07-14T10:00:00")).toMatchObject({
      outcome: "not-this-door",
      sentence: "No: no tiene un nivel para esta puerta",
    });
    await server.db.updateTable("users").set({ active: false }).where("id", "=", sergio.id).execute();
    expect(await test(door.id, "2026-07-15T10:00:00")).toMatchObject({
      outcome: "suspended",
      sentence: "No: su acceso está desactivado",
    });
    expect(await test(other.door.id, "2026-07-15T10:00:00")).toMatchObject({ code: "DOOR_NOT_FOUND" });
    const stranger = await someone(other.building, "RESIDENTE");
    expect(await test(door.id, "2026-07-15T10:00:00", stranger.id)).toMatchObject({ code: "USER_NOT_FOUND" });
  });

  it("says of a door on a board who comes in while the controller is away", async () => {
    const { building, door, garage, of, ask } = await newPlace();
    const board = { kind: "uhppote", host: "10.0.0.40", serial: 405_419_896, door: 1 };
    const onBoard = { relay: JSON.stringify(board), reader: JSON.stringify(board) };
    await server.db.updateTable("doors").set(onBoard).where("id", "=", door.id).execute();
    const [sergio, pedro] = [await someone(building, "SERVICIOS"), await someone(building, "PORTERIA")];
    const test = async (userId: string, doorId: string, at: string) =>
      (await ask("POST", `${of}/access-test`, { userId, doorId, at })).body;
    const AT_TEN = "2126-07-16T15:00:00.000Z";
    expect(await test(pedro.id, door.id, AT_TEN)).toMatchObject({
      outcome: "granted",
      alone: "Si el controlador no está, decide la placa: también entra, con su tarjeta.",
    });
    expect(await test(sergio.id, door.id, AT_TEN)).toMatchObject({
      outcome: "granted",
      alone:
        "Si el controlador no está, decide la placa: no entra, porque ahí solo está quien entra siempre.",
    });
    expect(await test(sergio.id, door.id, "2126-07-17T03:00:00.000Z")).toMatchObject({
      outcome: "not-now",
      alone: "Si el controlador no está, decide la placa: tampoco entra.",
    });
    expect(await test(pedro.id, garage.id, AT_TEN)).not.toHaveProperty("alone");
  });

  it("asks by what somebody carries: whose it is, and why it does not open", async () => {
    const { building, door, garage, of, ask } = await newPlace();
    const other = await newPlace();
    const sergio = await someone(building, "SERVICIOS", "Sergio Servicios");
    await server.db
      .updateTable("doors")
      .set({ reader: JSON.stringify({ kind: "simulated", hasKeypad: true }) })
      .where("id", "=", door.id)
      .execute();
    await giveCard(server, sergio.id, "04A1B2C3D4");
    const stranger = await someone(other.building, "RESIDENTE");
    await giveCard(server, stranger.id, "04FFFFFF01");
    // A Tuesday, in Bogotá.
    const at = "2126-07-16T15:00:00.000Z";
    const test = (by: object, doorId = door.id) => ask("POST", `${of}/access-test`, { ...by, doorId, at });
    const person = { id: sergio.id, name: "Sergio Servicios" };
    expect((await test({ tag: "04:a1:b2:c3:d4" })).body).toMatchObject({ outcome: "granted", person });
    expect((await test({ tag: "04A1B2C3D4" }, garage.id)).body).toMatchObject({
      outcome: "not-this-door",
      person,
    });
    await server.db.updateTable("cards").set({ active: false }).where("user_id", "=", sergio.id).execute();
    expect((await test({ tag: "04A1B2C3D4" })).body).toEqual({
      outcome: "suspended",
      sentence: "No: su tarjeta está desactivada o la reportaron como perdida",
      person,
    });
    // Of another building, and nobody's: the two look the same.
    for (const tag of ["04FFFFFF01", "04FFFFFF02"]) {
      expect((await test({ tag })).body).toEqual({
        outcome: "unknown",
        sentence: "No: nadie conoce esa tarjeta",
        person: null,
      });
    }
    expect(await test({ tag: "no es una tarjeta" })).toMatchObject({
      status: 422,
      body: { code: "TAG_NOT_VALID" },
    });
    expect(await test({ tag: "04A1B2C3D4", userId: sergio.id })).toMatchObject({ status: 400 });

    const until = "2126-07-16T14:00:00.000Z";
    const made = (await ask("POST", `${of}/people/${sergio.id}/pin`, { until })).body;
    const pin = made.digits;
    expect((await test({ pin })).body).toEqual({
      outcome: "expired",
      sentence: "No: su PIN no está vigente",
      person,
    });
    const change = { active: true, from: null, until: null };
    await ask("PUT", `${of}/people/${sergio.id}/pin`, change);
    expect((await test({ pin })).body).toMatchObject({ outcome: "granted", person });
    expect((await test({ pin }, garage.id)).body).toMatchObject({
      outcome: "not-this-door",
      sentence: "No: el lector de esta puerta no tiene teclado",
    });
    await ask("PUT", `${of}/people/${sergio.id}/pin`, { ...change, active: false });
    expect((await test({ pin })).body).toMatchObject({ sentence: "No: su PIN está desactivado" });
    const wrong = String((Number(pin) + 1) % 1_000_000).padStart(6, "0");
    expect((await test({ pin: wrong })).body).toEqual({
      outcome: "unknown",
      sentence: "No: nadie tiene ese PIN",
      person: null,
    });
    // Nobody looks for all of them here.
    for (let guess = 1; guess < 20; guess += 1) {
      expect((await test({ pin: wrong })).status).toBe(200);
    }
    expect(await test({ pin: wrong })).toMatchObject({ status: 429, body: { code: "TOO_OFTEN" } });
    expect(await test({ pin })).toMatchObject({ status: 429 });
    expect(await test({ userId: sergio.id })).toMatchObject({ status: 200 });
  });
});
