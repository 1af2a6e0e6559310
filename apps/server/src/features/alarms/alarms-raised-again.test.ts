import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { registerDevice, startFirebase } from "../../../testing/test-firebase.ts";
import { startTestServer, type TestSocket } from "../../../testing/test-server.ts";
import { givePhone } from "../../../testing/test-telephone.ts";
import { newToken } from "../../../testing/test-tokens.ts";

const firebase = await startFirebase();
const server = await startTestServer(firebase.variables);
afterAll(async () => {
  await server.close();
  await firebase.close();
});
const messages = await seeMessages(server);

const MINUTE_MS = 60_000;
const SIREN_MS = 15 * MINUTE_MS;

// Each test says when time goes by: between two presses only then.
beforeEach(() => {
  server.clock.hold();
  return () => server.clock.release();
});

/** A building with a desk, somebody of a home, and what they raise: an alarm, or a drill by who may hold one. */
async function newScene(drill: boolean) {
  const building = await server.newBuilding();
  const apartmentId = building.apartments[0]?.id ?? "";
  const [rosa, guard] = await Promise.all([
    server.newPerson({
      spaces: [
        drill
          ? { role: "ADMINISTRADOR", buildingId: building.id }
          : { role: "RESIDENTE", buildingId: building.id, apartmentId },
      ],
    }),
    server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] }),
  ]);
  const atRosa = await server.connectAs(rosa);
  const raise = (socket: TestSocket = atRosa) =>
    socket.ask("user_event", { buildingId: building.id, event: "INTRUSION", drill });
  /** Who raised it, a line each. */
  const written = async () => {
    const audit = await server.db
      .selectFrom("audit_lines")
      .select("actor_id as by")
      .where("building_id", "=", building.id)
      .where("action", "=", "alarms.raised")
      .orderBy("id")
      .execute();
    const logbook = await server.db
      .selectFrom("logbook_lines")
      .select("actor_id as by")
      .where("building_id", "=", building.id)
      .where("kind", "=", "ALARM_RAISED")
      .orderBy("at")
      .execute();
    return { audit: audit.map(({ by }) => by), logbook: logbook.map(({ by }) => by) };
  };
  return { building, rosa, guard, raise, written };
}

const idOf = (answer: Awaited<ReturnType<TestSocket["ask"]>>) =>
  answer.ok ? String(answer["id"]) : answer.code;
const namesOf = (socket: TestSocket) => socket.hear<AlarmNews>("user_event");

