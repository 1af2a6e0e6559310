import { afterAll, expect, it } from "vitest";
import { newCall, newHome } from "../../../testing/test-calls.ts";
import { guestOf, newGuest, newPass } from "../../../testing/test-guests.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { housekeepingOf } from "../../app/tidying.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
clock.hold();
const housekeeping = housekeepingOf(server.app.services);
const DAY_MS = 24 * 3_600_000;

const sessionsOf = async (userId: string): Promise<number> =>
  (await db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute()).length;

const endAllOf = (userId: string) =>
  db.updateTable("sessions").set({ ended_at: clock.now() }).where("user_id", "=", userId).execute();

async function runOut(userId: string) {
  await db.updateTable("sessions").set({ expires_at: clock.now() }).where("user_id", "=", userId).execute();
}

it("lets sessions of people go 90 days after they ended or ran out, with none that is open or held by law", async () => {
  const { lobby, rosa, andres } = await newHome(server);
  const [open, held] = [await server.newPerson(), await server.newPerson()];
  const laura = await server.newPerson({ userType: "ADMIN" });
  await db
    .insertInto("legal_holds")
    .values({ user_id: held.id, reason: "Fiscalía", placed_at: clock.now(), placed_by: laura.id })
    .execute();
  const call = await newCall(server, lobby, rosa);
  const seen = () =>
    db
      .selectFrom("people_seen")
      .select("seen_at")
      .where("user_id", "in", [lobby.id, rosa.id])
      .orderBy("user_id")
      .execute();
  const [lately, everybody] = [await seen(), [lobby, rosa, andres, held, open]];
  // More than go at once.
  const { newId } = server.app.services;
  const at = { created_at: clock.now(), expires_at: new Date(clock.now().getTime() + DAY_MS) };
  await db
    .insertInto("sessions")
    .values(Array.from({ length: 600 }, () => ({ id: newId(), user_id: rosa.id, ...at })))
    .execute();
  await Promise.all([lobby, rosa, held].map(({ id }) => endAllOf(id)));
  await runOut(andres.id);
  const left = async () => {
    await housekeeping.tidy();
    return Promise.all(everybody.map(({ id }) => sessionsOf(id)));
  };
  clock.push(90 * DAY_MS);
  expect(await left()).toEqual([1, 601, 1, 1, 1]);
  clock.push(1000);
  expect(await left()).toEqual([0, 0, 0, 1, 1]);
  // That they rang, and when somebody was last here, stays.
  const kept = await db
    .selectFrom("calls")
    .select(["caller_id as caller", "caller_session_id as session"])
    .where("id", "=", call.id)
    .executeTakeFirst();
  expect(kept).toEqual({ caller: lobby.id, session: null });
  expect(await seen()).toEqual(lately);
});

it("lets those of guests go after a week, while their pass goes on", async () => {
  const home = await newHome(server);
  const pass = await newPass(server, home, { until: 60 * DAY_MS, entries: null });
  await newGuest(server, pass.secret);
  const { id } = await guestOf(server, pass.id);
  const left = async () => {
    await housekeeping.tidy();
    return sessionsOf(id);
  };
  clock.push(7 * DAY_MS);
  expect(await left()).toBe(1);
  clock.push(3_600_000);
  expect(await left()).toBe(0);
  await newGuest(server, pass.secret);
  expect(await left()).toBe(1);
});

it("ends a shift that ran out before it is forgotten, which the logbook then says", async () => {
  const { id: buildingId } = await server.newBuilding();
  const kiosk = await server.newKiosk(buildingId);
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId }] });
  await db.deleteFrom("sessions").where("user_id", "=", pedro.id).execute();
  await kiosk.onShift(pedro.id);
  await runOut(pedro.id);
  clock.push(100 * DAY_MS);
  await housekeeping.tidy();
  expect(await sessionsOf(pedro.id)).toBe(0);
  const told = await db
    .selectFrom("logbook_lines")
    .select("kind")
    .where("building_id", "=", buildingId)
    .where("actor_id", "=", pedro.id)
    .where("kind", "=", "SHIFT_ENDED")
    .execute();
  expect(told).toHaveLength(1);
});
