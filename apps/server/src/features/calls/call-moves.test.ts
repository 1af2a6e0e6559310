import { RING_MS } from "@umbral/contract/calls/call-times";
import { afterAll, describe, expect, it } from "vitest";
import {
  newHome,
  newRunningCall,
  putCall,
  ringBoth,
  settledBy,
  statusOfCall,
} from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const NOT_AVAILABLE = { ok: false, code: "CALL_NOT_AVAILABLE" };

describe("call_accepted", () => {
  it("gives the call to the first and ends it for everybody else", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
    const tablet = await server.connectAs(home.rosa);
    await tablet.hear("request");

    const answer = await atRosa.ask("call_accepted", { callId: toRosa.id, to: home.lobby.id });
    expect(answer).toMatchObject({ ok: true, call: { id: toRosa.id, status: "CONTESTADA" } });
    expect(await atLobby.hear("call_accepted")).toEqual({ callId: toRosa.id, userId: home.rosa.id });
    expect(await tablet.hear("call_accepted:from_other_session")).toEqual({ callId: toRosa.id });
    expect(await atAndres.hear("end")).toEqual({ callId: toAndres.id, status: "TERMINADA" });

    expect(await atAndres.ask("call_accepted", { callId: toAndres.id })).toMatchObject(NOT_AVAILABLE);
    expect(await tablet.ask("call_accepted", { callId: toRosa.id })).toMatchObject(NOT_AVAILABLE);
    expect(atRosa.heardSoFar("call_accepted:from_other_session")).toEqual([]);
    expect(atLobby.heardSoFar("end")).toEqual([]);
    expect(await settledBy(server, toRosa.id)).toEqual([[home.rosa.id, "CONTESTADA"]]);
    expect(await settledBy(server, toAndres.id)).toEqual([[home.rosa.id, "TERMINADA"]]);
  });

  it("is a repetition the second time, by socket or by PUT, and nobody hears it again", async () => {
    const { home, atLobby, atRosa, toRosa } = await ringBoth(server);
    const callId = toRosa.id;
    const first = await atRosa.ask("call_accepted", { callId });
    expect(await atRosa.ask("call_accepted", { callId })).toEqual(first);
    const put = await putCall(server, home.rosa, callId, { status: "CONTESTADA", socketId: atRosa.id });
    expect([put.statusCode, put.json().call]).toEqual([200, first.ok ? first["call"] : undefined]);
    expect((await putCall(server, home.rosa, callId, { status: "CONTESTADA" })).statusCode).toBe(200);
    await atLobby.hear("call_accepted");
    await atLobby.ask("restablecer", { callId });
    expect(atLobby.heardSoFar("call_accepted")).toEqual([]);
    expect(await settledBy(server, callId)).toHaveLength(1);
  });

  it("is refused to who moved out, or whose stay ran out, while it rang, and whoever still lives there answers", async () => {
    const left = [
      { status: "ENDED", ended_at: server.clock.now() },
      { ends_at: new Date(server.clock.now().getTime() - 1000) },
    ] as const;
    for (const over of left) {
      const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
      await server.db.updateTable("spaces").set(over).where("user_id", "=", home.rosa.id).execute();
      expect(await atRosa.ask("call_accepted", { callId: toRosa.id })).toMatchObject(NOT_AVAILABLE);
      const put = await putCall(server, home.rosa, toRosa.id, { status: "CONTESTADA", endsRunning: true });
      expect([put.statusCode, put.json().code]).toEqual([409, "CALL_NOT_AVAILABLE"]);
      for (const { id } of [toRosa, toAndres]) {
        expect([await statusOfCall(server, id), await settledBy(server, id)]).toEqual(["ENTRANTE", []]);
      }
      expect(await atAndres.ask("call_accepted", { callId: toAndres.id })).toMatchObject({ ok: true });
      // The first that the caller hears of it.
      expect(await atLobby.hear("call_accepted")).toEqual({ callId: toAndres.id, userId: home.andres.id });
    }
  });

  it("may be said again under a new socket when the one that said it is gone", async () => {
    const { home, atLobby, atRosa, toRosa } = await ringBoth(server);
    const callId = toRosa.id;
    await atRosa.ask("call_accepted", { callId });
    const again = await server.connectAs(home.rosa);
    expect(await again.ask("call_accepted", { callId })).toMatchObject(NOT_AVAILABLE);
    atRosa.disconnect();
    await expect.poll(async () => (await again.ask("call_accepted", { callId })).ok).toBe(true);
    await atLobby.ask("restablecer", { callId });
    expect(await again.hear("restablecer")).toEqual({ callId });
  });

  it("is too late when the call has rung long enough, though nobody has written down that it was missed", async () => {
    const { atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
    server.clock.push(RING_MS);
    expect(await atRosa.ask("call_accepted", { callId: toRosa.id })).toMatchObject(NOT_AVAILABLE);
    expect(await atAndres.ask("reject_call", { callId: toAndres.id })).toMatchObject(NOT_AVAILABLE);
    expect(await settledBy(server, toRosa.id)).not.toContainEqual([expect.anything(), "CONTESTADA"]);
  });

  it("by PUT names the device that answered: the others hear that it was taken", async () => {
    const { home, atLobby, atRosa, toRosa } = await ringBoth(server);
    const tablet = await server.connectAs(home.rosa);
    const put = await putCall(server, home.rosa, toRosa.id, { status: "CONTESTADA", socketId: atRosa.id });
    expect(put.json().call.status).toBe("CONTESTADA");
    await tablet.hear("call_accepted:from_other_session");
    await atLobby.hear("call_accepted");
    // It stands in the call: what the other side sends reaches it.
    expect(await atLobby.ask("restablecer", { callId: toRosa.id })).toMatchObject({ otherPresent: true });
    await atRosa.hear("restablecer");
    expect(atRosa.heardSoFar("call_accepted:from_other_session")).toEqual([]);
  });

  it("by PUT does not believe that somebody else's socket answered", async () => {
    const { home, atLobby, atAndres, toRosa } = await ringBoth(server);
    await putCall(server, home.rosa, toRosa.id, { status: "CONTESTADA", socketId: atAndres.id });
    await atLobby.hear("call_accepted");
    expect(await atLobby.ask("restablecer", { callId: toRosa.id })).toMatchObject({ otherPresent: false });
  });
});

