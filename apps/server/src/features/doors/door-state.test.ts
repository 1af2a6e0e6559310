import { randomUUID } from "node:crypto";
import type { Door, Leaf } from "@umbral/contract/doors/doors.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function setUp() {
  const building = await server.newBuilding();
  const controller = await newController(server, building.id);
  const [entrance, garage] = [await server.newDoor(building), await server.newDoor(building)];
  const resident = await server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });
  const seen = async (who = resident) => {
    const { body } = await asking(server, who)("GET", `/api/buildings/${building.id}/doors`);
    const doors: Door[] = body.doors;
    return doors.find(({ id }) => id === entrance.id);
  };
  const tell = (...leaves: { doorId: string; is: Leaf }[]) =>
    controller.socket.ask("doors:leaves", {
      leaves: leaves.map((leaf) => ({ ...leaf, since: "2026-11-20T12:00:00.000Z" })),
    });
  return { building, controller, entrance, garage, resident, seen, tell };
}

describe("how a door is", () => {
  it("is what its controller said of its leaf last, told to who looks at it, and nothing while that one is away", async () => {
    const { building, controller, entrance, resident, seen, tell } = await setUp();
    const looking = await server.connectAs(resident);
    await looking.ask("subscribe:cam_stream", { buildingId: building.id, camId: entrance.cameraId });
    expect(await seen()).not.toHaveProperty("leaf");
    await tell({ doorId: entrance.id, is: "open" });
    expect(await looking.hear("door:state")).toEqual({ buildingId: building.id });
    expect(await seen()).toMatchObject({ leaf: { is: "open", since: "2026-11-20T12:00:00.000Z" } });
    await tell({ doorId: entrance.id, is: "open" });
    await tell({ doorId: entrance.id, is: "held" });
    expect(await seen()).toMatchObject({ leaf: { is: "held" } });
    expect(looking.heardSoFar("door:state")).toHaveLength(1);
    controller.socket.disconnect();
    await expect.poll(() => seen()).toMatchObject({ line: "away", awaySince: expect.any(String) });
    expect(await seen()).not.toHaveProperty("leaf");
  });

  it("is forgotten when its controller tells no more of it, and is no other controller's to tell", async () => {
    const { entrance, seen, tell } = await setUp();
    const other = await setUp();
    await tell({ doorId: entrance.id, is: "closed" });
    await other.tell({ doorId: entrance.id, is: "forced" });
    expect(await seen()).toMatchObject({ leaf: { is: "closed" } });
    await tell();
    expect(await seen()).not.toHaveProperty("leaf");
  });

  it("is jammed from the order that moved nothing until it opens", async () => {
    const { building, controller, entrance, resident, seen } = await setUp();
    const socket = await server.connectAs(resident);
    const press = { buildingId: building.id, door: entrance.id, action: 200 };
    controller.answerWith(async () => ({ outcome: "failed" }));
    await socket.ask("door_action", press);
    expect(await seen()).toMatchObject({ jammedSince: expect.any(String) });
    server.clock.push(1000);
    controller.answerWith(async () => ({ outcome: "moved" }));
    await socket.ask("door_action", press);
    expect(await seen()).not.toHaveProperty("jammedSince");
  });

  it("is not jammed by an order whose device did not say what it did: it may stand open, which is told once", async () => {
    const { building, controller, entrance, resident, seen } = await setUp();
    const socket = await server.connectAs(resident);
    controller.answerWith(async () => ({ outcome: "unknown" }));
    const press = { buildingId: building.id, door: entrance.id, action: 200 };
    expect(await socket.ask("door_action", press)).toMatchObject({
      code: "DOOR_NO_ANSWER",
      message: "La puerta no respondió y pudo haberse movido. Mírala antes de intentar de nuevo.",
    });
    expect(await seen()).not.toHaveProperty("jammedSince");
    const [order] = controller.orders;
    const opened = { seq: 1, at: server.clock.now().toISOString(), kind: "door-opened", origin: "APP" };
    const fact = { ...opened, openingId: randomUUID(), doorId: entrance.id, orderId: order?.orderId };
    await controller.socket.ask("facts", { facts: [{ ...fact, isCertain: false }] });
    expect(await seen()).not.toHaveProperty("jammedSince");
    // A yes of the device after that says more than the answer did.
    await controller.socket.ask("facts", { facts: [{ ...fact, seq: 2 }] });
    expect(await socket.hear("door_action:late")).toMatchObject({ message: "La puerta abrió tarde" });
  });
});

describe("the favourite door", () => {
  const choose = (who: TestPerson, id: string, isFavourite = true) =>
    asking(server, who)("PUT", `/api/doors/${id}/favourite`, { isFavourite });

  it("is one in a building, the person's own, until they take it back", async () => {
    const { building, entrance, garage, resident, seen } = await setUp();
    const neighbour = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    expect(await choose(resident, entrance.id)).toMatchObject({
      status: 200,
      body: { door: { id: entrance.id, isFavourite: true } },
    });
    expect(await seen()).toMatchObject({ isFavourite: true });
    expect(await seen(neighbour)).not.toHaveProperty("isFavourite");
    await choose(resident, garage.id);
    expect(await seen()).not.toHaveProperty("isFavourite");
    await choose(resident, entrance.id);
    await choose(resident, garage.id, false);
    expect(await seen()).toMatchObject({ isFavourite: true });
    await choose(resident, entrance.id, false);
    expect(await seen()).not.toHaveProperty("isFavourite");
  });

  it("is none that one may never open", async () => {
    const { building } = await setUp();
    const towerB = building.towers[1];
    const door = await server.newDoor(building, {
      scope: "tower",
      towerId: towerB?.id ?? "",
      floorId: towerB?.floors[0]?.id ?? "",
    });
    const neighbour = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
    });
    expect(await choose(neighbour, door.id)).toMatchObject({ status: 403, body: { code: "NOT_ALLOWED" } });
  });
});
