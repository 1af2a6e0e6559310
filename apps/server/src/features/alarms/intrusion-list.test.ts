import type { IntrusionEvent, IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { services } = server.app;
const laura = await server.newPerson({ userType: "ADMIN" });

const MINUTE_MS = 60_000;
const ago = (minutes: number): Date => new Date(services.clock.now().getTime() - minutes * MINUTE_MS);

interface Listed {
  status: number;
  body: { eventIntrusionDetails: IntrusionEvent[]; totalPages: number; hasOlder: boolean };
}

async function list(query = "", actor: Pick<TestPerson, "headers"> | null = laura): Promise<Listed> {
  const reply = await server.app.http.inject({
    method: "GET",
    url: `/api/bb/events/event-intrusion${query}`,
    headers: actor?.headers ?? {},
  });
  return { status: reply.statusCode, body: reply.json() };
}

interface Noticed {
  kind?: IntrusionKind;
  startedAt: Date;
  endedAt?: Date | null;
  camera?: { id: string; name: string };
  door?: { id: string; name: string };
  pictures?: readonly Buffer[];
}

/** An intrusion as the facts of the building's controller have left it. */
async function noticed(building: TestBuilding, event: Noticed): Promise<string> {
  const id = services.newId();
  await db
    .insertInto("intrusion_events")
    .values({
      id,
      building_id: building.id,
      kind: event.kind ?? "motion",
      camera_id: event.camera?.id ?? null,
      camera_name: event.camera?.name ?? null,
      door_id: event.door?.id ?? null,
      door_name: event.door?.name ?? null,
      started_at: event.startedAt,
      ended_at: event.endedAt ?? null,
    })
    .execute();
  for (const [position, bytes] of (event.pictures ?? []).entries()) {
    const fileId = services.newId();
    await services.files.put(fileId, bytes);
    await db
      .insertInto("files")
      .values({ id: fileId, kind: "intrusion", media_type: "image/jpeg", bytes: bytes.byteLength })
      .execute();
    await db
      .insertInto("intrusion_pictures")
      .values({
        event_id: id,
        position,
        file_id: fileId,
        taken_at: new Date(event.startedAt.getTime() + position * 500),
      })
      .execute();
  }
  return id;
}

const idsIn = ({ body }: Listed): string[] => body.eventIntrusionDetails.map(({ id }) => id);

describe("intrusions", () => {
  it("are for the administration alone", async () => {
    const building = await server.newBuilding();
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    for (const path of ["event-intrusion", "event-intrusion.csv"]) {
      for (const [actor, status] of [
        [null, 401],
        [pedro, 403],
        [laura, 200],
      ] as const) {
        const reply = await server.app.http.inject({
          method: "GET",
          url: `/api/bb/events/${path}`,
          headers: actor?.headers ?? {},
        });
        expect([path, reply.statusCode]).toEqual([path, status]);
      }
    }
  });

  it("of no building are not found, and a wrong question is refused", async () => {
    expect((await list(`?buildingId=${services.newId()}`)).status).toBe(404);
    for (const query of ["?page=0", "?limit=101", "?kind=ghost", "?to=hoy", "?cameraId=1", "?other=1"]) {
      expect([query, (await list(query)).status]).toEqual([query, 400]);
    }
  });

  it("come with their pictures in order, the newest first, and that they were shown is written down", async () => {
    const building = await server.newBuilding();
    const door = await server.newDoor(building, { name: "Garaje" });
    const camera = { id: door.cameraId, name: "Cámara del garaje" };
    const [startedAt, endedAt] = [ago(30), ago(29)];
    const old = await noticed(building, {
      kind: "door-forced",
      startedAt,
      endedAt,
      camera,
      door: { id: door.id, name: "Garaje" },
      pictures: ["first", "second", "third"].map((text) => Buffer.from(text)),
    });
    const running = await noticed(building, { startedAt: ago(1), camera });
    const { body } = await list(`?buildingId=${building.id}`);
    expect(body).toEqual({
      eventIntrusionDetails: [
        expect.objectContaining({
          id: running,
          kind: "motion",
          doorId: null,
          endTime: null,
          imageUrls: [],
          imageTimes: [],
        }),
        {
          id: old,
          kind: "door-forced",
          cameraId: door.cameraId,
          cameraName: "Cámara del garaje",
          doorId: door.id,
          doorName: "Garaje",
          inputName: null,
          startTime: startedAt.toISOString(),
          endTime: endedAt.toISOString(),
          toldAt: null,
          hasBrokenPicture: false,
          imageUrls: Array.from({ length: 3 }, () => expect.stringMatching(/^\/api\/files\//)),
          imageTimes: [0, 500, 1000].map((after) => new Date(startedAt.getTime() + after).toISOString()),
          buildingId: building.id,
          buildingName: building.name,
          timeZone: "America/Bogota",
        },
      ],
      totalPages: 1,
      hasOlder: false,
    });
    const pictures = await Promise.all(
      (body.eventIntrusionDetails[1]?.imageUrls ?? []).map((url) => server.app.http.inject({ url })),
    );
    expect(pictures.map((picture) => picture.body)).toEqual(["first", "second", "third"]);
    const lines = await db
      .selectFrom("audit_lines")
      .select(["actor_id", "action", "detail"])
      .where("building_id", "=", building.id)
      .where("action", "!=", "logbook.line")
      .execute();
    expect(lines).toEqual([
      { actor_id: laura.id, action: "alarms.intrusions-shown", detail: { pictures: 3 } },
    ]);
  });

  it("come ten to a page, and are told apart by kind, camera, door and moment", async () => {
    const building = await server.newBuilding();
    const [garage, entrance] = [await server.newDoor(building), await server.newDoor(building)];
    const ids: string[] = [];
    for (let minute = 0; minute < 12; minute += 1) {
      const camera = { id: minute % 2 === 0 ? garage.cameraId : entrance.cameraId, name: "Cámara" };
      ids.push(await noticed(building, { startedAt: ago(minute), camera }));
    }
    const held = await noticed(building, {
      kind: "door-held",
      startedAt: ago(100),
      door: { id: garage.id, name: "Garaje" },
    });
    const elsewhere = await noticed(await server.newBuilding(), { startedAt: ago(0.5) });
    const here = `?buildingId=${building.id}`;
    const first = await list(here);
    expect([idsIn(first), first.body.totalPages]).toEqual([ids.slice(0, 10), 2]);
    expect(idsIn(await list(`${here}&page=2`))).toEqual([...ids.slice(10), held]);
    expect(idsIn(await list(`${here}&kind=door-held`))).toEqual([held]);
    expect(idsIn(await list(`${here}&doorId=${garage.id}`))).toEqual([held]);
    expect(idsIn(await list(`${here}&cameraId=${entrance.cameraId}`))).toEqual(
      ids.filter((_, minute) => minute % 2 === 1),
    );
    const between = `&from=${ago(7.5).toISOString()}&to=${ago(4.5).toISOString()}`;
    expect(idsIn(await list(here + between))).toEqual(ids.slice(5, 8));
    expect(idsIn(await list("?limit=3"))).toEqual([ids[0], elsewhere, ids[1]]);
  });

  it("make a file, each in its building's own time, and that it was taken is written down", async () => {
    const building = await server.newBuilding();
    await noticed(building, {
      kind: "door-held",
      startedAt: new Date("2026-03-01T04:30:00Z"),
      endedAt: new Date("2026-03-01T04:31:05Z"),
      camera: { id: (await server.newDoor(building)).cameraId, name: "@Patio" },
      pictures: [Buffer.from("one"), Buffer.from("two")],
    });
    await noticed(building, { startedAt: new Date("2026-03-01T05:30:00Z") });
    const reply = await server.app.http.inject({
      method: "GET",
      url: `/api/bb/events/event-intrusion.csv?buildingId=${building.id}`,
      headers: laura.headers,
    });
    expect(reply.body).toBe(
      [
        "\uFEFFComienzo;Fin;Edificio;Qué pasó;Puerta;Entrada;Cámara;Fotos",
        `2026-03-01 00:30:00;;${building.name};Movimiento;;;;0`,
        `2026-02-28 23:30:00;2026-02-28 23:31:05;${building.name};Puerta abierta demasiado tiempo;;;'@Patio;2`,
        "",
      ].join("\r\n"),
    );
    const lines = await db
      .selectFrom("audit_lines")
      .select("actor_id")
      .where("action", "=", "alarms.intrusions-exported")
      .where("building_id", "=", building.id)
      .execute();
    expect(lines).toEqual([{ actor_id: laura.id }]);
  });
});
