import { randomUUID } from "node:crypto";
import { DOOR_OPEN, type OrderOutcome } from "@umbral/contract/doors/doors.contract";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { withBrokenTable } from "../../../testing/broken-parts.ts";
import type { TestController } from "../../../testing/test-controller.ts";
import { newEntrance } from "../../../testing/test-doors.ts";
import { startTestServer, type TestSocket } from "../../../testing/test-server.ts";
import { ordersSettled } from "./door-orders.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;

const outcomeOf = async (orderId: string): Promise<OrderOutcome | null | undefined> =>
  (await db.selectFrom("door_orders").select("outcome").where("id", "=", orderId).executeTakeFirst())
    ?.outcome;

/** The controller tells that this order's relay moved, or may have. */
const tellOpened = (
  { socket }: TestController,
  fact: { seq: number; doorId: string; orderId: string; isCertain?: boolean; openingId?: string },
) =>
  socket.ask("facts", {
    facts: [
      { at: clock.now().toISOString(), kind: "door-opened", openingId: randomUUID(), origin: "APP", ...fact },
    ],
  });

describe("a press with a name of its own", () => {
  it.each([
    ["another named press", randomUUID()],
    ["a press without a name", null],
  ])("has an order of its own beside the one that %s left pending", async (_who, left) => {
    const { controller, door, press, leavePending } = await newEntrance(server);
    const abandoned = await leavePending(left);
    controller.answerWith(async () => ({ outcome: "failed" }));
    expect(await press({ requestId: randomUUID() })).toMatchObject({ ok: false, code: "DOOR_FAILED" });
    expect(controller.orders).toHaveLength(1);
    // What the killed process's order did afterwards is said of nobody else's press.
    await tellOpened(controller, { seq: 1, doorId: door.id, orderId: abandoned });
    expect(await press({ requestId: randomUUID() })).toMatchObject({ ok: false, code: "DOOR_FAILED" });
    expect(controller.orders.map(({ orderId }) => orderId)).not.toContain(abandoned);
  });

  it("is answered with what came of it when it comes again, and moves nothing", async () => {
    const { controller, press } = await newEntrance(server);
    const requestId = randomUUID();
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => press({ requestId })));
    expect(first).toMatchObject({ ok: true });
    expect(others).toEqual([first, first]);
    expect(controller.orders).toHaveLength(1);
  });
});

describe("an order", () => {
  it.each(["audit_lines", "audit_values"])(
    "is not given where its line cannot be written (%s)",
    async (table) => {
      const { controller, press, orders } = await newEntrance(server);
      expect(await withBrokenTable(db, table, () => press({ requestId: randomUUID() }))).toMatchObject({
        ok: false,
        code: "UNAVAILABLE",
      });
      expect(controller.orders).toEqual([]);
      expect(await orders()).toEqual([]);
    },
  );

  it("stands in the audit with what came of it, each once", async () => {
    const { press } = await newEntrance(server);
    const answer = await press({ requestId: randomUUID() });
    await ordersSettled();
    const lines = await db
      .selectFrom("audit_lines")
      .innerJoin("audit_values", "audit_values.line_id", "audit_lines.id")
      .select(["action", "part", "digests"])
      .where("subject_id", "=", String(Reflect.get(answer, "orderId")))
      .orderBy("audit_lines.at")
      .orderBy("audit_lines.id")
      .execute();
    expect(lines).toMatchObject([
      { action: "doors.ordered", part: "origin", digests: { origin: expect.any(String) } },
      { action: "doors.settled", part: "origin", digests: { origin: expect.any(String) } },
    ]);
  });
});

