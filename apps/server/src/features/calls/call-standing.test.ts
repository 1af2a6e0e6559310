import { BOTH_GONE_MS, RING_MS } from "@umbral/contract/calls/calls.contract";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  newCall,
  newHome,
  newRunningCall,
  putCall,
  ringBoth,
  statusOfCall,
  waitingForALock,
} from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { CallClock } from "./call-clock.ts";

const server = await startTestServer();
afterAll(() => server.close());

const NOT_AVAILABLE = { ok: false, code: "CALL_NOT_AVAILABLE" };
const offer = (callId: string, sdp = "v=0 offer") => ({ callId, description: { type: "offer", sdp } });

/** The same person signed in once more, in another browser. */
async function anotherSessionOf(cedula: string, password: string) {
  const reply = await server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/login",
    payload: { cedula, password, userType: "USER" },
  });
  const { token } = reply.json<{ token: string }>();
  return { token, headers: { authorization: `JWT ${token}` } };
}

async function desertedAt(callId: string): Promise<Date | null> {
  const row = await server.db
    .selectFrom("calls")
    .select("deserted_at")
    .where("id", "=", callId)
    .executeTakeFirstOrThrow();
  return row.deserted_at;
}

describe("webrtc messages", () => {
  it("reach the other side of the call, in the order in which they were sent", async () => {
    const { call, atLobby, atHome } = await newRunningCall(server, await newHome(server));
    const callId = call.id;
    const candidate = {
      candidate: "candidate:1 1 udp 1 10.0.0.1 1000 typ host",
      sdpMid: "0",
      sdpMLineIndex: 0,
    };
    const sent = [
      atHome.ask("webrtc_offer", offer(callId)),
      ...Array.from({ length: 20 }, (_, index) =>
        atHome.ask("webrtc_ice_candidate", { callId, candidate: { ...candidate, sdpMLineIndex: index } }),
      ),
      atHome.ask("webrtc_ice_candidate", { callId, candidate: null }),
    ];
    const arrived: unknown[] = [];
    atLobby.raw.onAny((event: string, payload: { candidate?: { sdpMLineIndex: number } | null }) => {
      arrived.push(payload.candidate === undefined ? event : (payload.candidate?.sdpMLineIndex ?? "end"));
    });
    expect((await Promise.all(sent)).every((answer) => answer.ok)).toBe(true);
    expect(await atLobby.hear("webrtc_offer")).toEqual(offer(callId));
    await atLobby.hear(
      "webrtc_ice_candidate",
      (payload: { candidate: unknown }) => payload.candidate === null,
    );
    expect(arrived).toEqual(["webrtc_offer", ...Array.from({ length: 20 }, (_, index) => index), "end"]);

    const answer = { callId, description: { type: "answer", sdp: "v=0 answer" } };
    expect(await atLobby.ask("webrtc_answer", answer)).toEqual({ ok: true });
    expect(await atHome.hear("webrtc_answer")).toEqual(answer);
  });

  it("pass neither from a third person, nor from another device, nor into another call", async () => {
    const home = await newHome(server);
    const { call, atLobby } = await newRunningCall(server, home);
    const other = await newRunningCall(server, await newHome(server));
    const [third, tablet] = await Promise.all([server.connectAs(home.andres), server.connectAs(home.rosa)]);
    expect(await third.ask("webrtc_offer", offer(call.id))).toMatchObject({ code: "CALL_NOT_FOUND" });
    expect(await tablet.ask("webrtc_offer", offer(call.id))).toMatchObject({ code: "NOT_ALLOWED" });
    expect(await other.atHome.ask("webrtc_offer", offer(call.id))).toMatchObject({ code: "CALL_NOT_FOUND" });
    await other.atHome.ask("webrtc_offer", offer(other.call.id));
    await other.atLobby.hear("webrtc_offer");
    expect(atLobby.heardSoFar("webrtc_offer")).toEqual([]);
  });

  it("do not reach the other side's other devices", async () => {
    const home = await newHome(server);
    const { call, atLobby, atHome } = await newRunningCall(server, home);
    const [tablet, desk] = await Promise.all([server.connectAs(home.rosa), server.connectAs(home.lobby)]);
    await atLobby.ask("webrtc_offer", offer(call.id));
    await atHome.hear("webrtc_offer");
    expect([...tablet.heardSoFar("webrtc_offer"), ...desk.heardSoFar("webrtc_offer")]).toEqual([]);
  });

  it("pass only while the call is answered", async () => {
    const home = await newHome(server);
    const [atLobby, atHome] = await Promise.all([server.connectAs(home.lobby), server.connectAs(home.rosa)]);
    const call = await newCall(server, home.lobby, home.rosa);
    await atLobby.ask("request", { callId: call.id });
    expect(await atLobby.ask("restablecer", { callId: call.id })).toMatchObject({
      ok: true,
      otherPresent: false,
    });
    expect(await atLobby.ask("webrtc_offer", offer(call.id))).toMatchObject(NOT_AVAILABLE);
    await atHome.ask("call_accepted", { callId: call.id });
    expect(await atLobby.ask("webrtc_offer", offer(call.id))).toEqual({ ok: true });
    await atHome.ask("end", { callId: call.id });
    expect(await atHome.ask("webrtc_offer", offer(call.id))).toMatchObject(NOT_AVAILABLE);
    expect(await atLobby.ask("webrtc_offer", offer(call.id))).toMatchObject(NOT_AVAILABLE);
  });

  it("are refused when they are not what they should be", async () => {
    const { call, atHome, atLobby } = await newRunningCall(server, await newHome(server));
    for (const payload of [
      { callId: call.id, description: "v=0" },
      { callId: call.id, description: { type: "offer", sdp: "a".repeat(60_001) } },
      { callId: call.id, description: { type: "offer", sdp: "v=0" }, to: "everybody" },
    ]) {
      expect(await atHome.ask("webrtc_offer", payload)).toMatchObject({ code: "BAD_REQUEST" });
    }
    expect(await atHome.ask("webrtc_offer", Buffer.from("v=0"))).toMatchObject({ code: "CALL_NOT_FOUND" });
    expect(atLobby.heardSoFar("webrtc_offer")).toEqual([]);
  });
});

