import { randomUUID } from "node:crypto";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { afterAll, describe, expect, it } from "vitest";
import { interleaved, withOneEnded } from "../testing/interleaved.ts";
import { seeMessages } from "../testing/seen-messages.ts";
import { actionsOf, asking } from "../testing/test-admin.ts";
import { newCall, newHome, settledBy } from "../testing/test-calls.ts";
import { newController } from "../testing/test-controller.ts";
import { invitedCode, invitedToken } from "../testing/test-invitations.ts";
import { startTestServer } from "../testing/test-server.ts";

/* What two do at the same moment: the second is answered as if it had come a moment later, and nothing is done twice. */

const server = await startTestServer();
await seeMessages(server);
afterAll(() => server.close());
const { db } = server;

const gone =
  (table: "apartments" | "doors" | "buildings" | "controllers", id: string) => (other: typeof db) =>
    other.deleteFrom(table).where("id", "=", id).execute();

describe("what is deleted while somebody does something with it", () => {
  it("is answered as what is not there: a home that is rung", async () => {
    const home = await newHome(server);
    const ring = asking(server, home.lobby);
    const rung = await interleaved(server, gone("apartments", home.apartmentId), () =>
      ring("POST", `/api/apartments/${home.apartmentId}/calls`, {}),
    );
    expect(rung).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    const other = await newHome(server);
    const called = await interleaved(server, gone("apartments", other.apartmentId), () =>
      asking(server, other.lobby)("POST", "/api/call", {
        apartmentUserId: other.rosa.spaceIds[0],
        type: "VISITANTE",
      }),
    );
    expect(called).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  it("is left out of what is told of several: a door's leaf", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const [entrance, garage] = [await server.newDoor(building), await server.newDoor(building)];
    const since = "2026-11-20T12:00:00.000Z";
    const told = await interleaved(server, gone("doors", entrance.id), () =>
      controller.socket.ask("doors:leaves", {
        leaves: [entrance, garage].map(({ id }) => ({ doorId: id, is: "open", since })),
      }),
    );
    expect(told).toEqual({ ok: true });
    const kept = await db.selectFrom("door_leaves").select("door_id").execute();
    expect(kept).toEqual([{ door_id: garage.id }]);
  });

  it("is not known any more: a controller that tells of its building", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const fact = { seq: 1, at: server.clock.now().toISOString(), kind: "door-opened" };
    const told = await interleaved(server, gone("controllers", controller.id), () =>
      controller.socket.ask("facts", { facts: [fact] }),
    );
    expect(told).toMatchObject({ ok: false, code: "CONTROLLER_NOT_KNOWN" });
  });

  it("is not named by a token that is being made: a door, or the whole building", async () => {
    const building = await server.newBuilding();
    const door = await server.newDoor(building);
    const platform = await server.newPerson({ userType: "ADMIN" });
    const make = (buildingId: string, doorIds: string[]) =>
      asking(server, platform)("POST", `/api/bb/buildings/${buildingId}/tokens`, {
        name: "Domótica",
        rights: ["doors:read"],
        doorIds,
        expiresAt: null,
      });
    const withDoor = await interleaved(server, gone("doors", door.id), () => make(building.id, [door.id]));
    expect(withDoor).toMatchObject({ status: 404, body: { code: "DOOR_NOT_FOUND" } });
    const buildingId = randomUUID();
    await db
      .insertInto("buildings")
      .values({
        id: buildingId,
        name: "Vacío",
        address1: "Calle 1",
        city: "Cali",
        state: "Valle",
        type: "RESIDENTIAL",
      })
      .execute();
    const made = await interleaved(server, gone("buildings", buildingId), () => make(buildingId, []));
    expect(made).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await db.selectFrom("users").select("id").where("user_type", "=", "TOKEN").execute()).toEqual([]);
  });

  it("is not moved into: a home to which somebody accepts an invitation", async () => {
    const { apartmentId, rosa } = await newHome(server);
    const to = "nueva@ejemplo.co";
    const invited = { name: "Nueva Residente", email: to, role: "RESIDENTE" };
    await asking(server, rosa)("POST", `/api/apartments/${apartmentId}/invitations`, invited);
    const nobody = asking(server, null);
    const token = await invitedToken(server, to);
    await nobody("POST", "/api/invitations/code", { token, way: "mail" });
    const code = await invitedCode(server, to);
    const document = { documentType: "CEDULA_CIUDADANIA", cedula: "1020304050" };
    const accepted = await interleaved(
      server,
      (other) =>
        other.selectFrom("apartments").select("id").where("id", "=", apartmentId).forUpdate().execute(),
      () =>
        nobody("POST", "/api/invitations/acceptance", {
          ...{ token, code, document },
          ...{ password: "una clave muy larga", acceptTerms: true },
        }),
      gone("apartments", apartmentId),
    );
    expect(accepted).toMatchObject({ status: 404, body: { code: "INVITATION_NOT_VALID" } });
    expect(await db.selectFrom("users").select("id").where("cedula", "=", document.cedula).execute()).toEqual(
      [],
    );
  });
});

