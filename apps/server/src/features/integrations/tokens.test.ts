import { randomUUID } from "node:crypto";
import { TOKENS_AT_MOST } from "@umbral/contract/integrations/tokens.contract";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { newToken } from "../../../testing/test-tokens.ts";
import { ordersSettled } from "../doors/door-orders.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const MINUTE_MS = 60_000;

const setUp = async () => {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { name: "Entrada" });
  const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const admin = asking(server, ana);
  const tokens = `/api/bb/buildings/${building.id}/tokens`;
  return { building, door, ana, admin, tokens };
};
const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });

describe("a token", () => {
  it("is made by who administers the building, shown once, and known by its beginning", async () => {
    const { building, door, ana, admin, tokens } = await setUp();
    const made = await admin("POST", tokens, {
      name: "Domótica de la torre",
      rights: ["doors:read", "doors:open", "doors:read"],
      doorIds: [door.id],
    });
    expect(made.status).toBe(200);
    const { secret, token } = made.body;
    expect(token).toMatchObject({
      name: "Domótica de la torre",
      rights: ["doors:read", "doors:open"],
      doors: [{ id: door.id, name: "Entrada" }],
      lastUsedAt: null,
      isExpired: false,
    });
    expect(secret.startsWith(token.prefix)).toBe(true);
    const listed = await admin("GET", tokens);
    expect(listed.body.tokens).toEqual([token]);
    expect(JSON.stringify(listed.body)).not.toContain(secret);
    const kept = await db.selectFrom("api_tokens").selectAll().where("id", "=", token.id).execute();
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(await actionsOf(server, ana.id)).toEqual(["integrations.token-made"]);

    const own = await asking(server, bearer(secret))("GET", "/api/v1/token");
    expect(own.body).toEqual({
      token: {
        id: token.id,
        name: "Domótica de la torre",
        rights: ["doors:read", "doors:open"],
        doorIds: [door.id],
        expiresAt: null,
      },
      building: { id: building.id, name: building.name, timeZone: "America/Bogota" },
    });
    expect((await admin("GET", tokens)).body.tokens[0]).toMatchObject({
      lastUsedAt: expect.any(String),
      lastUsedFrom: "127.0.0.1",
    });
  });

  it("is refused whole where something of it is wrong", async () => {
    const { admin, tokens } = await setUp();
    const other = await setUp();
    const asked = { name: "X", rights: ["doors:open"] };
    expect((await admin("POST", tokens, asked)).body.code).toBe("TOKEN_DOORS_ASKED");
    expect((await admin("POST", tokens, { ...asked, doorIds: [other.door.id] })).body.code).toBe(
      "DOOR_NOT_FOUND",
    );
    const over = new Date(clock.now().getTime() - MINUTE_MS).toISOString();
    expect(await admin("POST", tokens, { name: "X", rights: ["doors:read"], expiresAt: over })).toMatchObject(
      {
        status: 422,
        body: { code: "GRANT_IN_THE_PAST" },
      },
    );
    expect((await admin("POST", tokens, { name: "X", rights: [] })).status).toBe(400);
    expect((await admin("POST", tokens, { name: "X", rights: ["everything"] })).status).toBe(400);
    expect((await other.admin("POST", tokens, { name: "X", rights: ["doors:read"] })).status).toBe(404);
    expect((await admin("GET", tokens)).body.tokens).toEqual([]);
  });

  it("is one of twenty at most, also when many are made at once", async () => {
    const { building, admin, tokens } = await setUp();
    for (let made = 0; made < TOKENS_AT_MOST - 1; made += 1) {
      await newToken(server, building.id, ["doors:read"]);
    }
    const asked = { name: "Otro", rights: ["doors:read"] };
    const answers = await Promise.all([1, 2, 3].map(() => admin("POST", tokens, asked)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it("asks its administrator for a second factor", async () => {
    const { building, ana, tokens } = await setUp();
    const session = await server.newSession(ana.id, { hasSecondFactor: false });
    const asked = await asking(server, session)("POST", tokens, { name: "X", rights: ["doors:read"] });
    expect(asked.body.code).toBe("SECOND_FACTOR_ASKED");
    expect(building.id).toBeTruthy();
  });

  it("is good for nothing once it was taken back or ran out, on its socket too", async () => {
    const { building, ana, admin, tokens } = await setUp();
    const one = await newToken(server, building.id, ["events:read", "doors:read"]);
    const ask = asking(server, one);
    expect((await ask("GET", "/api/v1/doors")).status).toBe(200);
    const socket = await server.connectAs(one);
    const ended = socket.ended();
    expect((await admin("DELETE", `${tokens}/${one.id}`)).status).toBe(200);
    expect(await ended).toBe("io server disconnect");
    expect(await ask("GET", "/api/v1/doors")).toMatchObject({
      status: 401,
      body: { code: "TOKEN_NOT_VALID" },
    });
    expect((await admin("DELETE", `${tokens}/${one.id}`)).body.code).toBe("TOKEN_NOT_FOUND");
    expect(await actionsOf(server, ana.id)).toEqual(["integrations.token-taken-back"]);

    const short = await newToken(server, building.id, ["doors:read"], {
      expiresAt: new Date(clock.now().getTime() + MINUTE_MS),
    });
    expect((await asking(server, short)("GET", "/api/v1/doors")).status).toBe(200);
    clock.push(MINUTE_MS);
    expect((await asking(server, short)("GET", "/api/v1/doors")).status).toBe(401);
    expect((await admin("GET", tokens)).body.tokens[0]).toMatchObject({ id: short.id, isExpired: true });
  });

  it("is nobody: what is for people refuses it, and a session is no token", async () => {
    const { building, ana } = await setUp();
    const one = await newToken(server, building.id, ["doors:read", "events:read", "cameras:read"]);
    for (const headers of [one.headers, { authorization: `JWT ${one.token}` }]) {
      const ask = asking(server, { headers });
      expect((await ask("GET", `/api/buildings/${building.id}/doors`)).body.code).toBe("SIGN_IN_REQUIRED");
      expect((await ask("GET", "/api/user/auth/currentUser")).body.code).toBe("SIGN_IN_REQUIRED");
    }
    for (const who of [ana, bearer(ana.token), null]) {
      expect((await asking(server, who)("GET", "/api/v1/doors")).body.code).toBe("TOKEN_NOT_VALID");
    }
    const socket = await server.connectAs(one);
    expect(
      await socket.ask("door_action", { buildingId: building.id, door: randomUUID(), action: 200 }),
    ).toMatchObject({
      code: "SIGN_IN_REQUIRED",
    });
  });
});

describe("wrong tokens", () => {
  it("get slow, then nothing, and hold up no right one from the same address", async () => {
    const { building } = await setUp();
    const right = await newToken(server, building.id, ["doors:read"]);
    const from = (token: string) =>
      server.app.http.inject({
        method: "GET",
        url: "/api/v1/doors",
        remoteAddress: "10.9.0.1",
        headers: { authorization: `Bearer ${token}` },
      });
    clock.hold();
    for (let tries = 0; tries < 20; tries += 1) {
      expect((await from("umb_wrong")).statusCode).toBe(401);
    }
    const slow = await from("umb_wrong");
    expect([slow.statusCode, slow.headers["retry-after"]]).toEqual([429, "1"]);
    expect((await from(right.token)).statusCode).toBe(200);
    clock.push(1000);
    expect((await from("umb_wrong")).statusCode).toBe(401);
    expect((await from("umb_wrong")).statusCode).toBe(429);
    clock.release();
  });
});

describe("a door", () => {
  const withDoor = async () => {
    const { building, door, ...more } = await setUp();
    const controller = await newController(server, building.id);
    await db.updateTable("doors").set({ controller_id: controller.id }).where("id", "=", door.id).execute();
    const token = await newToken(server, building.id, ["doors:read", "doors:open", "events:read"], {
      doorIds: [door.id],
    });
    const open = (id = door.id, body: object = {}) =>
      asking(server, token)("POST", `/api/v1/doors/${id}/open`, body);
    return { building, door, controller, token, open, ...more };
  };

  it("opens for a token that names it, as the API, in the token's name", async () => {
    const { building, door, controller, token, open, admin } = await withDoor();
    const requestId = randomUUID();
    const opened = await open(door.id, { requestId });
    expect(opened).toMatchObject({ status: 200, body: { doorId: door.id } });
    expect(await open(door.id, { requestId })).toEqual(opened);
    expect(controller.orders).toHaveLength(1);
    await controller.socket.ask("facts", {
      facts: [
        {
          seq: 1,
          at: clock.now().toISOString(),
          kind: "door-opened",
          doorId: door.id,
          openingId: randomUUID(),
          orderId: opened.body.orderId,
          origin: "APP",
        },
      ],
    });
    const { body } = await admin("GET", `/api/bb/events/open-door?buildingId=${building.id}`);
    expect(body.eventOpenDoorDetails).toMatchObject([{ origin: "API", userName: "Domótica", userId: null }]);
    await ordersSettled();
    expect(await actionsOf(server, token.accountId)).toEqual(["doors.ordered", "doors.settled"]);
    const audit = await admin("GET", `/api/bb/audit?buildingId=${building.id}&action=doors.ordered`);
    expect(audit.body.entries).toMatchObject([{ actor: { name: "Domótica" } }]);
  });

  it("stays shut where the app's press would find it shut, or the token does not name it", async () => {
    const { building, door, controller, token, open } = await withDoor();
    const [second, other] = [await server.newDoor(building), await setUp()];
    expect((await open(second.id)).body.code).toBe("TOKEN_MAY_NOT");
    expect((await open(other.door.id)).body.code).toBe("DOOR_NOT_FOUND");
    const until = new Date(clock.now().getTime() + MINUTE_MS);
    await db.updateTable("doors").set({ locked_until: until }).where("id", "=", door.id).execute();
    expect((await open()).body.code).toBe("DOOR_LOCKED");
    await db.updateTable("doors").set({ locked_until: null }).where("id", "=", door.id).execute();
    const reader = await newToken(server, building.id, ["doors:read"]);
    expect((await asking(server, reader)("POST", `/api/v1/doors/${door.id}/open`, {})).body.code).toBe(
      "TOKEN_MAY_NOT",
    );
    const doors = await asking(server, token)("GET", "/api/v1/doors");
    expect(doors.body.doors).toMatchObject([
      { id: door.id, line: "online", mayOpen: true },
      { id: second.id, line: "online", mayOpen: false },
    ]);
    controller.answerWith(async () => ({ outcome: "failed" }));
    expect((await open()).body.code).toBe("DOOR_FAILED");
    expect(controller.orders).toHaveLength(1);
    controller.socket.disconnect();
    await expect.poll(async () => (await open()).body.code).toBe("DOOR_OFFLINE");
  });
});

describe("what happens in a building", () => {
  it("is told to the sockets of its tokens that may read it, and read again from a number on", async () => {
    const { building, door } = await setUp();
    const other = await setUp();
    const token = await newToken(server, building.id, ["events:read"]);
    const [socket, elsewhere, withoutRight] = [
      await server.connectAs(token),
      await server.connectAs(await newToken(server, other.building.id, ["events:read"])),
      await server.connectAs(await newToken(server, building.id, ["doors:read"])),
    ];
    const happen = async () => {
      await db
        .insertInto("open_door_events")
        .values({
          id: randomUUID(),
          building_id: building.id,
          door_id: door.id,
          door_name: "Entrada",
          order_id: null,
          user_id: null,
          origin: "BUTTON",
          occurred_at: clock.now(),
          picture_file_id: null,
        })
        .execute();
    };
    await happen();
    await happen();
    const first = await socket.hear("outside_event");
    expect(first).toMatchObject({
      number: 1,
      kind: "opened",
      building: { id: building.id },
      door: { id: door.id, name: "Entrada" },
      origin: "BUTTON",
      isCertain: true,
    });
    expect(await socket.hear("outside_event")).toMatchObject({ number: 2 });
    const ask = asking(server, token);
    expect((await ask("GET", "/api/v1/events?after=0")).body.events).toMatchObject([first, { number: 2 }]);
    expect((await ask("GET", "/api/v1/events?after=1")).body.events).toMatchObject([{ number: 2 }]);
    expect((await ask("GET", "/api/v1/events?limit=1")).body.events).toMatchObject([{ number: 2 }]);
    expect((await ask("GET", "/api/v1/events?kind=rang")).body.events).toEqual([]);
    expect(elsewhere.heardSoFar("outside_event")).toEqual([]);
    expect(withoutRight.heardSoFar("outside_event")).toEqual([]);
  });

  it("is written down for nobody where nobody listens", async () => {
    const { building } = await setUp();
    await db
      .insertInto("alarms")
      .values({
        id: randomUUID(),
        building_id: building.id,
        event: "EMERGENCY",
        drill: true,
        raised_at: clock.now(),
        changed_at: clock.now(),
      })
      .execute();
    const kept = await db
      .selectFrom("outside_events")
      .select("id")
      .where("building_id", "=", building.id)
      .execute();
    expect(kept).toEqual([]);
  });
});

describe("a camera", () => {
  it("is watched by a token of its building with the right, until that is taken back", async () => {
    const { building, door } = await setUp();
    const other = await setUp();
    const token = await newToken(server, building.id, ["cameras:read"]);
    const controller = await newController(server, building.id);
    await db
      .updateTable("cameras")
      .set({ controller_id: controller.id })
      .where("id", "=", door.cameraId)
      .execute();
    const socket = await server.connectAs(token);
    const cameras = await asking(server, token)("GET", "/api/v1/cameras");
    expect(cameras.body.cameras).toMatchObject([{ id: door.cameraId, doorId: door.id }]);
    expect(await socket.ask("watch_camera", { camId: other.door.cameraId })).toMatchObject({
      code: "CAMERA_NOT_FOUND",
    });
    expect(await socket.ask("watch_camera", { camId: door.cameraId })).toMatchObject({
      ok: true,
      state: "starting",
    });
    controller.socket.raw.emit("frame", door.cameraId, Buffer.from([0xff, 0xd8, 0xff, 0xd9]));
    await socket.hear(`cam_streaming_${door.cameraId}`);
    const asked = asking(server, token)("GET", `/api/v1/cameras/${door.cameraId}/picture`);
    const shown = setInterval(
      () => controller.socket.raw.emit("frame", door.cameraId, Buffer.from([0xff, 0xd8, 0xff, 0xd9])),
      20,
    );
    expect((await asked).body).toMatchObject({ cameraId: door.cameraId, jpeg: "/9j/2Q==" });
    clearInterval(shown);
    expect(await socket.ask("unwatch_camera", { camId: door.cameraId })).toMatchObject({ ok: true });
    const without = await server.connectAs(await newToken(server, building.id, ["doors:read"]));
    expect(await without.ask("watch_camera", { camId: door.cameraId })).toMatchObject({
      code: "TOKEN_MAY_NOT",
    });
  });
});
