import type { PastCall } from "@umbral/contract/calls/call-history.contract";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { GUEST_SESSION_MS } from "@umbral/contract/passes/guest-page.contract";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newHome, settledBy, statusOfCall } from "../../../testing/test-calls.ts";
import { guestOf, newGuest, newInvited, newPass, takePassBack } from "../../../testing/test-guests.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const ALREADY = { status: 409, body: { code: "GUEST_CALLS_ALREADY" } };
const candidate = { candidate: "candidate:1 1 udp 1 10.0.0.1 1000 typ host", sdpMid: "0", sdpMLineIndex: 0 };
const offer = { type: "offer", sdp: "v=0" };

/** A guest at the entrance with the page open, and Rosa and Andrés at home. */
async function setUp(more: Parameters<typeof newInvited>[1] = {}) {
  const invited = await newInvited(server, { until: 12 * HOUR_MS, ...more });
  const [atGuest, atRosa, atAndres] = await Promise.all([
    server.connectAs(invited.guest),
    server.connectAs(invited.rosa),
    server.connectAs(invited.andres),
  ]);
  const ring = async (by = invited.guest): Promise<{ calls: Call[]; devices: number }> => {
    const { status, body } = await by.ring();
    if (status !== 200) {
      throw new Error(`the ringing was refused: ${body.code}`);
    }
    return body;
  };
  /** Rings, and Rosa answers. */
  const talk = async () => {
    const { calls } = await ring();
    const callId = calls.find(({ userId }) => userId === invited.rosa.id)?.id ?? "";
    await atRosa.hear("request");
    await atRosa.ask("call_accepted", { callId });
    await atGuest.hear("call_accepted");
    await atGuest.ask("restablecer", { callId });
    await atRosa.hear("restablecer");
    return callId;
  };
  return { ...invited, atGuest, atRosa, atAndres, ring, talk };
}

