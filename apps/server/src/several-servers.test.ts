import { acceptCall } from "@umbral/contract/calls/calls.contract";
import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { CONTROLLER_NAMESPACE } from "@umbral/contract/controllers/controllers.contract";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { asking } from "../testing/test-admin.ts";
import { newCall, newHome, waitingForALock } from "../testing/test-calls.ts";
import { newController, signInController } from "../testing/test-controller.ts";
import { startTestRedis } from "../testing/test-redis.ts";
import { startTestServer } from "../testing/test-server.ts";
import type { App } from "./app.ts";
import { CallClock } from "./features/calls/call-clock.ts";
import { OwnReadings } from "./features/system-state/own-readings.ts";
import { Bus } from "./platform/bus.ts";

const redis = await startTestRedis();
const server = await startTestServer({ REDIS_URL: redis.url, DATABASE_URL: "postgres://of-the-test" });
const second = await server.another();
const third = await server.another();
const all = [server.app, second.app, third.app];

/** Live things are back by then, whatever was killed. */
const soon = { timeout: 6000, interval: 20 };

/** Every one of these processes hears every other, in both namespaces. */
const together = async (apps: readonly App[], count = apps.length) => {
  for (const { io } of apps) {
    for (const namespace of ["/", CONTROLLER_NAMESPACE]) {
      await vi.waitFor(async () => expect(await io.of(namespace).adapter.serverCount()).toBe(count), soon);
    }
  }
};

beforeAll(() => together(all));
afterAll(async () => {
  await Promise.all([second.close(), third.close()]);
  await server.close();
  await redis.kill();
});

const key = (at: number): VideoChunk => ({
  kind: "key",
  config: { codec: "h264", name: "avc1.42e01e", description: Buffer.alloc(40, 1) },
  at,
  data: Buffer.alloc(1000, 7),
});
const delta = (at: number): VideoChunk => ({ kind: "delta", at, data: Buffer.alloc(500, 3) });
const jpeg = Buffer.from([0xff, 0xd8, 0, 0xff, 0xd9]);

/** A building whose controller hangs on the first process. */
async function newEntrance() {
  const building = await server.newBuilding();
  const door = await server.newDoor(building);
  const controller = await newController(server, building.id);
  const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const open = { buildingId: building.id, door: door.id, action: DOOR_OPEN };
  return { building, controller, door, guard, open };
}

/** A call of the lobby at the second process with a home at the third; the first has nobody in it. */
async function talk(): Promise<string> {
  const home = await newHome(server);
  const atLobby = await server.connectAs(home.lobby, second.url);
  const atHome = await server.connectAs(home.rosa, third.url);
  const call = await newCall(server, home.lobby, home.rosa);
  await atLobby.ask("request", { callId: call.id });
  await atHome.hear("request", ({ callId }) => callId === call.id);
  const answer = await third.app.http.inject({
    method: "PUT",
    url: `/api/call/${call.id}`,
    headers: home.rosa.headers,
    payload: { status: "CONTESTADA" },
  });
  expect(answer.statusCode).toBe(200);
  await atLobby.hear("call_accepted", ({ callId }) => callId === call.id);
  return call.id;
}

