import { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import { originWords } from "@umbral/contract/doors/opening-words";
import type { OpenDoorEvent } from "@umbral/contract/doors/openings.contract";
import type { RecordGap } from "@umbral/contract/lib/event-lists";
import { LIST_REACH } from "@umbral/contract/lib/pages";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { services } = server.app;
const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });

const MINUTE_MS = 60_000;

interface Listed {
  status: number;
  body: { eventOpenDoorDetails: OpenDoorEvent[]; totalPages: number; hasOlder: boolean; gaps: RecordGap[] };
}

async function list(query = "", actor: Pick<TestPerson, "headers"> | null = laura): Promise<Listed> {
  const reply = await server.app.http.inject({
    method: "GET",
    url: `/api/bb/events/open-door${query}`,
    headers: actor?.headers ?? {},
  });
  return { status: reply.statusCode, body: reply.json() };
}

function fileOf(query = "", actor: Pick<TestPerson, "headers"> | null = laura) {
  return server.app.http.inject({
    method: "GET",
    url: `/api/bb/events/open-door.csv${query}`,
    headers: actor?.headers ?? {},
  });
}

/** A building with a door and somebody who lives there. */
async function newScene(name = "Rosa Núñez") {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { name: "Garaje" });
  const [home] = building.apartments;
  const rosa = await server.newPerson({
    name,
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home?.id ?? "" }],
  });
  return { building, door, rosa, home };
}

interface Told {
  at: Date;
  doorId?: string | null;
  doorName?: string;
  userId?: string | null;
  apartmentId?: string | null;
  origin?: OpenDoorOrigin;
  isCertain?: boolean;
  picture?: Buffer;
}

/** Openings as facts of the building's controller have left them. */
async function opened(building: TestBuilding, openings: readonly Told[]): Promise<string[]> {
  const ids: string[] = [];
  for (const told of openings) {
    const id = services.newId();
    ids.push(id);
    let fileId: string | null = null;
    if (told.picture) {
      fileId = services.newId();
      await services.files.put(fileId, told.picture);
      await db
        .insertInto("files")
        .values({ id: fileId, kind: "opening", media_type: "image/jpeg", bytes: told.picture.byteLength })
        .execute();
    }
    await db
      .insertInto("open_door_events")
      .values({
        id,
        building_id: building.id,
        door_id: told.doorId ?? null,
        door_name: told.doorName ?? "Garaje",
        order_id: null,
        user_id: told.userId ?? null,
        apartment_id: told.apartmentId ?? null,
        origin: told.origin ?? "APP",
        occurred_at: told.at,
        picture_file_id: fileId,
        is_certain: told.isCertain ?? true,
      })
      .execute();
  }
  return ids;
}

const ago = (minutes: number): Date => new Date(services.clock.now().getTime() - minutes * MINUTE_MS);
const idsIn = ({ body }: Listed): string[] => body.eventOpenDoorDetails.map(({ id }) => id);