describe("a guest at the entrance", () => {
  it("rings everybody of the home, as what they are, and is told neither home nor names", async () => {
    const { apartmentId, building, guest, pass, atRosa, atAndres, ring, rosa, andres } = await setUp();
    const { calls, devices } = await ring();
    expect(devices).toBe(2);
    const { id } = await guestOf(server, pass.id);
    expect(new Set(calls.map(({ userId }) => userId))).toEqual(new Set([rosa.id, andres.id]));
    for (const call of calls) {
      expect(call).toMatchObject({
        status: "ENTRANTE",
        caller: { id, name: "Gloria", photo: null },
        callee: { name: null },
        apartment: null,
        building: { id: building.id },
        isByPass: true,
      });
    }
    const seen = {
      from: { id, name: "Gloria Gómez", photo: null },
      apartment: { id: apartmentId, name: "A-101" },
      isFromLobby: false,
      isToLobby: false,
      isUnverified: true,
      isByPass: true,
    };
    expect(await atRosa.hear("request")).toMatchObject(seen);
    expect(await atAndres.hear("request")).toMatchObject(seen);
    expect((await guest.ask("GET", `/api/call/${calls[0]?.id}`)).body.call).toMatchObject({
      apartment: null,
      caller: { name: "Gloria" },
    });
  });

  it("is answered, talks by what is relayed between the two, and hangs up", async () => {
    const { atGuest, atRosa, atAndres, talk } = await setUp();
    const callId = await talk();
    expect(await atAndres.hear("end")).toMatchObject({ status: "TERMINADA" });
    expect(await atGuest.ask("webrtc_offer", { callId, description: offer })).toEqual({ ok: true });
    expect(await atRosa.hear("webrtc_offer")).toEqual({ callId, description: offer });
    expect(await atRosa.ask("webrtc_ice_candidate", { callId, candidate })).toEqual({ ok: true });
    expect(await atGuest.hear("webrtc_ice_candidate")).toEqual({ callId, candidate });
    expect(await atGuest.ask("end", { callId })).toMatchObject({ ok: true, call: { apartment: null } });
    expect(await atRosa.hear("end")).toEqual({ callId, status: "TERMINADA" });
  });

  it("takes it back while it rings, by any of its calls", async () => {
    const { atGuest, atRosa, atAndres, ring } = await setUp();
    const { calls } = await ring();
    expect(await atGuest.ask("end", { callId: calls[1]?.id })).toMatchObject({ ok: true });
    await Promise.all([atRosa.hear("end"), atAndres.hear("end")]);
    expect(await Promise.all(calls.map(({ id }) => statusOfCall(server, id)))).toEqual([
      "TERMINADA",
      "TERMINADA",
    ]);
  });

  it("rings once at a time: asked again it is the same ringing, and another device waits", async () => {
    const { guest, pass, ring, atRosa } = await setUp();
    const first = await ring();
    const again = await ring();
    expect(again.calls.map(({ id }) => id)).toEqual(first.calls.map(({ id }) => id));
    const other = await newGuest(server, pass.secret);
    expect(await other.ring()).toMatchObject(ALREADY);
    const mine = (await atRosa.hear<{ callId: string }>("request")).callId;
    await atRosa.ask("call_accepted", { callId: mine });
    expect(await guest.ring()).toMatchObject(ALREADY);
    expect(await other.ring()).toMatchObject(ALREADY);
  });

  it("makes one ringing of two presses at once, on two devices too", async () => {
    const { guest, pass } = await setUp();
    const other = await newGuest(server, pass.secret);
    const answers = await Promise.all([guest.ring(), guest.ring(), other.ring(), other.ring()]);
    const { id } = await guestOf(server, pass.id);
    const rows = await server.db.selectFrom("calls").selectAll().where("caller_id", "=", id).execute();
    expect([rows.length, new Set(rows.map((row) => row.ringing_id)).size]).toEqual([2, 1]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  });

  it("is heard three times in ten minutes, as others are", async () => {
    const { guest, atGuest, ring } = await setUp();
    for (let times = 0; times < 3; times += 1) {
      const { calls } = await ring();
      await atGuest.ask("end", { callId: calls[0]?.id });
    }
    expect(await guest.ring()).toMatchObject({ status: 429, body: { code: "CALLS_TOO_OFTEN" } });
    server.clock.push(10 * 60_000);
    expect((await guest.ring()).status).toBe(200);
  });

  it("does not ring by a pass that does not hold now, nor where nobody lives", async () => {
    const early = await setUp({ from: HOUR_MS, until: 2 * HOUR_MS });
    expect((await early.guest.ring()).body).toMatchObject({ code: "PASS_REFUSED" });
    // An owner who lives elsewhere invites to an empty home.
    const { guest, andres, rosa } = await setUp();
    await server.db
      .updateTable("spaces")
      .set({ role: "PROPIETARIO", lives_here: false })
      .where("user_id", "in", [andres.id, rosa.id])
      .execute();
    expect((await guest.read()).mayRing).toBe(false);
    expect((await guest.ring()).body).toMatchObject({ code: "NOBODY_TO_RING" });
  });

  it("of the building rings the lobby", async () => {
    const home = await newHome(server);
    const { secret } = await newPass(server, home, { madeAs: "administration" });
    const guest = await newGuest(server, secret);
    const atLobby = await server.connectAs(home.lobby);
    expect(guest.pass.mayRing).toBe(true);
    const { calls } = (await guest.ring()).body;
    expect(calls).toMatchObject([{ isToLobby: true, userId: home.lobby.id, isByPass: true }]);
    expect(await atLobby.hear("request")).toMatchObject({
      from: { name: "Gloria Gómez" },
      isToLobby: true,
      isByPass: true,
    });
    expect(await atLobby.ask("call_accepted", { callId: calls[0].id })).toMatchObject({ ok: true });
  });

  it("answers, rejects and rings nothing of others", async () => {
    const { atGuest, guest, rosa, ring } = await setUp();
    const { calls } = await ring();
    const callId = calls[0]?.id ?? "";
    for (const event of ["call_accepted", "reject_call", "user_event", "subscribe:cam_stream"]) {
      expect([event, await atGuest.ask(event, { callId })]).toMatchObject([event, { ok: false }]);
    }
    expect((await guest.ask("PUT", `/api/call/${callId}`, { status: "TERMINADA" })).status).toBe(403);
    const begun = await guest.ask("POST", "/api/call", {
      apartmentUserId: rosa.spaceIds[0],
      type: "VISITANTE",
    });
    expect(begun).toMatchObject({ status: 403, body: { code: "NOT_ALLOWED" } });
    expect(await statusOfCall(server, callId)).toBe("ENTRANTE");
  });
});

describe("for the home", () => {
  it("the history says who it was, and that they came by a pass", async () => {
    const { apartmentId, rosa, talk, atRosa, pass } = await setUp();
    const callId = await talk();
    await atRosa.ask("end", { callId });
    const history = async (): Promise<PastCall[]> =>
      (await asking(server, rosa)("GET", `/api/apartments/${apartmentId}/calls`)).body.calls;
    expect(await history()).toMatchObject([
      { caller: { name: "Gloria Gómez" }, isByPass: true, status: "TERMINADA", answered: { id: rosa.id } },
    ]);
    // What a host calls them otherwise, they are called everywhere; and once the guest is let go, nowhere.
    const called = (guest_name: string | null) =>
      server.db.updateTable("passes").set({ guest_name }).where("id", "=", pass.id).execute();
    await called("Gloria Inés Gómez");
    expect((await history())[0]?.caller.name).toBe("Gloria Inés Gómez");
    await called(null);
    expect((await history())[0]?.caller.name).toBe("Visita");
  });

  it("a guest who came in by the pass is admitted for 180 days, and not before", async () => {
    const { apartmentId, pass, ring, atGuest, atRosa } = await setUp({
      entries: null,
      until: 300 * 24 * HOUR_MS,
    });
    const heard = async () => {
      const { calls } = await ring();
      const request = await atRosa.hear<{ isUnverified: boolean }>("request");
      await atGuest.ask("end", { callId: calls[0]?.id });
      return request.isUnverified;
    };
    const livedThereSince = (decided_at: Date) =>
      server.db.updateTable("spaces").set({ decided_at }).where("apartment_id", "=", apartmentId).execute();
    expect(await heard()).toBe(true);
    await server.db
      .insertInto("pass_movements")
      .values({
        id: server.app.services.newId(),
        pass_id: pass.id,
        kind: "in",
        people: 1,
        at: server.clock.now(),
      })
      .execute();
    expect(await heard()).toBe(false);
    server.clock.push(11 * 60_000);
    await livedThereSince(server.clock.now());
    expect(await heard()).toBe(true);
    await livedThereSince(new Date(server.clock.now().getTime() - 200 * 24 * HOUR_MS));
    expect(await heard()).toBe(false);
    await server.db
      .updateTable("pass_movements")
      .set({ at: new Date(server.clock.now().getTime() - 181 * 24 * HOUR_MS) })
      .where("pass_id", "=", pass.id)
      .execute();
    expect(await heard()).toBe(true);
  });

  it("that has blocked the guest nothing rings, and the guest is not told", async () => {
    const { apartmentId, pass, rosa, ring, atGuest, atRosa } = await setUp();
    const { calls } = await ring();
    await atRosa.hear("request");
    await atGuest.ask("end", { callId: calls[0]?.id });
    await atRosa.hear("end");
    const { id } = await guestOf(server, pass.id);
    const blocked = await asking(server, rosa)("PUT", `/api/apartments/${apartmentId}/blocked-callers/${id}`);
    expect(blocked.body.blockedCallers).toMatchObject([{ id, name: "Gloria Gómez" }]);
    expect((await ring()).calls).toMatchObject([{ status: "ENTRANTE" }, { status: "ENTRANTE" }]);
    expect(atRosa.heardSoFar("request")).toEqual([]);
  });
});

describe("a guest's call ends at once", () => {
  it("while it rings, when the pass is taken back", async () => {
    const { pass, ring, atGuest, atRosa, atAndres } = await setUp();
    const ended = atGuest.ended();
    const { calls } = await ring();
    await takePassBack(server, pass.id);
    await Promise.all([atRosa.hear("end"), atAndres.hear("end")]);
    expect(await ended).toBe("io server disconnect");
    const { id } = await guestOf(server, pass.id);
    expect(await settledBy(server, calls[0]?.id ?? "")).toEqual([[id, "TERMINADA"]]);
    const { callId } = await atRosa.hear<{ callId: string }>("request");
    expect(await atRosa.ask("call_accepted", { callId })).toMatchObject({ code: "CALL_NOT_AVAILABLE" });
  });

  it("while they talk, when its host leaves the home, and nothing of it is relayed any more", async () => {
    const { rosa, talk, atGuest, atRosa } = await setUp();
    const callId = await talk();
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("user_id", "=", rosa.id)
      .execute();
    expect(await atRosa.hear("end")).toEqual({ callId, status: "TERMINADA" });
    expect(await atGuest.ask("webrtc_ice_candidate", { callId, candidate }).catch(() => null)).not.toEqual({
      ok: true,
    });
  });

  it("with its session", async () => {
    const { talk, atGuest, atRosa, guest, pass } = await setUp();
    const ended = atGuest.ended();
    server.clock.push(GUEST_SESSION_MS - 10_000);
    const callId = await talk();
    server.clock.push(10_000);
    expect(await atRosa.hear("end")).toEqual({ callId, status: "TERMINADA" });
    expect(await ended).toBe("io server disconnect");
    expect((await guest.ring()).status).toBe(401);
    expect((await (await newGuest(server, pass.secret)).ring()).status).toBe(200);
  });

  it("and another session of the same pass goes on", async () => {
    const { pass, talk, atRosa, guest } = await setUp();
    server.clock.push(GUEST_SESSION_MS - 60_000);
    const callId = await talk();
    const later = await newGuest(server, pass.secret);
    server.clock.push(60_000);
    await atRosa.hear("end");
    expect(await statusOfCall(server, callId)).toBe("TERMINADA");
    expect((await guest.ask("GET", "/api/guest/pass")).status).toBe(401);
    expect((await later.read()).mayRing).toBe(true);
  });
});
