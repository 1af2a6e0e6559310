import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it, vi } from "vitest";
import { withOneEnded } from "../../../testing/interleaved.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController, signInController, type TestController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;

/** A building with two controllers; the first one has both doors with their cameras. */
async function newScene() {
  const building = await server.newBuilding();
  const laura = await server.newPerson({ userType: "ADMIN" });
  const ask = asking(server, laura);
  const first = await newController(server, building.id);
  const [door, other] = [await server.newDoor(building), await server.newDoor(building)];
  await server.app.hub.telling.configure(building.id);
  const offered = await ask("POST", `/api/bb/buildings/${building.id}/controllers`, { name: "Torre B" });
  const second = await newController(server, building.id, offered.body.pairing.code);
  const lobby = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const socket = await server.connectAs(lobby);
  return {
    building,
    ask,
    first,
    second,
    door,
    other,
    press: (localId: string) =>
      socket.ask("door_action", { buildingId: building.id, door: localId, action: 200 }),
    raise: () => socket.ask("user_event", { buildingId: building.id, event: "INTRUSION" }),
    move: (body: object) => ask("POST", `/api/bb/buildings/${building.id}/device-moves`, body),
    lines: async () => {
      const { body } = await asking(server, lobby)("GET", `/api/buildings/${building.id}/doors`);
      return body.doors.map(({ line }: { line: string }) => line);
    },
    states: async () => (await ask("GET", `/api/bb/buildings/${building.id}/controllers`)).body.controllers,
    holderOf: async (doorId: string) =>
      (await db.selectFrom("doors").select("controller_id").where("id", "=", doorId).executeTakeFirst())
        ?.controller_id,
  };
}

/** The doors that a controller was told of, from each telling on. */
function tellings({ socket }: TestController): string[][] {
  const told: string[][] = [];
  socket.raw.on("configuration", ({ doors }: { doors: { id: string }[] }) =>
    told.push(doors.map(({ id }) => id).sort()),
  );
  return told;
}

const opened = (seq: number, doorId: string, at: Date = clock.now()) => ({
  seq,
  at: at.toISOString(),
  kind: "door-opened",
  openingId: randomUUID(),
  doorId,
  origin: "BUTTON",
  orderId: null,
});

