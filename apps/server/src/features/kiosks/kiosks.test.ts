import type { Call } from "@umbral/contract/calls/calls.contract";
import { KIOSK_CODE_MS, type KioskState } from "@umbral/contract/kiosks/kiosks.contract";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newHome, postCall } from "../../../testing/test-calls.ts";
import { newLobby } from "../../../testing/test-kiosks.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const setUp = async () => {
  const lobby = await newLobby(server);
  const list = async (): Promise<KioskState[]> => (await lobby.admin("GET", lobby.devices)).body.kiosks;
  return { ...lobby, list };
};

describe("a device of the lobby", () => {
  it("is paired by a code that its administration made, once, and says when it was seen", async () => {
    const { building, offer, pair, list, admin, devices } = await setUp();
    const { id, code } = await offer();
    expect(code).toMatch(/^\d{8}$/);
    expect(await list()).toMatchObject([
      { id, name: "Tableta de la entrada", state: "waiting", pairedAt: null, device: null, shift: null },
    ]);
    const paired = await pair(`${code.slice(0, 4)} ${code.slice(4)}`);
    expect(paired.json()).toMatchObject({
      user: { name: "Tableta de la entrada", cedula: "", email: "", phone: "", photo: null },
      spaces: [],
      kiosk: { id, name: "Tableta de la entrada", building: { id: building.id, name: building.name } },
    });
    const [state] = await list();
    expect(state).toMatchObject({
      state: "away",
      device: "Chrome en tableta Android",
      pairingExpiresAt: null,
    });
    expect(state?.lastSeenAt).not.toBeNull();
    const socket = await server.connectAs(paired.json());
    expect((await list())[0]?.state).toBe("connected");
    socket.disconnect();

    expect((await pair(code)).json()).toMatchObject({ code: "KIOSK_CODE_NOT_VALID" });
    const late = await offer("Otra");
    server.clock.push(KIOSK_CODE_MS);
    expect((await pair(late.code)).statusCode).toBe(422);
    expect((await list())[1]).toMatchObject({ id: late.id, state: "expired" });
    expect((await admin("POST", devices, { name: " " })).status).toBe(422);
  });

  it("is asked for no code again and again from one place", async () => {
    const { offer, pair } = await setUp();
    const { code } = await offer();
    const wrong = code === "00000000" ? "11111111" : "00000000";
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await pair(wrong, "10.2.0.1")).statusCode).toBe(422);
    }
    expect((await pair(code, "10.2.0.1")).statusCode).toBe(429);
    expect((await pair(code, "10.2.0.2")).statusCode).toBe(200);
  });

  it("rings homes by number without a shift, knows no names, and does nothing else", async () => {
    const { building, apartmentId, rosa, pairOne } = await setUp();
    const { ask, token, userId } = await pairOne();
    const directory = await ask("GET", `/api/buildings/${building.id}/apartments`);
    expect(directory.body.apartments[0]).toEqual({ id: apartmentId, name: "A-101", tower: { name: "A" } });
    const found = await ask("GET", `/api/buildings/${building.id}/apartments/A-101`);
    expect(found.body.apartmentUsers[0].users[0]).toMatchObject({ id: rosa.id, name: null });
    for (const path of [
      `/api/buildings/${building.id}/lobby-desk`,
      `/api/buildings/${building.id}/visits`,
      `/api/buildings/${building.id}/cameras`,
      `/api/buildings/${building.id}/doors`,
      `/api/buildings/${building.id}/alarms`,
      "/api/user/sessions",
      "/api/user/shift-pin",
    ]) {
      expect([path, (await ask("GET", path)).status]).toEqual([path, 403]);
    }

    const [atKiosk, atRosa] = await Promise.all([server.connectAs({ token }), server.connectAs(rosa)]);
    const { call } = (
      await ask("POST", "/api/call", { apartmentUserId: rosa.spaceIds[0], type: "VISITANTE" })
    ).body as { call: Call };
    expect(call).toMatchObject({ isFromLobby: true, caller: { id: userId }, callee: { name: null } });
    await atKiosk.ask("request", { callId: call.id });
    expect(await atRosa.hear("request")).toMatchObject({
      callId: call.id,
      from: { name: "Tableta de la entrada" },
      isFromLobby: true,
    });
    await atRosa.ask("call_accepted", { callId: call.id });
    expect(await atKiosk.hear("call_accepted")).toMatchObject({ callId: call.id });
    expect(await atKiosk.ask("restablecer", { callId: call.id })).toMatchObject({ ok: true });

    const elsewhere = await newHome(server);
    const foreign = await postCall(
      server,
      { headers: { authorization: `JWT ${token}` } },
      elsewhere.rosa.spaceIds[0] ?? "",
    );
    expect(foreign.statusCode).toBe(404);
  });

  it("answers for the lobby when nobody of it is on line, and shows no name of who calls", async () => {
    const { building, rosa, lobby, pairOne } = await setUp();
    const { id, token, userId } = await pairOne();
    const who = async () =>
      (await asking(server, rosa)("GET", `/api/buildings/${building.id}/lobby-user`)).body.user;
    // Neither is on line: an account has a phone.
    expect((await who()).id).toBe(lobby.id);
    const atKiosk = await server.connectAs({ token });
    expect(await who()).toEqual({ id: userId, apartmentUser: { id } });
    const atLobby = await server.connectAs(lobby);
    expect((await who()).id).toBe(lobby.id);
    // Somebody stands at this one: it is the lobby, and no telephone of anybody's.
    const { token: shift } = await server.newSession(lobby.id, {
      kioskId: id,
      presentAt: server.clock.now(),
    });
    expect((await who()).id).toBe(userId);
    await asking(server, { headers: { authorization: `JWT ${shift}` } })("DELETE", "/api/kiosk/shift");
    expect((await who()).id).toBe(lobby.id);
    atLobby.disconnect();

    const { call } = (await postCall(server, rosa, id, { rings: true })).json<{ call: Call }>();
    expect(call).toMatchObject({ isToLobby: true, userId });
    expect(await atKiosk.hear("request")).toMatchObject({
      callId: call.id,
      from: { name: "Alguien del edificio", photo: null },
      apartment: { name: "A-101" },
      isToLobby: true,
    });
    const answered = await atKiosk.ask("call_accepted", { callId: call.id });
    expect(answered).toMatchObject({ ok: true, call: { caller: { name: "Alguien del edificio" } } });
  });

  it("is nobody any more at once when it is taken back, with whoever is on shift at it", async () => {
    const { building, lobby, pairOne, takeBack, list } = await setUp();
    const kiosk = await pairOne();
    const { id, ask } = kiosk;
    const shift = await server.newSession(lobby.id, { kioskId: id, presentAt: server.clock.now() });
    const [alone, onShift, own] = await Promise.all([
      server.connectAs(kiosk),
      server.connectAs(shift),
      server.connectAs(lobby),
    ]);
    const ends = Promise.all([alone.ended(), onShift.ended()]);
    expect((await takeBack(kiosk)).status).toBe(200);
    expect(await ends).toEqual(["io server disconnect", "io server disconnect"]);
    expect((await ask("GET", "/api/user/auth/currentUser")).status).toBe(401);
    expect((await asking(server, shift)("GET", `/api/buildings/${building.id}/lobby-desk`)).status).toBe(401);
    expect(own.raw.connected).toBe(true);
    expect(await list()).toEqual([]);
    expect((await takeBack(kiosk)).status).toBe(404);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select("action")
      .where("subject_id", "=", id)
      .orderBy("at")
      .execute();
    expect(lines.map(({ action }) => action)).toEqual([
      "kiosks.offered",
      "kiosks.paired",
      "kiosks.taken-back",
    ]);
  });

  it("is another building's to nobody", async () => {
    const { pairOne, devices, lobby } = await setUp();
    const kiosk = await pairOne();
    const other = await setUp();
    expect((await other.admin("GET", devices)).status).toBe(404);
    expect((await other.takeBack(kiosk)).status).toBe(404);
    expect((await asking(server, lobby)("GET", devices)).status).toBe(403);
  });
});
