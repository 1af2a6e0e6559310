import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const messages = await seeMessages(server);

const at = (role: Role, building: TestBuilding, apartment?: number) =>
  server.newPerson({
    spaces: [
      {
        role,
        buildingId: building.id,
        ...(apartment === undefined ? {} : { apartmentId: building.apartments[apartment]?.id ?? "" }),
      },
    ],
  });

const get = (person: Pick<TestPerson, "headers">, url: string) =>
  server.app.http.inject({ method: "GET", url, headers: person.headers });
const post = (person: Pick<TestPerson, "headers">, url: string, payload: object = {}) =>
  server.app.http.inject({ method: "POST", url, headers: person.headers, payload });

describe("an alarm", () => {
  it("is raised by who may, and by nobody else", async () => {
    const [building, other] = [await server.newBuilding(), await server.newBuilding()];
    const stranger = await server.connect();
    const ask = { buildingId: building.id, event: "INTRUSION" };
    expect(await stranger.ask("user_event", ask)).toMatchObject({ code: "SIGN_IN_REQUIRED" });
    const neighbour = await server.connectAs(await at("RESIDENTE", other, 0));
    expect(await neighbour.ask("user_event", ask)).toMatchObject({ code: "NOT_FOUND" });
    for (const role of ["SERVICIOS", "VISITANTE_CONOCIDO"] as const) {
      const socket = await server.connectAs(await at(role, building));
      expect(await socket.ask("user_event", ask)).toMatchObject({ code: "NOT_ALLOWED" });
      expect(await socket.hear("user_event:error")).toMatchObject({
        code: "NOT_ALLOWED",
        event: "INTRUSION",
      });
    }
    expect(await server.db.selectFrom("alarms").select("id").execute()).toEqual([]);
  });

  it("reaches everybody of the building who may hear it, sounds the siren, and nobody else hears", async () => {
    const [building, other] = [await server.newBuilding(), await server.newBuilding()];
    const controller = await newController(server, building.id);
    const rosa = await at("RESIDENTE_LIDER", building, 0);
    const [guard, services, neighbour] = await Promise.all([
      at("PORTERIA", building),
      at("SERVICIOS", building),
      at("PORTERIA", other),
    ]);
    const platform = await server.newPerson({ userType: "ADMIN" });
    const [raiser, hears, deaf, elsewhere, everywhere] = await Promise.all(
      [rosa, guard, services, neighbour, platform].map((person) => server.connectAs(person)),
    );

    const answer = await raiser?.ask("user_event", { buildingId: building.id, event: "EMERGENCY" });

    expect(answer).toMatchObject({ ok: true, confirmed: true, siren: "sounding" });
    for (const socket of [raiser, hears, everywhere]) {
      expect(await socket?.hear("user_event")).toMatchObject({
        event: "EMERGENCY",
        buildingId: building.id,
        buildingName: building.name,
        by: { id: rosa.id, name: rosa.name, apartment: { name: building.apartments[0]?.name } },
        drill: false,
        raisedBy: 1,
      });
    }
    expect(deaf?.heardSoFar("user_event")).toEqual([]);
    expect(elsewhere?.heardSoFar("user_event")).toEqual([]);
    expect(controller.sirenOrders.at(-1)).toMatchObject({ on: true });
  });

  it("is one alarm with ten names when ten people raise it at once", async () => {
    const building = await server.newBuilding();
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, index) => at("RESIDENTE", building, index % 8)),
    );
    const sockets = await Promise.all(people.map((person) => server.connectAs(person)));

    const answers = await Promise.all(
      sockets.map((socket) => socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" })),
    );

    const ids = new Set(answers.map((answer) => (answer.ok ? answer["id"] : answer.code)));
    expect(ids.size).toBe(1);
    const { alarms } = (await get(people[0] as TestPerson, `/api/buildings/${building.id}/alarms`)).json();
    expect(alarms).toHaveLength(1);
    expect(alarms[0].raisedBy.map(({ id }: { id: string }) => id).sort()).toEqual(
      people.map(({ id }) => id).sort(),
    );
    // Each of them hears the last name join, and is among those who are shown who has seen it.
    await Promise.all(
      sockets.map(async (socket) => {
        const last = await socket.hear<AlarmNews>("user_event", ({ raisedBy }) => raisedBy === 10);
        expect(new Set(last.raiserIds)).toEqual(new Set(people.map(({ id }) => id)));
      }),
    );
  });

  it("goes to the lobby and the administration by SMS too, and to devices by push", async () => {
    const building = await server.newBuilding();
    const [rosa, guard, admin] = await Promise.all([
      at("RESIDENTE_LIDER", building, 0),
      at("PORTERIA", building),
      at("ADMINISTRADOR", building),
    ]);
    await server.db
      .updateTable("users")
      .set({ phone: "+57 300 1112233" })
      .where("id", "in", [rosa.id, guard.id])
      .execute();
    const token = `device-${guard.id}-0123456789`;
    await post(guard, "/api/user/notifications/token", { registrationToken: token });
    const socket = await server.connectAs(rosa);

    await socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" });

    const sent = await server.db
      .selectFrom("outbox")
      .select(["channel", "user_id", "recipient"])
      .where("user_id", "in", [rosa.id, guard.id, admin.id])
      .execute();
    expect(sent.map(({ channel, user_id }) => [channel, user_id]).sort()).toEqual(
      [
        ["push", guard.id],
        ["sms", guard.id],
      ].sort(),
    );
    expect(sent.find(({ channel }) => channel === "sms")?.recipient).toBe("+573001112233");
    // Pressed, it opens this alarm and no other screen.
    const push = (await messages.to(guard.id)).find(({ channel }) => channel === "push");
    const { tag, path } = push?.data ?? {};
    expect(path).toBe(`/building/dashboard/alertas?edificio=${building.id}&alerta=${tag}`);
    expect(await messages.to(rosa.id)).toEqual([]);
  });

  it("waits for whoever was away, and tells who has said 'Entendido' so", async () => {
    const building = await server.newBuilding();
    const [rosa, andres] = await Promise.all([
      at("RESIDENTE_LIDER", building, 0),
      at("RESIDENTE", building, 1),
    ]);
    const socket = await server.connectAs(rosa);
    const raised = await socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" });
    const alarmId = raised.ok ? String(raised["id"]) : "";

    const returned = await server.connectAs(andres);
    expect(await returned.hear("user_event")).toMatchObject({ id: alarmId, seen: false });

    const seen = await post(andres, `/api/buildings/${building.id}/alarms/${alarmId}/seen`);
    expect(seen.json().alarm.seenBy).toMatchObject([{ id: andres.id }]);
    expect(await socket.hear("alarm:changed")).toEqual({ id: alarmId, buildingId: building.id });
    await post(andres, `/api/buildings/${building.id}/alarms/${alarmId}/seen`);
    const again = await server.connectAs(andres);
    expect(await again.hear("user_event")).toMatchObject({ id: alarmId, seen: true });
    expect(
      (await get(rosa, `/api/buildings/${building.id}/alarms/${alarmId}`)).json().alarm.seenBy,
    ).toHaveLength(1);
  });

  it("is silenced with a reason, which everybody hears, and only then closed, once", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const [rosa, guard, admin] = await Promise.all([
      at("RESIDENTE_LIDER", building, 0),
      at("PORTERIA", building),
      at("ADMINISTRADOR", building),
    ]);
    const [raiser, lobby] = await Promise.all([server.connectAs(rosa), server.connectAs(guard)]);
    const raised = await raiser.ask("user_event", { buildingId: building.id, event: "EMERGENCY" });
    const url = `/api/buildings/${building.id}/alarms/${raised.ok ? raised["id"] : ""}`;
    await raiser.hear("user_event");

    expect((await post(guard, `${url}/close`, { note: "Todo bien" })).json()).toMatchObject({
      code: "ALARM_STILL_ACTIVE",
    });
    const muted = await lobby.ask("user_event", {
      buildingId: building.id,
      event: "MUTE",
      reason: "Falsa alarma en el garaje",
    });
    expect(muted).toMatchObject({ ok: true, confirmed: true, siren: "silent" });
    // Said again by whoever finishes what took long, it is the same.
    const orders = controller.sirenOrders.map(({ on }) => on);
    expect(orders.filter((on, index) => on !== orders[index - 1])).toEqual([true, false]);
    const isSilence = ({ silencedBy }: AlarmNews) => silencedBy !== undefined;
    expect(await raiser.hear("user_event", isSilence)).toMatchObject({ silencedBy: { id: guard.id } });

    expect((await post(rosa, `${url}/close`, { note: "x" })).statusCode).toBe(403);
    const both = await Promise.all([
      post(guard, `${url}/close`, { note: "Fue un gato" }),
      post(admin, `${url}/close`, { note: "Fue el viento" }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = both.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused).toMatchObject({ code: "ALARM_CLOSED", decided: { by: { id: expect.any(String) } } });
    const { alarm } = (await get(rosa, url)).json();
    expect(alarm.silenced).toMatchObject({ by: { id: guard.id }, reason: "Falsa alarma en el garaje" });
    expect(alarm.closed.by.id).toBe(refused.decided.by.id);
    // Somebody who signs in now is told of nothing.
    const later = await server.connectAs(admin);
    expect(later.heardSoFar("user_event")).toEqual([]);
  });

  it("is silenced by whoever administers the building at once, and closed once they showed a second factor", async () => {
    const building = await server.newBuilding();
    const [admin, ...others] = await Promise.all([
      at("ADMINISTRADOR", building),
      at("PORTERIA", building),
      at("CONSERJE", building),
      at("POLICIA", building),
    ]);
    const unproven = (who: { id: string }) => server.newSession(who.id, { hasSecondFactor: false });
    const session = await unproven(admin);
    const socket = await server.connectAs(session);
    const silenced = async () => {
      const raised = await socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" });
      const mute = { buildingId: building.id, event: "MUTE", reason: "Fue un gato" };
      expect(await socket.ask("user_event", mute)).toMatchObject({ ok: true });
      return `/api/buildings/${building.id}/alarms/${raised.ok ? raised["id"] : ""}`;
    };
    const url = await silenced();
    const note = { note: "Fue un gato" };
    expect((await post(session, `${url}/seen`)).statusCode).toBe(200);
    const refused = await post(session, `${url}/close`, note);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "SECOND_FACTOR_ASKED"]);
    expect((await get(session, url)).json().alarm.closed).toBeNull();
    expect((await post(admin, `${url}/close`, note)).statusCode).toBe(200);
    for (const other of others) {
      const next = await silenced();
      expect((await post(await unproven(other), `${next}/close`, note)).statusCode).toBe(200);
    }
  });

  it("says 'sin confirmar' when the controller is away, and sounds when it comes back", async () => {
    const building = await server.newBuilding();
    const socket = await server.connectAs(await at("CONSERJE", building));
    expect(await socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" })).toMatchObject({
      ok: true,
      confirmed: false,
      siren: "unknown",
    });
    const controller = await newController(server, building.id);
    await expect.poll(() => controller.sirenOrders.map(({ on }) => on), { timeout: 10_000 }).toEqual([true]);
  });

  it("is not called a drill by who may not hold one, and says so everywhere when it is", async () => {
    const building = await server.newBuilding();
    const [rosa, admin] = await Promise.all([
      at("RESIDENTE_LIDER", building, 0),
      at("ADMINISTRADOR", building),
    ]);
    await server.db.updateTable("users").set({ phone: "+573001112233" }).where("id", "=", admin.id).execute();
    const [resident, administrator] = await Promise.all([server.connectAs(rosa), server.connectAs(admin)]);
    const drill = { buildingId: building.id, event: "EMERGENCY", drill: true };
    expect(await resident.ask("user_event", drill)).toMatchObject({ code: "NOT_ALLOWED" });
    await administrator.ask("user_event", drill);
    expect(await resident.hear("user_event")).toMatchObject({ drill: true });
    // A real one beside it is another alarm.
    await resident.ask("user_event", { buildingId: building.id, event: "EMERGENCY" });
    const { alarms } = (await get(rosa, `/api/buildings/${building.id}/alarms?state=active`)).json();
    expect(alarms.map(({ drill: isDrill }: { drill: boolean }) => isDrill)).toEqual([false, true]);
  });

  it("is told by another process when the one that wrote it down died before it could", async () => {
    const building = await server.newBuilding();
    const rosa = await at("RESIDENTE", building, 0);
    const socket = await server.connectAs(rosa);
    // Written down, and nobody told: what a killed process leaves.
    const id = server.app.services.newId();
    const raisedAt = new Date(server.clock.now().getTime() - 5000);
    await server.db
      .insertInto("alarms")
      .values({
        id,
        building_id: building.id,
        event: "INTRUSION",
        drill: false,
        raised_at: raisedAt,
        changed_at: raisedAt,
      })
      .execute();
    await server.db
      .insertInto("alarm_people")
      .values({ alarm_id: id, user_id: rosa.id, action: "raised", apartment_id: null, at: raisedAt })
      .execute();
    expect(await socket.hear("user_event")).toMatchObject({ id });
  });

  it("stays written down and is heard on return when its process dies", async () => {
    const second = await server.another();
    const building = await server.newBuilding();
    const rosa = await at("RESIDENTE", building, 0);
    const socket = await server.connectAs(rosa, second.url);
    const raised = await socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" });
    await second.close();
    onTestFinished(() => socket.disconnect());
    const returned = await server.connectAs(rosa);
    expect(await returned.hear("user_event")).toMatchObject({ id: raised.ok ? raised["id"] : "" });
  });
});

