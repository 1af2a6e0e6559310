import { randomUUID } from "node:crypto";
import type { AccessLevel, PersonLevel } from "@umbral/contract/access-control/access-levels.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

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
      sentence: "Sergio puede entrar por la Puerta principal lun–sáb 6:00–18:00",
    });
    expect(await test(door.id, "2026-07-14T19:00:00")).toEqual({
      outcome: "not-now",
      sentence: "No: a esa hora no. Puede entrar lun–sáb 6:00–18:00",
    });
    expect(await test(door.id, "2026-07-20T10:00:00")).toEqual({
      outcome: "not-now",
      sentence: "No: ese día es festivo. Puede entrar lun–sáb 6:00–18:00",
    });
    await ask("PUT", `${of}/holidays/2026-07-14`, { name: "Fumigación" });
    expect(await test(door.id, "2026-07-14T10:00:00")).toMatchObject({ outcome: "not-now" });
    expect(await test(garage.id, "2026-07-14T10:00:00")).toEqual({
      outcome: "not-this-door",
      sentence: "No: no tiene un nivel para esta puerta",
    });
    await server.db.updateTable("users").set({ active: false }).where("id", "=", sergio.id).execute();
    expect(await test(door.id, "2026-07-15T10:00:00")).toEqual({
      outcome: "suspended",
      sentence: "No: su acceso está suspendido",
    });
    expect(await test(other.door.id, "2026-07-15T10:00:00")).toMatchObject({ code: "DOOR_NOT_FOUND" });
    const stranger = await someone(other.building, "RESIDENTE");
    expect(await test(door.id, "2026-07-15T10:00:00", stranger.id)).toMatchObject({ code: "USER_NOT_FOUND" });
  });
});
