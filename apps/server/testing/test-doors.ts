import { randomUUID } from "node:crypto";
import { DOOR_OPEN, type DoorAction } from "@umbral/contract/doors/doors.contract";
import type { Trx } from "../src/platform/database.ts";
import { newController } from "./test-controller.ts";
import type { TestServer } from "./test-server.ts";

interface More {
  door?: string;
  action?: DoorAction;
  requestId?: string;
  callId?: string;
  pressedAt?: number;
}

/** A doorman's device at a building with one door and its controller. */
export async function newEntrance(server: TestServer) {
  const building = await server.newBuilding();
  const controller = await newController(server, building.id);
  const door = await server.newDoor(building);
  const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const socket = await server.connectAs(guard);
  return {
    building,
    controller,
    door,
    guard,
    socket,
    press: (more: More = {}) =>
      socket.ask("door_action", { buildingId: building.id, door: door.id, action: DOOR_OPEN, ...more }),
    /** The guard's orders to all doors, in order. */
    orders: () =>
      server.db
        .selectFrom("door_orders")
        .select(["id", "outcome"])
        .where("requested_by", "=", guard.id)
        .orderBy("id")
        .execute(),
    /** An order that a process left pending when it was killed. */
    async leavePending(requestId: string | null, secondsAgo = 0): Promise<string> {
      const id = randomUUID();
      await server.db
        .insertInto("door_orders")
        .values({
          id,
          building_id: building.id,
          door_id: door.id,
          requested_by: guard.id,
          request_id: requestId,
          call_id: null,
          action: DOOR_OPEN,
          outcome: null,
          issued_at: new Date(server.clock.now().getTime() - secondsAgo * 1000),
        })
        .execute();
      return id;
    },
  };
}

/** Nobody gets at what `lock` locks while `during` runs: a database that stands still. */
export function whileLocked<Result>(
  { db }: TestServer,
  lock: (trx: Trx) => Promise<unknown>,
  during: () => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lock(trx);
    return during();
  });
}