describe("doors that opened", () => {
  it("are for the administration alone", async () => {
    const { building, rosa } = await newScene();
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    for (const url of ["/api/bb/events/open-door", "/api/bb/events/open-door.csv"]) {
      for (const [actor, status] of [
        [null, 401],
        [rosa, 403],
        [pedro, 403],
        [laura, 200],
      ] as const) {
        const reply = await server.app.http.inject({ method: "GET", url, headers: actor?.headers ?? {} });
        expect([url, reply.statusCode]).toEqual([url, status]);
      }
    }
    const elsewhere = await server.app.http.inject({
      method: "GET",
      url: "/api/other/events/open-door",
      headers: laura.headers,
    });
    expect(elsewhere.statusCode).toBe(404);
  });

  it("of a building that does not exist are not found, and a wrong question is refused", async () => {
    expect((await list(`?buildingId=${services.newId()}`)).status).toBe(404);
    expect((await fileOf(`?buildingId=${services.newId()}`)).statusCode).toBe(404);
    for (const query of [
      "?page=0",
      "?limit=101",
      "?origin=WINDOW",
      "?from=ayer",
      "?buildingId=1",
      "?other=1",
    ]) {
      expect([query, (await list(query)).status]).toEqual([query, 400]);
    }
  });

  it("are none at first, on one page", async () => {
    const { building } = await newScene();
    expect((await list(`?buildingId=${building.id}`)).body).toEqual({
      eventOpenDoorDetails: [],
      totalPages: 1,
      hasOlder: false,
      gaps: [],
    });
  });

  it("tell of the times asked for in which records are missing", async () => {
    const { building } = await newScene();
    const { building: elsewhere } = await newScene();
    const gap = { from: "2026-03-10T08:00:00.000Z", until: "2026-03-10T20:00:00.000Z" };
    await db
      .insertInto("record_gaps")
      .values({ building_id: building.id, began_at: new Date(gap.from), ended_at: new Date(gap.until) })
      .execute();
    const gaps = async (query: string) => (await list(query)).body.gaps;
    const told = [{ ...gap, timeZone: "America/Bogota" }];
    expect(await gaps("")).toEqual(told);
    expect(await gaps(`?buildingId=${building.id}&from=2026-03-10T19:59:59Z`)).toEqual(told);
    expect(await gaps(`?buildingId=${building.id}&from=${gap.until}`)).toEqual([]);
    expect(await gaps(`?buildingId=${building.id}&to=${gap.from}`)).toEqual([]);
    expect(await gaps(`?buildingId=${elsewhere.id}`)).toEqual([]);
    const readings = await server.app.http.inject({
      url: `/api/bb/events/access?buildingId=${building.id}`,
      headers: laura.headers,
    });
    expect(readings.json().gaps).toEqual(told);
  });

  it("say who, where, how and when, the newest first, and that their pictures were shown is written down", async () => {
    const { building, door, rosa, home } = await newScene();
    const [older, newer] = await opened(building, [
      { at: ago(20), origin: "UNKNOWN", isCertain: false },
      {
        at: ago(10),
        doorId: door.id,
        userId: rosa.id,
        apartmentId: home?.id ?? null,
        origin: "CARD",
        picture: Buffer.from("somebody"),
      },
    ]);
    const { body } = await list(`?buildingId=${building.id}`);
    expect(body.eventOpenDoorDetails).toEqual([
      {
        id: newer,
        image_url: expect.stringMatching(/^\/api\/files\//),
        timestamp_camera: expect.any(String),
        toldAt: null,
        hasBrokenPicture: false,
        doorId: door.id,
        doorName: "Garaje",
        userId: rosa.id,
        userName: "Rosa Núñez",
        origin: "CARD",
        isCertain: true,
        apartment: "A-101",
        buildingId: building.id,
        buildingName: building.name,
        timeZone: "America/Bogota",
      },
      expect.objectContaining({
        id: older,
        image_url: null,
        userName: null,
        apartment: null,
        origin: "UNKNOWN",
        isCertain: false,
      }),
    ]);
    const picture = await server.app.http.inject({ url: body.eventOpenDoorDetails[0]?.image_url ?? "" });
    expect(picture.body).toBe("somebody");
    const lines = await db
      .selectFrom("audit_lines")
      .select(["actor_id", "action", "detail"])
      .where("building_id", "=", building.id)
      .execute();
    expect(lines).toEqual([{ actor_id: laura.id, action: "doors.openings-shown", detail: { pictures: 1 } }]);
  });

  it("come forty to a page unless fewer are asked for, and none beyond the last", async () => {
    const { building } = await newScene();
    const ids = await opened(
      building,
      Array.from({ length: 45 }, (_, minute) => ({ at: ago(minute) })),
    );
    const first = await list(`?buildingId=${building.id}`);
    expect([idsIn(first), first.body.totalPages]).toEqual([ids.slice(0, 40), 2]);
    expect(idsIn(await list(`?buildingId=${building.id}&page=2`))).toEqual(ids.slice(40));
    expect(idsIn(await list(`?buildingId=${building.id}&page=3`))).toEqual([]);
    const tens = await list(`?buildingId=${building.id}&page=2&limit=10`);
    expect([idsIn(tens), tens.body.totalPages]).toEqual([ids.slice(10, 20), 5]);
    // The other way round the oldest come first.
    const oldest = await list(`?buildingId=${building.id}&page=2&limit=10&direction=asc`);
    expect([idsIn(oldest), oldest.body.totalPages]).toEqual([ids.toReversed().slice(10, 20), 5]);
    expect((await list("?direction=sideways")).status).toBe(400);
  });

  it("are told apart by building, door, origin, person and moment", async () => {
    const { building, door, rosa } = await newScene("Úrsula Peña");
    const other = await newScene("Pedro Gómez");
    const entrance = await server.newDoor(building);
    const [byRosa, forced, atEntrance] = await opened(building, [
      { at: ago(5), doorId: door.id, userId: rosa.id },
      { at: ago(15), doorId: door.id, origin: "UNKNOWN" },
      { at: ago(25), doorId: entrance.id, userId: rosa.id, origin: "CARD" },
    ]);
    const [elsewhere] = await opened(other.building, [{ at: ago(-1), userId: other.rosa.id }]);
    const here = `?buildingId=${building.id}`;
    expect(idsIn(await list(`${here}&doorId=${door.id}`))).toEqual([byRosa, forced]);
    expect(idsIn(await list(`${here}&origin=UNKNOWN`))).toEqual([forced]);
    expect(idsIn(await list(`${here}&person=ursula%20pena`))).toEqual([byRosa, atEntrance]);
    expect(idsIn(await list("?person=ÚRSULA"))).toEqual([byRosa, atEntrance]);
    expect(idsIn(await list(`?person=${rosa.cedula.slice(0, 7)}`))).toEqual([byRosa, atEntrance]);
    expect(idsIn(await list("?person=Pedro%20G"))).toEqual([elsewhere]);
    expect(idsIn(await list(`${here}&person=Pedro%20G`))).toEqual([]);
    expect(idsIn(await list("?person=%25"))).toEqual([]);
    const between = `&from=${ago(20).toISOString()}&to=${ago(10).toISOString()}`;
    expect(idsIn(await list(here + between))).toEqual([forced]);
    expect(idsIn(await list("?limit=1"))).toEqual([elsewhere]);
  });

  it("are found by a name that very many have", async () => {
    const { building, rosa } = await newScene("Común Persona");
    const [hers] = await opened(building, [{ at: ago(1), userId: rosa.id }, { at: ago(2) }]);
    await sql`insert into users (id, cedula, name)
      select gen_random_uuid(), 'c' || n, 'Común Número ' || n from generate_series(1, 1100) n`.execute(db);
    const here = `?buildingId=${building.id}&person=comun`;
    const newest = await list(here);
    expect([idsIn(newest), newest.body.hasOlder]).toEqual([[hers], false]);

    // Far back they are not looked for, which is said: dates lead there, and a file leaves nothing out.
    await sql`insert into open_door_events (id, building_id, door_name, origin, occurred_at)
      select gen_random_uuid(), ${building.id}, 'Garaje', 'BUTTON', ${ago(0)}::timestamptz + n * interval '1 minute'
      from generate_series(1, 3000) n`.execute(db);
    const later = await list(here);
    expect([idsIn(later), later.body.hasOlder, later.body.totalPages]).toEqual([[], true, 1]);
    expect(idsIn(await list(`${here}&to=${ago(0).toISOString()}`))).toEqual([hers]);
    expect((await fileOf(here)).body).toContain(";Común Persona;");
  });

  it("can be leafed to as far as is said, and dates lead further back", async () => {
    const building = await server.newBuilding();
    await sql`insert into open_door_events (id, building_id, door_name, origin, occurred_at)
      select gen_random_uuid(), ${building.id}, 'Garaje', 'BUTTON',
        ${ago(0)}::timestamptz - n * interval '1 minute'
      from generate_series(1, ${LIST_REACH + 5}::int) n`.execute(db);
    const here = `?buildingId=${building.id}`;
    const { body } = await list(here);
    expect([body.totalPages, body.hasOlder]).toEqual([LIST_REACH / 40, true]);
    expect(idsIn(await list(`${here}&page=${LIST_REACH / 40}`))).toHaveLength(40);
    expect(idsIn(await list(`${here}&page=${LIST_REACH / 40 + 1}`))).toEqual([]);
    const old = await list(`${here}&to=${ago(LIST_REACH - 40).toISOString()}`);
    expect([old.body.hasOlder, idsIn(old)]).toMatchObject([
      false,
      expect.arrayContaining([expect.any(String)]),
    ]);
  });
});

describe("a file of doors that opened", () => {
  it("has all of them in the building's own time, however many batches they make", async () => {
    const building = await server.newBuilding("Conjunto =Trampa");
    // Several within one millisecond: a file must neither lose nor repeat any.
    await sql`insert into open_door_events (id, building_id, door_name, origin, occurred_at)
      select gen_random_uuid(), ${building.id}, 'Puerta ' || n, 'BUTTON',
        '2026-01-02T03:04:05Z'::timestamptz + n * interval '1 microsecond'
      from generate_series(1, 2500) n`.execute(db);
    const reply = await fileOf(`?buildingId=${building.id}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "no-store",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="puertas-abiertas-\d{4}-\d\d-\d\d\.csv"$/,
      ),
    });
    const lines = reply.body.split("\r\n");
    expect(lines[0]).toBe("\uFEFFFecha y hora;Edificio;Puerta;Persona;Apartamento;Cómo se abrió");
    expect(lines[1]).toBe("2026-01-01 22:04:05;Conjunto =Trampa;Puerta 2500;;;Botón de salida");
    expect(lines.at(-1)).toBe("");
    const doors = new Set(lines.slice(1, -1).map((line) => line.split(";")[2]));
    expect([lines.length, doors.size]).toEqual([2502, 2500]);
  });

  it("holds what the list would, and nobody's formula", async () => {
    const { building, rosa, home } = await newScene("=HYPERLINK(1)");
    await opened(building, [
      { at: ago(3), userId: rosa.id, apartmentId: home?.id ?? null, origin: "CALL" },
      { at: ago(4), origin: "CALL", isCertain: false },
      { at: ago(5), origin: "UNKNOWN" },
    ]);
    const { body } = await fileOf(`?buildingId=${building.id}&origin=CALL`);
    expect(body).toContain(";'=HYPERLINK(1);A-101;Llamada\r\n");
    expect(body).toContain(";;;Llamada (posible)\r\n");
    expect(body.trimEnd().split("\r\n")).toHaveLength(3);
    // Of what was chosen nothing that is another building's.
    const elsewhere = await newScene("Otro");
    const [theirs = ""] = await opened(elsewhere.building, [{ at: ago(1), doorName: "Puerta ajena" }]);
    const [mine = ""] = await opened(building, [{ at: ago(6), doorName: "Puerta elegida" }]);
    const chosen = (await fileOf(`?buildingId=${building.id}&ids=${mine},${theirs}`)).body;
    expect(chosen.trimEnd().split("\r\n")).toHaveLength(2);
    expect(chosen).toContain("Puerta elegida");
    const line = await db
      .selectFrom("audit_lines")
      .select(["actor_id", "subject_id"])
      .where("action", "=", "doors.openings-exported")
      .where("building_id", "=", building.id)
      .executeTakeFirst();
    expect(line).toEqual({ actor_id: laura.id, subject_id: building.id });
  });
});

it("has a word for every way in which a door opens", () => {
  expect(Object.keys(originWords).sort()).toEqual([...OpenDoorOrigin.options].sort());
});