describe("a building's controller", () => {
  it("is restarted by a platform administrator, and by nobody of the building", async () => {
    const building = await server.newBuilding();
    const restart = { buildingId: building.id, event: "RESTART_RPI" };
    const admin = await server.connectAs(await at("ADMINISTRADOR", building));
    expect(await admin.ask("user_event", restart)).toMatchObject({ code: "NOT_ALLOWED" });
    const platform = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    expect(await platform.ask("user_event", restart)).toMatchObject({ code: "CONTROLLER_AWAY" });
    const controller = await newController(server, building.id);
    controller.socket.raw.on("restart", (_order: unknown, answer: (reply: object) => void) =>
      answer({ outcome: "restarting" }),
    );
    expect(await platform.ask("user_event", restart)).toMatchObject({ ok: true, confirmed: true });
  });

  it("tests its siren for a moment, and says when there is none or it does not move", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const platform = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    const test = {
      buildingId: building.id,
      device: "siren",
      action: 200,
      command: "TEST",
      operator: "Laura",
    };
    expect(await platform.ask("device_action", test)).toMatchObject({ ok: true, device: "siren" });
    expect(controller.sirenOrders.at(-1)).toEqual({ on: true, forMs: 2000 });
    controller.sirenAnswers(() => ({ outcome: "none" }));
    expect(await platform.ask("device_action", test)).toMatchObject({ code: "NOT_FOUND" });
    controller.sirenAnswers(() => ({ outcome: "failed" }));
    expect(await platform.ask("device_action", test)).toMatchObject({ code: "SIREN_FAILED" });
    // A test would take the siren's time from an alarm.
    controller.sirenAnswers(({ on }) => ({ outcome: on ? "sounding" : "silent" }));
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const raise = { buildingId: building.id, event: "INTRUSION" };
    expect(await (await server.connectAs(pedro)).ask("user_event", raise)).toMatchObject({ ok: true });
    const orders = controller.sirenOrders.length;
    for (const action of [200, 201]) {
      expect(await platform.ask("device_action", { ...test, action })).toMatchObject({
        code: "SIREN_SOUNDS",
      });
    }
    expect(controller.sirenOrders.slice(orders).filter(({ forMs }) => forMs <= 2000)).toEqual([]);
    const door = await server.newDoor(building);
    const relay = { buildingId: building.id, device: door.localId, action: 200 };
    expect(await platform.ask("device_action", relay)).toMatchObject({ ok: true });
    expect(controller.orders).toHaveLength(1);
  });
});
