import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { waitingForALock } from "../../../testing/test-calls.ts";
import { newController, type TestController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { lockCodes } from "../../platform/code-pool.ts";
import { pinDigest } from "../../platform/pin-key.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { services } = server.app;

async function ask(
  actor: Pick<TestPerson, "headers">,
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  body?: object,
) {
  const { headers } = actor;
  const reply = await server.app.http.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
  return { status: reply.statusCode, body: reply.json() };
}

const keypad = JSON.stringify({ kind: "simulated", hasKeypad: true });

/** A building whose door has a keypad, who administers it, and somebody who lives there. */
async function newScene({ hasKeypad = true } = {}) {
  const building = await server.newBuilding();
  const door = await server.newDoor(building);
  if (hasKeypad) {
    await db.updateTable("doors").set({ reader: keypad }).where("id", "=", door.id).execute();
  }
  const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const lola = await newResident(building);
  return { building, door, ana, lola, of: pathOf(building, lola), own: `/api/user/pins/${building.id}` };
}

const newResident = (building: TestBuilding) =>
  server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });
const pathOf = ({ id }: TestBuilding, person: TestPerson) =>
  `/api/bb/buildings/${id}/people/${person.id}/pin`;
const rowsOf = ({ id }: TestBuilding) =>
  db.selectFrom("door_pins").selectAll().where("building_id", "=", id).execute();
const hex = (building: TestBuilding, digits: string) =>
  pinDigest(services, building.id, digits).toString("hex");