describe("restablecer", () => {
  it("is refused to a third person and to the person called before an answer", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    const [third, callee] = await Promise.all([server.connectAs(home.andres), server.connectAs(home.rosa)]);
    expect(await third.ask("restablecer", { callId: call.id })).toMatchObject({ code: "CALL_NOT_FOUND" });
    expect(await callee.ask("restablecer", { callId: call.id })).toMatchObject(NOT_AVAILABLE);
  });

  it("is refused to another session of who answered, and of who called", async () => {
    const building = await server.newBuilding();
    const apartmentId = building.apartments[0]?.id ?? "";
    const password = "una clave larga";
    const lobby = await server.newPerson({
      spaces: [{ role: "PORTERIA", buildingId: building.id }],
      password,
    });
    const rosa = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }],
      password,
    });
    const { call } = await newRunningCall(server, { building, apartmentId, lobby, rosa, andres: rosa });
    for (const person of [lobby, rosa]) {
      const session = await anotherSessionOf(person.cedula, password);
      const elsewhere = await server.connectAs(session);
      const put = await putCall(server, session, call.id, { status: "CONTESTADA" });
      expect([put.statusCode, put.json().code]).toEqual([409, "CALL_NOT_AVAILABLE"]);
      expect(await elsewhere.ask("restablecer", { callId: call.id })).toMatchObject(NOT_AVAILABLE);
      expect(await elsewhere.ask("call_accepted", { callId: call.id })).toMatchObject(NOT_AVAILABLE);
      expect(await elsewhere.ask("webrtc_offer", offer(call.id))).toMatchObject({ code: "NOT_ALLOWED" });
    }
  });

  it("lets the session that asked for the ringing stand in it, also if another one wrote the call down", async () => {
    const building = await server.newBuilding();
    const apartmentId = building.apartments[0]?.id ?? "";
    const password = "una clave larga";
    const lobby = await server.newPerson({
      spaces: [{ role: "PORTERIA", buildingId: building.id }],
      password,
    });
    const rosa = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }],
    });
    const call = await newCall(server, lobby, rosa);
    const tablet = await server.connectAs(await anotherSessionOf(lobby.cedula, password));
    await tablet.ask("request", { callId: call.id });
    expect(await tablet.ask("restablecer", { callId: call.id })).toMatchObject({ ok: true });
  });

  it("brings back a device that lost its socket, and the other side hears it", async () => {
    const home = await newHome(server);
    const { call, atLobby, atHome } = await newRunningCall(server, home);
    atHome.disconnect();
    const back = await server.connectAs(home.rosa);
    expect(await back.ask("restablecer", { callId: call.id })).toMatchObject({
      ok: true,
      call: { id: call.id, status: "CONTESTADA" },
      otherPresent: true,
    });
    expect(await atLobby.hear("restablecer")).toEqual({ callId: call.id });
    expect(await atLobby.ask("webrtc_offer", offer(call.id))).toEqual({ ok: true });
    expect(await back.hear("webrtc_offer")).toEqual(offer(call.id));
  });

  it("tells whoever rang that it was answered, where the process that took the answer said so to nobody", async () => {
    const { home, atLobby, atRosa, toRosa } = await ringBoth(server);
    const callId = toRosa.id;
    // As it stands in the database when that process is killed there.
    const { session_id } = await server.db
      .selectFrom("sessions")
      .select("id as session_id")
      .where("user_id", "=", home.rosa.id)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable("calls")
      .set({
        status: "CONTESTADA",
        answered_at: server.clock.now(),
        answered_by: "app",
        callee_session_id: session_id,
      })
      .where("id", "=", callId)
      .execute();
    expect(await atRosa.ask("restablecer", { callId })).toMatchObject({ ok: true, otherPresent: false });
    expect(await atLobby.hear("call_accepted")).toEqual({ callId, userId: home.rosa.id });
    // Once the other side stands there, nobody is told again.
    await atLobby.ask("restablecer", { callId });
    await atRosa.ask("restablecer", { callId });
    await atLobby.hear("restablecer");
    expect(atLobby.heardSoFar("call_accepted")).toEqual([]);
  });

  it("takes the place of the device that stood there, which hears it and is relayed no more", async () => {
    const home = await newHome(server);
    const { call, atLobby, atHome } = await newRunningCall(server, home);
    const reloaded = await server.connectAs(home.rosa);
    await reloaded.ask("restablecer", { callId: call.id });
    expect(await atHome.hear("call_accepted:from_other_session")).toEqual({ callId: call.id });
    expect(await atHome.ask("webrtc_offer", offer(call.id))).toMatchObject({ code: "NOT_ALLOWED" });
    await atLobby.ask("webrtc_offer", offer(call.id));
    await reloaded.hear("webrtc_offer");
    expect(atHome.heardSoFar("webrtc_offer")).toEqual([]);
    // It answered from then on: its own answer is a repetition, the first one's is not.
    expect(await reloaded.ask("call_accepted", { callId: call.id })).toMatchObject({ ok: true });
    expect(await atHome.ask("call_accepted", { callId: call.id })).toMatchObject(NOT_AVAILABLE);
  });

  it("is not waited for by what the device sends next, which has its place by then", async () => {
    const { call, atLobby, atHome } = await newRunningCall(server, await newHome(server));
    await server.db
      .updateTable("calls")
      .set({ deserted_at: server.clock.now() })
      .where("id", "=", call.id)
      .execute();
    const [standing] = await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom("calls").select("id").where("id", "=", call.id).forUpdate().execute();
      const asked = atLobby.ask("restablecer", { callId: call.id });
      expect(await atLobby.ask("webrtc_offer", offer(call.id))).toEqual({ ok: true });
      expect(await atHome.hear("webrtc_offer")).toEqual(offer(call.id));
      return [asked];
    });
    expect(await standing).toMatchObject({ ok: true, otherPresent: true });
  });

  it("is refused in a call that is over", async () => {
    const { call, atLobby, atHome } = await newRunningCall(server, await newHome(server));
    await atLobby.ask("end", { callId: call.id });
    expect(await atHome.ask("restablecer", { callId: call.id })).toMatchObject(NOT_AVAILABLE);
    const missed = await newHome(server);
    const caller = await server.connectAs(missed.lobby);
    const { id } = await newCall(server, missed.lobby, missed.rosa);
    server.clock.push(RING_MS);
    expect(await caller.ask("restablecer", { callId: id })).toMatchObject(NOT_AVAILABLE);
  });
});

