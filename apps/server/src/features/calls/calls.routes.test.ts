import { randomUUID } from "node:crypto";
import { type Call, RING_MS } from "@umbral/contract/calls/calls.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import {
  newCall,
  newHome,
  newRunningCall,
  postCall,
  putCall,
  statusOfCall,
} from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const getCall = (actor: { headers: { authorization: string } }, callId: string) =>
  server.app.http.inject({ method: "GET", url: `/api/call/${callId}`, headers: actor.headers });

describe("POST /api/call", () => {
  it("asks a stranger to sign in", async () => {
    const { rosa } = await newHome(server);
    const reply = await postCall(
      server,
      { headers: { authorization: "JWT nobody" } },
      rosa.spaceIds[0] ?? "",
    );
    expect([reply.statusCode, reply.json()]).toMatchObject([401, { code: "SIGN_IN_REQUIRED" }]);
  });

  it("does not tell another building's lobby that the person exists", async () => {
    const [home, elsewhere] = await Promise.all([newHome(server), newHome(server)]);
    const reply = await postCall(server, elsewhere.lobby, home.rosa.spaceIds[0] ?? "");
    expect([reply.statusCode, reply.json().code]).toEqual([404, "NOT_FOUND"]);
    expect((await postCall(server, home.lobby, randomUUID())).statusCode).toBe(404);
  });

  it("lets neighbours and the platform call nobody, and nobody themselves", async () => {
    const home = await newHome(server);
    const platform = await server.newPerson({ userType: "ADMIN" });
    // Somebody who may call in one building lives in this one.
    const both = await server.newPerson({
      spaces: [
        { role: "RESIDENTE", buildingId: home.building.id, apartmentId: home.apartmentId },
        { role: "PORTERIA", buildingId: (await server.newBuilding()).id },
      ],
    });
    const caretaker = await server.newPerson({
      spaces: [
        { role: "RESIDENTE", buildingId: home.building.id, apartmentId: home.apartmentId },
        { role: "CONSERJE", buildingId: home.building.id },
      ],
    });
    const target = home.rosa.spaceIds[0] ?? "";
    for (const [who, spaceId] of [
      [home.andres, target],
      [platform, target],
      [both, target],
      [caretaker, caretaker.spaceIds[0] ?? ""],
    ] as const) {
      const reply = await postCall(server, who, spaceId);
      expect([reply.statusCode, reply.json().code]).toEqual([403, "NOT_ALLOWED"]);
    }
  });

  it("writes a call down with its deadline and its audit line", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    expect(call).toMatchObject({
      userId: home.rosa.id,
      status: "ENTRANTE",
      caller: { id: home.lobby.id, name: "Pedro Portero", photo: null },
      apartment: { id: home.apartmentId, name: "A-101" },
      building: { id: home.building.id, name: home.building.name },
      answeredAt: null,
      answeredBy: null,
      endedAt: null,
      may: { openDoor: false },
    });
    expect(Date.parse(call.expiresAt) - Date.parse(call.createdAt)).toBe(RING_MS);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "actor_id", "building_id", "detail"])
      .where("subject_id", "=", call.id)
      .execute();
    expect(lines).toEqual([
      {
        action: "calls.created",
        actor_id: home.lobby.id,
        building_id: home.building.id,
        detail: { calleeId: home.rosa.id, apartmentId: home.apartmentId, isFromLobby: true },
      },
    ]);
  });

  it("rings only those who live there", async () => {
    const home = await newHome(server);
    const spaceOf = async (role: Role) => {
      const person = await server.newPerson({
        spaces: [{ role, buildingId: home.building.id, apartmentId: home.apartmentId }],
      });
      return person.spaceIds[0] ?? "";
    };
    const statusFor = async (spaceId: string) => (await postCall(server, home.lobby, spaceId)).statusCode;
    for (const role of ["RESIDENTE_LIDER", "RESIDENTE", "RESIDENTE_TEMPORAL", "PROPIETARIO"] as const) {
      expect(await statusFor(await spaceOf(role))).toBe(200);
    }
    for (const role of ["SERVICIOS", "EMPLEADO_ADMINISTRATIVO", "VISITANTE_CONOCIDO"] as const) {
      expect(await statusFor(await spaceOf(role))).toBe(404);
    }
    const changes: Record<string, (spaceId: string) => Promise<unknown>> = {
      "an owner who lives elsewhere": (id) =>
        server.db.updateTable("spaces").set({ lives_here: false }).where("id", "=", id).execute(),
      "a pending space": (id) =>
        server.db.updateTable("spaces").set({ status: "PENDING" }).where("id", "=", id).execute(),
      "a space that ran out": (id) =>
        server.db
          .updateTable("spaces")
          .set({ ends_at: new Date(0) })
          .where("id", "=", id)
          .execute(),
      "somebody deactivated": (id) =>
        server.db
          .updateTable("users")
          .set({ active: false })
          .where("id", "=", (eb) => eb.selectFrom("spaces").select("user_id").where("spaces.id", "=", id))
          .execute(),
    };
    for (const [who, change] of Object.entries(changes)) {
      const spaceId = await spaceOf("PROPIETARIO");
      await change(spaceId);
      expect([who, await statusFor(spaceId)]).toEqual([who, 404]);
    }
  });

  it("is from the lobby when the house calls, and not when a visitor does", async () => {
    const home = await newHome(server);
    const call = async (...roles: Role[]) => {
      const caller = await server.newPerson({
        spaces: roles.map((role) => ({ role, buildingId: home.building.id })),
      });
      return (await newCall(server, caller, home.rosa)).isFromLobby;
    };
    for (const role of ["PORTERIA", "CONSERJE", "ADMINISTRADOR"] as const) {
      expect([role, await call(role)]).toEqual([role, true]);
    }
    for (const role of ["VISITANTE_CONOCIDO", "VISITANTE_DESCONOCIDO"] as const) {
      expect([role, await call(role)]).toEqual([role, false]);
    }
    expect(await call("VISITANTE_CONOCIDO", "CONSERJE")).toBe(true);
  });

  it("makes one ringing of what one caller asks for at once, and one call to each person", async () => {
    const home = await newHome(server);
    const [first, second, again, other] = await Promise.all([
      newCall(server, home.lobby, home.rosa),
      newCall(server, home.lobby, home.andres),
      newCall(server, home.lobby, home.rosa),
      server
        .newPerson({ spaces: [{ role: "CONSERJE", buildingId: home.building.id }] })
        .then((caretaker) => newCall(server, caretaker, home.rosa)),
    ]);
    expect(again).toEqual(first);
    const rows = await server.db
      .selectFrom("calls")
      .select(["id", "ringing_id"])
      .where("building_id", "=", home.building.id)
      .execute();
    const ringingOf = (call: Call) => rows.find(({ id }) => id === call.id)?.ringing_id;
    expect(rows).toHaveLength(3);
    expect(ringingOf(second)).toBe(ringingOf(first));
    expect(ringingOf(other)).not.toBe(ringingOf(first));
  });

  it("begins anew when the last one was missed, also before anybody wrote that down", async () => {
    const home = await newHome(server);
    const first = await newCall(server, home.lobby, home.rosa);
    server.clock.push(RING_MS);
    const second = await newCall(server, home.lobby, home.rosa);
    expect(second.id).not.toBe(first.id);
    expect(await statusOfCall(server, first.id)).toBe("PERDIDA");
  });

  it("refuses what is not a call", async () => {
    const home = await newHome(server);
    for (const payload of [
      { apartmentUserId: "101", type: "VISITANTE" },
      { apartmentUserId: home.rosa.spaceIds[0], type: "OTRO" },
      { apartmentUserId: home.rosa.spaceIds[0], type: "VISITANTE", isFromLobby: true },
    ]) {
      const reply = await server.app.http.inject({
        method: "POST",
        url: "/api/call",
        headers: home.lobby.headers,
        payload,
      });
      expect(reply.json()).toMatchObject({ statusCode: 400, code: "BAD_REQUEST" });
    }
  });
});