describe("a PIN", () => {
  it("is made by the system, shown once, and kept as a digest alone", async () => {
    const { building, ana, lola, of } = await newScene();
    expect((await ask(ana, "GET", of)).body).toEqual({ pin: null, hasKeypad: true });
    const made = await ask(ana, "POST", of, {});
    expect(made).toMatchObject({ status: 200, body: { digits: expect.stringMatching(/^\d{6}$/) } });
    expect(made.body.pin).toMatchObject({ state: "active", isHeldBack: false, from: null, until: null });
    const { digits } = made.body;
    const seen = await ask(ana, "GET", of);
    expect(seen.body.pin).toEqual(made.body.pin);
    expect(await rowsOf(building)).toMatchObject([
      { user_id: lola.id, digits: 6, digest: pinDigest(services, building.id, digits) },
    ]);
    const lines = await db
      .selectFrom("audit_lines")
      .select(["action", "actor_id", "building_id", "subject_id"])
      .where("action", "=", "access-control.pin-made")
      .where("building_id", "=", building.id)
      .execute();
    expect(lines).toEqual([
      {
        action: "access-control.pin-made",
        actor_id: ana.id,
        building_id: building.id,
        subject_id: lola.id,
      },
    ]);
    // The same digits in another building are another digest.
    expect(pinDigest(services, randomUUID(), digits)).not.toEqual(pinDigest(services, building.id, digits));
  });

  it("is chosen by nobody", async () => {
    const { ana, lola, of, own } = await newScene();
    expect((await ask(ana, "POST", of, { digits: "123456" })).status).toBe(400);
    expect((await ask(lola, "POST", own, { digits: "123456" })).status).toBe(400);
  });

  it("takes the place of the one before it, and gets longer with the number of codes", async () => {
    const { building, ana, of } = await newScene();
    const first = (await ask(ana, "POST", of, {})).body.digits;
    const second = (await ask(ana, "POST", of, {})).body.digits;
    expect(await rowsOf(building)).toHaveLength(1);
    expect((await rowsOf(building))[0]?.digest).toEqual(pinDigest(services, building.id, second));
    expect(first).not.toBe(second);
    const lengths = new Set<number>();
    for (let count = 0; count < 12; count += 1) {
      const neighbour = await newResident(building);
      lengths.add((await ask(ana, "POST", pathOf(building, neighbour), {})).body.digits.length);
    }
    expect([...lengths]).toEqual([6, 7]);
  });

  it("is told to be too short when its building has more keypads", async () => {
    const { building, door, ana, lola, of } = await newScene();
    const levels = `/api/bb/buildings/${building.id}/access-levels`;
    await ask(ana, "POST", of, {});
    expect((await ask(ana, "GET", of)).body.pin).toMatchObject({ isTooShort: false });
    expect((await ask(ana, "GET", levels)).body.shortPins).toEqual([]);
    const { reader } = await db
      .selectFrom("doors")
      .select("reader")
      .where("id", "=", door.id)
      .executeTakeFirstOrThrow();
    for (let count = 0; count < 10; count += 1) {
      const { id } = await server.newDoor(building);
      await db
        .updateTable("doors")
        .set({ reader: JSON.stringify(reader) })
        .where("id", "=", id)
        .execute();
    }
    expect((await ask(ana, "GET", of)).body.pin).toMatchObject({ isTooShort: true });
    const after = (await ask(ana, "GET", levels)).body.shortPins;
    expect(after).toEqual([{ userId: lola.id, name: lola.name }]);
  });

  it("of people who make one at once are as many as they are", async () => {
    const { building, ana } = await newScene();
    const neighbours = await Promise.all(Array.from({ length: 12 }, () => newResident(building)));
    const made = await Promise.all(
      neighbours.map((neighbour) => ask(ana, "POST", pathOf(building, neighbour), {})),
    );
    expect(made.map(({ status }) => status)).toEqual(neighbours.map(() => 200));
    const lengths = made.map(({ body }) => body.digits.length).sort();
    expect(lengths.filter((length) => length === 6).length).toBeLessThanOrEqual(9);
    // And one person who asks twice at once has one.
    const [neighbour] = neighbours;
    if (neighbour) {
      await Promise.all([1, 2, 3].map(() => ask(ana, "POST", pathOf(building, neighbour), {})));
    }
    expect(await rowsOf(building)).toHaveLength(12);
  });

  it("is suspended, has its time, and is withdrawn", async () => {
    const { building, ana, of } = await newScene();
    const until = new Date(services.clock.now().getTime() + 3_600_000).toISOString();
    expect(await ask(ana, "PUT", of, { active: false, from: null, until: null })).toMatchObject({
      status: 404,
      body: { code: "PIN_NOT_FOUND" },
    });
    await ask(ana, "POST", of, { until });
    const off = await ask(ana, "PUT", of, { active: false, from: null, until });
    expect(off.body.pin).toMatchObject({ state: "suspended", isHeldBack: true, until });
    const on = await ask(ana, "PUT", of, { active: true, from: null, until: null });
    expect(on.body.pin).toMatchObject({ state: "active", isHeldBack: false, until: null });
    const past = new Date(services.clock.now().getTime() - 1000).toISOString();
    expect((await ask(ana, "POST", of, { until: past })).body).toMatchObject({ code: "GRANT_IN_THE_PAST" });
    expect((await ask(ana, "POST", of, { from: until, until })).status).toBe(400);
    expect((await ask(ana, "DELETE", of)).body).toEqual({ ok: true });
    expect(await rowsOf(building)).toEqual([]);
    expect((await ask(ana, "DELETE", of)).body).toMatchObject({ code: "PIN_NOT_FOUND" });
  });

  it("that its holder suspended meanwhile stays so when somebody changes its dates, and keeps them when it is suspended", async () => {
    const { ana, lola, of, own } = await newScene();
    const inHours = (hours: number) =>
      new Date(services.clock.now().getTime() + hours * 3_600_000).toISOString();
    await ask(ana, "POST", of, { until: inHours(1) });
    expect((await ask(ana, "GET", of)).body.pin).toMatchObject({ state: "active" });
    await ask(lola, "PUT", own, { active: false });
    const until = inHours(2);
    expect((await ask(ana, "PUT", of, { until })).body.pin).toMatchObject({
      state: "suspended",
      isHeldBack: false,
      until,
    });
    // It is still its holder's to let open.
    expect((await ask(lola, "PUT", own, { active: true })).body.pin).toMatchObject({
      state: "active",
      until,
    });
    expect((await ask(ana, "PUT", of, { active: false })).body.pin).toMatchObject({
      state: "suspended",
      isHeldBack: true,
      from: null,
      until,
    });
    // And still the administration's after another change of its dates.
    expect((await ask(ana, "PUT", of, { until: null })).body.pin).toMatchObject({
      isHeldBack: true,
      until: null,
    });
    await ask(ana, "PUT", of, { until });
    expect(await ask(ana, "PUT", of, { from: inHours(3) })).toMatchObject({
      status: 422,
      body: { code: "INCOMPLETE" },
    });
  });

  it("is for people of the building, by who administers it", async () => {
    const { building, ana, of } = await newScene();
    const other = await newScene();
    const stranger = pathOf(building, other.lola);
    for (const method of ["GET", "POST", "DELETE"] as const) {
      const body = method === "POST" ? {} : undefined;
      expect((await ask(ana, method, stranger, body)).body).toMatchObject({ code: "USER_NOT_FOUND" });
      expect((await ask(other.ana, method, of, body)).status).toBe(404);
    }
    const laura = await server.newPerson({ userType: "ADMIN" });
    expect((await ask(laura, "POST", of, {})).status).toBe(200);
  });
});

