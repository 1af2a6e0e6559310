import { RING_MS } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import { newCall, newHome, postCall, putCall, ringBoth, settledBy } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { missDue } from "./call-record.ts";

const server = await startTestServer();
afterAll(() => server.close());

const NOT_AVAILABLE = { ok: false, code: "CALL_NOT_AVAILABLE" };

describe("request", () => {
  it("hears nothing from a stranger, nor from somebody who is no party or only the person called", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    const request = { callId: call.id };
    const stranger = await server.connect();
    expect(await stranger.ask("request", request)).toMatchObject({ code: "SIGN_IN_REQUIRED" });
    const neighbour = await server.connectAs(home.andres);
    expect(await neighbour.ask("request", request)).toMatchObject({ code: "CALL_NOT_FOUND" });
    const callee = await server.connectAs(home.rosa);
    expect(await callee.ask("request", request)).toMatchObject(NOT_AVAILABLE);
    expect(callee.heardSoFar("request")).toEqual([]);
  });

  it("rings every device of the person called, and tells the caller that somebody was reached", async () => {
    const home = await newHome(server);
    const [atLobby, phone, tablet, neighbour] = await Promise.all([
      server.connectAs(home.lobby),
      server.connectAs(home.rosa),
      server.connectAs(home.rosa),
      server.connectAs(home.andres),
    ]);
    const call = await newCall(server, home.lobby, home.rosa);
    expect(await atLobby.ask("request", { callId: call.id })).toEqual({ ok: true, devices: 2 });
    const expected = {
      callId: call.id,
      from: { id: home.lobby.id, name: "Pedro Portero", photo: null },
      apartment: { id: home.apartmentId, name: "A-101" },
      building: { id: home.building.id, name: home.building.name },
      isFromLobby: true,
      isToLobby: false,
      isUnverified: false,
      expiresAt: call.expiresAt,
    };
    expect(await phone.hear("request")).toEqual(expected);
    expect(await tablet.hear("request")).toEqual(expected);
    expect(await atLobby.hear("request:socket:success")).toEqual({ callId: call.id, userId: home.rosa.id });
    expect(neighbour.heardSoFar("request")).toEqual([]);
  });

  it("is asked for with the call itself too, and is the same when it is asked again", async () => {
    const home = await newHome(server);
    const [atLobby, phone] = await Promise.all([server.connectAs(home.lobby), server.connectAs(home.rosa)]);
    const spaceId = home.rosa.spaceIds[0] ?? "";
    const begun = await postCall(server, home.lobby, spaceId, { rings: true });
    const { call, devices } = begun.json();
    expect([begun.statusCode, call.status, devices]).toEqual([200, "ENTRANTE", 1]);
    expect(await phone.hear("request")).toMatchObject({ callId: call.id, expiresAt: call.expiresAt });
    expect(await atLobby.hear("request:socket:success")).toEqual({ callId: call.id, userId: home.rosa.id });
    // An answer that was lost on the way is asked for again: nobody has a second call by it.
    const again = await postCall(server, home.lobby, spaceId, { rings: true });
    expect(again.json().call.id).toBe(call.id);
    const pushes = await server.db
      .selectFrom("call_legs")
      .select("channel")
      .where("call_id", "=", call.id)
      .execute();
    expect(pushes).toEqual([{ channel: "push" }]);
  });

  it("rings a device that signs in while it rings, and none before the caller asked for it", async () => {
    const home = await newHome(server);
    const atLobby = await server.connectAs(home.lobby);
    const call = await newCall(server, home.lobby, home.rosa);
    const early = await server.connectAs(home.rosa);
    expect(early.heardSoFar("request")).toEqual([]);
    early.disconnect();
    await expect.poll(() => atLobby.ask("request", { callId: call.id })).toEqual({ ok: true, devices: 0 });
    expect(atLobby.heardSoFar("request:socket:success")).toEqual([]);

    const late = await server.connectAs(home.rosa);
    expect(await late.hear("request")).toMatchObject({ callId: call.id, expiresAt: call.expiresAt });
    expect(await atLobby.hear("request:socket:success")).toMatchObject({ callId: call.id });
  });

  it("rings nobody once the call is cancelled or answered", async () => {
    for (const outcome of ["end", "call_accepted"]) {
      const { atLobby, atRosa, toRosa } = await ringBoth(server);
      await (outcome === "end" ? atLobby : atRosa).ask(outcome, { callId: toRosa.id });
      expect(await atLobby.ask("request", { callId: toRosa.id })).toMatchObject(NOT_AVAILABLE);
      expect(atRosa.heardSoFar("request")).toEqual([]);
    }
  });

  it("rings nobody after the deadline", async () => {
    const home = await newHome(server);
    const [atLobby, atHome] = await Promise.all([server.connectAs(home.lobby), server.connectAs(home.rosa)]);
    const call = await newCall(server, home.lobby, home.rosa);
    server.clock.push(RING_MS);
    expect(await atLobby.ask("request", { callId: call.id })).toMatchObject(NOT_AVAILABLE);
    const later = await server.connectAs(home.rosa);
    expect([...atHome.heardSoFar("request"), ...later.heardSoFar("request")]).toEqual([]);
  });
});

describe("a call that nobody answers", () => {
  it("is missed by itself at its deadline, and both sides hear it", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
    server.clock.push(RING_MS);
    expect(await atRosa.hear("end")).toEqual({ callId: toRosa.id, status: "PERDIDA" });
    expect(await atAndres.hear("end")).toEqual({ callId: toAndres.id, status: "PERDIDA" });
    for (const call of [toRosa, toAndres]) {
      await atLobby.hear("end", ({ callId, status }) => callId === call.id && status === "PERDIDA");
    }
    expect(await settledBy(server, toRosa.id)).toEqual([[null, "PERDIDA"]]);
    const late = await putCall(server, home.rosa, toRosa.id, { status: "CONTESTADA" });
    expect([late.statusCode, late.json().code]).toEqual([409, "CALL_NOT_AVAILABLE"]);
  });

  it("is missed once, however many processes look", async () => {
    const { atRosa, toRosa } = await ringBoth(server);
    server.clock.push(RING_MS);
    await Promise.all(Array.from({ length: 5 }, () => missDue(server.app.services)));
    await atRosa.hear("end");
    expect(await settledBy(server, toRosa.id)).toHaveLength(1);
    expect(atRosa.heardSoFar("end")).toEqual([]);
  });

  it("may be called missed by the caller's own clock, once that is true", async () => {
    const { home, atRosa, toRosa } = await ringBoth(server);
    server.clock.push(RING_MS);
    const put = await putCall(server, home.lobby, toRosa.id, { status: "PERDIDA" });
    expect([put.statusCode, put.json().call.status]).toEqual([200, "PERDIDA"]);
    expect(await atRosa.hear("end")).toEqual({ callId: toRosa.id, status: "PERDIDA" });
  });
});
