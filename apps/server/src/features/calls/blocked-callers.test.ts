import { RING_MS } from "@umbral/contract/calls/call-times";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { newCall, newHome, newVisitor, type TestHome } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { missDue } from "./call-record.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function ask(
  method: "GET" | "PUT" | "DELETE",
  actor: Pick<TestPerson, "headers">,
  apartmentId: string,
  callerId?: string,
) {
  const reply = await server.app.http.inject({
    method,
    url: `/api/apartments/${apartmentId}/blocked-callers${callerId === undefined ? "" : `/${callerId}`}`,
    headers: actor.headers,
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function calledHome(): Promise<{ home: TestHome; visitor: TestPerson; call: Call }> {
  const home = await newHome(server);
  const visitor = await newVisitor(server, home.building.id, "Diana Desconocida");
  const call = await newCall(server, visitor, home.rosa);
  server.clock.push(RING_MS);
  await missDue(server.app.services);
  return { home, visitor, call };
}

const actionsAbout = async (apartmentId: string) => {
  const lines = await server.db
    .selectFrom("audit_lines")
    .select(["actor_id", "action"])
    .where("subject_id", "=", apartmentId)
    .where("action", "in", ["calls.caller-blocked", "calls.caller-unblocked"])
    .orderBy("id")
    .execute();
  return lines.map(({ actor_id, action }) => [actor_id, action]);
};

describe("a caller whom a home has blocked", () => {
  it("rings there again once nobody lives there who did then, and is blocked by who does now", async () => {
    const { home, visitor } = await calledHome();
    expect((await ask("PUT", home.rosa, home.apartmentId, visitor.id)).status).toBe(200);
    const { db } = server;
    server.clock.push(60_000);
    const spaces = db.updateTable("spaces").where("apartment_id", "=", home.apartmentId);
    await spaces.set({ status: "ENDED", ended_at: server.clock.now() }).execute();
    const nora = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: home.building.id, apartmentId: home.apartmentId }],
    });
    await db
      .updateTable("spaces")
      .set({ decided_at: server.clock.now() })
      .where("user_id", "=", nora.id)
      .execute();
    expect((await ask("GET", nora, home.apartmentId)).body).toEqual({ blockedCallers: [] });
    const [atVisitor, atNora] = await Promise.all([server.connectAs(visitor), server.connectAs(nora)]);
    const call = await newCall(server, visitor, nora);
    expect(await atVisitor.ask("request", { callId: call.id })).toMatchObject({ ok: true, devices: 1 });
    expect(await atNora.hear("request")).toMatchObject({ callId: call.id });
    expect((await ask("PUT", nora, home.apartmentId, visitor.id)).body).toMatchObject({
      blockedCallers: [{ id: visitor.id, by: { id: nora.id } }],
    });
  });

  it("rings nowhere in it and hears what who nobody answers hears", async () => {
    const { home, visitor } = await calledHome();
    expect((await ask("PUT", home.andres, home.apartmentId, visitor.id)).status).toBe(200);
    const [atVisitor, atRosa] = await Promise.all([server.connectAs(visitor), server.connectAs(home.rosa)]);

    const call = await newCall(server, visitor, home.rosa);
    expect(call.status).toBe("ENTRANTE");
    expect(await atVisitor.ask("request", { callId: call.id })).toMatchObject({ ok: true, devices: 0 });
    // A device that comes now is not rung either.
    const late = await server.connectAs(home.rosa);
    server.clock.push(RING_MS);
    await missDue(server.app.services);
    expect(await atVisitor.hear("end")).toEqual({ callId: call.id, status: "PERDIDA" });
    // Messages to a device come in order: what the lobby rings now is the first that both hear.
    const fromLobby = await newCall(server, home.lobby, home.rosa);
    await (await server.connectAs(home.lobby)).ask("request", { callId: fromLobby.id });
    for (const device of [atRosa, late]) {
      expect(await device.hear("request")).toMatchObject({ callId: fromLobby.id });
      expect(device.heardSoFar("end")).toEqual([]);
    }
    const legs = await server.db
      .selectFrom("call_legs")
      .select("channel")
      .where("call_id", "=", call.id)
      .execute();
    expect(legs).toEqual([]);
    const history = await server.app.http.inject({
      url: `/api/apartments/${home.apartmentId}/calls`,
      headers: home.rosa.headers,
    });
    const ids = history.json().calls.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(ids).not.toContain(call.createdAt);
  });

  it("is heard again once unblocked; both are listed for the home and written down", async () => {
    const { home, visitor } = await calledHome();
    const atRosa = await server.connectAs(home.rosa);
    await ask("PUT", home.andres, home.apartmentId, visitor.id);
    // Whoever lives there as well sees it at once.
    expect(await atRosa.hear("blocked_callers:changed")).toEqual({ apartmentId: home.apartmentId });
    await ask("PUT", home.rosa, home.apartmentId, visitor.id);
    expect(await ask("GET", home.rosa, home.apartmentId)).toMatchObject({
      status: 200,
      body: {
        blockedCallers: [{ id: visitor.id, name: "Diana Desconocida", by: { id: home.andres.id } }],
      },
    });
    expect(await ask("DELETE", home.rosa, home.apartmentId, visitor.id)).toMatchObject({
      status: 200,
      body: { blockedCallers: [] },
    });
    expect((await ask("DELETE", home.rosa, home.apartmentId, visitor.id)).status).toBe(200);
    expect(await actionsAbout(home.apartmentId)).toEqual([
      [home.andres.id, "calls.caller-blocked"],
      [home.rosa.id, "calls.caller-unblocked"],
    ]);
    const atVisitor = await server.connectAs(visitor);
    const call = await newCall(server, visitor, home.rosa);
    expect(await atVisitor.ask("request", { callId: call.id })).toMatchObject({ ok: true, devices: 1 });
    expect(await atRosa.hear("request")).toMatchObject({ callId: call.id });
  });

  it("is answered by nobody of the home whose device rings already, and is not told", async () => {
    const { home, visitor } = await calledHome();
    const [atVisitor, atRosa] = await Promise.all([server.connectAs(visitor), server.connectAs(home.rosa)]);
    const call = await newCall(server, visitor, home.rosa);
    await atVisitor.ask("request", { callId: call.id });
    await atRosa.hear("request");
    await ask("PUT", home.andres, home.apartmentId, visitor.id);
    expect(await atRosa.ask("call_accepted", { callId: call.id })).toMatchObject({
      ok: false,
      code: "CALL_NOT_AVAILABLE",
    });
    server.clock.push(RING_MS);
    await missDue(server.app.services);
    expect(await atVisitor.hear("end")).toEqual({ callId: call.id, status: "PERDIDA" });
    expect(atVisitor.heardSoFar("call_accepted")).toEqual([]);
  });

  it("does not ring when it is blocked between its call and its ringing", async () => {
    const { home, visitor } = await calledHome();
    const call = await newCall(server, visitor, home.rosa);
    await ask("PUT", home.rosa, home.apartmentId, visitor.id);
    const atVisitor = await server.connectAs(visitor);
    expect(await atVisitor.ask("request", { callId: call.id })).toMatchObject({ ok: true, devices: 0 });
  });
});

