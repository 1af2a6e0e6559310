import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function newScene() {
  const building = await server.newBuilding();
  const [controller, door] = [await newController(server, building.id), await server.newDoor(building)];
  return {
    /** An opening of its own under this number. */
    opened: (seq: number) => ({
      seq,
      at: server.clock.now().toISOString(),
      kind: "door-opened",
      openingId: randomUUID(),
      doorId: door.id,
      origin: "BUTTON",
      orderId: null,
    }),
    tell: (...facts: object[]) => controller.socket.ask("facts", { facts }),
    /** The openings that were kept. */
    kept: async () => {
      const rows = await server.db
        .selectFrom("open_door_events")
        .select("id")
        .where("building_id", "=", building.id)
        .execute();
      return rows.map(({ id }) => id).sort();
    },
  };
}

describe("facts that a controller tells", () => {
  it("are passed over when they were acknowledged before, whatever they say now", async () => {
    const { opened, tell, kept } = await newScene();
    const [first, second] = [opened(1), opened(2)];
    expect(await tell(first)).toEqual({ ok: true, acknowledged: 1 });
    expect(await tell(opened(1), second)).toEqual({ ok: true, acknowledged: 2 });
    expect(await tell(opened(1), opened(2))).toEqual({ ok: true, acknowledged: 2 });
    expect(await kept()).toEqual([first.openingId, second.openingId].sort());
  });

  it("that come before their turn are not kept, and are in it", async () => {
    const { opened, tell, kept } = await newScene();
    const [first, second, third] = [opened(1), opened(2), opened(3)];
    expect(await tell(first, third)).toEqual({ ok: true, acknowledged: 1 });
    expect(await tell(third)).toEqual({ ok: true, acknowledged: 1 });
    expect(await kept()).toEqual([first.openingId]);
    expect(await tell(second, third)).toEqual({ ok: true, acknowledged: 3 });
    expect(await kept()).toHaveLength(3);
  });

  it("are acknowledged to the next connection as far as they are kept", async () => {
    const { opened, tell, kept } = await newScene();
    expect(await tell(opened(1), opened(2))).toEqual({ ok: true, acknowledged: 2 });
    expect(await tell(opened(2))).toEqual({ ok: true, acknowledged: 2 });
    expect(await tell(opened(4))).toEqual({ ok: true, acknowledged: 2 });
    expect(await kept()).toHaveLength(2);
  });
});
