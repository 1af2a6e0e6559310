import { randomUUID } from "node:crypto";
import { RING_MS } from "@umbral/contract/calls/calls.contract";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { newCall, newHome, newRunningCall, putCall, statusOfCall } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { missDue } from "./call-record.ts";

const server = await startTestServer();
afterAll(() => server.close());

const NOT_AVAILABLE = { ok: false, code: "CALL_NOT_AVAILABLE" };

/** Rings Rosa and Andrés from the lobby, as its screen does, with one device each. */
async function ringBoth() {
  const home = await newHome(server);
  const [atLobby, atRosa, atAndres] = await Promise.all([
    server.connectAs(home.lobby),
    server.connectAs(home.rosa),
    server.connectAs(home.andres),
  ]);
  const toRosa = await newCall(server, home.lobby, home.rosa);
  const toAndres = await newCall(server, home.lobby, home.andres);
  for (const call of [toRosa, toAndres]) {
    await atLobby.ask("request", { callId: call.id });
  }
  await Promise.all([atRosa.hear("request"), atAndres.hear("request")]);
  return { home, atLobby, atRosa, atAndres, toRosa, toAndres };
}

const auditOf = async (callId: string) => {
  const lines = await server.db
    .selectFrom("audit_lines")
    .select(["actor_id", "detail"])
    .where("subject_id", "=", callId)
    .where("action", "=", "calls.settled")
    .orderBy("id")
    .execute();
  return lines.map(({ actor_id, detail }) => [actor_id, detail["status"]]);
};

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
      expiresAt: call.expiresAt,
    };
    expect(await phone.hear("request")).toEqual(expected);
    expect(await tablet.hear("request")).toEqual(expected);
    expect(await atLobby.hear("request:socket:success")).toEqual({ callId: call.id, userId: home.rosa.id });
    expect(neighbour.heardSoFar("request")).toEqual([]);
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

describe("call_accepted", () => {
  it("gives the call to the first and ends it for everybody else", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth();
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
    expect(await auditOf(toRosa.id)).toEqual([[home.rosa.id, "CONTESTADA"]]);
    expect(await auditOf(toAndres.id)).toEqual([[home.rosa.id, "TERMINADA"]]);
  });

  it("is a repetition the second time, by socket or by PUT, and nobody hears it again", async () => {
    const { home, atLobby, atRosa, toRosa } = await ringBoth();
    const callId = toRosa.id;
    const first = await atRosa.ask("call_accepted", { callId });
    expect(await atRosa.ask("call_accepted", { callId })).toEqual(first);
    const put = await putCall(server, home.rosa, callId, { status: "CONTESTADA", socketId: atRosa.id });
    expect([put.statusCode, put.json().call]).toEqual([200, first.ok ? first["call"] : undefined]);
    expect((await putCall(server, home.rosa, callId, { status: "CONTESTADA" })).statusCode).toBe(200);
    await atLobby.hear("call_accepted");
    await atLobby.ask("restablecer", { callId });
    expect(atLobby.heardSoFar("call_accepted")).toEqual([]);
    expect(await auditOf(callId)).toHaveLength(1);
  });

  it("by PUT names the device that answered: the others hear that it was taken", async () => {
    const { home, atLobby, atRosa, toRosa } = await ringBoth();
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
    const { home, atLobby, atAndres, toRosa } = await ringBoth();
    await putCall(server, home.rosa, toRosa.id, { status: "CONTESTADA", socketId: atAndres.id });
    await atLobby.hear("call_accepted");
    expect(await atLobby.ask("restablecer", { callId: toRosa.id })).toMatchObject({ otherPresent: false });
  });

  it("gives a call to one of two residents who answer in the same moment", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { atRosa, atAndres, toRosa, toAndres } = await ringBoth();
      const answers = await Promise.all([
        atRosa.ask("call_accepted", { callId: toRosa.id }),
        atAndres.ask("call_accepted", { callId: toAndres.id }),
      ]);
      expect(answers.map((answer) => answer.ok).sort()).toEqual([false, true]);
      const statuses = [await statusOfCall(server, toRosa.id), await statusOfCall(server, toAndres.id)];
      expect(statuses).toEqual(answers.map((answer) => (answer.ok ? "CONTESTADA" : "TERMINADA")));
    }
  });

  it("gives a call to one of two devices of one person, of one session too", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { home, atRosa, toRosa } = await ringBoth();
      const tab = await server.connectAs(home.rosa);
      const [one, two] = await Promise.all([
        atRosa.ask("call_accepted", { callId: toRosa.id }),
        tab.ask("call_accepted", { callId: toRosa.id }),
      ]);
      expect([one.ok, two.ok].sort()).toEqual([false, true]);
      const loser = one.ok ? tab : atRosa;
      expect(await loser.hear("call_accepted:from_other_session")).toEqual({ callId: toRosa.id });
    }
  });

  it("or the caller's cancelling, never both", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth();
      const [answer, cancel] = await Promise.all([
        atRosa.ask("call_accepted", { callId: toRosa.id }),
        atLobby.ask("end", { callId: toAndres.id }),
      ]);
      // Cancelling the other's call after the answer repeats what that one already is.
      expect(cancel.ok).toBe(true);
      expect(await statusOfCall(server, toRosa.id)).toBe(answer.ok ? "CONTESTADA" : "TERMINADA");
      expect(await statusOfCall(server, toAndres.id)).toBe("TERMINADA");
      await atAndres.hear("end", ({ callId }) => callId === toAndres.id);
    }
  });

  it("or the deadline, never both", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { atRosa, atAndres, toRosa, toAndres } = await ringBoth();
      server.clock.push(Date.parse(toRosa.expiresAt) - server.clock.now().getTime() - round);
      const [answer] = await Promise.all([
        atRosa.ask("call_accepted", { callId: toRosa.id }),
        missDue(server.app.services),
      ]);
      // The deadline may have come for the answer and not yet for the sweep before it.
      server.clock.push(1000);
      await missDue(server.app.services);
      expect(await statusOfCall(server, toRosa.id)).toBe(answer.ok ? "CONTESTADA" : "PERDIDA");
      expect(await statusOfCall(server, toAndres.id)).toBe(answer.ok ? "TERMINADA" : "PERDIDA");
      await atAndres.hear("end", ({ callId }) => callId === toAndres.id);
    }
  });

  it("ends also a call that was being added to the ringing while it was answered", async () => {
    const home = await newHome(server);
    const atHome = await server.connectAs(home.rosa);
    const toRosa = await newCall(server, home.lobby, home.rosa);
    let answering: ReturnType<typeof atHome.ask> | undefined;
    const added = randomUUID();
    await server.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("calls")
        .selectAll()
        .where("id", "=", toRosa.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("calls")
        .values({ ...row, id: added, callee_id: home.andres.id })
        .execute();
      answering = atHome.ask("call_accepted", { callId: toRosa.id });
      await expect.poll(() => waitingForALock()).toBe(1);
    });
    expect(await answering).toMatchObject({ ok: true });
    expect(await statusOfCall(server, added)).toBe("TERMINADA");
  });
});

