import { DOOR_OPEN, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import { ClockEstimate } from "@umbral/contract/lib/steady-clock";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { waitingForALock } from "../../../testing/test-calls.ts";
import { signInController } from "../../../testing/test-controller.ts";
import { newEntrance, whileLocked } from "../../../testing/test-doors.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { clock } = server;
const { clock: steady, stalls } = server.app.services;

const TOO_LATE = { ok: false, code: "DOOR_ORDER_EXPIRED" };

/** The database stands still from a press on, at this table, until `meanwhile` has happened. */
async function stalledAt<Answer>(
  table: "doors" | "door_orders",
  press: () => Promise<Answer>,
  meanwhile: () => Promise<void> | void,
): Promise<Answer> {
  const pressed = await whileLocked(
    server,
    (trx) => sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx),
    async () => {
      const answer = press();
      await expect.poll(() => waitingForALock(server)).toBeGreaterThan(0);
      await meanwhile();
      return { answer };
    },
  );
  return pressed.answer;
}

describe("a press that its asker has given up", () => {
  it("moves nothing when the server stood still before it was read, and nothing is written down", async () => {
    const { controller, press, orders } = await newEntrance(server);
    // A process that stands still has no beats. Whoever presses here is the same process, and may send after one.
    stalls.stop();
    const pressed = press();
    clock.stall(ORDER_LIFETIME_MS);
    expect(await pressed).toMatchObject(TOO_LATE);
    stalls.start();
    expect(controller.orders).toEqual([]);
    expect(await orders()).toEqual([]);
    // From the next beat on the server knows that it stands still no more.
    await expect.poll(press).toMatchObject({ ok: true });
  });

  it("moves nothing when the database stood still in the reads before it", async () => {
    const { controller, press, orders } = await newEntrance(server);
    expect(await stalledAt("doors", press, () => clock.stall(ORDER_LIFETIME_MS))).toMatchObject(TOO_LATE);
    expect(controller.orders).toEqual([]);
    expect(await orders()).toEqual([]);
  });

  it("moves nothing when the database stood still while it was written down", async () => {
    const { controller, press, orders } = await newEntrance(server);
    expect(await stalledAt("door_orders", press, () => clock.stall(ORDER_LIFETIME_MS))).toMatchObject(
      TOO_LATE,
    );
    expect(controller.orders).toEqual([]);
    expect(await orders()).toMatchObject([{ outcome: "expired" }]);
  });

  it("moves nothing when it waited on its way, as its device says", async () => {
    const { controller, press } = await newEntrance(server);
    expect(await press({ pressedAt: steady.steadyMs() - ORDER_LIFETIME_MS })).toMatchObject(TOO_LATE);
    expect(controller.orders).toEqual([]);
  });
});

describe("the age of an order", () => {
  it("begins with the press, for the controller too", async () => {
    const { controller, press } = await newEntrance(server);
    const before = steady.steadyMs();
    expect(await stalledAt("doors", press, () => clock.stall(1000))).toMatchObject({ ok: true });
    const [order] = controller.orders;
    // As the server knows it: to within one beat of its watch.
    expect(order?.issuedAt).toBeLessThan(before + 1000);
    expect(order?.issuedAt).toBeGreaterThan(before - 1000);
  });

  it("is made older by what the device says, and never younger", async () => {
    const { controller, press } = await newEntrance(server);
    const now = steady.steadyMs();
    for (const pressedAt of [now - 500, now + 60_000]) {
      expect(await press({ pressedAt })).toMatchObject({ ok: true });
    }
    const [older, younger] = controller.orders;
    // Older still where this process was held up before it read the press.
    expect(older?.issuedAt).toBeLessThanOrEqual(now - 500);
    expect(younger?.issuedAt).toBeLessThanOrEqual(steady.steadyMs());
  });

  it("can be told by a device that reads the server's clock", async () => {
    const { socket, controller, press } = await newEntrance(server);
    const before = steady.steadyMs();
    const sentAt = performance.now();
    const answer = await socket.ask("door_clock", {});
    expect(answer).toEqual({ ok: true, steadyMs: expect.any(Number) });
    const steadyMs = Number(answer.ok && answer["steadyMs"]);
    expect(steadyMs).toBeGreaterThanOrEqual(before);
    expect(steadyMs).toBeLessThanOrEqual(steady.steadyMs());
    // As its page reckons: in doubt the press is older, and never by as much as would make it late.
    const estimate = new ClockEstimate(60_000);
    estimate.add({ sentAt, receivedAt: performance.now(), steadyMs });
    const now = performance.now();
    const { offset, uncertainty } = estimate.best(now) ?? { offset: Number.NaN, uncertainty: Number.NaN };
    const moment = steady.steadyMs();
    expect(await press({ pressedAt: now + offset - uncertainty })).toMatchObject({ ok: true });
    const issuedAt = controller.orders[0]?.issuedAt ?? Number.NaN;
    expect(issuedAt).toBeLessThanOrEqual(moment);
    expect(issuedAt).toBeGreaterThan(before - 2 * (moment - before) - 100);
  });

  it("ends an order where it would leave, wherever it was held up", async () => {
    const { controller, door } = await newEntrance(server);
    const line = await server.app.hub.lines.of(controller.id);
    const order = { orderId: door.id, doorId: door.id, action: DOOR_OPEN } as const;
    const late = { ...order, issuedAt: steady.steadyMs() - ORDER_LIFETIME_MS };
    expect(line && (await server.app.hub.order(line, late))).toBe("expired");
    expect(controller.orders).toEqual([]);
  });
});

describe("the run of a controller", () => {
  it("that was there at the press is the one that is asked, and named", async () => {
    const { controller, press } = await newEntrance(server);
    const line = await server.app.hub.lines.of(controller.id);
    await press();
    expect(controller.orders).toMatchObject([{ boot: line?.boot }]);
  });

  it("that came after the press is not asked", async () => {
    const { controller, press } = await newEntrance(server);
    const asked: unknown[] = [];
    const answer = await stalledAt("door_orders", press, async () => {
      const next = await signInController(server.url, controller.id, controller.key);
      next.raw.on("door:operate", (order: unknown, acknowledge: (answer: object) => void) => {
        asked.push(order);
        acknowledge({ outcome: "moved" });
      });
    });
    expect(answer).toMatchObject({ ok: false, code: "DOOR_OFFLINE" });
    expect([...controller.orders, ...asked]).toEqual([]);
    expect(await press()).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
  });
});