describe("a press right after another was answered", () => {
  it("is an order of its own, though the one before is not settled yet", async () => {
    const { controller, building, door, socket } = await newEntrance(server);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let settling: Promise<unknown> | undefined;
    controller.answerWith(async ({ orderId }) => {
      await new Promise<void>((held) => {
        settling ??= db.transaction().execute(async (trx) => {
          await trx.selectFrom("door_orders").select("id").where("id", "=", orderId).forUpdate().execute();
          held();
          await released;
        });
        if (orderId !== controller.orders[0]?.orderId) {
          held();
        }
      });
      return { outcome: "moved" };
    });
    // Not by `ask`, which waits for what follows.
    const press = ({ raw }: TestSocket) =>
      raw
        .timeout(20_000)
        .emitWithAck("door_action", { buildingId: building.id, door: door.id, action: DOOR_OPEN });
    expect(await press(socket)).toMatchObject({ ok: true });
    const order = controller.orders[0]?.orderId ?? "";
    expect(await outcomeOf(order)).toBeNull();
    const again = press(socket);
    // It comes as far as it can meanwhile.
    const colleague = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const other = await server.connectAs(colleague);
    for (let times = 0; times < 3; times += 1) {
      expect(await press(other)).toMatchObject({ ok: true });
    }
    release();
    await settling;
    expect(await again).toMatchObject({ ok: true });
    expect(controller.orders).toHaveLength(5);
    await ordersSettled();
    expect(await outcomeOf(order)).toBe("moved");
  });
});

describe("an order that a killed process left pending", () => {
  it("never answers a press as moved, though its relay moved", async () => {
    const { controller, door, press, leavePending } = await newEntrance(server);
    const abandoned = await leavePending(null);
    const pressed = press();
    await tellOpened(controller, { seq: 1, doorId: door.id, orderId: abandoned });
    clock.stall(3000);
    // Without an answer, or too late where this machine had not read it yet: never moved.
    expect(await pressed).toMatchObject({ ok: false });
    expect(controller.orders).toEqual([]);
    expect(await outcomeOf(abandoned)).toBeNull();
  });

  it("is settled as without an answer by the next start of a server", async () => {
    const { leavePending } = await newEntrance(server);
    // However long another server takes to start.
    clock.hold();
    onTestFinished(() => clock.release());
    const [forgotten, young] = [await leavePending(randomUUID(), 60), await leavePending(randomUUID())];
    const next = await server.another();
    expect(await outcomeOf(forgotten)).toBe("no-answer");
    // Another process may still be waiting for this one.
    expect(await outcomeOf(young)).toBeNull();
    await next.close();
  });
});

describe("an opening that may have been", () => {
  /** A press whose answer the controller keeps, until it is given or the press has waited long enough. */
  async function pressUnanswered() {
    const entrance = await newEntrance(server);
    let answer: (outcome: "moved" | "failed") => void = () => undefined;
    entrance.controller.answerWith(
      () => new Promise((resolve) => (answer = (outcome) => resolve({ outcome }))),
    );
    const pressed = entrance.press({ requestId: randomUUID() });
    await expect.poll(() => entrance.controller.orders).toHaveLength(1);
    const orderId = entrance.controller.orders[0]?.orderId ?? "";
    return { ...entrance, pressed, orderId, answer: (outcome: "moved" | "failed") => answer(outcome) };
  }
  const openingsOf = (orderId: string) =>
    db.selectFrom("open_door_events").select("is_certain").where("order_id", "=", orderId).execute();

  it("never answers the press as moved, and is told to who pressed and written down", async () => {
    const { controller, door, guard, socket, pressed, orderId, answer } = await pressUnanswered();
    await tellOpened(controller, { seq: 1, doorId: door.id, orderId, isCertain: false });
    expect(await outcomeOf(orderId)).toBe("no-answer");
    expect(await openingsOf(orderId)).toEqual([{ is_certain: false }]);
    expect(await socket.hear("door_action:late")).toMatchObject({
      doorId: door.id,
      message: "Es posible que la puerta se haya abierto",
    });
    answer("failed");
    // 'Failed', or without an answer where this machine was slow: never moved.
    expect(await pressed).toMatchObject({ ok: false });
    const lines = await db
      .selectFrom("audit_lines")
      .select("action")
      .where("actor_id", "=", guard.id)
      .orderBy("id")
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(["doors.ordered", "doors.may-have-opened"]);
  });

  it("becomes certain when the device answers after all, and never uncertain again", async () => {
    const { controller, door, socket, pressed, orderId, answer } = await pressUnanswered();
    answer("failed");
    expect(await pressed).toMatchObject({ ok: false });
    const opening = { openingId: randomUUID(), doorId: door.id, orderId };
    await tellOpened(controller, { seq: 1, ...opening, isCertain: false });
    expect(await openingsOf(orderId)).toEqual([{ is_certain: false }]);
    expect(await socket.hear("door_action:late")).toMatchObject({
      message: "Es posible que la puerta se haya abierto",
    });
    await tellOpened(controller, { seq: 2, ...opening });
    expect(await openingsOf(orderId)).toEqual([{ is_certain: true }]);
    expect(await socket.hear("door_action:late")).toMatchObject({ message: "La puerta abrió tarde" });
    await tellOpened(controller, { seq: 3, ...opening, isCertain: false });
    expect(await openingsOf(orderId)).toEqual([{ is_certain: true }]);
    expect(await outcomeOf(orderId)).toBe("late");
  });

  it("does not make a press that had failed one that moved late", async () => {
    const { controller, door, press, leavePending } = await newEntrance(server);
    const requestId = randomUUID();
    const orderId = await leavePending(requestId);
    await db.updateTable("door_orders").set({ outcome: "failed" }).where("id", "=", orderId).execute();
    await tellOpened(controller, { seq: 1, doorId: door.id, orderId, isCertain: false });
    expect(await press({ requestId })).toMatchObject({ ok: false, code: "DOOR_FAILED" });
  });

  it("does not stand for an answer that was lost", async () => {
    const { controller, door, pressed, orderId } = await pressUnanswered();
    await tellOpened(controller, { seq: 1, doorId: door.id, orderId, isCertain: false });
    controller.socket.disconnect();
    expect(await pressed).toMatchObject({ ok: false, code: "DOOR_NO_ANSWER" });
  });

  it("is certain when the controller knows, and then the press moved though its answer was lost", async () => {
    const { controller, door, pressed, orderId } = await pressUnanswered();
    await tellOpened(controller, { seq: 1, doorId: door.id, orderId });
    expect(await openingsOf(orderId)).toEqual([{ is_certain: true }]);
    // The line breaks before the answer: the fact says as much as it.
    controller.socket.disconnect();
    expect(await pressed).toMatchObject({ ok: true, orderId });
    expect(await outcomeOf(orderId)).toBe("moved");
  });
});