async function waitingForALock(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
  return rows[0]?.count ?? 0;
}

describe("reject_call", () => {
  it("tells the caller why, stops the person's other devices and lets the others ring on", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth();
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
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth();
    const first = await atRosa.ask("reject_call", { callId: toRosa.id });
    expect(await atRosa.ask("reject_call", { callId: toRosa.id })).toEqual(first);
    const put = await putCall(server, home.rosa, toRosa.id, { status: "RECHAZADA" });
    expect(put.statusCode).toBe(200);
    expect(await atLobby.hear("reject_call")).toMatchObject({ rejectMessage: null });
    expect(await auditOf(toRosa.id)).toEqual([[home.rosa.id, "RECHAZADA"]]);
    expect(await atRosa.ask("call_accepted", { callId: toRosa.id })).toMatchObject(NOT_AVAILABLE);
    await atAndres.ask("call_accepted", { callId: toAndres.id });
    expect(await atAndres.ask("reject_call", { callId: toAndres.id })).toMatchObject(NOT_AVAILABLE);
    expect(atLobby.heardSoFar("reject_call")).toEqual([]);
  });

  it("refuses a message that is too long", async () => {
    const { atRosa, toRosa } = await ringBoth();
    const answer = await atRosa.ask("reject_call", { callId: toRosa.id, rejectMessage: "a".repeat(201) });
    expect(answer).toMatchObject({ ok: false, code: "BAD_REQUEST" });
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
  });
});

describe("end", () => {
  it("by the caller cancels the whole ringing", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth();
    expect(await atLobby.ask("end", { callId: toRosa.id })).toMatchObject({
      ok: true,
      call: { status: "TERMINADA" },
    });
    expect(await atRosa.hear("end")).toEqual({ callId: toRosa.id, status: "TERMINADA" });
    expect(await atAndres.hear("end")).toEqual({ callId: toAndres.id, status: "TERMINADA" });
    expect(await atLobby.ask("end", { callId: toAndres.id })).toMatchObject({ ok: true });
    expect(await auditOf(toAndres.id)).toEqual([[home.lobby.id, "TERMINADA"]]);
  });

  it("by the person called is no answer to a call that rings", async () => {
    const { atRosa, toRosa } = await ringBoth();
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
    const { atRosa, toRosa } = await ringBoth();
    const [answer, end] = await Promise.all([
      atRosa.ask("call_accepted", { callId: toRosa.id }),
      atRosa.ask("end", { callId: toRosa.id }),
    ]);
    expect([answer.ok, end.ok]).toEqual([true, true]);
    expect(await statusOfCall(server, toRosa.id)).toBe("TERMINADA");
  });
});

describe("a call that nobody answers", () => {
  it("is missed by itself at its deadline, and both sides hear it", async () => {
    const { home, atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth();
    server.clock.push(RING_MS);
    expect(await atRosa.hear("end")).toEqual({ callId: toRosa.id, status: "PERDIDA" });
    expect(await atAndres.hear("end")).toEqual({ callId: toAndres.id, status: "PERDIDA" });
    for (const call of [toRosa, toAndres]) {
      await atLobby.hear("end", ({ callId, status }) => callId === call.id && status === "PERDIDA");
    }
    expect(await auditOf(toRosa.id)).toEqual([[null, "PERDIDA"]]);
    const late = await putCall(server, home.rosa, toRosa.id, { status: "CONTESTADA" });
    expect([late.statusCode, late.json().code]).toEqual([409, "CALL_NOT_AVAILABLE"]);
  });

  it("is missed once, however many processes look", async () => {
    const { atRosa, toRosa } = await ringBoth();
    server.clock.push(RING_MS);
    await Promise.all(Array.from({ length: 5 }, () => missDue(server.app.services)));
    await atRosa.hear("end");
    expect(await auditOf(toRosa.id)).toHaveLength(1);
    expect(atRosa.heardSoFar("end")).toEqual([]);
  });

  it("may be called missed by the caller's own clock, once that is true", async () => {
    const { home, atRosa, toRosa } = await ringBoth();
    server.clock.push(RING_MS);
    const put = await putCall(server, home.lobby, toRosa.id, { status: "PERDIDA" });
    expect([put.statusCode, put.json().call.status]).toEqual([200, "PERDIDA"]);
    expect(await atRosa.hear("end")).toEqual({ callId: toRosa.id, status: "PERDIDA" });
  });
});
