import type { Call } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { postCall, settledBy, statusOfCall, waitingForALock } from "../../../testing/test-calls.ts";
import { newLobby } from "../../../testing/test-kiosks.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const NOT_AVAILABLE = { ok: false, code: "CALL_NOT_AVAILABLE" };
const candidate = { candidate: "candidate:1 1 udp 1 10.0.0.1 1000 typ host", sdpMid: "0", sdpMLineIndex: 0 };

/** A lobby with a device that is on line, and Rosa and Andrés at home. */
async function setUp() {
  const lobby = await newLobby(server);
  const kiosk = await lobby.pairOne();
  const [atKiosk, atRosa, atAndres] = await Promise.all([
    server.connectAs(kiosk),
    server.connectAs(lobby.rosa),
    server.connectAs(lobby.andres),
  ]);
  const ring = async (who: { headers: { authorization: string } }, spaceId = "") =>
    (await postCall(server, who, spaceId, { rings: true })).json<{ call: Call }>().call;
  return { ...lobby, kiosk, atKiosk, atRosa, atAndres, ring };
}

describe("when a device of the lobby is taken back", () => {
  it("what it rings stops ringing, at every home's device, and nobody can answer it any more", async () => {
    const { ana, rosa, andres, kiosk, takeBack, atRosa, atAndres, ring } = await setUp();
    const toRosa = await ring(kiosk, rosa.spaceIds[0]);
    const toAndres = await ring(kiosk, andres.spaceIds[0]);
    await Promise.all([atRosa.hear("request"), atAndres.hear("request")]);
    expect((await takeBack(kiosk)).status).toBe(200);
    expect(await atRosa.hear("end")).toEqual({ callId: toRosa.id, status: "TERMINADA" });
    expect(await atAndres.hear("end")).toEqual({ callId: toAndres.id, status: "TERMINADA" });
    expect(await atRosa.ask("call_accepted", { callId: toRosa.id })).toMatchObject(NOT_AVAILABLE);
    expect(await settledBy(server, toRosa.id)).toEqual([[ana.id, "TERMINADA"]]);
    // Who connects now finds nothing that rings.
    const again = await server.connectAs(rosa);
    expect(again.heardSoFar("request")).toEqual([]);
  });

  it("a call in which it stands ends, with whoever is on shift at it, and nothing of it is relayed", async () => {
    const { rosa, lobby, kiosk, takeBack, atKiosk, atRosa, ring } = await setUp();
    const shift = await server.newSession(lobby.id, { kioskId: kiosk.id, presentAt: server.clock.now() });
    const atDesk = await server.connectAs(shift);
    const { id: callId } = await ring(shift, rosa.spaceIds[0]);
    await atRosa.ask("call_accepted", { callId });
    await atDesk.hear("call_accepted");
    await atDesk.ask("restablecer", { callId });
    expect(await atRosa.ask("webrtc_ice_candidate", { callId, candidate })).toEqual({ ok: true });
    await atDesk.hear("webrtc_ice_candidate");

    const ends = Promise.all([atKiosk.ended(), atDesk.ended()]);
    expect((await takeBack(kiosk)).status).toBe(200);
    expect(await atRosa.hear("end")).toEqual({ callId, status: "TERMINADA" });
    expect(await ends).toEqual(["io server disconnect", "io server disconnect"]);
    expect(await atRosa.ask("webrtc_ice_candidate", { callId, candidate })).toMatchObject(NOT_AVAILABLE);
    expect(await atRosa.ask("restablecer", { callId })).toMatchObject(NOT_AVAILABLE);
    expect(await statusOfCall(server, callId)).toBe("TERMINADA");
  });

  it("a home that rings it is told that nobody answers, and waits at the desk to be rung back", async () => {
    const { building, rosa, lobby, kiosk, takeBack, atKiosk, atRosa, ring } = await setUp();
    const { id: callId } = await ring(rosa, kiosk.id);
    await atKiosk.hear("request");
    expect((await takeBack(kiosk)).status).toBe(200);
    expect(await atRosa.hear("end")).toEqual({ callId, status: "PERDIDA" });
    const desk = await asking(server, lobby)("GET", `/api/buildings/${building.id}/lobby-desk`);
    expect(desk.body.missed).toMatchObject([{ isToLobby: true, apartment: { name: "A-101" } }]);
    expect((await postCall(server, rosa, kiosk.id)).statusCode).toBe(404);
  });

  it("the calls of another go on", async () => {
    const { rosa, andres, kiosk, pairOne, takeBack, atRosa, atAndres, ring } = await setUp();
    const other = await pairOne();
    const { id: callId } = await ring(other, andres.spaceIds[0]);
    await atAndres.hear("request");
    const { id: ended } = await ring(kiosk, rosa.spaceIds[0]);
    await takeBack(kiosk);
    expect(await atRosa.hear("end")).toMatchObject({ callId: ended });
    expect(await atAndres.ask("call_accepted", { callId })).toMatchObject({ ok: true });
  });

  it("what it asks for in that moment rings nowhere", async () => {
    const { rosa, kiosk, takeBack, atRosa } = await setUp();
    let both: Promise<[{ status: number }, { statusCode: number }]> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom("users").select("id").where("id", "=", kiosk.userId).forUpdate().execute();
      const taking = takeBack(kiosk);
      await expect.poll(() => waitingForALock(server)).toBeGreaterThan(0);
      // Its session is over only with that, so that the gate still lets it in.
      both = Promise.all([taking, postCall(server, kiosk, rosa.spaceIds[0] ?? "", { rings: true })]);
      await expect.poll(() => waitingForALock(server)).toBeGreaterThan(1);
    });
    expect(await both).toMatchObject([{ status: 200 }, { statusCode: 401 }]);
    const calls = await server.db
      .selectFrom("calls")
      .select("id")
      .where("caller_id", "=", kiosk.userId)
      .execute();
    expect([calls, atRosa.heardSoFar("request")]).toEqual([[], []]);
  });
});
