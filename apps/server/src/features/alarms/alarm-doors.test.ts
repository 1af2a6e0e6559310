import { SIREN_SOUNDS_MS } from "@umbral/contract/controllers/controller-orders.contract";
import { EMERGENCY_FREES_MS } from "@umbral/contract/doors/door-modes.contract";
import { afterAll, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newController, signInController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { AlarmClock } from "./alarm-clock.ts";
import { findUntoldDoors } from "./alarm-doors.queries.ts";
import { settleDoors, tellsDoorsSince } from "./alarm-doors.ts";
import { findUnconfirmed } from "./alarm-siren.queries.ts";
import { settleSiren } from "./alarm-siren.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function newPlace() {
  const building = await server.newBuilding();
  const controller = await newController(server, building.id);
  const at = { buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" };
  const rosa = await server.newPerson({ spaces: [{ role: "RESIDENTE_LIDER", ...at }] });
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const raise = async (event: string, drill = false) => {
    const raised = await (await server.connectAs(pedro)).ask("user_event", {
      buildingId: building.id,
      event,
      ...(drill ? { drill } : {}),
    });
    return raised.ok ? String(raised["id"]) : "";
  };
  const confirm = (who: typeof pedro, id: string) =>
    asking(server, who)("POST", `/api/buildings/${building.id}/alarms/${id}/confirm`, {});
  return { building, controller, rosa, pedro, raise, confirm };
}

it("frees the ways out once the lobby confirms an emergency, until it is silenced", async () => {
  const { building, controller, rosa, pedro, raise, confirm } = await newPlace();
  const id = await raise("EMERGENCY");
  expect(controller.emergencyOrders).toEqual([]);
  expect((await confirm(rosa, id)).status).toBe(403);
  expect(await confirm(pedro, id)).toMatchObject({
    status: 200,
    body: { doors: 1, isComplete: true, alarm: { confirmed: { by: { id: pedro.id } } } },
  });
  expect(controller.emergencyOrders).toMatchObject([{ state: "free" }]);
  const [order] = controller.emergencyOrders;
  expect(order?.forMs).toBeGreaterThan(EMERGENCY_FREES_MS - 60_000);
  // Said again, nothing is other: not who confirmed it, and not its time.
  server.clock.push(60_000);
  expect((await confirm(pedro, id)).status).toBe(200);
  expect(controller.emergencyOrders[1]?.forMs).toBeLessThanOrEqual(EMERGENCY_FREES_MS - 60_000);
  expect((await actionsOf(server, pedro.id)).filter((action) => action === "alarms.confirmed")).toHaveLength(
    1,
  );
  await (await server.connectAs(rosa)).ask("user_event", { buildingId: building.id, event: "MUTE" });
  expect(controller.emergencyOrders[2]).toMatchObject({ state: "silent" });
  expect((await confirm(pedro, id)).body).toMatchObject({ code: "ALARM_NOT_CONFIRMABLE" });
});

it("frees none for a drill, for an intrusion, or for an alarm of another building", async () => {
  const { controller, pedro, raise, confirm } = await newPlace();
  const other = await newPlace();
  const refused = { status: 409, body: { code: "ALARM_NOT_CONFIRMABLE" } };
  expect(await confirm(pedro, await raise("EMERGENCY", true))).toMatchObject(refused);
  expect(await confirm(pedro, await raise("INTRUSION"))).toMatchObject(refused);
  expect((await confirm(pedro, await other.raise("EMERGENCY"))).body).toMatchObject({
    code: "ALARM_NOT_FOUND",
  });
  expect(controller.emergencyOrders).toEqual([]);
});

it("says that not all is free while a controller with a way out is away, until that one is back and did it", async () => {
  const { building, controller, pedro, raise, confirm } = await newPlace();
  const offered = await asking(server, await server.newPerson({ userType: "ADMIN" }))(
    "POST",
    `/api/bb/buildings/${building.id}/controllers`,
    { name: "Torre B" },
  );
  const second = await newController(server, building.id, offered.body.pairing.code);
  const hangsOn = async (controllerId: string, freesInEmergency: boolean) => {
    const { id } = await server.newDoor(building);
    await server.db
      .updateTable("doors")
      .set({ controller_id: controllerId, frees_in_emergency: freesInEmergency })
      .where("id", "=", id)
      .execute();
  };
  await hangsOn(controller.id, true);
  await hangsOn(second.id, false);
  second.socket.disconnect();
  await expect.poll(() => server.app.hub.lines.isThere(second.id)).toBe(false);
  const id = await raise("EMERGENCY");
  // No way out hangs on the one that is away.
  expect((await confirm(pedro, id)).body).toMatchObject({ doors: 1, isComplete: true });
  await hangsOn(second.id, true);
  expect((await confirm(pedro, id)).body).toMatchObject({ doors: 1, isComplete: false });
  const back = await signInController(server.url, second.id, second.key, second.list);
  back.raw.on("doors:emergency", (_order: object, acknowledge: (answer: object) => void) =>
    acknowledge({ outcome: "done", doors: 1 }),
  );
  expect((await confirm(pedro, id)).body).toMatchObject({ doors: 2, isComplete: true });
  // Nobody frees the ways out of one that was taken away.
  await server.db.deleteFrom("controllers").where("id", "=", second.id).execute();
  back.raw.disconnect();
  await expect.poll(() => server.app.hub.lines.isThere(second.id)).toBe(false);
  expect((await confirm(pedro, id)).body).toMatchObject({ doors: 1, isComplete: false });
});

it("says it again to a controller that did not answer, and to one that comes back, for as long as it lasts", async () => {
  const { building, controller, pedro, raise, confirm } = await newPlace();
  const alarmClock = new AlarmClock(server.app.services, server.app.hub);
  const id = await raise("EMERGENCY");
  controller.emergencyAnswers(() => ({ outcome: "failed", doors: 0 }));
  expect((await confirm(pedro, id)).body).toMatchObject({ doors: 0, isComplete: false });
  controller.emergencyAnswers(() => ({ outcome: "done", doors: 2 }));
  const told = () =>
    server.db
      .selectFrom("alarms")
      .select("doors_told")
      .where("id", "=", id)
      .executeTakeFirst()
      .then((row) => row?.doors_told);
  await alarmClock.lookRound();
  await expect.poll(told, { timeout: 10_000 }).toBe("free");

  controller.socket.raw.disconnect();
  const back = await signInController(server.url, controller.id, controller.key, controller.list);
  const orders: { state: string }[] = [];
  back.raw.on("doors:emergency", (order: { state: string }, acknowledge: (answer: object) => void) => {
    orders.push(order);
    acknowledge({ outcome: "done", doors: 2 });
  });
  back.raw.on("siren:set", (_order: object, acknowledge: (answer: object) => void) =>
    acknowledge({ outcome: "none" }),
  );
  await alarmClock.lookRound();
  await expect.poll(() => orders.map(({ state }) => state), { timeout: 10_000 }).toContain("free");
  await expect.poll(told, { timeout: 10_000 }).toBe("free");
  // Once its time is over, nobody is told of it.
  const before = orders.length;
  server.clock.push(EMERGENCY_FREES_MS);
  await alarmClock.returned(building.id);
  await alarmClock.lookRound();
  expect(orders).toHaveLength(before);
});

it("is told no more than once beside one that was silenced while nobody answered", async () => {
  const { building, controller, pedro, raise, confirm } = await newPlace();
  const alarmClock = new AlarmClock(server.app.services, server.app.hub);
  const told = async () => {
    const rows = await server.db
      .selectFrom("alarms")
      .select("doors_told as told")
      .where("building_id", "=", building.id)
      .where("confirmed_at", "is not", null)
      .orderBy("confirmed_at")
      .execute();
    return rows.map((row) => row.told);
  };
  controller.emergencyAnswers(() => ({ outcome: "failed", doors: 0 }));
  controller.sirenAnswers(() => ({ outcome: "failed" }));
  await confirm(pedro, await raise("EMERGENCY"));
  const silence = async () =>
    (await server.connectAs(pedro)).ask("user_event", { buildingId: building.id, event: "MUTE" });
  await silence();
  controller.sirenAnswers(({ on }) => ({ outcome: on ? "sounding" : "silent" }));
  const again = await raise("EMERGENCY");
  controller.emergencyAnswers(({ state }) => ({ outcome: "done", doors: state === "free" ? 1 : 0 }));
  server.clock.push(1000);
  expect((await confirm(pedro, again)).body).toMatchObject({ doors: 1, isComplete: true });
  const untold = () => findUntoldDoors(server.db, tellsDoorsSince(server.clock.now()));
  expect(await untold()).not.toContain(building.id);
  const minuteAgo = new Date(server.clock.now().getTime() - 60_000);
  expect(await findUnconfirmed(server.db, minuteAgo)).not.toContain(building.id);
  // Whoever silences this one too ends both.
  await silence();
  await alarmClock.lookRound();
  await expect.poll(told, { timeout: 10_000 }).toEqual(["rest", "rest"]);
});

it("says anew how long doors and siren have where it begins again while it is said", async () => {
  const { building, controller, pedro, raise, confirm } = await newPlace();
  const id = await raise("EMERGENCY");
  await confirm(pedro, id);
  const toEnd = 60_000;
  server.clock.push(SIREN_SOUNDS_MS - toEnd);
  /** Begins it again, by this column, before the first order of this kind is answered. */
  const orders = (event: string, column: "confirmed_at" | "last_raised_at", answer: object) => {
    const lasting: number[] = [];
    controller.socket.raw.removeAllListeners(event);
    controller.socket.raw.on(
      event,
      async ({ forMs }: { forMs: number }, acknowledge: (said: object) => void) => {
        lasting.push(forMs);
        if (lasting.length === 1) {
          const again = { [column]: server.clock.now() };
          await server.db.updateTable("alarms").set(again).where("id", "=", id).execute();
        }
        acknowledge(answer);
      },
    );
    return lasting;
  };
  const { services, hub } = server.app;
  const ofSiren = orders("siren:set", "last_raised_at", { outcome: "sounding" });
  await settleSiren(services, hub, building.id);
  expect(ofSiren[0]).toBeLessThanOrEqual(toEnd);
  expect(ofSiren.at(-1)).toBeGreaterThan(SIREN_SOUNDS_MS - toEnd);
  const ofDoors = orders("doors:emergency", "confirmed_at", { outcome: "done", doors: 1 });
  await settleDoors(services, hub, building.id);
  expect(ofDoors[0]).toBeLessThanOrEqual(EMERGENCY_FREES_MS - SIREN_SOUNDS_MS + toEnd);
  expect(ofDoors.at(-1)).toBeGreaterThan(EMERGENCY_FREES_MS - toEnd);
});

it("is told to a building while another's controller is still to answer", async () => {
  const places = [await newPlace(), await newPlace()];
  const ids: string[] = [];
  for (const { controller, pedro, raise, confirm } of places) {
    controller.emergencyAnswers(() => ({ outcome: "failed", doors: 0 }));
    const id = await raise("EMERGENCY");
    await confirm(pedro, id);
    ids.push(id);
  }
  /** Neither answers before both were told. */
  const waiting: (() => void)[] = [];
  for (const { controller } of places) {
    controller.socket.raw.removeAllListeners("doors:emergency");
    controller.socket.raw.once("doors:emergency", (_order: object, acknowledge: (said: object) => void) => {
      waiting.push(() => acknowledge({ outcome: "done", doors: 1 }));
      if (waiting.length === places.length) {
        for (const answer of waiting) {
          answer();
        }
      }
    });
  }
  await new AlarmClock(server.app.services, server.app.hub).lookRound();
  const told = () => server.db.selectFrom("alarms").select("doors_told").where("id", "in", ids).execute();
  await expect.poll(told, { timeout: 10_000 }).toEqual([{ doors_told: "free" }, { doors_told: "free" }]);
});
