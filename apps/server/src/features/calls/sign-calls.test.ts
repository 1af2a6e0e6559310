import type { PastCall } from "@umbral/contract/calls/call-history.contract";
import type { IncomingCall } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newHome, statusOfCall } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { lastVisitorOf, newBrowser, newSign, newVisitor } from "../../../testing/test-signs.ts";

const server = await startTestServer();
afterAll(() => server.close());

const MINUTE_MS = 60_000;
const candidate = { candidate: "candidate:1 1 udp 1 10.0.0.1 1000 typ host", sdpMid: "0", sdpMLineIndex: 0 };
let networks = 0;

/** Attempts are counted in quarters of an hour: what is limited within one begins with it. */
const waitForQuarter = () =>
  server.clock.push(15 * MINUTE_MS - (server.clock.now().getTime() % (15 * MINUTE_MS)));

/** Somebody before the sign of Rosa's and Andrés's building, each with a device. */
async function setUp() {
  const home = await newHome(server);
  const sign = await newSign(server, home.building.id);
  networks += 1;
  const from = { browser: newBrowser(), address: `10.6.${networks}.1` };
  const visitor = await newVisitor(server, sign.secret, from);
  const [atVisitor, atRosa, atAndres] = await Promise.all([
    server.connectAs(visitor),
    server.connectAs(home.rosa),
    server.connectAs(home.andres),
  ]);
  const empty = home.building.apartments[1]?.id ?? "";
  const callsAt = (apartmentId: string | null) =>
    server.db
      .selectFrom("calls")
      .selectAll()
      .where("building_id", "=", home.building.id)
      .where("apartment_id", "is not distinct from", apartmentId)
      .execute();
  /** Rings Rosa's and Andrés's home, and says which call each of them heard. */
  const ringHome = async () => {
    expect((await visitor.ring(home.apartmentId)).status).toBe(200);
    const heard = await Promise.all([
      atRosa.hear<IncomingCall>("request"),
      atAndres.hear<IncomingCall>("request"),
    ]);
    return heard.map(({ callId }) => callId);
  };
  return { ...home, sign, from, visitor, atVisitor, atRosa, atAndres, empty, callsAt, ringHome };
}

/** All that was told to somebody of calls. */
const EVENTS = ["request:socket:success", "push_notification:success", "call_accepted", "reject_call", "end"];

