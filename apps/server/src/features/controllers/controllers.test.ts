import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { io } from "socket.io-client";
import { afterAll, describe, expect, it, vi } from "vitest";
import { newControllerKey } from "../../../testing/controller-key.ts";
import { beginSignIn, newController, signInController } from "../../../testing/test-controller.ts";
import { startTestServer, TestSocket } from "../../../testing/test-server.ts";
import { invite } from "./controllers.service.ts";
import { PAIRING_MS } from "./pairing.ts";

const server = await startTestServer();
afterAll(() => server.close());

const connectRaw = (url: string) =>
  io(url, { transports: ["websocket"], reconnection: false, forceNew: true });

const key = () => {
  const { privateKey, publicKey } = newControllerKey();
  return { private: privateKey, public: publicKey };
};

const pair = (code: string, publicKey: object = key().public) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/controllers/pairing",
    payload: { code, publicKey },
  });

describe("pairing", () => {
  it("trades a code for a registration once, typed as people type", async () => {
    const building = await server.newBuilding();
    const code = await invite(server.app.services, building.id);
    const own = key().public;
    const paired = await pair(` ${code.toLowerCase().replaceAll("-", " ")} `, own);
    expect(paired.json()).toEqual({
      controllerId: expect.any(String),
      buildingId: building.id,
      accessKey: server.app.services.accessSigner.publicKey,
    });
    // The answer may have been lost on the way: the same key may ask again, and nobody else.
    expect((await pair(code, own)).json()).toEqual(paired.json());
    expect((await pair(code)).json()).toMatchObject({ code: "PAIRING_CODE_NOT_VALID" });
  });

  it("refuses a code after an hour, and codes that never were", async () => {
    const building = await server.newBuilding();
    const code = await invite(server.app.services, building.id);
    server.clock.push(PAIRING_MS + 1);
    expect((await pair(code)).statusCode).toBe(404);
    expect((await pair("AAAA-BBBB-CCCC")).statusCode).toBe(404);
  });

  it("refuses what is no key", async () => {
    const building = await server.newBuilding();
    const code = await invite(server.app.services, building.id);
    expect((await pair(code, { kty: "RSA", crv: "Ed25519", x: "short" })).statusCode).toBe(400);
    expect((await pair(code)).statusCode).toBe(200);
  });

  it("stops guessing from one address", async () => {
    let status = 0;
    for (let guess = 0; guess < 25; guess += 1) {
      status = (await pair(`GUES-SING-${String(guess).padStart(4, "2")}`)).statusCode;
    }
    expect(status).toBe(429);
    server.clock.push(PAIRING_MS);
  });
});

