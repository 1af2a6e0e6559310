import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { startBridge, TestBroker, topicsOf } from "../../../../mqtt-bridge/testing/start-bridge.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { newToken } from "../../../testing/test-tokens.ts";
import { programs } from "../../platform/live.ts";
import { leapNumbers } from "./outside-events.queries.ts";

const server = await startTestServer();
const broker = await TestBroker.start();
const { db, clock } = server;
const opened: { end: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bridge) => bridge.end()));
});
afterAll(async () => {
  await broker.close();
  await server.close();
});

const Told = z.object({ events: z.array(z.record(z.string(), z.unknown())) });

const setUp = async () => {
  const building = await server.newBuilding();
  const [entrance, basement] = [
    await server.newDoor(building, { name: "Entrada" }),
    await server.newDoor(building, { name: "Sótano" }),
  ];
  const controller = await newController(server, building.id);
  await db
    .updateTable("doors")
    .set({ controller_id: controller.id })
    .where("building_id", "=", building.id)
    .execute();
  await db
    .updateTable("cameras")
    .set({ controller_id: controller.id })
    .where("id", "=", entrance.cameraId)
    .execute();
  const rights = ["doors:read", "doors:open", "events:read", "cameras:read"] as const;
  const token = await newToken(server, building.id, [...rights], { doorIds: [entrance.id] });
  const topics = topicsOf(building.id, "umbral", "homeassistant");
  const begin = async (more: { over?: () => void; againMs?: number } = {}) => {
    const bridge = await startBridge({ url: server.url, now: () => clock.now() }, broker, token.token, more);
    opened.push(bridge);
    await broker.hear(topics.bridge, (text) => text === "online");
    return bridge;
  };
  const raise = () =>
    db
      .insertInto("alarms")
      .values({
        id: randomUUID(),
        building_id: building.id,
        event: "EMERGENCY",
        drill: false,
        raised_at: clock.now(),
        changed_at: clock.now(),
      })
      .execute();
  const happen = (origin: "BUTTON" | "APP" | "CARD") =>
    db
      .insertInto("open_door_events")
      .values({
        id: randomUUID(),
        building_id: building.id,
        door_id: entrance.id,
        door_name: "Entrada",
        order_id: null,
        user_id: null,
        origin,
        occurred_at: clock.now(),
        picture_file_id: null,
      })
      .execute();
  /** Its line is away, and comes back by itself once this is over. */
  const away = async (meanwhile: () => Promise<unknown>) => {
    broker.forget(topics.bridge);
    for (const socket of server.app.io.sockets.sockets.values()) {
      socket.conn.close();
    }
    await broker.hear(topics.bridge, (text) => text === "offline");
    await meanwhile();
    await broker.hear(topics.bridge, (text) => text === "online");
  };
  const press = (doorId: string, at = clock.now()) =>
    broker.say(topics.door(doorId).open, JSON.stringify({ action: "OPEN", at: at.toISOString() }));
  const resultOf = async (doorId: string) => {
    const told = await broker.hear(topics.door(doorId).result);
    broker.forget(topics.door(doorId).result);
    return JSON.parse(told.toString());
  };
  return {
    building,
    entrance,
    basement,
    controller,
    token,
    topics,
    begin,
    raise,
    happen,
    away,
    press,
    resultOf,
  };
};