describe("whoever stands before the sign", () => {
  it("rings everybody of a home as a visitor whom nobody has verified, by devices and pushes alone", async () => {
    const { visitor, apartmentId, atRosa, atAndres, callsAt } = await setUp();
    const { status, body } = await visitor.ring(apartmentId);
    expect([status, Object.keys(body), Object.keys(body.ringing).sort()]).toEqual([
      200,
      ["ringing"],
      ["createdAt", "expiresAt", "id"],
    ]);
    const seen = {
      from: { name: "Visitante", photo: null },
      apartment: { id: apartmentId },
      isFromLobby: false,
      isToLobby: false,
      isUnverified: true,
      isBySign: true,
    };
    for (const device of [atRosa, atAndres]) {
      const request = await device.hear("request");
      expect(request).toMatchObject(seen);
      expect(request).not.toHaveProperty("isByPass");
    }
    const calls = await callsAt(apartmentId);
    expect(calls.map((call) => [call.is_from_sign, call.is_unverified])).toEqual([
      [true, true],
      [true, true],
    ]);
    const legs = await server.db
      .selectFrom("call_legs")
      .select("channel")
      .where(
        "call_id",
        "in",
        calls.map(({ id }) => id),
      )
      .execute();
    expect(new Set(legs.map(({ channel }) => channel))).toEqual(new Set(["push"]));
  });

  it("is answered alike where nobody is, and hears nothing from which one could tell", async () => {
    const { visitor, atVisitor, atRosa, apartmentId, empty, callsAt } = await setUp();
    const [there, nowhere] = [await visitor.ring(apartmentId), await visitor.ring(empty)];
    expect([nowhere.status, Object.keys(nowhere.body.ringing)]).toEqual([
      there.status,
      Object.keys(there.body.ringing),
    ]);
    expect(await callsAt(empty)).toEqual([]);
    // What rang at the other home has ended with it.
    expect(await atRosa.hear("end")).toMatchObject({ status: "TERMINADA" });
    server.clock.push(2 * MINUTE_MS);
    expect((await visitor.ring(apartmentId)).status).toBe(200);
    server.clock.push(2 * MINUTE_MS);
    await atRosa.hear("end");
    await atVisitor.ask("nothing", {});
    expect(EVENTS.flatMap((event) => atVisitor.heardSoFar(event))).toEqual([]);
  });

  it("talks to who answers, who may open, and the audit says that the sign rang", async () => {
    const { ringHome, atVisitor, atRosa, atAndres, apartmentId, visitor } = await setUp();
    const [mine = ""] = await ringHome();
    expect(await atRosa.ask("call_accepted", { callId: mine })).toMatchObject({ ok: true });
    expect(await atVisitor.hear("call_accepted")).toMatchObject({ callId: mine });
    expect(await atAndres.hear("end")).toMatchObject({ status: "TERMINADA" });
    expect((await visitor.ask("GET", `/api/call/${mine}`)).body.call).toMatchObject({
      apartment: null,
      callee: { name: null },
      caller: { name: "Visitante", photo: null },
      isBySign: true,
    });
    // A page that lost its line meanwhile is told when it is back.
    const back = await server.connectAs(visitor);
    expect(await back.hear("call_accepted")).toMatchObject({ callId: mine });
    await atVisitor.ask("restablecer", { callId: mine });
    await atRosa.hear("restablecer");
    expect(await atRosa.ask("webrtc_ice_candidate", { callId: mine, candidate })).toEqual({ ok: true });
    expect(await atVisitor.hear("webrtc_ice_candidate")).toEqual({ callId: mine, candidate });
    const line = await server.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("action", "=", "calls.created")
      .where("subject_id", "=", mine)
      .executeTakeFirstOrThrow();
    expect(line.detail).toMatchObject({ apartmentId, isFromSign: true, isUnverified: true });
    expect(await atVisitor.ask("end", { callId: mine })).toMatchObject({ ok: true });
    expect(await atRosa.hear("end")).toEqual({ callId: mine, status: "TERMINADA" });
  });

  it("hears a no, and what was said with it, once nobody else of the home can answer", async () => {
    const { ringHome, atVisitor, atRosa, atAndres } = await setUp();
    const [rosas = "", andres = ""] = await ringHome();
    await atRosa.ask("reject_call", { callId: rosas, rejectMessage: "Hablamos luego" });
    expect(atVisitor.heardSoFar("reject_call")).toEqual([]);
    await atAndres.ask("reject_call", { callId: andres, rejectMessage: "Dame un momento" });
    expect(await atVisitor.hear("reject_call")).toMatchObject({ rejectMessage: "Dame un momento" });
    expect(atVisitor.heardSoFar("reject_call")).toEqual([]);
  });

  it("takes back what rings, and what rang of somebody who was let in before is unverified all the same", async () => {
    const { visitor, ringHome, atRosa, building, rosa } = await setUp();
    const [mine = ""] = await ringHome();
    const door = await server.newDoor(building);
    await server.db
      .insertInto("door_orders")
      .values({
        id: server.app.services.newId(),
        building_id: building.id,
        door_id: door.id,
        requested_by: rosa.id,
        request_id: null,
        call_id: mine,
        action: 200,
        outcome: "moved",
        issued_at: server.clock.now(),
      })
      .execute();
    expect((await visitor.stop()).body).toEqual({ ok: true });
    expect(await atRosa.hear("end")).toMatchObject({ status: "TERMINADA" });
    expect(await statusOfCall(server, mine)).toBe("TERMINADA");
    await ringHome();
  });

  it("rings the lobby, and nothing where there is none", async () => {
    const { visitor, lobby, callsAt } = await setUp();
    const atLobby = await server.connectAs(lobby);
    expect((await visitor.ring(null)).status).toBe(200);
    expect(await atLobby.hear("request")).toMatchObject({
      from: { name: "Visitante" },
      isToLobby: true,
      isBySign: true,
      apartment: null,
    });
    expect(await callsAt(null)).toHaveLength(1);
    const building = await server.newBuilding();
    const alone = await newVisitor(server, (await newSign(server, building.id)).secret);
    expect((await alone.ring(null)).status).toBe(200);
  });

  it("rings three times at a home in a quarter of an hour, empty or not, and no home of elsewhere", async () => {
    waitForQuarter();
    const { visitor, apartmentId, empty } = await setUp();
    for (const home of [apartmentId, empty]) {
      for (let times = 0; times < 3; times += 1) {
        expect((await visitor.ring(home)).status).toBe(200);
      }
      expect(await visitor.ring(home)).toMatchObject({
        status: 429,
        body: { code: "SIGN_CALLS_TOO_OFTEN" },
      });
    }
    const elsewhere = await server.newBuilding();
    expect(await visitor.ring(elsewhere.apartments[0]?.id ?? "")).toMatchObject({ status: 404 });
    server.clock.push(15 * MINUTE_MS);
    expect((await visitor.ring(apartmentId)).status).toBe(200);
  });

  it("is limited by network and by home too: another browser is no way round", async () => {
    waitForQuarter();
    const { sign, apartmentId, empty, from } = await setUp();
    const outcomes: number[] = [];
    for (let browsers = 0; browsers < 5; browsers += 1) {
      const other = await newVisitor(server, sign.secret, { address: from.address });
      for (let times = 0; times < 3; times += 1) {
        outcomes.push((await other.ring(apartmentId)).status);
      }
    }
    expect(outcomes.map((status) => status === 200)).toEqual([
      ...Array.from({ length: 12 }, () => true),
      ...Array.from({ length: 3 }, () => false),
    ]);
    expect((await (await newVisitor(server, sign.secret, from)).ring(empty)).status).toBe(200);
  });
});

