import { randomUUID } from "node:crypto";
import type { AccessLevel, BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { listHolidays } from "./holidays.service.ts";

const server = await startTestServer();
afterAll(() => server.close());

const closed = { kind: "closed" } as const;
const mornings = {
  name: "Mañanas",
  hours: [{ days: [1, 2, 3, 4, 5], from: "06:00", to: "12:00" }],
  onHolidays: closed,
};

/** A building whose administrator asks. */
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
  const read = async (): Promise<BuildingAccess> => (await ask("GET", `${of}/access-levels`)).body;
  const level = async (name: string): Promise<AccessLevel> => {
    const found = (await read()).levels.find((one) => one.name === name);
    if (!found) {
      throw new Error(`no level ${name}`);
    }
    return found;
  };
  return { building, door, garage, ana, of, ask, read, level };
}

const someone = (building: TestBuilding, role: Role, name?: string) =>
  server.newPerson({
    ...(name === undefined ? {} : { name }),
    spaces: [{ role, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });

describe("the levels of a building", () => {
  it("are three from its making on, with their doors, hours, marks and people", async () => {
    const { building, door, garage, read } = await newPlace();
    await someone(building, "RESIDENTE");
    await someone(building, "SERVICIOS");
    const { levels, schedules, offlineDays, timeZone, doors } = await read();
    const marks = { passesLocked: false, outlastsServer: false };
    expect(levels).toEqual([
      {
        ...marks,
        id: expect.any(String),
        name: "Personal",
        doors: { kind: "all" },
        scheduleId: null,
        passesLocked: true,
        outlastsServer: true,
        forRoles: ["PORTERIA", "CONSERJE", "ADMINISTRADOR"],
        people: 1,
      },
      {
        ...marks,
        id: expect.any(String),
        name: "Residentes",
        doors: { kind: "way-home" },
        scheduleId: null,
        forRoles: ["RESIDENTE_LIDER", "RESIDENTE", "RESIDENTE_TEMPORAL", "PROPIETARIO"],
        people: 1,
      },
      {
        ...marks,
        id: expect.any(String),
        name: "Servicios",
        doors: { kind: "entrance" },
        scheduleId: schedules[0]?.id,
        forRoles: ["SERVICIOS"],
        people: 1,
      },
    ]);
    expect(schedules).toEqual([
      {
        id: expect.any(String),
        name: "Servicios",
        hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
        onHolidays: closed,
        levels: 1,
      },
    ]);
    expect({ offlineDays, timeZone }).toEqual({ offlineDays: 30, timeZone: "America/Bogota" });
    expect(doors).toMatchObject([
      { id: door.id, name: "Puerta principal", localId: "1", lockedUntil: null },
      { id: garage.id, name: "Garaje", localId: "2$", lockedUntil: null },
    ]);
  });

  it("are made, changed and deleted, each written down, and told to who has the building open", async () => {
    const { building, door, garage, ana, of, ask, read } = await newPlace();
    const socket = await server.connectAs(ana);
    const schedule = (await ask("POST", `${of}/access-schedules`, mornings)).body.schedule;
    expect(await socket.hear("building:changed")).toEqual({ buildingId: building.id });
    const made = await ask("POST", `${of}/access-levels`, {
      name: "Jardineros",
      doors: { kind: "chosen", doorIds: [garage.id, door.id, garage.id] },
      scheduleId: schedule.id,
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        level: {
          name: "Jardineros",
          doors: { kind: "chosen", doorIds: [door.id, garage.id] },
          passesLocked: false,
          forRoles: [],
          people: 0,
        },
      },
    });
    const one = `${of}/access-levels/${made.body.level.id}`;
    const changed = await ask("PUT", one, { doors: { kind: "entrance" }, passesLocked: true });
    expect(changed.body.level).toEqual({
      ...made.body.level,
      doors: { kind: "entrance" },
      passesLocked: true,
    });
    expect((await read()).schedules.find(({ id }) => id === schedule.id)).toMatchObject({ levels: 1 });
    expect(await ask("DELETE", `${of}/access-schedules/${schedule.id}`)).toMatchObject({
      status: 409,
      body: { code: "SCHEDULE_IN_USE" },
    });
    const evenings = { hours: [{ days: [7], from: "18:00", to: "20:00" }] };
    expect((await ask("PUT", `${of}/access-schedules/${schedule.id}`, evenings)).body.schedule).toMatchObject(
      { ...evenings, name: "Mañanas", onHolidays: closed },
    );
    expect((await ask("DELETE", one)).body).toEqual({ ok: true });
    expect((await ask("DELETE", `${of}/access-schedules/${schedule.id}`)).body).toEqual({ ok: true });
    expect((await ask("PUT", one, { passesLocked: true })).body).toMatchObject({
      code: "ACCESS_LEVEL_NOT_FOUND",
    });
    expect((await ask("DELETE", `${of}/access-schedules/${schedule.id}`)).body).toMatchObject({
      code: "SCHEDULE_NOT_FOUND",
    });
    expect(await actionsOf(server, ana.id)).toEqual([
      "access-control.schedule-created",
      "access-control.level-created",
      "access-control.level-changed",
      "access-control.schedule-changed",
      "access-control.level-deleted",
      "access-control.schedule-deleted",
    ]);
    expect((await changesOf(server, ana.id)).slice(0, 3)).toMatchObject([
      { after: { name: "Mañanas", hours: "lun–vie 6:00 AM–12:00 PM", onHolidays: "Festivos: no" } },
      { after: { levelDoors: "Puerta principal, Garaje", schedule: "Mañanas", passesLocked: false } },
      { before: { passesLocked: false }, after: { levelDoors: "la entrada", passesLocked: true } },
    ]);
  });

  it("that came with the building change and stay, with their roles", async () => {
    const { of, ask, level } = await newPlace();
    const services = await level("Servicios");
    const one = `${of}/access-levels/${services.id}`;
    expect((await ask("PUT", one, { doors: { kind: "all" }, scheduleId: null })).body.level).toEqual({
      ...services,
      doors: { kind: "all" },
      scheduleId: null,
    });
    expect(await ask("DELETE", one)).toMatchObject({ status: 409, body: { code: "LEVEL_OF_BUILDING" } });
    expect((await ask("PUT", one, { forRoles: ["POLICIA"] })).status).toBe(400);
    expect(await level("Servicios")).toMatchObject({ forRoles: ["SERVICIOS"], doors: { kind: "all" } });
  });

  it("have a name of their own, and doors and hours of their own building", async () => {
    const { of, ask, level } = await newPlace();
    const other = await newPlace();
    const theirs = (await other.ask("POST", `${other.of}/access-schedules`, mornings)).body.schedule;
    const fields = { name: "Nuevo", doors: { kind: "all" }, scheduleId: null };
    const make = (more: object) => ask("POST", `${of}/access-levels`, { ...fields, ...more });
    expect((await make({ name: "residentes" })).body).toMatchObject({ code: "NAME_TAKEN" });
    expect((await make({ doors: { kind: "chosen", doorIds: [other.door.id] } })).body).toMatchObject({
      code: "DOOR_NOT_FOUND",
    });
    expect((await make({ scheduleId: theirs.id })).body).toMatchObject({ code: "SCHEDULE_NOT_FOUND" });
    expect((await make({ scheduleId: randomUUID() })).body).toMatchObject({ code: "SCHEDULE_NOT_FOUND" });
    const own = await level("Residentes");
    for (const doorId of [other.door.id, randomUUID()]) {
      const doors = { kind: "chosen", doorIds: [doorId] };
      expect((await ask("PUT", `${of}/access-levels/${own.id}`, { doors })).body).toMatchObject({
        code: "DOOR_NOT_FOUND",
      });
    }
    expect(await level("Residentes")).toEqual(own);
    // And the other building's level is none of this one's.
    const foreign = await other.level("Residentes");
    expect(
      (await ask("PUT", `${of}/access-levels/${foreign.id}`, { passesLocked: true })).body,
    ).toMatchObject({ code: "ACCESS_LEVEL_NOT_FOUND" });
    const taken = await Promise.all([make({ name: "Dos" }), make({ name: "dos" })]);
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("are nobody's but the administration's", async () => {
    const { building, of, read } = await newPlace();
    const before = await read();
    const doorman = asking(server, await someone(building, "PORTERIA"));
    const neighbour = asking(server, (await newPlace()).ana);
    for (const [ask, code] of [
      [doorman, "NOT_ALLOWED"],
      [neighbour, "NOT_FOUND"],
    ] as const) {
      expect((await ask("GET", `${of}/access-levels`)).body).toMatchObject({ code });
      expect((await ask("POST", `${of}/access-schedules`, mornings)).body).toMatchObject({ code });
      expect((await ask("PUT", `${of}/offline-days`, { offlineDays: 3 })).body).toMatchObject({ code });
    }
    const laura = asking(server, await server.newPerson({ userType: "ADMIN" }));
    expect((await laura("GET", `${of}/access-levels`)).body).toEqual({
      ...before,
      levels: before.levels.map((one) =>
        one.name === "Personal" ? { ...one, people: one.people + 1 } : one,
      ),
    });
  });
});

describe("holidays and days without the server", () => {
  it("are told on a day that the next year does not have", async () => {
    const building = await server.newBuilding();
    const at = { buildingId: building.id, timeZone: "America/Bogota", now: new Date("2028-02-29T17:00:00Z") };
    const days = (await listHolidays(server.db, at)).map(({ day }) => day);
    expect([days[0], days.at(-1)]).toEqual(["2028-03-20", "2029-01-08"]);
  });

  it("are the building's to say, within what is", async () => {
    const { ana, of, ask, read } = await newPlace();
    const year = server.clock.now().getUTCFullYear() + 2;
    const day = `${year}-02-28`;
    expect((await ask("PUT", `${of}/holidays/${day}`, { name: "Fumigación" })).body).toEqual({
      holiday: { day, name: "Fumigación", isOwn: true },
    });
    await ask("PUT", `${of}/holidays/${day}`, { name: "Asamblea" });
    const { holidays } = await read();
    expect(holidays.at(-1)).toEqual({ day, name: "Asamblea", isOwn: true });
    // Colombia has 18 a year, two of which may share a day.
    expect(holidays.filter(({ isOwn }) => !isOwn).length).toBeGreaterThanOrEqual(17);
    expect((await ask("PUT", `${of}/holidays/2027-02-30`, { name: "Nunca" })).status).toBe(400);
    expect((await ask("DELETE", `${of}/holidays/${day}`)).body).toEqual({ ok: true });
    expect((await ask("DELETE", `${of}/holidays/${day}`)).status).toBe(404);
    expect((await ask("PUT", `${of}/offline-days`, { offlineDays: 7 })).body).toEqual({ offlineDays: 7 });
    for (const offlineDays of [0, 91, 1.5]) {
      expect((await ask("PUT", `${of}/offline-days`, { offlineDays })).status).toBe(400);
    }
    expect((await read()).offlineDays).toBe(7);
    expect(await changesOf(server, ana.id)).toMatchObject([
      { after: { day, name: "Fumigación" } },
      { before: { name: "Fumigación" }, after: { name: "Asamblea" } },
      { before: { day, name: "Asamblea" } },
      { before: { offlineDays: 30 }, after: { offlineDays: 7 } },
    ]);
  });
});