describe("one's own PIN", () => {
  it("is made, suspended and taken away by who comes in by a door with a keypad", async () => {
    const { building, lola, own } = await newScene();
    expect((await ask(lola, "GET", "/api/user/pins")).body.pins).toMatchObject([
      { buildingId: building.id, pin: null },
    ]);
    const { digits } = (await ask(lola, "POST", own, {})).body;
    expect(digits).toMatch(/^\d{6}$/);
    const listed = await ask(lola, "GET", "/api/user/pins");
    expect(listed.body.pins).toMatchObject([{ pin: { state: "active" } }]);
    expect(JSON.stringify(listed.body)).not.toContain(digits);
    const off = await ask(lola, "PUT", own, { active: false });
    expect(off.body.pin).toMatchObject({ state: "suspended", isHeldBack: false });
    expect((await ask(lola, "PUT", own, { active: true })).body.pin).toMatchObject({ state: "active" });
    expect((await ask(lola, "DELETE", own)).body).toEqual({ ok: true });
    expect(await rowsOf(building)).toEqual([]);
  });

  it("is not made where no door has a keypad, nor in a building where one is nothing", async () => {
    const { lola, own } = await newScene({ hasKeypad: false });
    const other = await newScene();
    expect((await ask(lola, "GET", "/api/user/pins")).body).toEqual({ pins: [] });
    expect((await ask(lola, "POST", own, {})).body).toMatchObject({ code: "PIN_WITHOUT_KEYPAD" });
    expect(await ask(lola, "POST", other.own, {})).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
    expect((await ask(lola, "PUT", other.own, { active: false })).status).toBe(404);
  });

  it("is not made for a reader that types its cards, also where an earlier version said that it has keys", async () => {
    const { door, lola, own } = await newScene();
    const reader = JSON.stringify({ kind: "keyboard-wedge", device: "/dev/input/event3", hasKeypad: true });
    await db.updateTable("doors").set({ reader }).where("id", "=", door.id).execute();
    expect((await ask(lola, "GET", "/api/user/pins")).body).toEqual({ pins: [] });
    expect((await ask(lola, "POST", own, {})).body).toMatchObject({ code: "PIN_WITHOUT_KEYPAD" });
  });

  it("that the administration suspended is not made anew, let open or taken away by its holder", async () => {
    const { building, ana, lola, of, own } = await newScene();
    await ask(lola, "POST", own, {});
    await ask(lola, "PUT", own, { active: false });
    await ask(ana, "PUT", of, { active: false, from: null, until: null });
    const before = await rowsOf(building);
    for (const [method, body] of [
      ["POST", {}],
      ["PUT", { active: true }],
      ["DELETE", undefined],
    ] as const) {
      expect((await ask(lola, method, own, body)).body).toMatchObject({ code: "PIN_HELD_BACK" });
    }
    expect(await rowsOf(building)).toEqual(before);
  });
});