describe.each([
  { what: "an alarm", drill: false },
  { what: "a drill", drill: true },
])("$what that is raised again", ({ drill }) => {
  it("sounds the siren for as long as the first time, after it fell silent and before", async () => {
    const { building, raise } = await newScene(drill);
    const controller = await newController(server, building.id);
    const first = await raise();
    server.clock.push(16 * MINUTE_MS);
    expect(await raise()).toMatchObject({ id: idOf(first), confirmed: true, siren: "sounding" });
    expect(controller.sirenOrders.at(-1)).toEqual({ on: true, forMs: SIREN_MS });
    server.clock.push(14 * MINUTE_MS);
    await raise();
    expect(controller.sirenOrders.at(-1)).toEqual({ on: true, forMs: SIREN_MS });
  });

  it("asks anew what the siren does, which is not known while it does not answer", async () => {
    const { building, raise } = await newScene(drill);
    const controller = await newController(server, building.id);
    await raise();
    controller.sirenAnswers(() => ({ outcome: "failed" }));
    server.clock.push(MINUTE_MS);
    expect(await raise()).toMatchObject({ confirmed: false, siren: "unknown" });
    const sirens = () =>
      server.db.selectFrom("alarms").select("siren").where("building_id", "=", building.id).execute();
    expect(await sirens()).toEqual([{ siren: "unknown" }]);
    controller.sirenAnswers(() => ({ outcome: "sounding" }));
    await expect.poll(sirens, { timeout: 10_000 }).toEqual([{ siren: "sounding" }]);
  });

  it("sends messages again five minutes after the last ones, and not before", async () => {
    const { guard, rosa, raise } = await newScene(drill);
    await givePhone(server, guard);
    await registerDevice(server, guard, `device-${guard.id}-0123456789`);
    const sent = async () => (await messages.to(guard.id)).map(({ channel }) => channel).sort();
    await raise();
    server.clock.push(MINUTE_MS);
    await raise(await server.connectAs(guard));
    server.clock.push(4 * MINUTE_MS - 1);
    await raise();
    expect(await sent()).toEqual(["push", "sms"]);
    server.clock.push(1);
    await raise();
    expect(await sent()).toEqual(["push", "push", "sms", "sms"]);
    server.clock.push(5 * MINUTE_MS - 1);
    await raise();
    expect(await sent()).toHaveLength(4);
    // Each names whoever raised it then.
    for (const { body } of await messages.to(guard.id)) {
      expect(body).toContain(rosa.name);
    }
  });

  it("is written down each time in audit and logbook; a double press is one", async () => {
    const { rosa, guard, raise, written } = await newScene(drill);
    await Promise.all([raise(), raise(), raise()]);
    server.clock.push(4000);
    await raise();
    expect(await written()).toEqual({ audit: [rosa.id], logbook: [rosa.id] });
    // Pressed on and on, it is raised again all the same.
    server.clock.push(2000);
    await raise();
    server.clock.push(1);
    await raise(await server.connectAs(guard));
    const all = [rosa.id, rosa.id, guard.id];
    expect(await written()).toEqual({ audit: all, logbook: all });
  });

  it("is told to programs each time, marked as raised again, and a double press is one", async () => {
    const { building, raise } = await newScene(drill);
    const token = await newToken(server, building.id, ["events:read"]);
    const program = await server.connectAs(token);
    const alarmId = idOf(await raise());
    const first = server.clock.now().toISOString();
    await raise();
    server.clock.push(MINUTE_MS);
    await raise();
    const told = { kind: "alarm", alarmId, state: "raised", event: "INTRUSION", isDrill: drill };
    const again = { ...told, isAgain: true, at: server.clock.now().toISOString() };
    expect(await program.hear("outside_event")).toMatchObject({ ...told, isAgain: false, at: first });
    expect(await program.hear("outside_event")).toMatchObject(again);
    const { body } = await asking(server, token)("GET", "/api/v1/events?kind=alarm");
    expect(body.events).toMatchObject([{ isAgain: false }, again]);
  });

  it("is unseen again for who had said 'Entendido', until they say it once more", async () => {
    const { building, guard, raise } = await newScene(drill);
    const id = idOf(await raise());
    const url = `/api/buildings/${building.id}/alarms/${id}`;
    const understand = () =>
      server.app.http.inject({ method: "POST", url: `${url}/seen`, headers: guard.headers });
    server.clock.push(1000);
    await understand();
    const desk = await server.connectAs(guard);
    const before = await namesOf(desk);
    expect(before).toMatchObject({ id, seen: true });
    expect(before.lastRaisedAt).toBe(before.at);

    server.clock.push(MINUTE_MS);
    await raise();
    const again = await desk.hear<AlarmNews>("user_event", ({ seen }) => seen === undefined);
    expect(again).toMatchObject({ id, at: before.at, raisedBy: 1 });
    expect(again.lastRaisedAt).toBe(server.clock.now().toISOString());
    expect(await namesOf(await server.connectAs(guard))).toMatchObject({ id, seen: false });

    server.clock.push(1000);
    const { alarm } = (await understand()).json();
    expect(alarm.seenBy).toMatchObject([{ id: guard.id, at: server.clock.now().toISOString() }]);
    for (let time = 0; time < 2; time += 1) {
      expect(await namesOf(await server.connectAs(guard))).toMatchObject({
        seen: true,
        lastRaisedAt: again.lastRaisedAt,
      });
    }
  });
});
