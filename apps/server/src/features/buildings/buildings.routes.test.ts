import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const read = async (url: string, headers: Record<string, string> = {}) =>
  (await server.app.http.inject({ url, headers })).json();

describe("the places that everybody who registers sees", () => {
  it("come in natural order", async () => {
    const building = await server.newBuilding();
    const [tower] = building.towers;
    const [floor] = tower?.floors ?? [];
    await server.db
      .insertInto("apartments")
      .values(
        ["A-10", "A-2", "A-1"].map((name) => ({
          id: randomUUID(),
          building_id: building.id,
          tower_id: tower?.id ?? "",
          floor_id: floor?.id ?? "",
          name,
          active: false,
        })),
      )
      .execute();
    const names = (answer: { apartments: { name: string }[] }) => answer.apartments.map(({ name }) => name);
    expect(names(await read(`/api/floors/${floor?.id}/apartments?active=false`))).toEqual([
      "A-1",
      "A-2",
      "A-10",
      "A-101",
      "A-102",
    ]);
    expect(names(await read(`/api/floors/${floor?.id}/apartments/`))).toEqual(["A-101", "A-102"]);
    expect(await read(`/api/buildings/${building.id}/towers`)).toMatchObject({
      towers: [{ name: "A" }, { name: "B" }],
    });
    expect((await read("/api/buildings")).buildings).toContainEqual({ id: building.id, name: building.name });
  });

  it("are not found when they do not exist, and refused when they are no ids", async () => {
    for (const url of ["/api/buildings/ID/towers", "/api/towers/ID/floors", "/api/floors/ID/apartments"]) {
      expect(await read(url.replace("ID", randomUUID()))).toMatchObject({ code: "NOT_FOUND" });
      expect(await read(url.replace("ID", "no-id"))).toMatchObject({ code: "BAD_REQUEST" });
    }
    expect(await read(`/api/floors/${randomUUID()}/apartments?active=maybe`)).toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("show their plan to people of the building only, at an address that runs out", async () => {
    const building = await server.newBuilding();
    const [tower] = building.towers;
    const fileId = server.app.services.newId();
    await server.app.services.files.put(fileId, Buffer.from("a plan"));
    await server.db
      .insertInto("files")
      .values({ id: fileId, kind: "plan", media_type: "image/webp", bytes: 6 })
      .execute();
    await server.db
      .updateTable("floors")
      .set({ plan_file_id: fileId })
      .where("id", "=", tower?.floors[0]?.id ?? "")
      .execute();
    const neighbour = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: (await server.newBuilding()).id }],
    });
    const own = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const url = `/api/towers/${tower?.id}/floors`;
    expect((await read(url)).floors[0].image).toBeNull();
    expect((await read(url, neighbour.headers)).floors[0].image).toBeNull();

    const { image } = (await read(url, own.headers)).floors[0];
    const picture = await server.app.http.inject(image);
    expect([picture.statusCode, picture.headers["content-type"], picture.body]).toEqual([
      200,
      "image/webp",
      "a plan",
    ]);
    expect((await server.app.http.inject(image.replace(fileId, randomUUID()))).statusCode).toBe(404);
    const longer = Buffer.from(JSON.stringify({ sub: fileId, exp: 9_999_999_999 })).toString("base64url");
    expect((await server.app.http.inject(image.replace(/\.[^.]+\./, `.${longer}.`))).statusCode).toBe(404);
    expect((await server.app.http.inject(`/api/files/${fileId}`)).statusCode).toBe(404);
    server.clock.push(16 * 60_000);
    expect((await server.app.http.inject(image)).statusCode).toBe(404);
  });
});

describe("the directory of the lobby", () => {
  it("finds an apartment and whom it rings", async () => {
    const building = await server.newBuilding();
    const [home, empty] = building.apartments;
    const at = { buildingId: building.id, apartmentId: home?.id ?? "" };
    const [leader, owner, absent, services] = await Promise.all([
      server.newPerson({ name: "Ana", spaces: [{ role: "RESIDENTE_LIDER", ...at }] }),
      server.newPerson({ name: "Beto", spaces: [{ role: "PROPIETARIO", ...at }] }),
      server.newPerson({ name: "Caro", spaces: [{ role: "PROPIETARIO", ...at }] }),
      server.newPerson({ name: "Dora", spaces: [{ role: "SERVICIOS", ...at }] }),
    ]);
    await server.db
      .updateTable("spaces")
      .set({ lives_here: false })
      .where("user_id", "=", absent.id)
      .execute();
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const url = `/api/buildings/${building.id}/apartments`;

    const { apartments } = await read(url, guard.headers);
    expect(apartments).toHaveLength(building.apartments.length);
    expect(apartments).toContainEqual(expect.objectContaining({ id: home?.id, residents: ["Ana", "Beto"] }));
    const found = await read(`${url}/${home?.name.toLowerCase()}`, guard.headers);
    expect(found.apartmentUsers[0].users).toEqual([
      { id: leader.id, apartmentUserId: leader.spaceIds[0], name: "Ana" },
      { id: owner.id, apartmentUserId: owner.spaceIds[0], name: "Beto" },
    ]);
    expect(JSON.stringify(found)).not.toContain(services.id);
    expect(await read(`${url}/${empty?.name}`, guard.headers)).toMatchObject({
      apartmentUsers: [{ users: [] }],
    });
    expect(await read(`${url}/Z-999`, guard.headers)).toMatchObject({
      code: "APARTMENT_NOT_FOUND",
      message: "Apto no encontrado",
    });
  });

  it("tells a visitor that there is somebody, not who", async () => {
    const building = await server.newBuilding();
    const [home] = building.apartments;
    await server.newPerson({
      name: "Ana",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home?.id ?? "" }],
    });
    const visitor = await server.newPerson({
      spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: building.id }],
    });
    const found = await read(`/api/buildings/${building.id}/apartments/${home?.name}`, visitor.headers);
    expect(found.apartmentUsers[0].users).toMatchObject([{ name: null }]);
    const directory = await read(`/api/buildings/${building.id}/apartments`, visitor.headers);
    expect(directory.apartments).toHaveLength(building.apartments.length);
    expect(JSON.stringify(directory)).not.toMatch(/residents|Ana/);
  });
});