describe("signing in", () => {
  it("needs the controller's own key", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    await expect(signInController(server.url, controller.id, key().private)).rejects.toThrow(
      "CONTROLLER_NOT_KNOWN",
    );
    const other = await newController(server, (await server.newBuilding()).id);
    await expect(signInController(server.url, controller.id, other.key)).rejects.toThrow(
      "CONTROLLER_NOT_KNOWN",
    );
  });

  it("of many strangers of one address leaves the database to others", async () => {
    const rosa = await server.newPerson();
    let locked: () => void = () => undefined;
    let release: () => void = () => undefined;
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = server.db.transaction().execute(async (trx) => {
      await sql`lock table controllers in access exclusive mode`.execute(trx);
      locked();
      await isReleased;
    });
    await isLocked;
    const strangers = await Promise.all(
      Array.from({ length: 20 }, () => beginSignIn(server.url, randomUUID(), key().private)),
    );
    const sessions = await server.app.http.inject({ url: "/api/user/sessions", headers: rosa.headers });
    release();
    await holding;
    expect(sessions.statusCode).toBe(200);
    for (const { socket, answer } of strangers) {
      expect(await answer).toMatchObject({ code: "CONTROLLER_NOT_KNOWN" });
      socket.disconnect();
    }
  });

  it("takes a line among those of its address on which nobody has signed in, also behind a proxy", async () => {
    const counted = vi.spyOn(server.app.services.lines, "openedThrough").mockReturnValue(false);
    const raw = connectRaw(`${server.url}/controller`);
    expect(await new Promise((resolve) => raw.once("connect_error", resolve))).toBeInstanceOf(Error);
    counted.mockRestore();
    raw.disconnect();
  });

  it("ends the line of who leaves before, and keeps it open", async () => {
    const unsigned = new TestSocket(connectRaw(`${server.url}/controller`));
    await unsigned.hear("challenge");
    const { engine } = unsigned.raw.io;
    const isClosed = new Promise((resolve) => engine.once("close", () => resolve("closed")));
    // As a program says that it leaves, which closes the line itself otherwise.
    engine.send("1/controller,");
    expect(await isClosed).toBe("closed");
    unsigned.disconnect();
  });

  it("is worth nothing after the building was paired anew", async () => {
    const building = await server.newBuilding();
    const old = await newController(server, building.id);
    await newController(server, building.id);
    await expect(signInController(server.url, old.id, old.key)).rejects.toThrow("CONTROLLER_NOT_KNOWN");
  });

  it("brings the configuration of its own building and of no other", async () => {
    const building = await server.newBuilding();
    const door = await server.newDoor(building, { localId: "2$" });
    await server.newDoor(await server.newBuilding());
    const controller = await newController(server, building.id);
    expect(await controller.socket.hear("configuration")).toMatchObject({
      building: { id: building.id, timeZone: "America/Bogota" },
      doors: [{ id: door.id, localId: "2$", relay: { kind: "simulated" }, cameraId: door.cameraId }],
      cameras: [{ id: door.cameraId, source: { kind: "simulated" } }],
    });
  });

  it("ends the line that the same controller had before", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const ended = controller.socket.ended();
    await signInController(server.url, controller.id, controller.key);
    expect(await ended).toBe("io server disconnect");
  });

  it("works on any server process: an order given on one reaches a controller on it alone", async () => {
    const building = await server.newBuilding();
    await newController(server, building.id);
    expect(await server.app.hub.lines.isPresent(building.id)).toBe(true);
    expect(await server.app.hub.lines.isPresent((await server.newBuilding()).id)).toBe(false);
  });

  it("lets the controller read the steady clock, which goes on evenly", async () => {
    const controller = await newController(server, (await server.newBuilding()).id);
    const one = await controller.socket.ask("clock", {});
    const two = await controller.socket.ask("clock", {});
    expect(one).toMatchObject({ ok: true, steadyMs: expect.any(Number) });
    expect(Number(two.ok && two["steadyMs"])).toBeGreaterThanOrEqual(Number(one.ok && one["steadyMs"]));
    // A server whose date is set right after its start says that too: hours are judged by it.
    server.clock.push(7 * 3_600_000);
    const three = await controller.socket.ask("clock", {});
    server.clock.push(-7 * 3_600_000);
    const dateOf = (said: typeof one) => Number(said.ok && said["dateMs"]);
    expect(dateOf(three) - dateOf(one)).toBeGreaterThanOrEqual(7 * 3_600_000);
    expect(Number(three.ok && three["steadyMs"]) - Number(one.ok && one["steadyMs"])).toBeLessThan(60_000);
  });

  it("lets the controller read it also while nothing can be written down of that controller", async () => {
    const controller = await newController(server, (await server.newBuilding()).id);
    await server.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom("controllers")
        .select("id")
        .where("id", "=", controller.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      expect(await controller.socket.ask("clock", {})).toMatchObject({ ok: true });
    });
  });
});

describe("what a controller sends and cannot be meant", () => {
  it("is answered by an error event where it asks for no acknowledgement", async () => {
    const controller = await newController(server, (await server.newBuilding()).id);
    const { socket } = controller;
    const refusal = (event: string, code = "BAD_REQUEST") => ({
      event,
      code,
      message: expect.stringMatching(/\p{L}/u),
    });
    for (const [event, payload] of [
      ["facts", { facts: [] }],
      ["clock", "now"],
      ["camera:state", { cameraId: "garden" }],
      ["sign-in", null],
      ["frame", "not-a-camera"],
      ["door:open-all", {}],
    ] as const) {
      socket.raw.emit(event, payload);
      expect(await socket.hear("message:error", (heard: { event: string }) => heard.event === event)).toEqual(
        refusal(event, event === "sign-in" ? "INCOMPLETE" : "BAD_REQUEST"),
      );
    }
    expect(await socket.ask("door:open-all", {})).toMatchObject({ ok: false, code: "BAD_REQUEST" });
    expect(await socket.ask("facts")).toMatchObject({ ok: false, code: "INCOMPLETE" });

    const unsigned = new TestSocket(connectRaw(`${server.url}/controller`));
    await unsigned.hear("challenge");
    unsigned.raw.emit("frame", "x", Buffer.from("x"));
    expect(await unsigned.hear("message:error")).toEqual(refusal("frame", "SIGN_IN_REQUIRED"));
    // Who has not signed in is told that, before anything of it is read.
    expect(await unsigned.ask("facts", { facts: "nonsense" })).toMatchObject({ code: "SIGN_IN_REQUIRED" });
    unsigned.disconnect();
  });

  it("does not fill the log, however much of it comes", async () => {
    const warn = vi.spyOn(server.app.services.log, "warn");
    const controller = await newController(server, (await server.newBuilding()).id);
    for (let frame = 0; frame < 300; frame += 1) {
      controller.socket.raw.emit("frame", "not-a-camera", Buffer.from("no picture"));
    }
    // In order on one line: when this is answered, all of those were heard.
    expect(await controller.socket.ask("clock", {})).toMatchObject({ ok: true });
    expect(warn.mock.calls).toEqual([
      [{ controllerId: controller.id, times: 1 }, expect.stringContaining("frames")],
    ]);
  });
});
