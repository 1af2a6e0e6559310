import { randomUUID } from "node:crypto";
import { ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { newAgent, newServer } from "../../testing/agent.ts";
import { newCamera, newConfiguration, newDoor } from "../../testing/configuration.ts";
import { settle } from "../../testing/fake-clock.ts";

async function setUp() {
  const server = await newServer();
  const door = newDoor();
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const agent = await newAgent(server);
  const relay = agent.simulated.door(door.id);
  return { server, door, agent, relay };
}

describe("the line to the server", () => {
  it.each(["goodbye", "cut"] as const)("comes back by itself after a %s", async (how) => {
    const { server, door } = await setUp();
    server.disconnect(how);
    await server.until(() => server.signIns.length === 2 && server.isConnected, "it is back");
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    expect(server.signIns[1]?.revision).toBe(server.configuration?.revision);
  });

  it("obeys nobody before the server has accepted its key", async () => {
    const server = await newServer();
    server.signInRefusal = "UNAVAILABLE";
    const started = newAgent(server);
    await server.until(() => server.signInsRefused > 1, "it was refused twice");
    server.signInRefusal = undefined;
    await started;
    expect(server.signIns).toHaveLength(1);
  });

  it("answers what it cannot read, and goes on", async () => {
    const { server, door, relay } = await setUp();
    const order = server.newOrder(door.id);
    const wrong = [
      undefined,
      null,
      "open",
      7,
      Buffer.from("open"),
      { ...order, extra: 1 },
      { ...order, issuedAt: "now" },
      { ...order, action: 202 },
      { ...order, orderId: "1" },
    ];
    for (const payload of wrong) {
      expect(await server.send("door:operate", payload)).toMatchObject({ ok: false, code: "BAD_REQUEST" });
    }
    expect(await server.send("configuration", { revision: 1 })).toMatchObject({ code: "BAD_REQUEST" });
    expect(
      await server.send("camera:watch", { cameraId: randomUUID(), watcher: "w", leaseMs: 1000 }),
    ).toMatchObject({
      code: "CAMERA_NOT_FOUND",
    });
    expect(relay.timesOpened).toBe(0);
    expect(await server.order(order)).toBe("moved");
  });

  it("is not configured for another building", async () => {
    const { server, door } = await setUp();
    const other = newConfiguration(randomUUID(), { doors: [] });
    expect(await server.send("configuration", other)).toMatchObject({ ok: false, code: "NOT_ALLOWED" });
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
  });

  it("never answers an order on another connection than the one it came on", async () => {
    const { server, door, relay } = await setUp();
    relay.answersAfterMs = 1500;
    const moved = new Promise<void>((resolve) => void relay.onMoved(() => resolve()));
    let isAnswered = false;
    server.order(server.newOrder(door.id)).then(
      () => {
        isAnswered = true;
      },
      () => undefined,
    );
    await moved;
    server.disconnect("cut");
    await server.until(() => server.signIns.length === 2 && server.isConnected, "it is back");
    relay.answersAfterMs = 0;
    relay.isJammed = true;
    // Its number on this connection is the one that the lost order had on the other.
    expect(await server.order(server.newOrder(door.id))).toBe("failed");
    await server.until(() => server.facts.length === 1, "what happened is told all the same");
    expect(isAnswered).toBe(false);
  });

  it("measures the age of an order on the server's clock, wherever that stands", async () => {
    const { server, door, relay } = await setUp();
    const old = server.newOrder(door.id, { issuedAt: server.steadyMs() - ORDER_LIFETIME_MS });
    expect(await server.order(old)).toBe("expired");
    server.clockOffset = -365 * 86_400_000;
    server.disconnect("cut");
    await server.until(() => server.signIns.length === 2 && server.isConnected, "it is back");
    expect(await server.order(server.newOrder(door.id))).toBe("moved");
    expect(await server.order(server.newOrder(door.id, { issuedAt: 1 }))).toBe("expired");
    expect(relay.timesOpened).toBe(1);
  });

  it("refuses orders of a server whose clock it cannot read", async () => {
    const { server, door, relay } = await setUp();
    server.beforeClock = () => new Promise(() => undefined);
    server.disconnect("cut");
    await server.until(() => server.signIns.length === 2 && server.isConnected, "it is back");
    expect(await server.order(server.newOrder(door.id))).toBe("expired");
    expect(relay.timesOpened).toBe(0);
  });
});

describe("facts", () => {
  it("are told once each, though acknowledgements are lost and lines are cut", async () => {
    const { server, door } = await setUp();
    let cuts = 0;
    server.beforeAcknowledging = async (socket) => {
      cuts += 1;
      if (cuts <= 2) {
        socket.conn.close();
      }
    };
    const orders: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      await server.until(() => server.isConnected, "a line");
      const order = server.newOrder(door.id);
      const outcome = await server.order(order).catch(() => "lost");
      if (outcome === "moved") {
        orders.push(order.orderId);
      }
    }
    await server.until(() => {
      const told = new Set(server.facts.map((fact) => fact.kind === "door-opened" && fact.orderId));
      return orders.every((orderId) => told.has(orderId));
    }, "every opening is told");
    expect(server.facts.map(({ seq }) => seq)).toEqual(server.facts.map((_fact, index) => index + 1));
    const told = server.facts.map((fact) => fact.kind === "door-opened" && fact.openingId);
    expect(new Set(told).size).toBe(told.length);
    expect(orders.length).toBeGreaterThan(0);
  });

  it("of a long absence all arrive, with all their pictures", async () => {
    const server = await newServer();
    const camera = newCamera({ width: 320 });
    const door = newDoor({ cameraId: camera.id });
    server.configuration = newConfiguration(server.buildingId, { doors: [door], cameras: [camera] });
    const agent = await newAgent(server);
    agent.link.cut();
    for (let count = 0; count < 25; count += 1) {
      expect(await agent.doors.openFromInside(door.id)).toBe("moved");
    }
    agent.link.mend();
    await server.until(() => server.facts.length === 50, "everything is told");
    expect(server.facts.filter(({ kind }) => kind === "opening-picture")).toHaveLength(25);
  });
});

describe("frames", () => {
  it("are dropped and not kept when the line is slow", async () => {
    const { server, agent } = await setUp();
    const camera = newCamera();
    const frame = Buffer.alloc(100_000, 1);
    server.stopReading();
    const send = async (frames: number) => {
      for (let count = 0; count < frames; count += 1) {
        agent.link.sendFrame(camera.id, frame);
        await settle();
      }
    };
    await send(200);
    const before = process.memoryUsage().rss;
    await send(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
    server.goOnReading();
    await server.until(() => server.frames.length > 0, "some arrived");
    const arrived = server.frames.length;
    expect(arrived).toBeLessThan(10);
    agent.link.sendFrame(camera.id, frame);
    const pump = setInterval(() => agent.link.sendFrame(camera.id, frame), 10);
    onTestFinished(() => clearInterval(pump));
    await server.until(() => server.frames.length > arrived + 3, "they flow again");
  });
});