describe("a call that both sides left", () => {
  // Its minute goes on by pushes alone: the server's own rounds must not end it while a slow test still connects.
  beforeEach(() => server.clock.hold());
  afterEach(() => server.clock.release());

  it("ends when that has lasted, and not while one of them is there", async () => {
    const home = await newHome(server);
    const { call, atLobby, atHome } = await newRunningCall(server, home);
    const clock = new CallClock(server.app.services);
    clock.start();

    atHome.disconnect();
    server.clock.push(BOTH_GONE_MS * 2);
    await clock.endDeserted();
    expect(await statusOfCall(server, call.id)).toBe("CONTESTADA");
    expect(await desertedAt(call.id)).toBeNull();

    atLobby.disconnect();
    await expect.poll(() => desertedAt(call.id)).not.toBeNull();
    server.clock.push(BOTH_GONE_MS - 5000);
    await clock.endDeserted();
    expect(await statusOfCall(server, call.id)).toBe("CONTESTADA");

    const [lobbyAgain, homeAgain] = await Promise.all([
      server.connectAs(home.lobby),
      server.connectAs(home.rosa),
    ]);
    server.clock.push(5000);
    await clock.endDeserted();
    expect(await homeAgain.hear("end")).toEqual({ callId: call.id, status: "TERMINADA" });
    expect(await lobbyAgain.hear("end")).toEqual({ callId: call.id, status: "TERMINADA" });
    await clock.stop();
  });

  it("goes on when one comes back in time", async () => {
    const home = await newHome(server);
    const { call, atLobby, atHome } = await newRunningCall(server, home);
    const clock = new CallClock(server.app.services);
    clock.start();
    atHome.disconnect();
    atLobby.disconnect();
    await expect.poll(() => desertedAt(call.id)).not.toBeNull();
    server.clock.push(BOTH_GONE_MS - 5000);

    const back = await server.connectAs(home.lobby);
    expect(await back.ask("restablecer", { callId: call.id })).toMatchObject({
      ok: true,
      otherPresent: false,
    });
    expect(await desertedAt(call.id)).toBeNull();
    server.clock.push(BOTH_GONE_MS);
    await clock.endDeserted();
    expect(await statusOfCall(server, call.id)).toBe("CONTESTADA");
    await clock.stop();
  });

  it("goes on when one comes back while its end is being decided", async () => {
    const home = await newHome(server);
    const { call, atLobby, atHome } = await newRunningCall(server, home);
    const clock = new CallClock(server.app.services);
    clock.start();
    server.clock.push(BOTH_GONE_MS);
    atHome.disconnect();
    atLobby.disconnect();
    await expect.poll(() => desertedAt(call.id)).not.toBeNull();

    let deciding: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await trx.updateTable("calls").set({ deserted_at: null }).where("id", "=", call.id).execute();
      server.clock.push(BOTH_GONE_MS);
      deciding = clock.endDeserted();
      await expect.poll(() => waitingForALock(server)).toBeGreaterThan(0);
    });
    await deciding;
    expect(await statusOfCall(server, call.id)).toBe("CONTESTADA");
    await clock.stop();
  });
});
