import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(services.clock.now().getTime() - minutes * MINUTE_MS).toISOString();

let tags = 0;

/** A building with a reader and a resident with a card. */
async function newScene() {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { localId: "1" });
  const apartmentId = building.apartments[0]?.id ?? "";
  const andres = await server.newPerson({
    name: "Andrés Residente",
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }],
  });
  const cardId = services.newId();
  tags += 1;
  await server.db
    .insertInto("cards")
    .values({
      id: cardId,
      user_id: andres.id,
      tag: `04AB00${10 + tags}`,
      type: "PERSON",
      created_at: services.clock.now(),
    })
    .execute();
  await server.app.accessKeeper.round();
  const controller = await newController(server, building.id);
  let seq = 0;
  const tell = (...facts: object[]) =>
    controller.socket.ask("facts", {
      facts: facts.map((fact) => {
        seq += 1;
        return { seq, ...fact };
      }),
    });
  const decided = (more: object = {}) => ({
    at: ago(0),
    kind: "access-decided",
    accessId: randomUUID(),
    doorId: door.id,
    outcome: "granted",
    cardId,
    holderId: andres.id,
    tag: null,
    isOffline: false,
    ...more,
  });
  return { building, door, tell, decided };
}

const listAs = (person: Pick<TestPerson, "headers">, building: TestBuilding, query = "") =>
  asking(server, person)("GET", `/api/bb/events/access?buildingId=${building.id}${query}`);

describe("what was decided at readers", () => {
  it("is told at once to who watches the building, and listed with whose card it was", async () => {
    const { building, door, tell, decided } = await newScene();
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const [socket, laura] = [await server.connectAs(pedro), await server.newPerson({ userType: "ADMIN" })];
    const [granted, unknown] = [
      decided({ at: ago(2), isOffline: true }),
      decided({ at: ago(1), outcome: "unknown", cardId: null, holderId: null, tag: "04FFEE01" }),
    ];
    await tell(granted);
    expect(await socket.hear("event_access")).toEqual({ buildingId: building.id });
    await tell(unknown, {
      at: ago(1),
      kind: "access-picture",
      accessId: unknown.accessId,
      cameraId: door.cameraId,
      jpeg: await jpegBytes(),
    });
    const { accessEvents } = (await listAs(laura, building)).body;
    const common = { doorId: door.id, doorName: "Puerta 1", toldAt: null, hasBrokenPicture: false };
    expect(accessEvents).toMatchObject([
      {
        ...common,
        id: unknown.accessId,
        outcome: "unknown",
        userName: null,
        tag: "04FFEE01",
        isOffline: false,
        imageUrl: expect.stringMatching(/^\/api\/files\//),
      },
      {
        ...common,
        id: granted.accessId,
        at: granted.at,
        outcome: "granted",
        userName: "Andrés Residente",
        tag: null,
        isOffline: true,
        imageUrl: null,
      },
    ]);
    const picture = await server.app.http.inject({ url: accessEvents[0].imageUrl });
    expect(picture.headers["content-type"]).toBe("image/jpeg");
    expect(await actionsOf(server, laura.id)).toEqual(["access-control.events-shown"]);

    // The desk reads today's, and no more.
    const today = await asking(server, pedro)("GET", `/api/buildings/${building.id}/today/access`);
    expect(today.body.accessEvents).toHaveLength(2);
    const narrowed = await asking(server, pedro)(
      "GET",
      `/api/buildings/${building.id}/today/access?outcome=unknown&doorId=${door.id}`,
    );
    expect(narrowed.body.accessEvents).toMatchObject([{ id: unknown.accessId }]);
    const elsewhere = `/api/buildings/${building.id}/today/access?doorId=${randomUUID()}`;
    expect((await asking(server, pedro)("GET", elsewhere)).body.accessEvents).toEqual([]);
    expect((await listAs(pedro, building)).status).toBe(403);
    const other = await server.newPerson({
      spaces: [{ role: "PORTERIA", buildingId: (await server.newBuilding()).id }],
    });
    expect((await asking(server, other)("GET", `/api/buildings/${building.id}/today/access`)).status).toBe(
      404,
    );
  });

  it("is found by outcome, door, person and time, and makes a file", async () => {
    const { building, door, tell, decided } = await newScene();
    const garage = await server.newDoor(building);
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const facts = [
      decided({ at: ago(30) }),
      decided({ at: ago(20), outcome: "not-this-door", doorId: garage.id }),
      decided({ at: ago(10), outcome: "unknown", cardId: null, holderId: null, tag: "04FFEE02" }),
    ];
    await tell(...facts);
    const [first, second, third] = facts.map(({ accessId }) => accessId);
    const found = async (query: string) =>
      (await listAs(alberto, building, query)).body.accessEvents.map(({ id }: { id: string }) => id);
    expect(await found("")).toEqual([third, second, first]);
    expect(await found("&outcome=not-this-door")).toEqual([second]);
    expect(await found(`&doorId=${door.id}`)).toEqual([third, first]);
    expect(await found("&person=andr")).toEqual([second, first]);
    expect(await found(`&from=${ago(25)}&to=${ago(15)}`)).toEqual([second]);
    expect((await listAs(alberto, building, "&outcome=ghost")).status).toBe(400);

    const file = await server.app.http.inject({
      url: `/api/bb/events/access.csv?buildingId=${building.id}&outcome=unknown`,
      headers: alberto.headers,
    });
    expect(file.body.split("\r\n").map((line) => line.split(";").slice(2))).toEqual([
      ["Puerta", "Con", "Resultado", "Persona", "Etiqueta desconocida", "Sin conexión"],
      ["Puerta 1", "Tarjeta", "Tarjeta desconocida", "", "04FFEE02", "No"],
      [],
    ]);
  });
});
