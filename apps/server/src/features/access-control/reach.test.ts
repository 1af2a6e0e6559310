import { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { holidaysOf } from "./holidays.ts";
import { accessOf } from "./reach.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { newId } = server.app.services;
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);

/** A building with a door of each kind. */
async function newPlace() {
  const building = await server.newBuilding();
  const [towerA, towerB] = building.towers;
  const floor = (tower: typeof towerA, at: number) => ({
    towerId: tower?.id ?? "",
    floorId: tower?.floors[at]?.id ?? "",
  });
  return {
    building,
    homes: building.apartments.map(({ id }) => id),
    floorA1: floor(towerA, 0),
    doors: {
      entrance: await server.newDoor(building, { localId: "1" }),
      garage: await server.newDoor(building),
      towerA: await server.newDoor(building, { scope: "tower", ...floor(towerA, 1) }),
      towerB: await server.newDoor(building, { scope: "tower", ...floor(towerB, 0) }),
      floorA1: await server.newDoor(building, { scope: "floor", ...floor(towerA, 0) }),
      floorA2: await server.newDoor(building, { scope: "floor", ...floor(towerA, 1) }),
    },
  };
}

async function levelOf(building: TestBuilding, name: string): Promise<string> {
  const { id } = await db
    .selectFrom("access_levels")
    .select("id")
    .where("building_id", "=", building.id)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
}

async function newLevel(
  building: TestBuilding,
  doors: "all" | "way-home" | "entrance" | "chosen",
  chosen: readonly { id: string }[] = [],
): Promise<string> {
  const id = newId();
  await db
    .insertInto("access_levels")
    .values({ id, building_id: building.id, name: `Nivel ${id}`, doors })
    .execute();
  for (const door of chosen) {
    await db
      .insertInto("access_level_doors")
      .values({ level_id: id, door_id: door.id, building_id: building.id })
      .execute();
  }
  return id;
}

const give = (levelId: string, userId: string, from: Date | null, until: Date | null) =>
  db
    .insertInto("access_grants")
    .values({
      id: newId(),
      level_id: levelId,
      user_id: userId,
      begins_at: from,
      ends_at: until,
      created_at: clock.now(),
    })
    .execute();

const someone = (building: TestBuilding, role: Role, apartmentId?: string) =>
  server.newPerson({
    spaces: [{ role, buildingId: building.id, ...(apartmentId === undefined ? {} : { apartmentId }) }],
  });

const reachesOf = async (building: TestBuilding, userId: string) =>
  (await accessOf(db, { buildingId: building.id, userIds: [userId], now: clock.now() })).get(userId) ?? [];

describe("where people come in by what they are", () => {
  it("is the way home for who lives there, all doors for the lobby, the entrance in hours for services", async () => {
    const { building, doors, homes, floorA1 } = await newPlace();
    const resident = await someone(building, "RESIDENTE", homes[0]);
    const doorman = await someone(building, "PORTERIA");
    const cleaner = await someone(building, "SERVICIOS", homes[0]);
    const officer = await someone(building, "POLICIA");
    const residents = await levelOf(building, "Residentes");
    const common = { from: null, until: null, passesLocked: false, outlastsServer: false };
    expect(await reachesOf(building, resident.id)).toEqual([
      {
        ...common,
        areaId: `${residents}:${floorA1.towerId}:${floorA1.floorId}`,
        levelId: residents,
        doorIds: [doors.entrance, doors.garage, doors.towerA, doors.floorA1].map(({ id }) => id),
        scheduleId: null,
        schedule: null,
        roles: ["RESIDENTE"],
      },
    ]);
    const staff = await levelOf(building, "Personal");
    expect(await reachesOf(building, doorman.id)).toEqual([
      {
        ...common,
        areaId: staff,
        levelId: staff,
        doorIds: Object.values(doors).map(({ id }) => id),
        scheduleId: null,
        schedule: null,
        passesLocked: true,
        outlastsServer: true,
        roles: ["PORTERIA"],
      },
    ]);
    expect(await reachesOf(building, cleaner.id)).toEqual([
      {
        ...common,
        areaId: await levelOf(building, "Servicios"),
        levelId: await levelOf(building, "Servicios"),
        doorIds: [doors.entrance.id],
        scheduleId: expect.any(String),
        schedule: {
          hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
          onHolidays: { kind: "closed" },
        },
        roles: ["SERVICIOS"],
      },
    ]);
    expect(await reachesOf(building, officer.id)).toEqual([]);
    // Everybody at once, in as many questions; people of other buildings are not among them.
    await newPlace().then((other) => someone(other.building, "PORTERIA"));
    const all = await accessOf(db, { buildingId: building.id, now: clock.now() });
    expect(new Set(all.keys())).toEqual(new Set([resident.id, doorman.id, cleaner.id]));
  });

  it("is for every role what was written down of it, whatever home they are of", async () => {
    const { building, doors, homes } = await newPlace();
    const way = [doors.entrance, doors.garage, doors.towerA, doors.floorA1];
    const all = Object.values(doors);
    const written: Record<Role, readonly { id: string }[]> = {
      RESIDENTE_LIDER: way,
      RESIDENTE: way,
      RESIDENTE_TEMPORAL: way,
      PROPIETARIO: way,
      ADMINISTRADOR: all,
      PORTERIA: all,
      CONSERJE: all,
      EMPLEADO_ADMINISTRATIVO: [],
      POLICIA: [],
      SERVICIOS: [doors.entrance],
      ACCIONISTA: [],
      VISITANTE_CONOCIDO: [],
      VISITANTE_DESCONOCIDO: [],
    };
    for (const role of Role.options) {
      const { id } = await someone(building, role, homes[0]);
      const doorIds = (await reachesOf(building, id)).flatMap((reach) => reach.doorIds);
      expect([role, doorIds]).toEqual([role, written[role].map((door) => door.id)]);
    }
  });

  it("ends with the stay, and with the longest of two in one place", async () => {
    const { building, homes } = await newPlace();
    const guest = await someone(building, "RESIDENTE_TEMPORAL", homes[0]);
    const end = inHours(1);
    await db.updateTable("spaces").set({ ends_at: end }).where("user_id", "=", guest.id).execute();
    expect(await reachesOf(building, guest.id)).toMatchObject([{ until: end }]);
    // The same way home by a second home on the floor.
    await db
      .insertInto("spaces")
      .values({
        id: newId(),
        user_id: guest.id,
        role: "PROPIETARIO",
        building_id: building.id,
        apartment_id: homes[1] ?? "",
        status: "APPROVED",
      })
      .execute();
    expect(await reachesOf(building, guest.id)).toMatchObject([
      { until: null, roles: ["PROPIETARIO", "RESIDENTE_TEMPORAL"] },
    ]);
    await db.deleteFrom("spaces").where("user_id", "=", guest.id).where("role", "=", "PROPIETARIO").execute();
    expect(await accessOf(db, { buildingId: building.id, userIds: [guest.id], now: end })).toEqual(new Map());
  });
});