describe("a home", () => {
  it("that switched the sign off is rung nowhere, and nobody is told; who does not live there decides nothing", async () => {
    const { visitor, apartmentId, rosa, lobby, atRosa, callsAt } = await setUp();
    const path = `/api/apartments/${apartmentId}/entrance-sign`;
    const ask = asking(server, rosa);
    expect((await ask("GET", path)).body).toEqual({ rings: true, hasSign: true });
    expect((await ask("PUT", path, { rings: false })).body).toEqual({ rings: false });
    expect((await ask("PUT", path, { rings: false })).body).toEqual({ rings: false });
    expect((await asking(server, lobby)("PUT", path, { rings: true })).status).toBe(404);
    expect((await visitor.ring(apartmentId)).status).toBe(200);
    expect(await callsAt(apartmentId)).toEqual([]);
    expect(atRosa.heardSoFar("request")).toEqual([]);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("action", "=", "entrance-sign.home-changed")
      .where("subject_id", "=", apartmentId)
      .execute();
    expect(lines).toEqual([{ detail: { rings: false } }]);
    expect((await ask("PUT", path, { rings: true })).body).toEqual({ rings: true });
    await visitor.ring(apartmentId);
    await atRosa.hear("request");
  });

  it("that switched the sign off is rung again once none of those who lived there then does", async () => {
    const { visitor, building, apartmentId, rosa, andres, callsAt } = await setUp();
    const path = `/api/apartments/${apartmentId}/entrance-sign`;
    expect((await asking(server, rosa)("PUT", path, { rings: false })).body).toEqual({ rings: false });
    const moveOut = (userId: string) =>
      server.db
        .updateTable("spaces")
        .set({ status: "ENDED", ended_at: server.clock.now() })
        .where("user_id", "=", userId)
        .execute();
    await moveOut(rosa.id);
    expect((await asking(server, andres)("GET", path)).body).toMatchObject({ rings: false });
    await visitor.ring(apartmentId);
    expect(await callsAt(apartmentId)).toEqual([]);

    server.clock.push(MINUTE_MS);
    const nora = await server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId }],
    });
    await server.db
      .updateTable("spaces")
      .set({ created_at: server.clock.now() })
      .where("user_id", "=", nora.id)
      .execute();
    await moveOut(andres.id);
    const ask = asking(server, nora);
    expect((await ask("GET", path)).body).toMatchObject({ rings: true });
    await visitor.ring(apartmentId);
    expect(await callsAt(apartmentId)).toHaveLength(1);
    // Her own word takes the place of theirs.
    expect((await ask("PUT", path, { rings: false })).body).toEqual({ rings: false });
    expect((await ask("GET", path)).body).toMatchObject({ rings: false });
  });

  it("that blocked a visitor hears that browser no more, whose page is told nothing, and reads in its history who it was", async () => {
    const { visitor, sign, from, apartmentId, rosa, ringHome, atRosa } = await setUp();
    await ringHome();
    await visitor.stop();
    await atRosa.hear("end");
    const id = await lastVisitorOf(server, sign.id);
    const ask = asking(server, rosa);
    const blocked = await ask("PUT", `/api/apartments/${apartmentId}/blocked-callers/${id}`);
    expect(blocked.body.blockedCallers).toMatchObject([{ id, name: "Visitante" }]);
    const again = await newVisitor(server, sign.secret, from);
    expect((await again.ring(apartmentId)).status).toBe(200);
    expect(atRosa.heardSoFar("request")).toEqual([]);
    const history: PastCall[] = (await ask("GET", `/api/apartments/${apartmentId}/calls`)).body.calls;
    expect(history).toMatchObject([{ caller: { name: "Visitante" }, isBySign: true, isUnverified: true }]);
    await (await newVisitor(server, sign.secret, { address: from.address })).ring(apartmentId);
    await atRosa.hear("request");
  });
});

it("what rings ends at once when the sign is renewed", async () => {
  const { ringHome, atVisitor, atRosa, building } = await setUp();
  await ringHome();
  const ended = atVisitor.ended();
  const admin = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  await asking(server, admin)("POST", `/api/bb/buildings/${building.id}/entrance-sign`, {});
  expect(await atRosa.hear("end")).toMatchObject({ status: "TERMINADA" });
  expect(await ended).toBe("io server disconnect");
});
