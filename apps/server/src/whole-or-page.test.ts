import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { asking, giveCard } from "../testing/test-admin.ts";
import { answeredCall, newHome } from "../testing/test-calls.ts";
import { picture, postForm } from "../testing/test-forms.ts";
import { startTestServer } from "../testing/test-server.ts";

/*
 * Lists that the specification gives whole: they take `search`, `page` and `limit` too (decisions §3). Those of the
 * administration that stand by an order of choice have tests of their own.
 */

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;

const home = await newHome(server);
const { building, apartmentId, rosa } = home;
const [tower] = building.towers;
const towerId = tower?.id ?? "";
const floorId = tower?.floors[0]?.id ?? "";
const laura = await server.newPerson({ userType: "ADMIN" });
const elsewhere = await server.newBuilding("Edificio Ñandú");
const ingrid = await server.newPerson({
  name: "Íngrid Ñáñez",
  spaces: [
    { role: "RESIDENTE", buildingId: building.id, apartmentId },
    { role: "ADMINISTRADOR", buildingId: elsewhere.id },
  ],
});

await server.newBuilding("Conjunto Bahía 2");
await db
  .insertInto("towers")
  .values({ id: randomUUID(), building_id: building.id, name: "Torre del Río" })
  .execute();
await db
  .insertInto("floors")
  .values({ id: randomUUID(), tower_id: towerId, name: "Sótano", plan_file_id: null })
  .execute();
await db
  .insertInto("apartments")
  .values(
    [true, false].map((active) => ({
      id: randomUUID(),
      building_id: building.id,
      tower_id: towerId,
      floor_id: floorId,
      name: active ? "Ático" : "Ático bajo",
      active,
    })),
  )
  .execute();
for (const [localId, name] of [
  ["1", "Entrada"],
  ["2$", "Garaje único"],
  ["10", "Azotea"],
] as const) {
  await server.newDoor(building, { localId, name });
}
for (const tag of ["04A2FF01", "04A2FF02", "AB12CD34"]) {
  await giveCard(server, ingrid.id, tag);
}
const call = await answeredCall(server, home);
for (const name of ["Marta Mensajera", "Óscar Domicilios", "álvaro Peña"]) {
  const [photo, cedulaFrontal] = await Promise.all([picture(), picture()]);
  const known = { photo, cedulaFrontal, callId: call.id, type: "VISITANTE_CONOCIDO", name };
  expect((await postForm(server, rosa, `/api/apartments/${apartmentId}/visitors`, known)).status).toBe(200);
}

interface Row {
  name?: string;
  card?: { tag: string };
}

const lists = [
  { rows: "buildings", path: "/api/buildings", who: null, search: "BAHIA", found: ["Conjunto Bahía 2"] },
  {
    rows: "towers",
    path: `/api/buildings/${building.id}/towers`,
    who: null,
    search: "rio",
    found: ["Torre del Río"],
  },
  { rows: "floors", path: `/api/towers/${towerId}/floors`, who: null, search: "sotano", found: ["Sótano"] },
  {
    rows: "apartments",
    path: `/api/floors/${floorId}/apartments`,
    who: null,
    search: "atico",
    found: ["Ático"],
  },
  {
    rows: "doors",
    path: `/api/buildings/${building.id}/doors`,
    who: rosa,
    search: "ÚNICO",
    found: ["Garaje único"],
  },
  {
    rows: "visitors",
    path: `/api/apartments/${apartmentId}/visitors`,
    who: rosa,
    search: "ALVARO PENA",
    found: ["álvaro Peña"],
  },
  {
    rows: "cards",
    path: `/api/bb/cardsv2?document=${ingrid.cedula}`,
    who: laura,
    search: "b1:2c-d",
    found: ["AB12CD34"],
  },
  {
    rows: "users",
    path: `/api/bb/apartments/${apartmentId}/users`,
    who: laura,
    search: "nanez",
    found: ["Íngrid Ñáñez"],
  },
];

