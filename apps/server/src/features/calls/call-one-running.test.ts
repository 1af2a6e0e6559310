import { afterAll, describe, expect, it } from "vitest";
import {
  newCall,
  newHome,
  newRunningCall,
  newVisitor,
  putCall,
  settledBy,
  statusOfCall,
} from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

/** Rosa talks with the lobby while a visitor rings her. */
async function secondRings() {
  const home = await newHome(server);
  const running = await newRunningCall(server, home);
  const visitor = await newVisitor(server, home.building.id);
  const atVisitor = await server.connectAs(visitor);
  const second = await newCall(server, visitor, home.rosa);
  await atVisitor.ask("request", { callId: second.id });
  return { home, ...running, visitor, atVisitor, second };
}

describe("somebody who stands in a call and answers another", () => {
  it("is asked first, and nothing has changed", async () => {
    const { home, call, atHome, second } = await secondRings();
    expect(await atHome.ask("call_accepted", { callId: second.id })).toMatchObject({
      ok: false,
      code: "ALREADY_IN_CALL",
    });
    const reply = await putCall(server, home.rosa, second.id, { status: "CONTESTADA" });
    expect([reply.statusCode, reply.json().code]).toEqual([409, "ALREADY_IN_CALL"]);
    expect(await statusOfCall(server, call.id)).toBe("CONTESTADA");
    expect(await statusOfCall(server, second.id)).toBe("ENTRANTE");
  });

  it("ends the first when they say so, and everybody in it hears that", async () => {
    const { home, call, atHome, atLobby, atVisitor, second } = await secondRings();
    const answer = await atHome.ask("call_accepted", { callId: second.id, endsRunning: true });
    expect(answer).toMatchObject({ ok: true, call: { status: "CONTESTADA" } });
    expect(await atLobby.hear("end")).toEqual({ callId: call.id, status: "TERMINADA" });
    expect(await atVisitor.hear("call_accepted")).toMatchObject({ callId: second.id });
    expect(await statusOfCall(server, call.id)).toBe("TERMINADA");
    expect(await settledBy(server, call.id)).toEqual([
      [home.rosa.id, "CONTESTADA"],
      [home.rosa.id, "TERMINADA"],
    ]);
  });

  it("repeats an answer without being asked", async () => {
    const { atHome, second } = await secondRings();
    await atHome.ask("call_accepted", { callId: second.id, endsRunning: true });
    expect(await atHome.ask("call_accepted", { callId: second.id })).toMatchObject({ ok: true });
  });

  it("stands in one call though two answers come at once", async () => {
    const home = await newHome(server);
    const visitors = await Promise.all([1, 2, 3, 4].map(() => newVisitor(server, home.building.id)));
    const calls = await Promise.all(visitors.map((visitor) => newCall(server, visitor, home.rosa)));
    await Promise.all(calls.map(({ id }) => putCall(server, home.rosa, id, { status: "CONTESTADA" })));
    const now = await Promise.all(calls.map(({ id }) => statusOfCall(server, id)));
    expect(now.filter((status) => status === "CONTESTADA")).toHaveLength(1);
    expect(now.filter((status) => status === "ENTRANTE")).toHaveLength(3);

    await Promise.all(
      calls.map(({ id }) => putCall(server, home.rosa, id, { status: "CONTESTADA", endsRunning: true })),
    );
    const then = await Promise.all(calls.map(({ id }) => statusOfCall(server, id)));
    expect(then.filter((status) => status === "CONTESTADA")).toHaveLength(1);
  });
});

describe("somebody who is ringing others", () => {
  it("cancels that when they answer a call", async () => {
    const home = await newHome(server);
    const [atAndres, atLobby] = await Promise.all([
      server.connectAs(home.andres),
      server.connectAs(home.lobby),
    ]);
    const outgoing = await newCall(server, home.lobby, home.andres);
    await atLobby.ask("request", { callId: outgoing.id });
    await atAndres.hear("request");
    const toLobby = await newCall(server, home.rosa, home.lobby);
    const answer = await atLobby.ask("call_accepted", { callId: toLobby.id });
    expect(answer).toMatchObject({ ok: true });
    expect(await atAndres.hear("end")).toEqual({ callId: outgoing.id, status: "TERMINADA" });
  });

  it("leaves the call they stood in when somebody whom they rang meanwhile answers", async () => {
    const home = await newHome(server);
    const { call, atHome } = await newRunningCall(server, home);
    const neighbour = await server.newPerson({
      spaces: [
        {
          role: "RESIDENTE",
          buildingId: home.building.id,
          apartmentId: home.building.apartments[1]?.id ?? "",
        },
      ],
    });
    const next = await newCall(server, home.lobby, neighbour);
    expect((await putCall(server, neighbour, next.id, { status: "CONTESTADA" })).statusCode).toBe(200);
    expect(await atHome.hear("end")).toEqual({ callId: call.id, status: "TERMINADA" });
    expect(await statusOfCall(server, call.id)).toBe("TERMINADA");
    expect(await statusOfCall(server, next.id)).toBe("CONTESTADA");
  });
});
