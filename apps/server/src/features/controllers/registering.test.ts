import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it, vi } from "vitest";
import { newControllerKey } from "../../../testing/controller-key.ts";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { beginSignIn, newController, signInController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { invite } from "./controllers.service.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
  const building = await server.newBuilding();
  return {
    laura,
    building,
    ask: asking(server, laura),
    path: `/api/bb/buildings/${building.id}/controllers`,
  };
}

async function pairWith(code: string) {
  const { publicKey, privateKey } = newControllerKey();
  const reply = await server.app.http.inject({
    method: "POST",
    url: "/api/controllers/pairing",
    payload: { code, publicKey },
  });
  return { status: reply.statusCode, key: privateKey, controllerId: String(reply.json().controllerId) };
}

const fingerprint = expect.stringMatching(/^[0-9a-f]{16}$/);

describe("a building's controller", () => {
  it("is registered by the platform's administrators alone", async () => {
    const { building, path } = await setUp();
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    expect(await asking(server, null)("POST", path, {})).toMatchObject({ status: 401 });
    expect(await asking(server, await server.newPerson())("POST", path, {})).toMatchObject({ status: 404 });
    expect(await asking(server, alberto)("POST", path, {})).toMatchObject({ status: 403 });
  });

  it("is paired with a code that is shown once, and tells how it is", async () => {
    const { ask, laura, building, path } = await setUp();
    expect((await ask("GET", path)).body).toEqual({ controllers: [] });
    const { controller, pairing } = (await ask("POST", path, {})).body;
    expect(pairing.code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(controller).toMatchObject({ state: "waiting", version: null, status: null });
    expect(JSON.stringify((await ask("GET", path)).body)).not.toContain(pairing.code);

    const { key, controllerId } = await pairWith(pairing.code);
    expect(controllerId).toBe(controller.id);
    expect((await ask("GET", path)).body.controllers[0]).toMatchObject({ state: "away" });
    const socket = await signInController(server.url, controllerId, key);
    const at = "2026-07-14T15:00:00.000Z";
    const status = { uptimeMs: 61_000, queue: 3, clockErrorMs: -250, diskFailingSince: at };
    expect(await socket.ask("status", status)).toEqual({ ok: true });
    const {
      body: {
        controllers: [told],
      },
    } = await ask("GET", path);
    expect(told).toMatchObject({ name: "Controlador", state: "connected", version: "test", status });
    expect(told.lastSeenAt).toBe(told.status.at);

    socket.disconnect();
    await expect.poll(async () => (await ask("GET", path)).body.controllers[0].state).toBe("away");
    // What it said last stays readable.
    expect((await ask("GET", path)).body.controllers[0].status).toMatchObject(status);
    expect(await actionsOf(server, laura.id)).toEqual(["controllers.registered"]);
    expect(await changesOf(server, laura.id)).toEqual([
      { before: {}, after: { name: "Controlador", pairing: "waiting", key: null } },
    ]);
    const audit = await ask("GET", `/api/bb/audit?buildingId=${building.id}&action=controllers.paired`);
    expect(audit.body.entries.map((entry: { change: unknown }) => entry.change)).toEqual([
      { before: { pairing: "waiting", key: null }, after: { pairing: "paired", key: fingerprint } },
    ]);
  });

  it("has a name of its own: a second of that name is refused, also when two register at once", async () => {
    const { ask, path } = await setUp();
    const both = await Promise.all([1, 2].map(() => ask("POST", path, {})));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await ask("POST", path, {})).toMatchObject({ body: { code: "CONTROLLER_REGISTERED" } });
    const second = await ask("POST", path, { name: "Torre B" });
    expect(second).toMatchObject({ status: 200, body: { controller: { name: "Torre B" } } });
    const named = `/api/bb/controllers/${second.body.controller.id}/name`;
    expect(await ask("PUT", named, { name: "controlador" })).toMatchObject({
      body: { code: "CONTROLLER_REGISTERED" },
    });
    expect(await ask("PUT", named, { name: "Sótano" })).toMatchObject({
      body: { controller: { name: "Sótano" } },
    });
  });

  it("has a code that expires", async () => {
    const { ask, path } = await setUp();
    const { pairing } = (await ask("POST", path, {})).body;
    server.clock.push(60 * 60_000 + 1000);
    expect((await ask("GET", path)).body.controllers[0]).toMatchObject({ state: "expired" });
    expect((await pairWith(pairing.code)).status).toBe(404);
  });

  it("is replaced: the one before is let go and not believed again", async () => {
    const { ask, laura, building, path } = await setUp();
    const old = await newController(server, building.id);
    const ended = old.socket.ended();
    const { controller, pairing } = (await ask("PUT", `/api/bb/controllers/${old.id}`, {})).body;
    await ended;
    expect(controller).toMatchObject({ id: old.id, state: "waiting" });
    await expect(signInController(server.url, old.id, old.key)).rejects.toThrow("CONTROLLER_NOT_KNOWN");
    const { key } = await pairWith(pairing.code);
    await signInController(server.url, old.id, key);
    expect((await ask("GET", path)).body.controllers[0].state).toBe("connected");
    expect(await actionsOf(server, laura.id)).toEqual(["controllers.replaced"]);
    expect(await changesOf(server, laura.id)).toEqual([
      { before: { pairing: "paired", key: fingerprint }, after: { pairing: "waiting", key: null } },
    ]);
  });

  it.each([
    ["replaced", "PUT"],
    ["taken away", "DELETE"],
  ] as const)(
    "ends a line too that is only just signing in while it is %s, and tells it nothing",
    async (_, method) => {
      const { ask, building, path } = await setUp();
      await server.newDoor(building);
      const first = await newController(server, building.id);
      // Held where the one before is asked whether it is still there.
      const isHeld = first.socket.hear("camera:unwatch");
      const { socket, answer } = await beginSignIn(server.url, first.id, first.key);
      const refused = expect(answer).rejects.toThrow("disconnected");
      const ended = socket.ended();
      await isHeld;
      const replaced = await ask(
        method,
        `/api/bb/controllers/${first.id}`,
        method === "PUT" ? {} : undefined,
      );
      expect(replaced.status).toBe(200);
      await ended;
      await refused;
      expect(socket.heardSoFar("configuration")).toEqual([]);
      expect(socket.heardSoFar("access:page")).toEqual([]);
      expect(await server.app.hub.lines.isThere(first.id)).toBe(false);
      if (method === "PUT") {
        // Whoever has the new key is not disturbed by it.
        const { key } = await pairWith(replaced.body.pairing.code);
        await signInController(server.url, first.id, key);
        expect((await ask("GET", path)).body.controllers[0].state).toBe("connected");
      }
    },
  );

  it.each([
    ["tells how it is", "status", { uptimeMs: 61_000, queue: 0, clockErrorMs: 0, diskFailingSince: null }],
    ["reads the clock", "clock", {}],
  ])(
    "ends a line that a killed process left open with a key that is taken away, once it %s",
    async (_, event, said) => {
      const building = await server.newBuilding();
      const old = await newController(server, building.id);
      const door = await server.newDoor(building);
      // Written down, and nobody lived to end the line.
      await invite(server.app.services, building.id);
      const at = server.clock.now().toISOString();
      const opened = { seq: 1, at, kind: "door-opened", openingId: randomUUID(), doorId: door.id };
      const facts = [{ ...opened, origin: "BUTTON", orderId: null }];
      expect(await old.socket.ask("facts", { facts })).toMatchObject({ code: "CONTROLLER_NOT_KNOWN" });
      const openings = server.db.selectFrom("open_door_events").select("id");
      expect(await openings.where("building_id", "=", building.id).execute()).toEqual([]);
      const ended = old.socket.ended();
      old.socket.raw.emit(event, said);
      expect(await ended).toBe("io server disconnect");
      await expect.poll(() => server.app.hub.lines.isThere(old.id)).toBe(false);
    },
  );

  it("ends the line whose welcome fails: it would be told everything and could say nothing", async () => {
    const building = await server.newBuilding();
    const { id, key, socket } = await newController(server, building.id);
    socket.disconnect();
    const failing = vi
      .spyOn(server.app.hub.telling, "tellConfiguration")
      .mockRejectedValueOnce(new Error("down"));
    await expect(signInController(server.url, id, key)).rejects.toThrow("disconnected");
    expect(failing).toHaveBeenCalledOnce();
    await expect.poll(() => server.app.hub.lines.isThere(id)).toBe(false);
    await signInController(server.url, id, key);
  });

  it("tells when its key is used on a second line, and whether the first one was still there", async () => {
    const { ask, building, path } = await setUp();
    const first = await newController(server, building.id);
    expect((await ask("GET", path)).body.controllers[0].secondSignIn).toBeNull();
    const written = () =>
      ask("GET", `/api/bb/audit?buildingId=${building.id}&action=controllers.second-sign-in`);
    // Its machine is there and answers, as a controller does.
    first.socket.raw.on("camera:unwatch", (_watch: unknown, acknowledge: (answer: object) => void) =>
      acknowledge({ ok: true }),
    );
    const ended = first.socket.ended();
    const second = await signInController(server.url, first.id, first.key);
    await ended;
    expect((await ask("GET", path)).body.controllers[0]).toMatchObject({
      state: "connected",
      secondSignIn: { from: "127.0.0.1", answered: true },
    });
    expect((await written()).body.entries).toHaveLength(1);
    // This one is there no more, and nobody has noticed yet.
    const third = await signInController(server.url, first.id, first.key);
    expect((await ask("GET", path)).body.controllers[0].secondSignIn).toMatchObject({ answered: false });
    expect((await written()).body.entries).toHaveLength(2);
    // Lines that break again and again are one line of the audit.
    await signInController(server.url, first.id, first.key);
    expect((await written()).body.entries).toHaveLength(2);
    // A new key has no past.
    await ask("PUT", `/api/bb/controllers/${first.id}`, {});
    expect((await ask("GET", path)).body.controllers[0].secondSignIn).toBeNull();
    second.disconnect();
    third.disconnect();
  });

  it("is taken away, once, and its line ends", async () => {
    const { ask, laura, building, path } = await setUp();
    const controller = await newController(server, building.id);
    const ended = controller.socket.ended();
    const url = `/api/bb/controllers/${controller.id}`;
    const both = await Promise.all([1, 2].map(() => ask("DELETE", url)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    await ended;
    expect((await ask("GET", path)).body).toEqual({ controllers: [] });
    expect(await ask("PUT", url, {})).toMatchObject({ status: 404 });
    expect(await changesOf(server, laura.id)).toEqual([
      { before: { pairing: "paired", key: fingerprint }, after: {} },
    ]);
  });

  it("is compared with the access list that it should have", async () => {
    const { ask, building, path } = await setUp();
    await server.app.accessKeeper.round();
    const { list, socket, id, key } = await newController(server, building.id);
    const compared = async () => (await ask("GET", path)).body.controllers[0].access;
    const head = (await compared()).wanted;
    await list.until(() => list.kept?.number === head.number, "its list");
    // What it answered is kept before it is told more: nothing more is told now.
    await expect.poll(compared).toMatchObject({ state: "same", kept: head, keptAt: expect.any(String) });

    socket.disconnect();
    await server.newDoor(building);
    await server.db.updateTable("buildings").set({ offline_days: 9 }).where("id", "=", building.id).execute();
    await server.app.accessKeeper.round();
    expect(await compared()).toMatchObject({
      state: "behind",
      kept: head,
      wanted: { number: head.number + 1 },
    });

    await signInController(server.url, id, key);
    expect(await compared()).toMatchObject({ state: "none", kept: null });
    await ask("PUT", `/api/bb/controllers/${id}`, {});
    expect(await compared()).toBeNull();
  });
});
