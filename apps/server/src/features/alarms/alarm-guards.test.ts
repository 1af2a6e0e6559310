import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const personAt = (role: Role, building: TestBuilding) =>
  server.newPerson({ spaces: [{ role, buildingId: building.id }] });
const post = (person: TestPerson, url: string, payload: object = {}) =>
  server.app.http.inject({ method: "POST", url, headers: person.headers, payload });
const get = (person: TestPerson, url: string) => server.app.http.inject({ url, headers: person.headers });

async function newAlarm() {
  const building = await server.newBuilding();
  const guard = await personAt("PORTERIA", building);
  const socket = await server.connectAs(guard);
  const raised = await socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" });
  return { building, guard, socket, alarmId: raised.ok ? String(raised["id"]) : "" };
}

/** Everything that is written down about an alarm. */
const stateOf = async (alarmId: string) => ({
  alarm: await server.db.selectFrom("alarms").selectAll().where("id", "=", alarmId).executeTakeFirst(),
  people: await server.db.selectFrom("alarm_people").selectAll().where("alarm_id", "=", alarmId).execute(),
  lines: await server.db
    .selectFrom("audit_lines")
    .select(["action", "actor_id"])
    .where("subject_id", "=", alarmId)
    .orderBy("id")
    .execute(),
});

describe("an alarm of another building", () => {
  it("is not read, seen or closed under the id of one's own", async () => {
    const own = await server.newBuilding();
    const admin = await personAt("ADMINISTRADOR", own);
    const { guard, socket, building, alarmId } = await newAlarm();
    await socket.ask("user_event", { buildingId: building.id, event: "MUTE" });
    const before = await stateOf(alarmId);
    const url = `/api/buildings/${own.id}/alarms/${alarmId}`;

    const replies = [
      await get(admin, url),
      await post(admin, `${url}/seen`),
      await post(admin, `${url}/close`, { note: "Nada" }),
    ];

    for (const reply of replies) {
      expect([reply.statusCode, reply.json().code]).toEqual([404, "ALARM_NOT_FOUND"]);
      expect(reply.body).not.toContain(guard.name);
    }
    expect(await stateOf(alarmId)).toEqual(before);
    expect((await get(admin, `/api/buildings/${own.id}/alarms`)).json()).toMatchObject({ alarms: [] });
  });
});

describe("an alarm", () => {
  it("is told outside to who works there, and not to who was removed", async () => {
    const building = await server.newBuilding();
    const [works, removed] = await Promise.all([
      personAt("PORTERIA", building),
      personAt("PORTERIA", building),
    ]);
    const both = [works.id, removed.id];
    await server.db.updateTable("users").set({ phone: "+573001112233" }).where("id", "in", both).execute();
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED" })
      .where("user_id", "=", removed.id)
      .execute();
    const socket = await server.connectAs(works);
    await socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" });
    const told = await server.db
      .selectFrom("outbox")
      .select("user_id")
      .where("user_id", "in", both)
      .execute();
    expect(told).toEqual([{ user_id: works.id }]);
  });
});

describe("silencing", () => {
  it("is of one building: an alarm elsewhere goes on", async () => {
    const [here, elsewhere] = await Promise.all([newAlarm(), newAlarm()]);
    await here.socket.ask("user_event", { buildingId: here.building.id, event: "MUTE" });
    expect((await stateOf(here.alarmId)).alarm?.silenced_at).not.toBeNull();
    expect((await stateOf(elsewhere.alarmId)).alarm?.silenced_at).toBeNull();
  });
});

describe("'Entendido'", () => {
  it("is written down once, by whom", async () => {
    const { building, guard, alarmId } = await newAlarm();
    const admin = await personAt("ADMINISTRADOR", building);
    for (const person of [admin, admin, guard]) {
      await post(person, `/api/buildings/${building.id}/alarms/${alarmId}/seen`);
    }
    const { lines } = await stateOf(alarmId);
    expect(lines.filter(({ action }) => action === "alarms.seen").map(({ actor_id }) => actor_id)).toEqual([
      admin.id,
      guard.id,
    ]);
  });
});

describe("a space that ended", () => {
  it("reads, sees and closes no alarm", async () => {
    const { building, guard, socket, alarmId } = await newAlarm();
    const admin = await personAt("ADMINISTRADOR", building);
    await socket.ask("user_event", { buildingId: building.id, event: "MUTE" });
    await server.db
      .updateTable("spaces")
      .set({ ends_at: new Date(server.clock.now().getTime() - 1000) })
      .where("user_id", "=", admin.id)
      .execute();
    const before = await stateOf(alarmId);
    const url = `/api/buildings/${building.id}/alarms`;
    for (const reply of [
      await get(admin, url),
      await get(admin, `${url}/${alarmId}`),
      await post(admin, `${url}/${alarmId}/seen`),
      await post(admin, `${url}/${alarmId}/close`, { note: "Nada" }),
    ]) {
      expect([reply.statusCode, reply.body.includes(guard.name)]).toEqual([404, false]);
    }
    expect(await stateOf(alarmId)).toEqual(before);
  });
});