describe("several server processes of one installation", () => {
  it("open a door from one that hangs on another, once", async () => {
    const { controller, guard, open } = await newEntrance();
    const socket = await server.connectAs(guard, second.url);
    expect(await socket.ask("door_action", open)).toMatchObject({ ok: true });
    expect(controller.orders).toHaveLength(1);
  });

  it("ring a call from one and answer it on another", async () => {
    await talk();
  });

  it("carry a camera's video once for all processes that have viewers, and it begins there with the last key", async () => {
    const { building, controller, door } = await newEntrance();
    const camId = door.cameraId;
    const viewer = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
    });
    const videos = `cam_video_${camId}`;
    const decoding = { buildingId: building.id, camId, decodes: ["h264"] };
    const send = (...chunks: VideoChunk[]) => {
      for (const chunk of chunks) {
        controller.socket.raw.emit("video", camId, chunk);
      }
      return controller.socket.ask("clock", {});
    };
    const onSecond = await Promise.all([1, 2, 3].map(() => server.connectAs(viewer, second.url)));
    for (const socket of onSecond) {
      await socket.ask("subscribe:cam_stream", decoding);
    }
    await controller.socket.hear("video:watch");
    await send(key(1), delta(2));
    for (const socket of onSecond) {
      expect(await socket.hear(videos)).toEqual(key(1));
      expect(await socket.hear(videos)).toEqual(delta(2));
    }
    const late = await server.connectAs(viewer, third.url);
    await late.ask("subscribe:cam_stream", decoding);
    expect([await late.hear(videos), await late.hear(videos)]).toEqual([key(1), delta(2)]);

    const before = server.app.services.bus?.streamed ?? 0;
    await send(...[3, 4, 5].map(delta));
    for (const socket of [...onSecond, late]) {
      expect([await socket.hear(videos), await socket.hear(videos), await socket.hear(videos)]).toEqual(
        [3, 4, 5].map(delta),
      );
    }
    // Three pieces, though four people watch at two processes.
    expect((server.app.services.bus?.streamed ?? 0) - before).toBe(3);
  });

  it("carry a camera's pictures, and stop when nobody watches", async () => {
    const { building, controller, door, guard } = await newEntrance();
    const camera = { buildingId: building.id, camId: door.cameraId };
    const socket = await server.connectAs(guard, second.url);
    await socket.ask("subscribe:cam_stream", camera);
    await controller.socket.hear("camera:watch");
    const other = await server.connectAs(guard, third.url);
    await other.ask("subscribe:cam_stream", camera);
    const before = server.app.services.bus?.streamed ?? 0;
    controller.socket.raw.emit("frame", door.cameraId, jpeg);
    for (const watching of [socket, other]) {
      expect(await watching.hear(`cam_streaming_${door.cameraId}`)).toEqual(jpeg);
    }
    expect((server.app.services.bus?.streamed ?? 0) - before).toBe(1);
    socket.disconnect();
    other.disconnect();
    await controller.socket.hear("camera:unwatch");

    // What it showed at another address is forgotten by all.
    const late = await server.connectAs(guard, second.url);
    expect(await late.ask("subscribe:cam_stream", camera)).toMatchObject({ last: { jpeg } });
    const laura = await server.newPerson({ userType: "ADMIN" });
    const moved = await asking(server, laura)("PUT", `/api/bb/cameras/${door.cameraId}`, {
      source: { kind: "rtsp", address: "rtsp://10.0.0.9/1" },
    });
    expect(moved.status).toBe(200);
    await vi.waitFor(
      async () => expect(await late.ask("subscribe:cam_stream", camera)).not.toHaveProperty("last"),
      soon,
    );
  });

  it("end a person's sockets on all when their session ends on one", async () => {
    const { guard } = await newEntrance();
    const socket = await server.connectAs(guard, third.url);
    const ended = socket.ended();
    const reply = await second.app.http.inject({
      method: "POST",
      url: "/api/user/auth/logout",
      headers: guard.headers,
    });
    expect(reply.statusCode).toBeLessThan(300);
    expect(await ended).toBe("io server disconnect");
  });

  it("speak each of its own parts, and of backups who makes them", async () => {
    const { services } = second.app;
    const own = new OwnReadings(services, { state: async () => ({ state: "off" }) });
    const found = async () => (await Promise.all(own.all.map(({ read }) => read()))).flat();
    const ofBackups = (await found()).filter(({ kind, id }) => kind === "backups" || id === "backups");
    expect(ofBackups.map(({ isWell }) => isWell)).toEqual([null, null]);
    vi.spyOn(services.files, "check").mockRejectedValue(new Error("full"));
    const disk = async () => (await found()).find(({ kind }) => kind === "files-disk");
    const since = (await disk())?.since;
    // Whatever another process says of its own in between.
    expect(await disk()).toMatchObject({ isWell: false, since });
    expect(since).toBeInstanceOf(Date);
  });

  it("say that the clock by which an order is timed no longer goes as the database's", async () => {
    const { services } = second.app;
    let aheadMs = 0;
    const clock = { now: () => services.clock.now(), steadyMs: () => services.clock.steadyMs() + aheadMs };
    const own = new OwnReadings({ ...services, clock }, { state: async () => ({ state: "off" }) });
    const clocks = async () => {
      const found = (await Promise.all(own.all.map(({ read }) => read()))).flat();
      return found.filter(({ kind }) => kind === "clock").map(({ id, isWell }) => ({ id, isWell }));
    };
    const well = [
      { id: "server", isWell: true },
      { id: "orders", isWell: true },
    ];
    expect(await clocks()).toEqual(well);
    aheadMs = -1500;
    expect(await clocks()).toEqual([well[0], { id: "orders", isWell: false }]);
    aheadMs = 0;
    expect(await clocks()).toEqual(well);
  });

  it("keep a device that one of them moves from everybody, until it is moved", async () => {
    const { building, controller, door, guard, open } = await newEntrance();
    const configured: { doors: { id: string }[] }[] = [];
    controller.socket.raw.on("configuration", (told: { doors: { id: string }[] }) => configured.push(told));
    const socket = await server.connectAs(guard, second.url);
    await second.app.hub.telling.configurations.withhold([door.id], async () => {
      await second.app.hub.telling.configure(building.id);
      // The process on which it hangs tells it again whenever it knows better: it does not.
      await expect.poll(() => server.app.hub.telling.configurations.isBetween(door.id), soon).toBe(true);
      expect(await socket.ask("door_action", open)).toMatchObject({ ok: false });
      await expect(
        third.app.hub.telling.configurations.withhold([door.id], async () => undefined),
      ).rejects.toMatchObject({
        code: "DEVICE_MOVING",
      });
      await server.app.hub.telling.settled();
      expect(configured.at(-1)?.doors).toEqual([]);
    });
    await expect
      .poll(() => all.some(({ hub }) => hub.telling.configurations.isBetween(door.id)), soon)
      .toBe(false);
    await second.app.hub.telling.configure(building.id);
    await expect.poll(() => configured.at(-1)?.doors, soon).toMatchObject([{ id: door.id }]);
    expect(controller.orders).toEqual([]);
  });

  it("take the controller over from one that it leaves", async () => {
    const { building, controller, door, guard, open } = await newEntrance();
    const watching = await server.connectAs(guard, third.url);
    await watching.ask("subscribe:cam_stream", { buildingId: building.id, camId: door.cameraId });
    await controller.socket.hear("camera:watch");
    const onFirst = controller.socket.ended();
    const moved = await signInController(second.url, controller.id, controller.key);
    expect(await onFirst).toBe("io server disconnect");
    await moved.hear("camera:watch");
    moved.raw.emit("frame", door.cameraId, jpeg);
    expect(await watching.hear(`cam_streaming_${door.cameraId}`)).toEqual(jpeg);
    const orders: unknown[] = [];
    moved.raw.on("door:operate", (order: unknown, acknowledge: (answer: object) => void) => {
      orders.push(order);
      acknowledge({ outcome: "moved" });
    });
    const socket = await server.connectAs(guard, third.url);
    expect(await socket.ask("door_action", open)).toMatchObject({ ok: true });
    expect([orders.length, controller.orders.length]).toEqual([1, 0]);
  });
});

