import { randomUUID } from "node:crypto";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import { afterAll, describe, expect, it } from "vitest";
import { newController } from "../../../testing/test-controller.ts";
import { newGuest } from "../../../testing/test-guests.ts";
import { atDesk } from "../../../testing/test-pass-desk.ts";
import { askPasses, madePass, newHouse, wantedPass } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";
import { noteEntryAtDoor } from "./door-entries.ts";
import { type AskDecider, enterByPassOf } from "./enter-by-pass.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { services } = server.app;
atNoon(server);

const LIST = ["Ana Gómez", "Luis Pérez", "Marta Tía"];
const nobodyHears = async () => [];

/** Rosa's party, for so many, with a list; Pedro and Carla stand at two desks. */
async function newParty({ names = LIST, entries = 5 }: { names?: string[]; entries?: number | null } = {}) {
  const house = await newHouse(server);
  const { building, home, rosa, pedro } = house;
  const guest = { name: "Cumpleaños de Ana" };
  const { pass, sharing } = await madePass(server, building, rosa, {
    apartmentId: home.id,
    guest,
    names,
    entries,
  });
  const carla = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
  const idOf = (name: string) => pass.names.find((one) => one.name === name)?.id ?? "";
  const change = (wanted: object) =>
    askPasses(
      server,
      building,
      rosa,
      "PUT",
      `/${pass.id}`,
      wantedPass(server, { guest, entries, ...wanted }),
    );
  const seen = async (): Promise<Record<string, string>> => {
    const { body } = await askPasses(server, building, rosa, "GET", `?apartmentId=${home.id}`);
    const { names: listed }: Pass = body.passes.find(({ id }: Pass) => id === pass.id);
    return Object.fromEntries(listed.map(({ name, state }) => [name, state]));
  };
  const entered = async () =>
    db
      .selectFrom("passes")
      .select(["entered", "went_out as left"])
      .where("id", "=", pass.id)
      .executeTakeFirstOrThrow();
  const desk = atDesk(server, pedro, building.id);
  const other = atDesk(server, carla, building.id);
  return { ...house, pass, sharing, desk, other, idOf, change, seen, entered };
}

describe("the list of a party", () => {
  it("is told to its home and to the desk, in its order, and to nobody on the guest's page", async () => {
    const { pass, sharing, desk } = await newParty();
    expect(pass.names.map(({ name, state, at }) => [name, state, at])).toEqual(
      LIST.map((name) => [name, "awaited", null]),
    );
    expect((await desk.find(sharing.code)).body.pass.names).toEqual(pass.names);
    // Whoever says their own name is found by it.
    const found = (await desk.guests("?which=expected&search=luis")).body.guests;
    expect(found).toMatchObject([{ id: pass.id, names: pass.names }]);
    const guest = await newGuest(server, sharing.address.slice(-43));
    const own = await server.app.http.inject({ url: "/api/guest/pass", headers: guest.headers });
    expect(own.json().pass.firstName).toBe("");
    for (const name of LIST) {
      expect(own.body).not.toContain(name);
    }
  });

  it("has no more names than entries, and sixty at the most", async () => {
    const { building, rosa, home, change, seen } = await newParty();
    const before = await seen();
    const many = Array.from({ length: 61 }, (_, at) => `Persona ${at}`);
    for (const [names, entries, refused] of [
      [LIST, 2, [422, "PASS_NAMES_DO_NOT_FIT"]],
      [many, 100, [400, "BAD_REQUEST"]],
      [["Ana", "   "], 5, [422, "INCOMPLETE"]],
    ] as const) {
      const reply = await change({ names, entries });
      expect([reply.status, reply.body.code]).toEqual(refused);
      const wanted = wantedPass(server, { names, entries, apartmentId: home.id, requestId: randomUUID() });
      expect((await askPasses(server, building, rosa, "POST", "", wanted)).status).toBe(refused[0]);
    }
    // A number that is smaller than the list that stays.
    expect((await change({ entries: 2 })).body.code).toBe("PASS_NAMES_DO_NOT_FIT");
    expect(await seen()).toEqual(before);
    expect((await change({ names: many.slice(0, 60), entries: 60 })).body.pass.names).toHaveLength(60);
  });

  it("is changed by its home: who stands in it still is the same, and who came stays", async () => {
    const { pass, desk, idOf, change, seen } = await newParty();
    await desk.enter(pass.id, { nameId: idOf("Ana Gómez") });
    // What does not speak of the list leaves it as it is.
    expect((await change({})).body.pass.names).toHaveLength(3);
    expect((await change({ names: ["Luis Pérez"] })).body.code).toBe("PASS_NAME_CAME");
    const { body } = await change({ names: ["Iván Núñez", "Ana Gómez"] });
    expect(body.pass.names[1].id).toBe(idOf("Ana Gómez"));
    expect(await seen()).toEqual({ "Iván Núñez": "awaited", "Ana Gómez": "inside" });
    expect((await desk.enter(pass.id, { nameId: idOf("Luis Pérez") })).body.code).toBe("PASS_NAME_NOT_FOUND");
  });
});

