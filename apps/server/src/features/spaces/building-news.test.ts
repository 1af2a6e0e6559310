import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const EVENT = "building:changed";

describe("what changes in a building", () => {
  it("is heard by its people and by other administrators, and by nobody of another building", async () => {
    const building = await server.newBuilding();
    const elsewhere = await server.newBuilding();
    const [home] = building.apartments;
    const laura = await server.newPerson({ userType: "ADMIN" });
    const ask = asking(server, laura);
    const rosa = await server.connectAs(
      await server.newPerson({
        spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home?.id ?? "" }],
      }),
    );
    const other = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    const outsider = await server.connectAs(
      await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: elsewhere.id }] }),
    );
    const floorId = building.towers[0]?.floors[0]?.id ?? "";
    const door = await server.newDoor(building);
    const of = `/api/bb/buildings/${building.id}`;
    const tower = async () => (await ask("POST", `${of}/towers`, { name: "Z" })).body.tower.id;
    let towerId = "";
    let apartmentId = "";
    const actions: Record<string, () => Promise<{ status: number }>> = {
      settings: () => ask("PUT", of, { city: "Cali" }),
      "tower made": async () => {
        towerId = await tower();
        return { status: 200 };
      },
      "tower renamed": () => ask("PUT", `/api/bb/towers/${towerId}`, { name: "Y" }),
      "tower deleted": () => ask("DELETE", `/api/bb/towers/${towerId}`),
      "apartments made": async () => {
        const made = await ask("POST", `/api/bb/floors/${floorId}/apartments`, { names: ["A-199"] });
        apartmentId = made.body.apartments[0].id;
        return made;
      },
      "apartment renamed": () => ask("PUT", `/api/bb/apartments/${apartmentId}`, { name: "A-198" }),
      "apartment deleted": () => ask("DELETE", `/api/bb/apartments/${apartmentId}`),
      "door moved": () => ask("PUT", `/api/bb/doors/${door.id}`, { left: 12, top: 40 }),
      "camera renamed": () => ask("PUT", `/api/bb/cameras/${door.cameraId}`, { name: "Patio" }),
      "door deleted": () => ask("DELETE", `/api/bb/doors/${door.id}`),
      "camera deleted": () => ask("DELETE", `/api/bb/cameras/${door.cameraId}`),
    };
    for (const [action, carryOut] of Object.entries(actions)) {
      expect([action, (await carryOut()).status]).toEqual([action, 200]);
      expect(await rosa.hear(EVENT)).toEqual({ buildingId: building.id });
      expect(await other.hear(EVENT)).toEqual({ buildingId: building.id });
    }
    // What was refused is no news.
    expect((await ask("PUT", of, { name: elsewhere.name })).status).toBe(409);
    await ask("PUT", `/api/bb/buildings/${elsewhere.id}`, { city: "Cali" });
    expect(await outsider.hear(EVENT)).toEqual({ buildingId: elsewhere.id });
    expect(outsider.heardSoFar(EVENT)).toEqual([]);
    expect(rosa.heardSoFar(EVENT)).toEqual([]);
  });
});