/** A process more, and how it dies: nothing is heard of it from one moment to the next. */
async function newVictim() {
  const victim = await server.another();
  await together([...all, victim.app]);
  return { ...victim, die: () => victim.app.services.bus?.close() };
}

describe("one that dies", () => {
  it("takes nothing along that it had written down and told nobody", async () => {
    const { controller, door, guard } = await newEntrance();
    const page = await server.connectAs(guard, second.url);
    const ofEnded = await server.newPerson({ spaces: [] });
    const ended = (await server.connectAs(ofEnded, third.url)).ended();
    const victim = await newVictim();
    await server.db.updateTable("doors").set({ name: "Ascensor" }).where("id", "=", door.id).execute();
    await server.db
      .updateTable("sessions")
      .set({ ended_at: server.clock.now() })
      .where("user_id", "=", ofEnded.id)
      .execute();
    victim.die();
    await Promise.all([
      controller.socket.hear("configuration", ({ doors }: { doors: { name: string }[] }) =>
        doors.some(({ name }) => name === "Ascensor"),
      ),
      page.hear("news:missed"),
      ended,
    ]);
    await together(all);
    await victim.close();
  });

  it("holds up nobody who opens a door of another, long before its death is known", async () => {
    const { guard, open } = await newEntrance();
    const socket = await server.connectAs(guard, second.url);
    const victim = await newVictim();
    let isDeathKnown = false;
    socket.raw.on("news:missed", () => {
      isDeathKnown = true;
    });
    victim.die();
    expect(await socket.ask("door_action", open)).toMatchObject({ ok: true });
    expect(isDeathKnown).toBe(false);
    await together(all);
    await victim.close();
  });

  it("holds up nobody who comes in at a controller of another", async () => {
    const { building, controller } = await newEntrance();
    const { list } = controller;
    const victim = await newVictim();
    victim.die();
    for (const days of [5, 6]) {
      await server.db
        .updateTable("buildings")
        .set({ offline_days: days })
        .where("id", "=", building.id)
        .execute();
      await expect.poll(() => list.entry("building"), soon).toMatchObject({ offlineDays: days });
    }
    await together(all);
    await victim.close();
  });
});

