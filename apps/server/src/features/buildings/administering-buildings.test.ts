import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { fileOf, picture, postForm } from "../../../testing/test-forms.ts";
import { madePass } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const newLaura = () => server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const fields = (name: string) => ({
  name,
  address1: "Carrera 7 # 45-10",
  city: "Bogotá",
  state: "Cundinamarca",
  type: "MIXED",
});
let count = 0;
const aName = () => {
  count += 1;
  return `Edificio nuevo ${count}`;
};

/** Sends a form as a browser does. */
async function sendForm(
  who: { headers: Record<string, string> },
  method: "POST" | "PUT",
  path: string,
  values: Record<string, string | File>,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    form.append(name, value);
  }
  const reply = await fetch(`${server.url}${path}`, { method, headers: who.headers, body: form });
  return { status: reply.status, body: JSON.parse(await reply.text()) };
}

describe("a new building", () => {
  it("is asked for by nobody but the platform's administrators", async () => {
    const building = await server.newBuilding();
    const administrator = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
    });
    expect(await asking(server, null)("POST", "/api/bb/buildings", fields("X"))).toMatchObject({
      status: 401,
    });
    const asAdministrator = asking(server, administrator);
    expect(await asAdministrator("POST", "/api/bb/buildings", fields("X"))).toMatchObject({ status: 403 });
    expect(await asAdministrator("DELETE", `/api/bb/buildings/${building.id}`)).toMatchObject({
      status: 403,
    });
    const stranger = await server.newPerson();
    expect(await asking(server, stranger)("GET", `/api/bb/buildings/${building.id}/settings`)).toMatchObject({
      status: 404,
    });
    // Of another product there is nothing at all.
    expect(await asking(server, await newLaura())("POST", "/api/other/buildings", fields("X"))).toMatchObject(
      { status: 404 },
    );
  });

  it("is there for everybody who registers as soon as it was made, and is written down", async () => {
    const laura = await newLaura();
    const ask = asking(server, laura);
    const name = aName();
    const { status, body } = await ask("POST", "/api/bb/buildings/", fields(name));
    expect([status, body]).toMatchObject([
      200,
      { building: { name, timeZone: "America/Bogota", opensByPhone: true, siren: null, type: "MIXED" } },
    ]);
    const listed = await asking(server, null)("GET", "/api/buildings");
    expect(listed.body.buildings).toContainEqual({ id: body.building.id, name });
    expect(await ask("GET", `/api/bb/buildings/${body.building.id}/settings`)).toMatchObject({ body });
    expect(await actionsOf(server, laura.id)).toEqual(["buildings.created"]);
    const { id: _, ...shown } = body.building;
    // What is a list of words stands there as one line.
    expect(await changesOf(server, laura.id)).toEqual([
      { before: {}, after: { ...shown, siren: null, clipsFetched: "" } },
    ]);
  });

  it("says what is missing or wrong, and that its name is taken", async () => {
    const ask = asking(server, await newLaura());
    const name = aName();
    await ask("POST", "/api/bb/buildings", fields(name));
    expect(await ask("POST", "/api/bb/buildings", { ...fields(""), city: undefined })).toMatchObject({
      status: 422,
      body: { code: "INCOMPLETE" },
    });
    for (const wrong of [{ type: "CASTLE" }, { timeZone: "Mars/Olympus" }, { name: "x".repeat(81) }]) {
      const refused = await ask("POST", "/api/bb/buildings", { ...fields(aName()), ...wrong });
      expect([wrong, refused]).toMatchObject([wrong, { status: 400 }]);
    }
    expect(await ask("POST", "/api/bb/buildings", fields(name.toUpperCase()))).toMatchObject({
      status: 409,
      body: { code: "NAME_TAKEN", errors: [{ property: "name", message: "already exists" }] },
    });
  });

  it("is made once when two make it at once", async () => {
    const ask = asking(server, await newLaura());
    const name = aName();
    const both = await Promise.all([1, 2].map(() => ask("POST", "/api/bb/buildings", fields(name))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("changes where it is told, and its controller hears of it at once", async () => {
    const laura = await newLaura();
    const ask = asking(server, laura);
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    await controller.socket.hear("configuration");
    const siren = { kind: "http", openAddress: "http://a:secret@10.0.0.9/on", closeAddress: null };
    const changed = await ask("PUT", `/api/bb/buildings/${building.id}`, { siren, opensByPhone: false });
    const shown = { ...siren, openAddress: "http://a:***@10.0.0.9/on" };
    expect(changed.body.building).toMatchObject({ name: building.name, opensByPhone: false, siren: shown });
    expect(await controller.socket.hear("configuration")).toMatchObject({ siren });
    // Sent back as it was shown, the password stays.
    await ask("PUT", `/api/bb/buildings/${building.id}`, { siren: shown, city: "Cali" });
    expect(await controller.socket.hear("configuration")).toMatchObject({ siren });
    expect(await ask("PUT", `/api/bb/buildings/${randomUUID()}`, { city: "Cali" })).toMatchObject({
      status: 404,
    });
    const lines = await server.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("actor_id", "=", laura.id)
      .orderBy("id")
      .execute();
    expect(lines.map(({ detail }) => detail)).toEqual([
      { fields: "opensByPhone siren" },
      { fields: "city siren" },
    ]);
    expect(await changesOf(server, laura.id)).toEqual([
      { before: { opensByPhone: true, siren: null }, after: { opensByPhone: false, siren: "10.0.0.9" } },
      { before: { city: "Bogotá" }, after: { city: "Cali" } },
    ]);
  });

  it("goes only while nothing belongs to it", async () => {
    const laura = await newLaura();
    const ask = asking(server, laura);
    const used = await server.newBuilding();
    expect(await ask("DELETE", `/api/bb/buildings/${used.id}`)).toMatchObject({
      status: 409,
      body: { code: "BUILDING_IN_USE" },
    });
    const made = await ask("POST", "/api/bb/buildings", fields(aName()));
    const { id } = made.body.building;
    const doorman = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: id }] });
    expect(await ask("DELETE", `/api/bb/buildings/${id}`)).toMatchObject({ status: 409 });
    await server.db.deleteFrom("spaces").where("user_id", "=", doorman.id).execute();
    const both = await Promise.all([1, 2].map(() => ask("DELETE", `/api/bb/buildings/${id}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await actionsOf(server, laura.id)).toEqual(["buildings.created", "buildings.deleted"]);
    const [created, deleted] = await changesOf(server, laura.id);
    expect(deleted).toEqual({ before: Reflect.get(Object(created), "after"), after: {} });
  });
});

/** What may be left of a building of which all places and devices were taken away. */
const remains: Record<string, (buildingId: string) => Promise<unknown>> = {
  "a device of its lobby": (buildingId) => server.newKiosk(buildingId),
  "somebody without an account": async (buildingId) => {
    const laura = await newLaura();
    const ask = asking(server, laura);
    const made = await ask("POST", `/api/bb/buildings/${buildingId}/card-holders`, {
      name: "Mateo Niño",
      apartmentId: null,
      levelIds: [],
    });
    expect(made).toMatchObject({ status: 200 });
  },
  "a reading of a card": (buildingId) =>
    server.db
      .insertInto("access_events")
      .values({
        id: randomUUID(),
        building_id: buildingId,
        door_name: "Garaje",
        outcome: "unknown",
        is_offline: false,
        occurred_at: server.clock.now(),
      })
      .execute(),
  "what a door noticed": (buildingId) =>
    server.db
      .insertInto("intrusion_events")
      .values({
        id: randomUUID(),
        building_id: buildingId,
        kind: "motion",
        camera_id: null,
        camera_name: null,
        door_id: null,
        door_name: "Garaje",
        started_at: server.clock.now(),
        ended_at: null,
      })
      .execute(),
  "a guest": async (buildingId) => {
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId }] });
    await madePass(server, { id: buildingId }, alberto, { apartmentId: null });
    await server.db.deleteFrom("spaces").where("user_id", "=", alberto.id).execute();
  },
  "a parcel": (buildingId) =>
    server.db
      .insertInto("parcels")
      .values({
        id: randomUUID(),
        building_id: buildingId,
        apartment_id: null,
        first_home: randomUUID(),
        request_id: randomUUID(),
        kind: "package",
        carrier: "Servientrega",
        place: "Casillero",
        received_at: server.clock.now(),
      })
      .execute(),
  "a line of its logbook": async (buildingId) => {
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId }] });
    const noted = await postForm(server, pedro, `/api/buildings/${buildingId}/logbook`, {
      requestId: randomUUID(),
      category: "NOVEDAD",
      text: "Se fue la luz del sótano",
    });
    expect(noted).toMatchObject({ status: 200 });
    await server.db.deleteFrom("spaces").where("user_id", "=", pedro.id).execute();
  },
};

describe("a building of which nothing is left but", () => {
  it.each(Object.keys(remains))("%s stays", async (what) => {
    const ask = asking(server, await newLaura());
    const { id } = (await ask("POST", "/api/bb/buildings", fields(aName()))).body.building;
    await remains[what]?.(id);
    expect(await ask("DELETE", `/api/bb/buildings/${id}`)).toMatchObject({
      status: 409,
      body: { code: "BUILDING_IN_USE" },
    });
  });
});

describe("towers and floors", () => {
  it("are made, renamed and deleted from the top floor down", async () => {
    const laura = await newLaura();
    const ask = asking(server, laura);
    const { building } = (await ask("POST", "/api/bb/buildings", fields(aName()))).body;
    const { tower } = (await ask("POST", `/api/bb/buildings/${building.id}/towers`, { name: "Torre 1" }))
      .body;
    const floor = await sendForm(laura, "POST", `/api/bb/towers/${tower.id}/floors`, { name: "1" });
    expect(floor).toMatchObject({ status: 200, body: { floor: { name: "1", image: null } } });
    await ask("POST", `/api/bb/floors/${floor.body.floor.id}/apartments`, { names: ["101"] });
    expect((await ask("GET", `/api/bb/buildings/${building.id}/towers`)).body).toEqual({
      towers: [
        {
          ...tower,
          floors: [{ id: floor.body.floor.id, name: "1", image: null, apartments: 1, doors: 0 }],
        },
      ],
    });
    expect(await ask("DELETE", `/api/bb/towers/${tower.id}`)).toMatchObject({
      status: 409,
      body: { code: "TOWER_IN_USE" },
    });
    expect(await ask("DELETE", `/api/bb/floors/${floor.body.floor.id}`)).toMatchObject({
      status: 409,
      body: { code: "FLOOR_IN_USE" },
    });
    expect(await ask("PUT", `/api/bb/towers/${tower.id}`, { name: "Torre Norte" })).toMatchObject({
      body: { tower: { name: "Torre Norte" } },
    });
    const [apartment] = (await ask("GET", `/api/bb/buildings/${building.id}/apartments`)).body.apartments;
    for (const path of [
      `apartments/${apartment.id}`,
      `floors/${floor.body.floor.id}`,
      `towers/${tower.id}`,
    ]) {
      expect(await ask("DELETE", `/api/bb/${path}`)).toMatchObject({ status: 200, body: { ok: true } });
      expect(await ask("DELETE", `/api/bb/${path}`)).toMatchObject({ status: 404 });
    }
    expect(await actionsOf(server, laura.id)).toEqual([
      "buildings.created",
      "buildings.tower-created",
      "buildings.floor-created",
      "buildings.apartments-created",
      "buildings.tower-changed",
      "buildings.apartment-deleted",
      "buildings.floor-deleted",
      "buildings.tower-deleted",
    ]);
    expect((await changesOf(server, laura.id)).slice(1)).toEqual([
      { before: {}, after: { name: "Torre 1" } },
      { before: {}, after: { tower: "Torre 1", name: "1", plan: null } },
      {
        before: {},
        after: {
          tower: "Torre 1",
          floor: "1",
          apartments: "101",
          apartmentType: "APARTMENT",
          address: "",
        },
      },
      { before: { name: "Torre 1" }, after: { name: "Torre Norte" } },
      {
        before: {
          name: "101",
          active: false,
          apartmentType: "APARTMENT",
          address: "",
          tower: "Torre Norte",
          floor: "1",
          people: 0,
        },
        after: {},
      },
      { before: { tower: "Torre Norte", name: "1", plan: null }, after: {} },
      { before: { name: "Torre Norte" }, after: {} },
    ]);
  });

  it("have names of their own, also when two are made at once", async () => {
    const laura = await newLaura();
    const ask = asking(server, laura);
    const building = await server.newBuilding();
    const [tower, other] = building.towers;
    const path = `/api/bb/buildings/${building.id}/towers`;
    expect(await ask("POST", path, { name: "A" })).toMatchObject({ status: 409 });
    expect(await ask("PUT", `/api/bb/towers/${other?.id}`, { name: "A" })).toMatchObject({ status: 409 });
    expect(await sendForm(laura, "POST", `/api/bb/towers/${tower?.id}/floors`, { name: "1" })).toMatchObject({
      status: 409,
      body: { code: "NAME_TAKEN" },
    });
    const both = await Promise.all([1, 2].map(() => ask("POST", path, { name: "C" })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("show a plan that was uploaded, and take only pictures", async () => {
    const laura = await newLaura();
    const building = await server.newBuilding();
    const floorId = building.towers[0]?.floors[0]?.id ?? "";
    const path = `/api/bb/floors/${floorId}`;
    const given = await sendForm(laura, "PUT", path, { plan: await picture({ width: 300, height: 200 }) });
    expect(given).toMatchObject({ status: 200, body: { floor: { name: "1" } } });
    const shown = await server.app.http.inject(given.body.floor.image);
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);

    const before = await server.db.selectFrom("files").select("id").execute();
    const wrong = await sendForm(laura, "PUT", path, { plan: fileOf("<svg/>", "image/svg+xml") });
    expect(wrong).toMatchObject({ status: 422, body: { code: "PICTURE_NOT_VALID" } });
    // A name that is taken keeps no picture either.
    const taken = await sendForm(laura, "PUT", path, { name: "2", plan: await picture() });
    expect(taken).toMatchObject({ status: 409, body: { code: "NAME_TAKEN" } });
    expect(await server.db.selectFrom("files").select("id").execute()).toEqual(before);
    const renamed = await sendForm(laura, "PUT", path, { name: "Sótano" });
    expect(renamed.body.floor).toMatchObject({
      name: "Sótano",
      image: expect.stringContaining("/api/files/"),
    });
    const another = await sendForm(laura, "PUT", path, { plan: await picture() });
    expect(another.status).toBe(200);
    const [first, second, third] = await changesOf(server, laura.id);
    const imagen = expect.stringMatching(/^imagen [0-9a-f]{6}$/);
    expect([first, second, third]).toEqual([
      { before: { plan: null }, after: { plan: imagen } },
      { before: { name: "1" }, after: { name: "Sótano" } },
      { before: { plan: imagen }, after: { plan: imagen } },
    ]);
  });
});
