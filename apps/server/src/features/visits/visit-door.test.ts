import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon, givenCode, newLobby, type TestLobby, verify } from "../../../testing/test-visits.ts";

const server = await startTestServer();
afterAll(() => server.close());
atNoon(server);

/** Víctor with a code, and the building's entrance with its controller. */
async function newEntrance() {
  const lobby = await newLobby(server);
  const controller = await newController(server, lobby.building.id);
  await server.newDoor(lobby.building, { localId: "1" });
  const { code, visit } = await givenCode(server, lobby);
  const open = async (who: TestLobby["pedro"], visitId = visit.id) => {
    const socket = await server.connectAs(who);
    return socket.ask("door_action", { buildingId: lobby.building.id, door: "1", action: 200, visitId });
  };
  return { ...lobby, controller, code, visit, open };
}

describe("opening for a visit", () => {
  it("is of a visit that was authorised there, on that day, by who stands at the lobby", async () => {
    const { building, pedro, code, visit, controller, open } = await newEntrance();
    const other = await newEntrance();
    await verify(server, other.pedro, other.building.id, other.code, { method: "PUT" });
    const resident = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
    });
    // Not authorised yet, of another building, and for nobody who only lives there.
    expect(await open(pedro)).toMatchObject({ ok: false, code: "NOT_FOUND" });
    expect(await open(pedro, other.visit.id)).toMatchObject({ ok: false, code: "NOT_FOUND" });
    await verify(server, pedro, building.id, code, { method: "PUT" });
    expect(await open(resident)).toMatchObject({ ok: false, code: "NOT_FOUND" });
    expect(controller.orders).toHaveLength(0);
    expect(await open(pedro)).toMatchObject({ ok: true });
    const orders = await server.db
      .selectFrom("door_orders")
      .select(["visit_id", "call_id", "requested_by"])
      .where("building_id", "=", building.id)
      .execute();
    expect(orders).toEqual([{ visit_id: visit.id, call_id: null, requested_by: pedro.id }]);
    const [order] = controller.orders;
    const doorId = order?.doorId;
    const fact = { seq: 1, at: new Date().toISOString(), kind: "door-opened", origin: "APP" };
    const facts = [{ ...fact, openingId: randomUUID(), doorId, orderId: order?.orderId }];
    expect(await controller.socket.ask("facts", { facts })).toMatchObject({ ok: true });
    const openings = await server.db
      .selectFrom("open_door_events")
      .select(["origin", "user_id"])
      .where("building_id", "=", building.id)
      .execute();
    expect(openings).toEqual([{ origin: "CODE", user_id: pedro.id }]);
    server.clock.push(24 * 3_600_000);
    expect(await open(pedro)).toMatchObject({ ok: false, code: "NOT_FOUND" });
  });
});