describe("blocking", () => {
  it("is for who rings in that home, and of visitors who rang there", async () => {
    const { home, visitor } = await calledHome();
    const elsewhere = await newHome(server);
    const cleaner = await server.newPerson({
      spaces: [{ role: "SERVICIOS", buildingId: home.building.id, apartmentId: home.apartmentId }],
    });
    for (const who of [home.lobby, elsewhere.rosa, cleaner, visitor]) {
      for (const method of ["GET", "PUT", "DELETE"] as const) {
        const callerId = method === "GET" ? undefined : visitor.id;
        expect((await ask(method, who, home.apartmentId, callerId)).status).toBe(404);
      }
    }
    await newCall(server, home.lobby, home.rosa);
    for (const callerId of [home.lobby.id, elsewhere.rosa.id, home.andres.id]) {
      expect(await ask("PUT", home.rosa, home.apartmentId, callerId)).toMatchObject({
        status: 404,
        body: { code: "CALLER_NOT_FOUND" },
      });
    }
    expect(await actionsAbout(home.apartmentId)).toEqual([]);
    expect((await ask("GET", home.rosa, home.apartmentId)).body).toEqual({ blockedCallers: [] });
  });

  it("ends with the stay of who does it", async () => {
    const { home, visitor } = await calledHome();
    await server.db
      .updateTable("spaces")
      .set({ ends_at: new Date(server.clock.now().getTime() - 1000) })
      .where("user_id", "=", home.rosa.id)
      .execute();
    expect((await ask("PUT", home.rosa, home.apartmentId, visitor.id)).status).toBe(404);
  });
});