describe("two who wait for each other", () => {
  it("both have their will: a member who is shown out of a home that is being replaced", async () => {
    const home = await newHome(server);
    const administrator = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: home.building.id }],
    });
    const shownOut = await interleaved(
      server,
      (other) =>
        other
          .selectFrom("apartments")
          .select("id")
          .where("id", "=", home.apartmentId)
          .forUpdate()
          .executeTakeFirst(),
      () =>
        asking(server, administrator)(
          "DELETE",
          `/api/apartments/${home.apartmentId}/members/${home.andres.id}`,
        ),
      (other) =>
        other.selectFrom("spaces").select("id").where("user_id", "=", home.andres.id).forUpdate().execute(),
    );
    expect(shownOut).toMatchObject({ status: 200 });
    const open = await db
      .selectFrom("spaces")
      .select("user_id")
      .where("apartment_id", "=", home.apartmentId)
      .where("status", "=", "APPROVED")
      .execute();
    expect(open).toEqual([{ user_id: home.rosa.id }]);
    expect(await actionsOf(server, administrator.id)).toEqual(["members.removed"]);
  });

  it("both have their will: a call that is answered while its home changes", async () => {
    const home = await newHome(server);
    const [atLobby, atRosa] = [await server.connectAs(home.lobby), await server.connectAs(home.rosa)];
    const { id: callId } = await newCall(server, home.lobby, home.rosa);
    await atLobby.ask("request", { callId });
    await atRosa.hear("request");
    const answered = await interleaved(
      server,
      (other) => other.selectFrom("calls").select("id").where("id", "=", callId).forUpdate().execute(),
      () => atRosa.ask("call_accepted", { callId }),
      (other) => other.selectFrom("users").select("id").where("id", "=", home.rosa.id).forUpdate().execute(),
    );
    expect(answered).toMatchObject({ ok: true });
    await atLobby.hear("call_accepted");
    expect(await settledBy(server, callId)).toEqual([[home.rosa.id, expect.anything()]]);
  });
});

describe("what is done again because somebody else came in between", () => {
  it("moves a door once", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const lobby = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const orders: unknown[] = [];
    controller.answerWith(async (order) => {
      orders.push(order);
      return { outcome: "moved" };
    });
    const socket = await server.connectAs(lobby);
    const press = { buildingId: building.id, door: door.id, action: DOOR_OPEN };
    expect(await withOneEnded(server, "audit_lines", () => socket.ask("door_action", press))).toMatchObject({
      ok: true,
    });
    expect(orders).toHaveLength(1);
    expect(await db.selectFrom("door_orders").select("door_id").execute()).toEqual([{ door_id: door.id }]);
  });

  it("tells once what a controller told", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const lobby = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const screen = await server.connectAs(lobby);
    const opened = (seq: number) => ({
      ...{ seq, at: server.clock.now().toISOString(), kind: "door-opened", openingId: randomUUID() },
      ...{ doorId: door.id, origin: "BUTTON", orderId: null },
    });
    const told = await withOneEnded(server, "controllers", () =>
      controller.socket.ask("facts", { facts: [opened(1), opened(2)] }),
    );
    expect(told).toEqual({ ok: true, acknowledged: 2 });
    // Answered after whatever was told before.
    await screen.ask("subscribe:cam_stream", { buildingId: building.id, camId: door.cameraId });
    // Of two facts that came together who watches hears once that there is news.
    expect(screen.heardSoFar("event_open_door")).toHaveLength(1);
  });
});