describe("the MQTT bridge", () => {
  it("shows what its token may see, and opens the doors that it may open alone", async () => {
    const { entrance, basement, controller, topics, begin, press, resultOf } = await setUp();
    await begin();
    const button = JSON.parse(
      (await broker.hear(topics.discovery("button", `${entrance.id}_open`))).toString(),
    );
    expect(button).toMatchObject({ name: "Abrir Entrada", command_topic: topics.door(entrance.id).open });
    expect(broker.said(topics.discovery("button", `${basement.id}_open`))).toBeUndefined();
    expect(broker.said(topics.door(entrance.id).line)).toBe("online");

    await press(entrance.id);
    expect(await resultOf(entrance.id)).toMatchObject({ ok: true });
    await press(basement.id);
    expect(await resultOf(basement.id)).toMatchObject({ ok: false, code: "TOKEN_MAY_NOT" });
    expect(controller.orders.map(({ doorId }) => doorId)).toEqual([entrance.id]);
  });

  it("asks for the doors again when news may have been missed", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { entrance, topics, begin } = await setUp();
    await begin();
    const name = topics.discovery("button", `${entrance.id}_open`);
    await broker.hear(name, (text) => text.includes("Abrir Entrada"));
    await db.updateTable("doors").set({ name: "Portón" }).where("id", "=", entrance.id).execute();
    server.app.services.live.tellEverybody("news:missed");
    await broker.hear(name, (text) => text.includes("Abrir Portón"));
  });

  it("asks for the doors again when they could not be read", async () => {
    const { building, entrance, topics, begin } = await setUp();
    await begin({ againMs: 20 });
    const name = topics.discovery("button", `${entrance.id}_open`);
    await broker.hear(name, (text) => text.includes("Abrir Entrada"));
    await db.updateTable("doors").set({ name: "Portón" }).where("id", "=", entrance.id).execute();
    vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("fetch failed"));
    const { live } = server.app.services;
    live.tell(programs(building.id, "doors:read"), "doors_changed", { buildingId: building.id });
    await broker.hear(name, (text) => text.includes("Abrir Portón"));
  });

  it("shows an alarm that is raised while it looks for the first time", async () => {
    const { building, topics, begin, raise } = await setUp();
    const ask = globalThis.fetch;
    const isNumbered = async () => {
      const events = await db
        .selectFrom("outside_events")
        .select("number")
        .where("building_id", "=", building.id)
        .execute();
      expect(events).toEqual([{ number: expect.anything() }]);
    };
    vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
      if (String(address).endsWith("/api/v1/events")) {
        await raise();
        await vi.waitFor(isNumbered);
      }
      return ask(address, init);
    });
    await begin();
    await broker.hear(topics.alarm, (text) => text.includes('"ON"'));
  });

  it("opens nothing for a command that the broker kept or brings late", async () => {
    const { entrance, controller, topics, begin, press, resultOf } = await setUp();
    const { open } = topics.door(entrance.id);
    await broker.say(open, JSON.stringify({ action: "OPEN", at: clock.now().toISOString() }), true);
    await begin();
    expect(await resultOf(entrance.id)).toMatchObject({ ok: false, code: "RETAINED" });
    await press(entrance.id, new Date(clock.now().getTime() - 6000));
    expect(await resultOf(entrance.id)).toMatchObject({ ok: false, code: "TOO_OLD" });
    expect(controller.orders).toEqual([]);
    await broker.say(open, "", true);
  });

  it("tells of what happens, also of what happened while its line was away", async () => {
    const { entrance, topics, begin, raise, happen, away } = await setUp();
    await begin();
    await broker.hear(topics.alarm, (text) => text.includes('"OFF"'));
    await happen("BUTTON");
    const event = await broker.hear(topics.door(entrance.id).events);
    expect(JSON.parse(event.toString())).toMatchObject({ event_type: "opened", origin: "BUTTON" });

    await raise();
    await broker.hear(topics.alarm, (text) => text.includes('"ON"'));

    broker.forget(topics.door(entrance.id).events);
    await away(() => happen("APP"));
    const missed = await broker.hear(topics.door(entrance.id).events);
    expect(JSON.parse(missed.toString())).toMatchObject({ event_type: "opened", origin: "APP" });
  });

  it("goes on behind an event of a kind that it is too old for, and where numbers leapt by a restore", async () => {
    const { building, entrance, topics, begin, raise, happen, away } = await setUp();
    const { events } = topics.door(entrance.id);
    await begin();
    await broker.hear(topics.alarm, (text) => text.includes('"OFF"'));
    const ask = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
      const answer = await ask(address, init);
      if (!String(address).includes("/api/v1/events?after=")) {
        return answer;
      }
      return Response.json({
        events: Told.parse(await answer.json()).events.map((event) =>
          event["origin"] === "CARD" ? { ...event, kind: "of-tomorrow" } : event,
        ),
      });
    });
    await away(async () => {
      await happen("CARD");
      await happen("BUTTON");
    });
    expect(await broker.hear(events, (text) => text.includes("BUTTON"))).toBeDefined();

    await raise();
    await broker.hear(topics.alarm, (text) => text.includes('"ON"'));
    await away(async () => {
      // The server as it was before the alarm and the last opening, and what happened then.
      await db.deleteFrom("alarms").where("building_id", "=", building.id).execute();
      await db
        .deleteFrom("outside_events")
        .where("building_id", "=", building.id)
        .where("number", ">", 1)
        .execute();
      await db
        .updateTable("outside_heads")
        .set({ number: 1 })
        .where("building_id", "=", building.id)
        .execute();
      await db.transaction().execute(leapNumbers);
      await happen("APP");
    });
    await broker.hear(events, (text) => text.includes("APP"));
    await broker.hear(topics.alarm, (text) => text.includes('"OFF"'));
  });

  it("takes away what is gone since, and shows a camera's picture", async () => {
    const { entrance, basement, controller, topics, begin } = await setUp();
    const first = await begin();
    const trouble = topics.discovery("binary_sensor", `${basement.id}_trouble`);
    await broker.hear(trouble);
    await first.end();
    await broker.hear(topics.bridge, (text) => text === "offline");
    await db.deleteFrom("doors").where("id", "=", basement.id).execute();
    const frames = setInterval(
      () => controller.socket.raw.emit("frame", entrance.cameraId, Buffer.from([0xff, 0xd8, 0xff, 0xd9])),
      20,
    );
    await begin();
    await broker.hear(trouble, (text) => text === "");
    expect(await broker.hear(topics.camera(entrance.cameraId).picture)).toEqual(
      Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    );
    clearInterval(frames);
  });

  it("ends when its token is taken back", async () => {
    const { building, token, topics, begin } = await setUp();
    const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const over = new Promise<void>((resolve) => {
      void begin({ over: resolve });
    });
    await broker.hear(topics.bridge, (text) => text === "online");
    await asking(server, ana)("DELETE", `/api/bb/buildings/${building.id}/tokens/${token.id}`);
    await over;
    expect(broker.said(topics.bridge)).toBe("offline");
  });
});