describe("whoever of a party stands at the desk", () => {
  it("is ticked by one act, others come besides, and the home sees it", async () => {
    const { rosa, pass, desk, idOf, seen, entered } = await newParty({ entries: 4 });
    const screen = await server.connectAs(rosa);
    const ticked = await desk.enter(pass.id, { nameId: idOf("Ana Gómez") });
    expect(ticked.body.pass).toMatchObject({
      entered: 1,
      names: [{ name: "Ana Gómez", state: "inside", at: expect.any(String) }, { state: "awaited" }, {}],
    });
    expect(await screen.hear("passes:changed")).toMatchObject({ passId: pass.id });
    expect((await desk.enter(pass.id)).body.pass.entered).toBe(2);
    expect(await seen()).toEqual({ "Ana Gómez": "inside", "Luis Pérez": "awaited", "Marta Tía": "awaited" });
    const movements = await db
      .selectFrom("pass_movements")
      .select("name_id as name")
      .where("pass_id", "=", pass.id)
      .orderBy("at")
      .execute();
    expect(movements).toEqual([{ name: idOf("Ana Gómez") }, { name: null }]);
    // A name is one person, and one of this pass.
    expect((await desk.enter(pass.id, { nameId: idOf("Luis Pérez"), people: 2 })).status).toBe(400);
    const another = await newParty();
    const foreign = await desk.enter(pass.id, { nameId: another.idOf("Luis Pérez") });
    expect(foreign).toMatchObject({ status: 404, body: { code: "PASS_NAME_NOT_FOUND" } });
    // The number counts, whoever of the list is still to come.
    await desk.enter(pass.id, { people: 2 });
    expect((await desk.enter(pass.id, { nameId: idOf("Luis Pérez") })).body.code).toBe("PASS_REFUSED");
    expect(await entered()).toEqual({ entered: 4, left: 0 });
  });

  it("is let in by one of two desks that tick the same name at once, and the other is told", async () => {
    const { pass, desk, other, idOf, entered } = await newParty();
    const nameId = idOf("Luis Pérez");
    const replies = await Promise.all([desk, other].map((one) => one.enter(pass.id, { nameId })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "PASS_NAME_INSIDE",
      message: "Esta persona de la lista ya entró.",
    });
    expect(await entered()).toEqual({ entered: 1, left: 0 });
    // The same press again is the first time again, and is no other person's.
    const requestId = randomUUID();
    for (const _press of [1, 2]) {
      const again = await desk.enter(pass.id, { nameId: idOf("Marta Tía"), requestId });
      expect([again.status, again.body.pass?.entered]).toEqual([200, 2]);
    }
    expect((await desk.enter(pass.id, { nameId, requestId })).status).toBe(400);
  });

  it("goes out by name, among the others, or with everybody", async () => {
    const { pass, desk, idOf, seen, entered } = await newParty();
    for (const name of LIST) {
      await desk.enter(pass.id, { nameId: idOf(name) });
    }
    await desk.enter(pass.id);
    const leave = (people: number, nameId?: string) => desk.leave(pass.id, people, randomUUID(), nameId);
    expect((await leave(1, idOf("Ana Gómez"))).body.pass.left).toBe(1);
    expect((await leave(1, idOf("Ana Gómez"))).body.code).toBe("PASS_NAME_NOT_INSIDE");
    // One is not of the list: who would be the second?
    expect((await leave(2)).body.code).toBe("PASS_NAMES_ASKED");
    expect((await leave(1)).status).toBe(200);
    expect(await seen()).toEqual({ "Ana Gómez": "left", "Luis Pérez": "inside", "Marta Tía": "inside" });
    expect((await leave(2)).status).toBe(200);
    expect(new Set(Object.values(await seen()))).toEqual(new Set(["left"]));
    // There is one entry left: whoever was here comes again.
    expect((await desk.enter(pass.id, { nameId: idOf("Ana Gómez") })).status).toBe(200);
    expect(await seen()).toMatchObject({ "Ana Gómez": "inside" });
    expect(await entered()).toEqual({ entered: 5, left: 4 });
  });
});

describe("a party that a controller counts", () => {
  /** Pedro's press for Luis, before a controller that answers as told. */
  async function newCounted() {
    const party = await newParty();
    const { building, pass, pedro, idOf } = party;
    const { id: controllerId } = await newController(server, building.id);
    await db.updateTable("passes").set({ controller_id: controllerId }).where("id", "=", pass.id).execute();
    const actor = await services.gate.actorOfToken(pedro.token);
    if (actor === null) {
      throw new Error("Pedro is not signed in");
    }
    const of = { buildingId: building.id, passId: pass.id, people: 1, nameId: idOf("Luis Pérez") };
    const enter = (askDecider: AskDecider, requestId = randomUUID()) =>
      enterByPassOf(services, actor, { ...of, requestId }, { askDecider, whoHears: nobodyHears });
    return { ...party, enter };
  }

  it("is asked for one name once, however many tick it", async () => {
    const { enter, entered } = await newCounted();
    let second: unknown;
    await enter(async () => {
      second = await enter(async () => expect.unreachable()).catch((error: unknown) => error);
      return "granted";
    });
    expect(second).toMatchObject({ code: "PASS_NAME_INSIDE" });
    expect(await entered()).toEqual({ entered: 1, left: 0 });
  });

  it("lets a name go that it refused, or that it was away for", async () => {
    const { enter, seen } = await newCounted();
    await expect(enter(async () => "away")).rejects.toMatchObject({ code: "PASS_DECIDER_AWAY" });
    await enter(async () => "granted");
    expect(await seen()).toMatchObject({ "Luis Pérez": "inside" });
  });

  it("may tell of the entry first, without a name", async () => {
    const { enter, pass, seen, entered } = await newCounted();
    const requestId = randomUUID();
    const told = { accessId: requestId, passId: pass.id, doorId: null, at: server.clock.now() };
    await enter(async () => {
      await db.transaction().execute((trx) => noteEntryAtDoor(services, trx, told, nobodyHears));
      return "granted";
    }, requestId);
    expect(await seen()).toMatchObject({ "Luis Pérez": "inside" });
    expect(await entered()).toEqual({ entered: 1, left: 0 });
  });
});
