import { PHONE_CALL_AFTER_MS } from "@umbral/contract/calls/call-times";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import {
  beginAllDueLegs,
  newHome,
  postCall,
  statusOfCall,
  type TestHome,
} from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function lobbyUser(actor: Pick<TestHome["rosa"], "headers">, buildingId: string) {
  const reply = await server.app.http.inject({
    method: "GET",
    url: `/api/buildings/${buildingId}/lobby-user`,
    headers: actor.headers,
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe("the lobby of a building", () => {
  it("is named to its people alone", async () => {
    const [home, elsewhere] = await Promise.all([newHome(server), newHome(server)]);
    const platform = await server.newPerson({ userType: "ADMIN" });
    expect((await lobbyUser({ headers: { authorization: "" } }, home.building.id)).status).toBe(401);
    expect((await lobbyUser(elsewhere.rosa, home.building.id)).status).toBe(404);
    expect((await lobbyUser(home.lobby, home.building.id)).status).toBe(403);
    expect((await lobbyUser(platform, home.building.id)).status).toBe(403);
    expect(await lobbyUser(home.rosa, home.building.id)).toEqual({
      status: 200,
      body: { user: { id: home.lobby.id, apartmentUser: { id: home.lobby.spaceIds[0] } } },
    });
  });

  it("is whoever is on line, and nobody when nobody is of it", async () => {
    const home = await newHome(server);
    const night = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: home.building.id }] });
    const socket = await server.connectAs(night);
    expect((await lobbyUser(home.rosa, home.building.id)).body.user.id).toBe(night.id);
    socket.disconnect();
    const empty = await server.newBuilding();
    const alone = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: empty.id }] });
    expect((await lobbyUser(alone, empty.id)).status).toBe(404);
  });
});

describe("a call to the lobby", () => {
  it("rings there, says from which home, and gives nobody the door", async () => {
    const home = await newHome(server);
    const [atLobby, atRosa] = await Promise.all([server.connectAs(home.lobby), server.connectAs(home.rosa)]);
    const reply = await postCall(server, home.rosa, home.lobby.spaceIds[0] ?? "");
    const { call } = reply.json<{ call: Call }>();
    expect(call).toMatchObject({
      isToLobby: true,
      isFromLobby: false,
      apartment: { id: home.apartmentId },
      userId: home.lobby.id,
    });
    await atRosa.ask("request", { callId: call.id });
    expect(await atLobby.hear("request")).toMatchObject({
      callId: call.id,
      isToLobby: true,
      apartment: { name: "A-101" },
    });
    expect(await atLobby.ask("call_accepted", { callId: call.id })).toMatchObject({
      ok: true,
      call: { status: "CONTESTADA", may: { openDoor: false } },
    });
  });

  it("is one ringing by itself, apart from one at the caller's own home", async () => {
    const home = await newHome(server);
    const caretaker = await server.newPerson({
      spaces: [
        { role: "CONSERJE", buildingId: home.building.id },
        { role: "RESIDENTE", buildingId: home.building.id, apartmentId: home.apartmentId },
      ],
    });
    const toRosa = await postCall(server, caretaker, home.rosa.spaceIds[0] ?? "");
    const toLobby = await postCall(server, caretaker, home.lobby.spaceIds[0] ?? "");
    expect([toRosa.statusCode, toLobby.statusCode]).toEqual([200, 200]);
    const rows = await server.db
      .selectFrom("calls")
      .select("ringing_id")
      .where("caller_id", "=", caretaker.id)
      .execute();
    expect(new Set(rows.map(({ ringing_id }) => ringing_id)).size).toBe(2);
  });

  it("is refused from outside, from the lobby itself and to whom is of it no more", async () => {
    const [home, elsewhere] = await Promise.all([newHome(server), newHome(server)]);
    const second = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: home.building.id }] });
    const target = home.lobby.spaceIds[0] ?? "";
    expect((await postCall(server, elsewhere.rosa, target)).statusCode).toBe(404);
    expect((await postCall(server, second, target)).statusCode).toBe(403);
    await server.db.updateTable("spaces").set({ status: "ENDED" }).where("id", "=", target).execute();
    expect((await postCall(server, home.rosa, target)).statusCode).toBe(404);
  });

  it("is refused to a doorman whose time ran out, and finds the one who is there", async () => {
    const home = await newHome(server);
    const target = home.lobby.spaceIds[0] ?? "";
    await server.db
      .updateTable("spaces")
      .set({ ends_at: new Date(server.clock.now().getTime() - 1000) })
      .where("id", "=", target)
      .execute();
    // Still on line with the old shift's tablet.
    await server.connectAs(home.lobby);
    expect((await lobbyUser(home.rosa, home.building.id)).status).toBe(404);
    expect((await postCall(server, home.rosa, target)).statusCode).toBe(404);
    const next = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: home.building.id }] });
    expect((await lobbyUser(home.rosa, home.building.id)).body.user.id).toBe(next.id);
  });

  it("is answered by nobody whose shift there ended while it rang", async () => {
    const home = await newHome(server);
    const target = home.lobby.spaceIds[0] ?? "";
    const [atLobby, atRosa] = await Promise.all([server.connectAs(home.lobby), server.connectAs(home.rosa)]);
    const { call } = (await postCall(server, home.rosa, target)).json<{ call: Call }>();
    await atRosa.ask("request", { callId: call.id });
    await atLobby.hear("request");
    await server.db.updateTable("spaces").set({ status: "ENDED" }).where("id", "=", target).execute();
    expect(await atLobby.ask("call_accepted", { callId: call.id })).toMatchObject({
      code: "CALL_NOT_AVAILABLE",
    });
    expect(await statusOfCall(server, call.id)).toBe("ENTRANTE");
  });

  it("goes to no telephone: the doorman's own is not the lobby's", async () => {
    const home = await newHome(server);
    await server.db
      .updateTable("users")
      .set({ phone: "+573001112233" })
      .where("id", "in", [home.lobby.id, home.rosa.id])
      .execute();
    const ring = async (caller: TestHome["rosa"], callee: TestHome["rosa"]) => {
      const { call } = (await postCall(server, caller, callee.spaceIds[0] ?? "")).json<{ call: Call }>();
      const socket = await server.connectAs(caller);
      expect(await socket.ask("request", { callId: call.id })).toMatchObject({ ok: true });
      return call.id;
    };
    const toLobby = await ring(home.rosa, home.lobby);
    const toHome = await ring(home.lobby, home.rosa);
    server.clock.push(PHONE_CALL_AFTER_MS);
    await beginAllDueLegs(server);
    const legs = await server.db
      .selectFrom("call_legs")
      .select("call_id")
      .where("channel", "=", "voice")
      .where("call_id", "in", [toLobby, toHome])
      .execute();
    expect(legs).toEqual([{ call_id: toHome }]);
  });
});