describe("a building with two controllers", () => {
  it("sends a press to the controller of its door, and to no other", async () => {
    const { first, second, door, other, press, move } = await newScene();
    expect(await move({ controllerId: second.id, doorIds: [other.id] })).toMatchObject({
      body: { moved: 1 },
    });
    expect(await press(door.localId)).toMatchObject({ ok: true });
    expect(await press(other.localId)).toMatchObject({ ok: true });
    expect(first.orders.map(({ doorId }) => doorId)).toEqual([door.id]);
    expect(second.orders.map(({ doorId }) => doorId)).toEqual([other.id]);
  });

  it("keeps a board's doors together", async () => {
    const { second, door, other, ask, move, holderOf, first } = await newScene();
    const onBoard = (id: string, at: 1 | 2) =>
      ask("PUT", `/api/bb/doors/${id}`, {
        relay: { kind: "uhppote", host: "192.168.7.20", serial: 405_419_896, door: at },
      });
    expect(await onBoard(door.id, 1)).toMatchObject({ status: 200 });
    expect(await onBoard(other.id, 2)).toMatchObject({ status: 200 });
    const divided = { status: 409, body: { code: "BOARD_DIVIDED" } };
    expect(await move({ controllerId: second.id, doorIds: [other.id] })).toMatchObject(divided);
    expect(await holderOf(other.id)).toBe(first.id);
    expect(await move({ controllerId: second.id, doorIds: [door.id, other.id] })).toMatchObject({
      body: { moved: 2 },
    });
    expect(await ask("PUT", `/api/bb/doors/${other.id}`, { relay: { kind: "simulated" } })).toMatchObject({
      status: 200,
    });
    expect(await move({ controllerId: first.id, doorIds: [other.id] })).toMatchObject({ body: { moved: 1 } });
    expect(await onBoard(other.id, 2)).toMatchObject(divided);
  });

  it("keeps a board's doors together too when two take it at the same moment", async () => {
    const { second, door, other, ask, move } = await newScene();
    await move({ controllerId: second.id, doorIds: [other.id] });
    const relay = (at: 1 | 2) => ({ kind: "uhppote", host: "192.168.7.21", serial: 405_419_897, door: at });
    const both = await Promise.all([
      ask("PUT", `/api/bb/doors/${door.id}`, { relay: relay(1) }),
      ask("PUT", `/api/bb/doors/${other.id}`, { relay: relay(2) }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("keeps no board from its building by what another building says of it", async () => {
    const [here, elsewhere] = [await newScene(), await newScene()];
    const relay = { kind: "uhppote", host: "192.168.7.22", serial: 405_419_898, door: 1 };
    expect(await elsewhere.ask("PUT", `/api/bb/doors/${elsewhere.door.id}`, { relay })).toMatchObject({
      status: 200,
    });
    const path = `/api/bb/doors/${here.door.id}`;
    expect(await here.ask("PUT", path, { relay })).toMatchObject({ status: 200 });
    expect(await here.ask("PUT", path, { name: "Portón" })).toMatchObject({ status: 200 });
    expect(await here.move({ controllerId: here.second.id, doorIds: [here.door.id] })).toMatchObject({
      body: { moved: 1 },
    });
  });

  it("says nothing of a siren whose controller was taken away, and never that there is none", async () => {
    const { building, second, first, ask, move, raise } = await newScene();
    await ask("PUT", `/api/bb/buildings/${building.id}`, { siren: { kind: "simulated" } });
    await ask("DELETE", `/api/bb/controllers/${first.id}`);
    // As one that has no siren answers.
    second.sirenAnswers(() => ({ outcome: "none" }));
    expect(await raise()).toMatchObject({ ok: true, confirmed: false, siren: "unknown" });
    second.sirenAnswers(({ on }) => ({ outcome: on ? "sounding" : "silent" }));
    // Moved while an alarm is active, it sounds where it is now.
    expect(await move({ controllerId: second.id, siren: true })).toMatchObject({ status: 200 });
    expect(second.sirenOrders.at(-1)).toMatchObject({ on: true });
    expect(await raise()).toMatchObject({ siren: "sounding" });
    // Another one in its place is as silent as it was bought.
    const told = second.sirenOrders.length;
    const siren = {
      kind: "http",
      openAddress: "http://192.168.7.30/on",
      closeAddress: "http://192.168.7.30/off",
    };
    expect(await ask("PUT", `/api/bb/buildings/${building.id}`, { siren })).toMatchObject({ status: 200 });
    expect(second.sirenOrders.slice(told)).toMatchObject([{ on: true }]);
    await ask("PUT", `/api/bb/buildings/${building.id}`, { name: `Otro nombre de ${building.id}` });
    expect(second.sirenOrders).toHaveLength(told + 1);
  });

  it("says of each door whether its own controller is there", async () => {
    const { second, other, door, press, move, lines, states, ask, building } = await newScene();
    await move({ controllerId: second.id, doorIds: [other.id] });
    second.socket.raw.disconnect();
    await expect.poll(lines).toEqual(["online", "away"]);
    expect(await press(other.localId)).toMatchObject({ code: "DOOR_OFFLINE" });
    expect(await press(door.localId)).toMatchObject({ ok: true });
    expect(await states()).toMatchObject([{ state: "connected" }, { name: "Torre B", state: "away" }]);
    expect((await ask("GET", `/api/bb/buildings/${building.id}`)).body.building.controller).toBe("some");
    await ask("DELETE", `/api/bb/controllers/${second.id}`);
    expect(await lines()).toEqual(["online", "none"]);
    expect(await press(other.localId)).toMatchObject({ code: "DOOR_NO_CONTROLLER" });
  });

  it("lets each sign in by its own key, beside the other", async () => {
    const { first, second, states } = await newScene();
    const ended = first.socket.ended();
    await signInController(server.url, first.id, first.key);
    await ended;
    expect(second.socket.raw.connected).toBe(true);
    expect(await states()).toMatchObject([{ secondSignIn: { answered: false } }, { secondSignIn: null }]);
  });

  it("makes a new door for the one that is chosen, and for none that is not", async () => {
    const { ask, building, second, door } = await newScene();
    const { floor_id: floorId } = await db
      .selectFrom("doors")
      .select("floor_id")
      .where("id", "=", door.id)
      .executeTakeFirstOrThrow();
    const fields = { name: "Sótano", localId: "77", floorId };
    const path = `/api/bb/buildings/${building.id}/doors`;
    expect(await ask("POST", path, fields)).toMatchObject({ body: { code: "CONTROLLER_NEEDED" } });
    expect(await ask("POST", path, { ...fields, controllerId: second.id })).toMatchObject({
      body: { door: { controllerId: second.id } },
    });
  });
});

describe("a door that goes to another controller", () => {
  it("is let go by the one before the other hears of it, and goes with its cameras if they are chosen", async () => {
    const { first, second, door, other, move, states } = await newScene();
    const order: string[] = [];
    first.socket.raw.on("configuration", ({ doors }: { doors: { id: string }[] }) =>
      order.push(doors.some(({ id }) => id === door.id) ? "first has it" : "first let go"),
    );
    second.socket.raw.on("configuration", ({ doors }: { doors: { id: string }[] }) =>
      order.push(doors.some(({ id }) => id === door.id) ? "second has it" : "second has not"),
    );
    expect(
      await move({ controllerId: second.id, doorIds: [door.id], cameraIds: [door.cameraId], siren: true }),
    ).toMatchObject({ status: 200, body: { moved: 3 } });
    await expect.poll(() => order.at(-1)).toBe("second has it");
    expect(order.indexOf("first let go")).toBe(0);
    expect(order).not.toContain("first has it");
    await expect.poll(states).toMatchObject([
      { doors: [{ id: other.id }], cameras: [{ id: other.cameraId }], configuration: { state: "same" } },
      { doors: [{ id: door.id }], cameras: [{ id: door.cameraId }], configuration: { state: "same" } },
    ]);
  });

  it("waits for an order that is under way", async () => {
    const { first, second, door, press, move } = await newScene();
    let answer: (() => void) | undefined;
    const asked = new Promise<void>((isAsked) => {
      first.answerWith(
        () =>
          new Promise((resolve) => {
            answer = () => resolve({ outcome: "moved" });
            isAsked();
          }),
      );
    });
    const told = tellings(first);
    const pressed = press(door.localId);
    await asked;
    const moved = move({ controllerId: second.id, doorIds: [door.id] });
    // Whoever moves it looks at the order first; nobody else hears presses meanwhile.
    await expect.poll(() => server.app.hub.telling.configurations.isBetween(door.id)).toBe(true);
    expect(told).toEqual([]);
    answer?.();
    expect(await pressed).toMatchObject({ ok: true });
    expect(await moved).toMatchObject({ body: { moved: 1 } });
    expect(await press(door.localId)).toMatchObject({ ok: true });
    expect(second.orders).toHaveLength(1);
  });

  it("stays while the one that has it does not answer, unless it was taken off by hand", async () => {
    const { first, second, door, move, holderOf, press } = await newScene();
    first.socket.raw.disconnect();
    await expect.poll(() => server.app.hub.lines.isThere(first.id)).toBe(false);
    const body = { controllerId: second.id, doorIds: [door.id] };
    expect(await move(body)).toMatchObject({ status: 409, body: { code: "OLD_CONTROLLER_AWAY" } });
    expect(await holderOf(door.id)).toBe(first.id);
    expect(await move({ ...body, evenIfAway: true })).toMatchObject({ body: { moved: 1 } });
    expect(await press(door.localId)).toMatchObject({ ok: true });
    // It comes back and is told at once what is its own.
    const back = await signInController(server.url, first.id, first.key);
    const { doors } = (await back.hear("configuration")) as { doors: { id: string }[] };
    expect(doors.map(({ id }) => id)).not.toContain(door.id);
  });

  it("goes to one of two that want it at once", async () => {
    const { first, second, door, ask, building, move, holderOf } = await newScene();
    const offered = await ask("POST", `/api/bb/buildings/${building.id}/controllers`, { name: "Torre C" });
    const third = await newController(server, building.id, offered.body.pairing.code);
    const told = [first, second, third].map(tellings);
    const both = await Promise.all(
      [second, third].map(({ id }) => move({ controllerId: id, doorIds: [door.id] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const holder = await holderOf(door.id);
    const winner = [second.id, third.id].indexOf(holder ?? "") + 1;
    await expect.poll(() => told[winner]?.at(-1)).toContain(door.id);
    expect(told[3 - winner]?.flat() ?? []).not.toContain(door.id);
    expect(told[0]?.at(-1)).not.toContain(door.id);
  });

  it("is believed from the one before for the time in which it had it, and from nobody else", async () => {
    const { first, second, door, other, move, ask, building } = await newScene();
    const before = clock.now();
    await move({ controllerId: second.id, doorIds: [door.id] });
    clock.push(5 * 60_000);
    const [late, now, foreign] = [opened(1, door.id, before), opened(2, door.id), opened(1, other.id)];
    expect(await first.socket.ask("facts", { facts: [late, now] })).toMatchObject({ acknowledged: 2 });
    // Done again: it was not written down before.
    const toldAgain = await withOneEnded(server, "controllers", () =>
      second.socket.ask("facts", { facts: [foreign] }),
    );
    expect(toldAgain).toMatchObject({ acknowledged: 1 });
    const mine = opened(2, door.id);
    expect(await second.socket.ask("facts", { facts: [mine] })).toMatchObject({ acknowledged: 2 });
    const kept = await db
      .selectFrom("open_door_events")
      .select("id")
      .where("building_id", "=", building.id)
      .execute();
    expect(kept.map(({ id }) => id).sort()).toEqual([late.openingId, mine.openingId].sort());
    const { body } = await ask(
      "GET",
      `/api/bb/audit?buildingId=${building.id}&action=controllers.not-its-device`,
    );
    expect(body.entries).toHaveLength(2);
  });

  it("is free no more by who had it, and by nothing that is told late of then", async () => {
    const { building, first, second, door, move, ask } = await newScene();
    const shown = async () => {
      const { body } = await ask("GET", `/api/buildings/${building.id}/doors`);
      return body.doors.find(({ id }: { id: string }) => id === door.id).mode;
    };
    const freed = (seq: number, at = clock.now()) => ({
      seq,
      at: at.toISOString(),
      kind: "door-freed",
      periodId: randomUUID(),
      doorId: door.id,
      origin: "ALARM",
      isCertain: true,
    });
    await first.socket.ask("facts", { facts: [freed(1)] });
    expect(await shown()).toMatchObject({ mode: "free" });
    first.socket.raw.disconnect();
    await expect.poll(() => server.app.hub.lines.isThere(first.id)).toBe(false);
    const before = clock.now();
    clock.push(60_000);
    await move({ controllerId: second.id, doorIds: [door.id], evenIfAway: true });
    expect(await shown()).toBeUndefined();
    await second.socket.ask("facts", { facts: [freed(1)] });
    const back = await signInController(server.url, first.id, first.key);
    const late = freed(2, before);
    expect(await back.ask("facts", { facts: [late] })).toMatchObject({ acknowledged: 2 });
    expect(await shown()).toMatchObject({ mode: "free", isConfirmed: true });
    const endOf = async () =>
      (
        await db
          .selectFrom("door_free_periods")
          .select("ended_at")
          .where("id", "=", late.periodId)
          .executeTakeFirstOrThrow()
      ).ended_at;
    expect((await endOf())?.getTime()).toBeGreaterThan(before.getTime());
    const { periodId, doorId } = late;
    const ended = { seq: 3, at: before.toISOString(), kind: "door-free-ended", periodId, doorId };
    await back.ask("facts", { facts: [ended] });
    expect(await endOf()).toEqual(before);
  });

  it("is free no more by one that was taken away, nor by who has it then", async () => {
    const { building, first, second, door, ask } = await newScene();
    const shown = async () => {
      const { body } = await ask("GET", `/api/buildings/${building.id}/doors`);
      return body.doors.find(({ id }: { id: string }) => id === door.id).mode;
    };
    const freed = {
      ...{ seq: 1, at: clock.now().toISOString(), kind: "door-freed", periodId: randomUUID() },
      ...{ doorId: door.id, origin: "ALARM", isCertain: true },
    };
    await first.socket.ask("facts", { facts: [freed] });
    expect(await shown()).toMatchObject({ mode: "free", isConfirmed: true });
    expect((await ask("DELETE", `/api/bb/controllers/${first.id}`)).status).toBe(200);
    expect(await shown()).toBeUndefined();
    // One of before, which does not say what it holds free.
    await db.updateTable("doors").set({ controller_id: second.id }).where("id", "=", door.id).execute();
    expect(await shown()).toBeUndefined();
  });

  it("takes along what it is told of an input that goes with another door, and nothing of before", async () => {
    const { building, first, second, other, move, ask } = await newScene();
    await move({ controllerId: second.id, doorIds: [other.id] });
    clock.push(5 * 60_000);
    const fields = { name: "Tapa", kind: "tamper", doorId: null, driver: { kind: "simulated" } };
    const { input } = (await ask("POST", `/api/bb/buildings/${building.id}/inputs`, fields)).body;
    const before = clock.now();
    clock.push(5 * 60_000);
    expect(await ask("PUT", `/api/bb/inputs/${input.id}`, { doorId: other.id })).toMatchObject({
      status: 200,
    });
    clock.push(5 * 60_000);
    const noticed = (seq: number, at: Date) => ({
      seq,
      at: at.toISOString(),
      kind: "intrusion-started",
      intrusionId: randomUUID(),
      intrusion: "tamper",
      cameraId: null,
      doorId: null,
      inputId: input.id,
    });
    const [late, now] = [noticed(1, before), noticed(2, clock.now())];
    expect(await first.socket.ask("facts", { facts: [late, now] })).toMatchObject({ acknowledged: 2 });
    const kept = await db
      .selectFrom("intrusion_events")
      .select("id")
      .where("building_id", "=", building.id)
      .execute();
    expect(kept).toEqual([{ id: late.intrusionId }]);
  });

  it("is moved, and told as moved, also where nobody can be told of it afterwards", async () => {
    const { second, door, move, holderOf } = await newScene();
    const telling = vi
      .spyOn(server.app.hub.telling, "tellConfiguration")
      .mockRejectedValue(new Error("the database is away"));
    try {
      expect(await move({ controllerId: second.id, doorIds: [door.id] })).toMatchObject({
        status: 200,
        body: { moved: 1 },
      });
      expect(telling).toHaveBeenCalledWith(second.id);
    } finally {
      telling.mockRestore();
    }
    expect(await holderOf(door.id)).toBe(second.id);
  });

  it("stays with what is the whole building's where the other is taken away in the middle", async () => {
    const { first, second, door, move, states, holderOf } = await newScene();
    const lettingGo = vi.spyOn(server.app.hub.telling, "configureOne").mockImplementationOnce(async () => {
      await db.deleteFrom("controllers").where("id", "=", second.id).execute();
      return true;
    });
    expect(await move({ controllerId: second.id, doorIds: [door.id], siren: true })).toMatchObject({
      status: 422,
      body: { code: "CONTROLLER_NEEDED" },
    });
    expect(lettingGo).toHaveBeenCalledOnce();
    lettingGo.mockRestore();
    expect(await holderOf(door.id)).toBe(first.id);
    expect(await states()).toMatchObject([{ id: first.id, isMain: true }]);
  });

  it("is not given to a controller of another building, nor one of another building to ours", async () => {
    const { second, door, move, holderOf, first } = await newScene();
    const elsewhere = await newScene();
    expect(await move({ controllerId: elsewhere.second.id, doorIds: [door.id] })).toMatchObject({
      status: 422,
    });
    expect(await move({ controllerId: second.id, doorIds: [elsewhere.door.id] })).toMatchObject({
      status: 404,
    });
    expect(await holderOf(door.id)).toBe(first.id);
    expect(await holderOf(elsewhere.door.id)).toBe(elsewhere.first.id);
  });
});