describe("reject_call", () => {
  it("is refused to who moved out while it rang: their words are no word of the home", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("user_id", "=", home.rosa.id)
      .execute();
    const rejected = await atRosa.ask("reject_call", { callId: toRosa.id, rejectMessage: "Dame un momento" });
    expect(rejected).toMatchObject(NOT_AVAILABLE);
    const put = await putCall(server, home.rosa, toRosa.id, { status: "RECHAZADA" });
    expect([put.statusCode, put.json().code]).toEqual([409, "CALL_NOT_AVAILABLE"]);
    expect([await statusOfCall(server, toRosa.id), await settledBy(server, toRosa.id)]).toEqual([
      "ENTRANTE",
      [],
    ]);
    // The first that the caller hears of it.
    expect(await atAndres.ask("reject_call", { callId: toAndres.id })).toMatchObject({ ok: true });
    expect(await atLobby.hear("reject_call")).toMatchObject({ callId: toAndres.id });
  });

  it("tells the caller why, stops the person's other devices and lets the others ring on", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
    const tablet = await server.connectAs(home.rosa);
    const rejectMessage = "Dame un momento";
    const rejected = await atRosa.ask("reject_call", { callId: toRosa.id, rejectMessage });
    expect(rejected).toMatchObject({ ok: true, call: { status: "RECHAZADA" } });
    const expected = { callId: toRosa.id, userId: home.rosa.id, rejectMessage };
    expect(await atLobby.hear("reject_call")).toEqual(expected);
    expect(await tablet.hear("reject_call")).toEqual(expected);
    expect(await statusOfCall(server, toAndres.id)).toBe("ENTRANTE");
    expect(await atAndres.ask("call_accepted", { callId: toAndres.id })).toMatchObject({ ok: true });
    // Who rejected stays so, whatever became of the ringing.
    expect(await statusOfCall(server, toRosa.id)).toBe("RECHAZADA");
  });

  it("is a repetition the second time, and too late after an answer", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
    const first = await atRosa.ask("reject_call", { callId: toRosa.id });
    expect(await atRosa.ask("reject_call", { callId: toRosa.id })).toEqual(first);
    const put = await putCall(server, home.rosa, toRosa.id, { status: "RECHAZADA" });
    expect(put.statusCode).toBe(200);
    expect(await atLobby.hear("reject_call")).toMatchObject({ rejectMessage: null });
    expect(await settledBy(server, toRosa.id)).toEqual([[home.rosa.id, "RECHAZADA"]]);
    expect(await atRosa.ask("call_accepted", { callId: toRosa.id })).toMatchObject(NOT_AVAILABLE);
    await atAndres.ask("call_accepted", { callId: toAndres.id });
    expect(await atAndres.ask("reject_call", { callId: toAndres.id })).toMatchObject(NOT_AVAILABLE);
    expect(atLobby.heardSoFar("reject_call")).toEqual([]);
  });

  it("refuses a message that is too long", async () => {
    const { atRosa, toRosa } = await ringBoth(server);
    const answer = await atRosa.ask("reject_call", { callId: toRosa.id, rejectMessage: "a".repeat(201) });
    expect(answer).toMatchObject({ ok: false, code: "BAD_REQUEST" });
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
  });
});