describe.each(lists)("the list of $rows", ({ rows, path, who, search, found }) => {
  const ask = async (query: Record<string, string | number> = {}) => {
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      given.set(name, String(value));
    }
    const url = `${path}${path.includes("?") ? "&" : "?"}${given}`;
    const { status, body } = await asking(server, who)("GET", url);
    const names: (string | undefined)[] = (body[rows] ?? []).map(({ name, card }: Row) => name ?? card?.tag);
    return { status, names, totalPages: body.totalPages };
  };

  it("comes whole unless a page of it is asked for", async () => {
    const whole = await ask();
    expect(whole.totalPages).toBeUndefined();
    expect(whole.names).toHaveLength(3);
    expect(await ask({ limit: 2 })).toEqual({ status: 200, names: whole.names.slice(0, 2), totalPages: 2 });
    expect(await ask({ page: 2, limit: 2 })).toEqual({
      status: 200,
      names: whole.names.slice(2),
      totalPages: 2,
    });
    expect(await ask({ page: 1 })).toEqual({ status: 200, names: whole.names, totalPages: 1 });
    expect(await ask({ page: 3, limit: 2 })).toEqual({ status: 200, names: [], totalPages: 2 });
  });

  it("is narrowed to what was typed, whatever its accents and capitals", async () => {
    expect(await ask({ search })).toEqual({ status: 200, names: found, totalPages: undefined });
    expect(await ask({ search, limit: 2 })).toEqual({ status: 200, names: found, totalPages: 1 });
    expect(await ask({ search, page: 2 })).toEqual({ status: 200, names: [], totalPages: 1 });
    expect(await ask({ search: "0%0" })).toEqual({ status: 200, names: [], totalPages: undefined });
    expect(await ask({ search: "0%0", page: 1 })).toEqual({ status: 200, names: [], totalPages: 1 });
  });

  it("refuses a page of too many rows, and one that is none", async () => {
    for (const query of [{ limit: 101 }, { limit: 0 }, { page: 0 }, { search: "a".repeat(101) }]) {
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    }
  });
});

describe("a page", () => {
  it("is of a place that exists, also where it is empty", async () => {
    const ask = asking(server, laura);
    for (const url of ["/api/buildings/ID/towers", "/api/towers/ID/floors", "/api/floors/ID/apartments"]) {
      const unknown = await ask("GET", `${url.replace("ID", randomUUID())}?page=1`);
      expect([url, unknown.status]).toEqual([url, 404]);
    }
  });

  it("counts homes without anybody where they are asked for", async () => {
    const { body } = await asking(server, null)(
      "GET",
      `/api/floors/${floorId}/apartments?active=false&search=atico&limit=1`,
    );
    expect(body).toMatchObject({ apartments: [{ name: "Ático" }], totalPages: 2 });
  });

  it("tells nothing of doors that one does not see", async () => {
    const sergio = await server.newPerson({
      spaces: [{ role: "SERVICIOS", buildingId: building.id, apartmentId: building.apartments[1]?.id ?? "" }],
    });
    const { body } = await asking(server, sergio)("GET", `/api/buildings/${building.id}/doors?limit=1`);
    expect(body).toMatchObject({ doors: [{ name: "Entrada" }], totalPages: 1 });
  });

  it("writes down as shown only the faces on it", async () => {
    await asking(server, rosa)("GET", `/api/apartments/${apartmentId}/visitors?page=2&limit=2`);
    const { detail } = await db
      .selectFrom("audit_lines")
      .select("detail")
      .where("action", "=", "visitors.shown")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(detail).toEqual({ callId: call.id, faces: 1 });
  });

  it("finds nobody of a home by what they are in another building", async () => {
    const users = async (search: string) =>
      (await asking(server, laura)("GET", `/api/bb/apartments/${apartmentId}/users?search=${search}`)).body
        .users;
    expect(await users("nandu")).toEqual([]);
    expect(await users("...")).toHaveLength(3);
  });
});