describe("one that stops", () => {
  it.each(["request", "message"])("tells the others what the last %s changed that it answers", async (by) => {
    const home = await newHome(server);
    const atLobby = await server.connectAs(home.lobby, second.url);
    const victim = await newVictim();
    const atHome = await server.connectAs(home.rosa, victim.url);
    const call = await newCall(server, home.lobby, home.rosa);
    const answer = () =>
      fetch(`${victim.url}/api/call/${call.id}`, {
        method: "PUT",
        headers: { ...home.rosa.headers, "content-type": "application/json" },
        body: JSON.stringify({ status: "CONTESTADA" }),
      });
    const isServing = () =>
      fetch(`${victim.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const answered: Promise<unknown>[] = [];
    const stopped: Promise<void>[] = [];
    await server.db.transaction().execute(async (other) => {
      await other.selectFrom("calls").select("id").where("id", "=", call.id).forUpdate().execute();
      if (by === "request") {
        // Its line may be cut where that takes a while: what it asked for is done and told all the same.
        answered.push(answer().catch(() => undefined));
      } else {
        atHome.raw.emit(acceptCall.event, { callId: call.id });
      }
      await expect.poll(() => waitingForALock(server)).toBeGreaterThan(0);
      stopped.push(victim.close());
      await expect.poll(isServing, soon).toBe(false);
    });
    await atLobby.hear("call_accepted", ({ callId }) => callId === call.id);
    await Promise.all([...answered, ...stopped]);
    await together(all);
  });
});

describe("without Redis", () => {
  it.each(["normal", "pubsub"])("is whole again when one of its lines broke (%s)", async (type) => {
    const operator = new Redis(redis.url);
    const { app } = third;
    const back = new Promise<void>((resolve) => app.services.bus?.onBack(() => resolve()));
    await operator.client("KILL", "TYPE", type, "SKIPME", "yes");
    await back;
    await expect.poll(() => all.some(({ services }) => services.bus?.isAway), soon).toBe(false);
    operator.disconnect();
    await together(all);
  });

  it("each does what it can by itself, says so, and all is as before when Redis is back", async () => {
    const { controller, guard, open } = await newEntrance();
    const here = await server.connectAs(guard);
    const elsewhere = await server.connectAs(guard, second.url);
    const readiness = async () =>
      (await server.app.http.inject({ url: "/readyz" })).json<{ others: string }>().others;
    expect(await readiness()).toBe("heard");
    const callId = await talk();
    await redis.kill();
    await expect.poll(() => all.every(({ services }) => services.bus?.isAway), soon).toBe(true);
    expect(await here.ask("door_action", open)).toMatchObject({ ok: true });
    expect(await elsewhere.ask("door_action", open)).toMatchObject({ ok: false, code: "DOOR_OFFLINE" });
    expect(await readiness()).toBe("away");
    // Nobody is taken for gone because they are not heard.
    await new CallClock(server.app.services).endDeserted();
    const call = server.db.selectFrom("calls").select(["status", "deserted_at"]).where("id", "=", callId);
    expect(await call.executeTakeFirst()).toEqual({ status: "CONTESTADA", deserted_at: null });
    expect(controller.orders).toHaveLength(1);

    await redis.start();
    await together(all);
    expect(await elsewhere.ask("door_action", open)).toMatchObject({ ok: true });
    expect(controller.orders).toHaveLength(2);
    expect(await readiness()).toBe("heard");
  });

  it("a list that another process reckoned reaches its controller all the same", async () => {
    const { building, controller } = await newEntrance();
    const { list } = controller;
    await list.until(() => list.entry("building") !== undefined, "its list");
    // Who reckons it is another one than where the controller hangs.
    const idle = [server.app, third.app];
    await Promise.all(idle.map(({ accessKeeper }) => accessKeeper.stop()));
    await redis.kill();
    await expect.poll(() => all.every(({ services }) => services.bus?.isAway), soon).toBe(true);
    await server.db.updateTable("buildings").set({ offline_days: 7 }).where("id", "=", building.id).execute();
    await expect.poll(() => list.entry("building"), soon).toMatchObject({ offlineDays: 7 });
    for (const { accessKeeper } of idle) {
      accessKeeper.start();
    }
    await redis.start();
    await together(all);
  });

  it("a list reaches the controller of one that alone hears nothing of the others", async () => {
    const { building, controller } = await newEntrance();
    const { list } = controller;
    const victim = await newVictim();
    await victim.app.accessKeeper.stop();
    const ended = controller.socket.ended();
    await signInController(victim.url, controller.id, controller.key, list);
    await ended;
    await list.until(() => list.entry("building") !== undefined, "its list");
    victim.die();
    await server.db.updateTable("buildings").set({ offline_days: 8 }).where("id", "=", building.id).execute();
    await expect
      .poll(() => list.entry("building"), { timeout: 20_000, interval: 20 })
      .toMatchObject({ offlineDays: 8 });
    await together(all);
    await victim.close();
  });

  it("what another process changed meanwhile of a controller is told to it when Redis is back", async () => {
    const { building, controller, door } = await newEntrance();
    const named = (name: string) =>
      server.db.updateTable("doors").set({ name }).where("id", "=", door.id).execute();
    const told: string[] = [];
    controller.socket.raw.on("configuration", ({ doors }: { doors: { name: string }[] }) =>
      told.push(...doors.map(({ name }) => name)),
    );
    await redis.kill();
    await expect.poll(() => all.every(({ services }) => services.bus?.isAway), soon).toBe(true);
    await named("Parqueadero");
    await second.app.hub.telling.configure(building.id);
    expect(told).not.toContain("Parqueadero");
    await redis.start();
    await expect.poll(() => told, soon).toContain("Parqueadero");
    await together(all);
  });

  it("a controller that came anew at another process meanwhile has one line when Redis is back", async () => {
    const { building, controller } = await newEntrance();
    await redis.kill();
    await expect.poll(() => all.every(({ services }) => services.bus?.isAway), soon).toBe(true);
    // Its line to the first one seems to go on there, as one whose network is gone does.
    const ended = controller.socket.ended();
    const anew = await signInController(second.url, controller.id, controller.key);
    await redis.start();
    expect(await ended).toBe("io server disconnect");
    await together(all);
    expect(anew.raw.connected).toBe(true);
    for (const { hub } of all) {
      const [line, ...more] = await hub.lines.ofBuilding(building.id);
      expect([line?.line?.socketId, more]).toEqual([anew.raw.id, []]);
    }
  });

  it("what rang meanwhile on one process is named on another as soon as it is asked for again", async () => {
    const home = await newHome(server);
    const atLobby = await server.connectAs(home.lobby, second.url);
    const atHome = await server.connectAs(home.rosa, third.url);
    await redis.kill();
    await expect.poll(() => all.every(({ services }) => services.bus?.isAway), soon).toBe(true);
    const call = await newCall(server, home.lobby, home.rosa);
    expect(await atLobby.ask("request", { callId: call.id })).toMatchObject({ ok: true });
    await redis.start();
    for (const socket of [atLobby, atHome]) {
      await socket.hear("news:missed");
    }
    expect(atHome.heardSoFar("request")).toEqual([]);
    expect(await atHome.ask("init", { token: home.rosa.token, tellAgain: true })).toMatchObject({ ok: true });
    expect(atHome.heardSoFar("request")).toMatchObject([{ callId: call.id }]);
    await together(all);
  });

  it("a process that begins has missed nothing, one whose line broke may have", async () => {
    const { log } = server.app.services;
    const bus = new Bus({ url: redis.url, filesKey: Buffer.alloc(32, 1), log, steadyMs: () => 0 });
    const wasMissed: boolean[] = [];
    // Until it listens to something, its second line is none that Redis would call so.
    bus.listen("nothing", () => undefined);
    bus.onBack((missed) => wasMissed.push(missed));
    await expect.poll(() => wasMissed, soon).toEqual([false]);
    const operator = new Redis(redis.url);
    await operator.client("KILL", "TYPE", "pubsub", "SKIPME", "yes");
    await expect.poll(() => wasMissed, soon).toEqual([false, true]);
    operator.disconnect();
    bus.close();
    await together(all);
  });
});