describe("end", () => {
  it("by the caller cancels the whole ringing", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
    expect(await atLobby.ask("end", { callId: toRosa.id })).toMatchObject({
      ok: true,
      call: { status: "TERMINADA" },
    });
    expect(await atRosa.hear("end")).toEqual({ callId: toRosa.id, status: "TERMINADA" });
    expect(await atAndres.hear("end")).toEqual({ callId: toAndres.id, status: "TERMINADA" });
    expect(await atLobby.ask("end", { callId: toAndres.id })).toMatchObject({ ok: true });
    expect(await settledBy(server, toAndres.id)).toEqual([[home.lobby.id, "TERMINADA"]]);
  });

  it("by the person called is no answer to a call that rings", async () => {
    const { atRosa, toRosa } = await ringBoth(server);
    expect(await atRosa.ask("end", { callId: toRosa.id })).toMatchObject(NOT_AVAILABLE);
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
  });

  it("by either hangs up, and the other hears it once", async () => {
    for (const side of ["lobby", "home"] as const) {
      const home = await newHome(server);
      const { call, atLobby, atHome } = await newRunningCall(server, home);
      const [mine, other] = side === "lobby" ? [atLobby, atHome] : [atHome, atLobby];
      expect(await mine.ask("end", { callId: call.id })).toMatchObject({ call: { status: "TERMINADA" } });
      expect(await other.hear("end")).toEqual({ callId: call.id, status: "TERMINADA" });
      expect(await other.ask("end", { callId: call.id })).toMatchObject({ ok: true });
      expect(mine.heardSoFar("end")).toEqual([]);
      const put = await putCall(server, home.rosa, call.id, { status: "TERMINADA" });
      expect(put.statusCode).toBe(200);
      expect(other.heardSoFar("end")).toEqual([]);
    }
  });

  it("comes after the answer that was sent before it", async () => {
    const { atRosa, toRosa } = await ringBoth(server);
    const [answer, end] = await Promise.all([
      atRosa.ask("call_accepted", { callId: toRosa.id }),
      atRosa.ask("end", { callId: toRosa.id }),
    ]);
    expect([answer.ok, end.ok]).toEqual([true, true]);
    expect(await statusOfCall(server, toRosa.id)).toBe("TERMINADA");
  });
});
