import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import {
  newCall,
  newHome,
  newRunningCall,
  putCall,
  settledBy,
  statusOfCall,
  waitingForALock,
} from "../../../testing/test-calls.ts";
import { startTestServer, type TestSocket } from "../../../testing/test-server.ts";
import { newPasswordLink } from "../auth/links.service.ts";

const server = await startTestServer();
afterAll(() => server.close());

const OLD = "una clave de prueba";
const PASSWORD = "tres loros en la mesa";

interface Signed {
  headers: { authorization: string };
  token: string;
}

const sessionIdOf = async (by: Signed) => {
  const { body } = await asking(server, by)("GET", "/api/user/sessions");
  const sessions: { id: string; isCurrent: boolean }[] = body.sessions;
  return sessions.find(({ isCurrent }) => isCurrent)?.id ?? "";
};

async function openNewPassword(userId: string) {
  const { url } = await server.db
    .transaction()
    .execute((trx) => newPasswordLink(server.app.services, trx, userId));
  const token = new URL(url).searchParams.get("token");
  return asking(server, null)("POST", "/api/user/auth/resetPassword", { token, password: PASSWORD });
}

/** Each way in which a session ends that holds a call; `other` is a living one of the same person. */
const ways: [string, (talking: Signed, other: Signed, userId: string) => Promise<{ status: number }>][] = [
  ["signs out", (talking) => asking(server, talking)("POST", "/api/user/auth/logout")],
  [
    "closes that session elsewhere",
    async (talking, other) =>
      asking(server, other)("DELETE", `/api/user/sessions/${await sessionIdOf(talking)}`),
  ],
  ["closes all others elsewhere", (_talking, other) => asking(server, other)("DELETE", "/api/user/sessions")],
  [
    "changes the password elsewhere",
    (_talking, other) =>
      asking(server, other)("PUT", "/api/user/profile/password", {
        currentPassword: OLD,
        password: PASSWORD,
      }),
  ],
  ["sets a new password by a link", (_talking, _other, userId) => openNewPassword(userId)],
];

const overAt = async (at: TestSocket, callId: string) =>
  expect(await at.hear("end")).toEqual({ callId, status: "TERMINADA" });

describe("whose session ends", () => {
  it.each(ways)("leaves the call that stands in it: who %s", async (_name, end) => {
    const building = await server.newBuilding();
    const apartmentId = building.apartments[0]?.id ?? "";
    const lobby = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const rosa = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }],
      password: OLD,
    });
    const home = { building, apartmentId, lobby, rosa, andres: rosa };
    const { call, atLobby, atHome } = await newRunningCall(server, home);
    const other = await server.newSession(rosa.id);
    const ended = atHome.ended();
    expect((await end(rosa, other, rosa.id)).status).toBe(200);
    await overAt(atLobby, call.id);
    expect(await ended).toBe("io server disconnect");
    expect(await statusOfCall(server, call.id)).toBe("TERMINADA");
    expect((await settledBy(server, call.id)).at(-1)).toEqual([rosa.id, "TERMINADA"]);
  });

  it("talks on where another session of theirs answered", async () => {
    const home = await newHome(server);
    const { call, atLobby, atHome } = await newRunningCall(server, home);
    const [other, third] = [await server.newSession(home.rosa.id), await server.newSession(home.rosa.id)];
    expect((await asking(server, other)("POST", "/api/user/auth/logout")).status).toBe(200);
    expect((await asking(server, home.rosa)("DELETE", "/api/user/sessions")).status).toBe(200);
    expect((await asking(server, third)("GET", "/api/user/sessions")).status).toBe(401);
    expect(await statusOfCall(server, call.id)).toBe("CONTESTADA");
    expect(await atHome.ask("restablecer", { callId: call.id })).toMatchObject({
      ok: true,
      otherPresent: true,
    });
    expect(atLobby.heardSoFar("end")).toEqual([]);
  });

  it("is rung on elsewhere, and rings nobody any more from there", async () => {
    const home = await newHome(server);
    const atRosa = await server.connectAs(home.rosa);
    const other = await server.newSession(home.lobby.id);
    const [atLobby, atOther] = [await server.connectAs(home.lobby), await server.connectAs(other)];
    const [toRosa, toAndres] = [
      await newCall(server, home.lobby, home.rosa),
      await newCall(server, home.lobby, home.andres),
    ];
    await atLobby.ask("request", { callId: toRosa.id });
    await atOther.ask("request", { callId: toAndres.id });
    await atRosa.hear("request");
    const second = await server.newSession(home.rosa.id);
    // Who is rung signs out at one of two devices: the other rings on.
    expect((await asking(server, second)("POST", "/api/user/auth/logout")).status).toBe(200);
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
    // Who rings signs out: what that device rang is over, what another of theirs rings goes on.
    expect((await asking(server, home.lobby)("POST", "/api/user/auth/logout")).status).toBe(200);
    await overAt(atRosa, toRosa.id);
    expect(await statusOfCall(server, toAndres.id)).toBe("ENTRANTE");
  });

  it("answers nothing any more in that moment", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    const atLobby = await server.connectAs(home.lobby);
    await atLobby.ask("request", { callId: call.id });
    const replies = await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom("users").select("id").where("id", "=", home.rosa.id).forUpdate().execute();
      const leaving = asking(server, home.rosa)("POST", "/api/user/auth/logout");
      await expect.poll(() => waitingForALock(server)).toBeGreaterThan(0);
      const answering = putCall(server, home.rosa, call.id, { status: "CONTESTADA" });
      await expect.poll(() => waitingForALock(server)).toBeGreaterThan(1);
      return [leaving.then(({ status }) => status), answering.then(({ statusCode }) => statusCode)];
    });
    expect(await Promise.all(replies)).toEqual([200, 401]);
    expect(await statusOfCall(server, call.id)).toBe("ENTRANTE");
  });
});
