import { randomUUID } from "node:crypto";
import { DOOR_OPEN, PRESSES_AT_MOST, PRESSES_WITHIN_MS } from "@umbral/contract/doors/doors.contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { withBrokenTable } from "../../../testing/broken-parts.ts";
import { newEntrance } from "../../../testing/test-doors.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
// However slow the machine is, all presses of a test are made in one moment.
beforeAll(() => server.clock.hold());

const TOO_OFTEN = {
  ok: false,
  code: "DOOR_TOO_OFTEN",
  message: "Demasiadas órdenes a esta puerta. Espera unos segundos e intenta de nuevo.",
};
const waitingStatements = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
  return rows[0]?.count ?? 0;
};
const named = () => ({ requestId: randomUUID() });

describe("orders of one person to one door", () => {
  it("are ten in ten seconds, however many are given at once", async () => {
    const { controller, press, orders } = await newEntrance(server);
    for (let turn = 1; turn < PRESSES_AT_MOST; turn += 1) {
      await press(named());
    }
    // There is room for one, and none of them is written before the others are there.
    const waiting = await server.db.transaction().execute(async (trx) => {
      await sql`lock table door_orders in share mode`.execute(trx);
      const presses = Array.from({ length: 20 }, () => press(named()));
      await vi.waitFor(async () => expect(await waitingStatements()).toBeGreaterThan(0), 20_000);
      return presses;
    });
    const answers = await Promise.all(waiting);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of answers.filter(({ ok }) => !ok)) {
      expect(refused).toEqual(TOO_OFTEN);
    }
    // A refused press has left nothing behind.
    expect(controller.orders).toHaveLength(PRESSES_AT_MOST);
    expect(await orders()).toHaveLength(PRESSES_AT_MOST);
    server.clock.push(PRESSES_WITHIN_MS);
    expect(await press(named())).toMatchObject({ ok: true });
  });

  it("are refused without asking the database each time, for a second", async () => {
    const { press, orders } = await newEntrance(server);
    server.clock.hold();
    for (let turn = 0; turn < PRESSES_AT_MOST; turn += 1) {
      expect(await press(named())).toMatchObject({ ok: true });
    }
    expect(await press()).toEqual(TOO_OFTEN);
    await withBrokenTable(server.db, "door_orders", async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        expect(await press()).toEqual(TOO_OFTEN);
      }
      // Then it asks again, and finds the table broken.
      server.clock.push(1000);
      expect(await press()).toMatchObject({ ok: false, code: "UNAVAILABLE" });
    });
    expect(await press()).toEqual(TOO_OFTEN);
    server.clock.release();
    expect(await orders()).toHaveLength(PRESSES_AT_MOST);
  });

  it("are not counted against other people, other doors, or repetitions of the same press", async () => {
    const { building, controller, press } = await newEntrance(server);
    const presses = Array.from({ length: PRESSES_AT_MOST }, named);
    for (const one of presses) {
      expect(await press(one)).toMatchObject({ ok: true });
    }
    expect(await press(named())).toEqual(TOO_OFTEN);
    expect(await press()).toEqual(TOO_OFTEN);
    for (const again of presses) {
      expect(await press(again)).toMatchObject({ ok: true });
    }
    expect(controller.orders).toHaveLength(PRESSES_AT_MOST);
    const garage = await server.newDoor(building);
    expect(await press({ ...named(), door: garage.id })).toMatchObject({ ok: true });
    const other = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const at = { buildingId: building.id, door: controller.orders[0]?.doorId, action: DOOR_OPEN };
    expect(await (await server.connectAs(other)).ask("door_action", at)).toMatchObject({ ok: true });
  });

  it("hold for tests of its relay too", async () => {
    const { building, door, controller } = await newEntrance(server);
    const platform = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    const test = { buildingId: building.id, device: door.localId, action: DOOR_OPEN };
    for (let time = 0; time < PRESSES_AT_MOST; time += 1) {
      expect(await platform.ask("device_action", test)).toMatchObject({ ok: true });
    }
    expect(await platform.ask("device_action", test)).toEqual(TOO_OFTEN);
    expect(controller.orders).toHaveLength(PRESSES_AT_MOST);
  });
});