describe("GET /api/call/{id}", () => {
  it("is for its two people alone", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    expect((await getCall({ headers: { authorization: "" } }, call.id)).statusCode).toBe(401);
    const third = await getCall(home.andres, call.id);
    expect([third.statusCode, third.json().code]).toEqual([404, "CALL_NOT_FOUND"]);
    expect((await getCall(home.rosa, "not-an-id")).statusCode).toBe(404);
    expect((await getCall(home.rosa, call.id)).json()).toEqual({ call });
    expect((await getCall(home.lobby, call.id)).json()).toEqual({ call });
  });

  it("shows the caller's picture through a short-lived address", async () => {
    const home = await newHome(server);
    const fileId = randomUUID();
    await server.db
      .insertInto("files")
      .values({ id: fileId, kind: "profile", media_type: "image/jpeg", bytes: 1 })
      .execute();
    await server.db
      .updateTable("users")
      .set({ photo_file_id: fileId })
      .where("id", "=", home.lobby.id)
      .execute();
    const call = await newCall(server, home.lobby, home.rosa);
    expect(call.caller.photo).toMatch(new RegExp(`^/api/files/${fileId}\\?token=eyJ`));
  });

  it("says that a call is missed as soon as its deadline is over", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    server.clock.push(RING_MS);
    expect((await getCall(home.rosa, call.id)).json().call.status).toBe("PERDIDA");
  });

  it("lets the person called open the door while it runs, and never who is at the lobby", async () => {
    const home = await newHome(server);
    const { call, atHome } = await newRunningCall(server, home);
    expect((await getCall(home.rosa, call.id)).json().call.may).toEqual({ openDoor: true });
    expect((await getCall(home.lobby, call.id)).json().call.may).toEqual({ openDoor: false });
    await atHome.ask("end", { callId: call.id });
    expect((await getCall(home.rosa, call.id)).json().call.may).toEqual({ openDoor: false });
  });
});

describe("PUT /api/call/{id}", () => {
  it("changes nothing for a stranger or a third person", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    const answer = { status: "CONTESTADA" };
    expect((await putCall(server, { headers: { authorization: "" } }, call.id, answer)).statusCode).toBe(401);
    expect((await putCall(server, home.andres, call.id, answer)).statusCode).toBe(404);
    expect(await statusOfCall(server, call.id)).toBe("ENTRANTE");
  });

  it("refuses what this side cannot do", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    for (const [who, status] of [
      [home.lobby, "CONTESTADA"],
      [home.lobby, "RECHAZADA"],
      [home.rosa, "TERMINADA"],
      [home.rosa, "PERDIDA"],
      [home.lobby, "PERDIDA"],
    ] as const) {
      const reply = await putCall(server, who, call.id, { status });
      expect([status, reply.statusCode, reply.json().code]).toEqual([status, 409, "CALL_NOT_AVAILABLE"]);
    }
    expect((await putCall(server, home.rosa, call.id, { status: "ENTRANTE" })).statusCode).toBe(400);
  });
});

describe("GET /api/ice-servers", () => {
  it("is for signed-in people, and empty where nothing is configured", async () => {
    const { rosa } = await newHome(server);
    const ask = (headers = {}) => server.app.http.inject({ method: "GET", url: "/api/ice-servers", headers });
    expect((await ask()).statusCode).toBe(401);
    expect((await ask(rosa.headers)).json()).toEqual({ iceServers: [] });
  });
});