it("that is suspended while its holder makes it anew stays suspended", async () => {
  const { building, lola, own } = await newScene();
  await ask(lola, "POST", own, {});
  let press: ReturnType<typeof ask> | undefined;
  await db.transaction().execute(async (trx) => {
    await lockCodes(trx, building.id);
    press = ask(lola, "POST", own, {});
    await expect.poll(() => waitingForALock(server)).toBeGreaterThan(0);
    await trx
      .updateTable("door_pins")
      .set({ suspended_at: new Date(), suspended_by_holder: false })
      .where("user_id", "=", lola.id)
      .execute();
  });
  expect((await press)?.body).toMatchObject({ code: "PIN_HELD_BACK" });
});

describe("a PIN in the building's access list", () => {
  /** The controller was told what makes this true. */
  const told = async ({ list }: TestController, isTrue: () => boolean) => {
    await server.app.accessKeeper.round();
    await list.until(isTrue, "it is told");
  };

  it("is there as its digest, follows what is done to it, and goes with the stay", async () => {
    const { building, ana, lola, of } = await newScene();
    const controller = await newController(server, building.id);
    const { digits, pin } = (await ask(ana, "POST", of, {})).body;
    const { list } = controller;
    const keyOf = (code: string) => `pin:${hex(building, code)}`;
    await told(controller, () => list.entry(keyOf(digits)) !== undefined);
    expect(list.entry(keyOf(digits))).toMatchObject({ id: pin.id, holderId: lola.id, state: "active" });
    expect(list.entry(`holder:${lola.id}`)).toMatchObject({ isSuspended: false });
    expect(list.entry("pins")).toEqual({ kind: "pins", digits: 6 });
    await ask(ana, "PUT", of, { active: false, from: null, until: null });
    await told(controller, () => JSON.stringify(list.entry(keyOf(digits))).includes('"suspended"'));
    const again = (await ask(ana, "POST", of, {})).body.digits;
    await told(controller, () => list.entry(keyOf(again)) !== undefined);
    expect(list.entry(keyOf(digits))).toBeUndefined();
    expect(list.entry(keyOf(again))).toMatchObject({ state: "active" });
    await db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: services.clock.now() })
      .where("user_id", "=", lola.id)
      .execute();
    const names = () => [...list.entries.keys()].filter((name) => /^(pin|holder):/.test(name));
    await told(controller, () => names().length === 0);
    expect(await rowsOf(building)).toEqual([]);
  });

  it("opens doors by facts that name whose it was, and its last use", async () => {
    const { building, door, ana, lola, of } = await newScene();
    const controller = await newController(server, building.id);
    const { pin } = (await ask(ana, "POST", of, {})).body;
    await told(controller, () => controller.list.entry(`holder:${lola.id}`) !== undefined);
    const at = new Date(Math.max(services.clock.now().getTime(), Date.parse(pin.madeAt))).toISOString();
    const accessId = randomUUID();
    const decided = {
      kind: "access-decided",
      at,
      doorId: door.id,
      cardId: null,
      tag: null,
      isOffline: false,
    };
    const facts = [
      { seq: 1, ...decided, accessId, outcome: "granted", credential: "pin", holderId: lola.id },
      { seq: 2, kind: "door-opened", at, openingId: accessId, doorId: door.id, origin: "PIN", orderId: null },
      { seq: 3, ...decided, accessId: randomUUID(), outcome: "unknown", credential: "pin", holderId: null },
    ];
    expect(await controller.socket.ask("facts", { facts })).toEqual({ ok: true, acknowledged: 3 });
    expect((await ask(ana, "GET", of)).body.pin).toMatchObject({ lastTimeUsed: at });
    const kept = await db
      .selectFrom("access_events")
      .select(["credential", "outcome", "user_id", "tag"])
      .where("building_id", "=", building.id)
      .orderBy("outcome")
      .execute();
    expect(kept).toEqual([
      { credential: "pin", outcome: "granted", user_id: lola.id, tag: null },
      { credential: "pin", outcome: "unknown", user_id: null, tag: null },
    ]);
    const opened = await db
      .selectFrom("open_door_events")
      .select(["origin", "user_id"])
      .where("building_id", "=", building.id)
      .execute();
    expect(opened).toEqual([{ origin: "PIN", user_id: lola.id }]);
  });
});