describe("where people come in by name", () => {
  it("is what was given to them, while it lasts and they are anything there", async () => {
    const { building, doors } = await newPlace();
    const officer = await someone(building, "POLICIA");
    const gone = await someone(building, "POLICIA");
    const level = await newLevel(building, "chosen", [doors.garage, doors.floorA2]);
    const [from, until] = [inHours(1), inHours(2)];
    await give(level, officer.id, from, until);
    await give(level, gone.id, null, null);
    const doorIds = [doors.garage.id, doors.floorA2.id];
    expect(await reachesOf(building, officer.id)).toMatchObject([
      { areaId: level, doorIds, from, until, roles: [] },
    ]);
    expect(await reachesOf(building, gone.id)).toMatchObject([{ doorIds, from: null, until: null }]);
    const later = await accessOf(db, { buildingId: building.id, now: until });
    expect([...later.keys()]).toEqual([gone.id]);
    await db.deleteFrom("doors").where("id", "=", doors.garage.id).execute();
    expect(await reachesOf(building, gone.id)).toMatchObject([{ doorIds: [doors.floorA2.id] }]);

    // Moving out is one act: it takes what they had by name, too.
    const end = inHours(5);
    await db.updateTable("spaces").set({ ends_at: end }).where("user_id", "=", gone.id).execute();
    expect(await reachesOf(building, gone.id)).toMatchObject([{ until: end }]);
    await db.updateTable("spaces").set({ status: "ENDED" }).where("user_id", "=", gone.id).execute();
    expect(await reachesOf(building, gone.id)).toEqual([]);
  });

  it("is the way home as far as they live there, and its common doors all the same", async () => {
    const { building, doors, homes } = await newPlace();
    const maid = await someone(building, "SERVICIOS", homes[0]);
    const officer = await someone(building, "POLICIA");
    const level = await levelOf(building, "Residentes");
    const end = inHours(3);
    await db.updateTable("spaces").set({ ends_at: end }).where("user_id", "=", maid.id).execute();
    await give(level, maid.id, null, null);
    await give(level, officer.id, null, null);
    const common = [doors.entrance.id, doors.garage.id];
    const byName = (await reachesOf(building, maid.id)).filter(({ roles }) => roles.length === 0);
    expect(byName).toMatchObject([
      { areaId: level, doorIds: common, until: end },
      { doorIds: [...common, doors.towerA.id, doors.floorA1.id], until: end },
    ]);
    expect(await reachesOf(building, officer.id)).toMatchObject([{ areaId: level, doorIds: common }]);
  });
});

it("knows Colombia's holidays, as they are moved to Mondays, and the building's own", async () => {
  const { id } = await server.newBuilding();
  const other = await server.newBuilding();
  await db
    .insertInto("building_holidays")
    .values([
      { building_id: id, day: "2026-07-15", name: "Fumigación" },
      { building_id: id, day: "2026-07-20", name: "Fiesta del edificio" },
      { building_id: other.id, day: "2026-07-16", name: "De otro edificio" },
    ])
    .execute();
  expect(await holidaysOf(db, id, "2026-06-29", "2026-07-20")).toEqual([
    { day: "2026-06-29", name: "San Pedro y San Pablo", isOwn: false },
    { day: "2026-07-15", name: "Fumigación", isOwn: true },
    { day: "2026-07-20", name: "Fiesta del edificio", isOwn: true },
  ]);
  // Over the turn of a year.
  const turn = await holidaysOf(db, other.id, "2026-12-25", "2027-01-11");
  expect(turn.map(({ day }) => day)).toEqual(["2026-12-25", "2027-01-01", "2027-01-11"]);
});