/** Everything of this name that a socket has heard when a later message of its own is answered. */
async function heardBy(socket: TestSocket, event: string): Promise<unknown[]> {
  await socket.ask("no_such_event", {});
  return socket.heardSoFar(event);
}

describe("what a controller tells", () => {
  it("reaches nobody before it is kept", async () => {
    const { controller, door, socket, press } = await newEntrance(server);
    controller.answerWith(async () => ({ outcome: "failed" }));
    await press({ requestId: randomUUID() });
    const platform = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    const orderId = controller.orders[0]?.orderId ?? "";
    const tell = () => tellOpened(controller, { seq: 1, doorId: door.id, orderId });
    // The last write of its transaction fails: nothing of it is kept.
    expect(await withBrokenTable(db, "controllers", tell)).toMatchObject({ ok: false });
    expect(await heardBy(socket, "door_action:late")).toEqual([]);
    expect(await heardBy(platform, "event_open_door")).toEqual([]);
    expect(await tell()).toEqual({ ok: true, acknowledged: 1 });
    expect(await heardBy(socket, "door_action:late")).toHaveLength(1);
    expect(await heardBy(platform, "event_open_door")).toHaveLength(1);
    expect(await outcomeOf(orderId)).toBe("late");
  });

  it("is of its own building's orders alone", async () => {
    const { controller, door, socket, press } = await newEntrance(server);
    const elsewhere = await newEntrance(server);
    controller.answerWith(async () => ({ outcome: "failed" }));
    await press({ requestId: randomUUID() });
    const orderId = controller.orders[0]?.orderId ?? "";
    const opened = { seq: 1, doorId: door.id, orderId };
    expect(await tellOpened(elsewhere.controller, opened)).toEqual({ ok: true, acknowledged: 1 });
    expect(await outcomeOf(orderId)).toBe("failed");
    expect(await heardBy(socket, "door_action:late")).toEqual([]);
    // For whom a door of that building was opened, nobody knows.
    await tellOpened(elsewhere.controller, { seq: 2, doorId: elsewhere.door.id, orderId });
    const openings = await db
      .selectFrom("open_door_events")
      .select(["origin", "user_id"])
      .where("building_id", "=", elsewhere.building.id)
      .execute();
    expect(openings).toEqual([{ origin: "UNKNOWN", user_id: null }]);
  });
});
