import { randomUUID } from "node:crypto";
import type { HomeNotices, NoticeRule } from "@umbral/contract/notice-rules/notice-rules.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { newController } from "../../../testing/test-controller.ts";
import { registerDevice } from "../../../testing/test-firebase.ts";
import { madePass, newHouse } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";
import { noteEntryAtDoor } from "../passes/door-entries.ts";
import { tidyNotices } from "./home-notices.service.ts";
import { tellArrival, whoHearsOfGuests } from "./tell-home.ts";

/* 'Avísame si…': what a home is told, and who is told of whom. It is noon in Bogotá. */

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;
const messages = await seeMessages(server);
atNoon(server);

const MINUTE_MS = 60_000;
const always = (kind: NoticeRule["kind"], tells: NoticeRule["tells"] = "every", hours: object[] = []) => ({
  kind,
  tells,
  hours,
});
const everyDay = (from: string, to: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], from, to }];

/** Rosa leads a home, Andrés lives there, Sofía is a child with a card; Tomás lives next door. Their devices take pushes. */
async function newFamily() {
  const house = await newHouse(server);
  const { building, home } = house;
  const at = { buildingId: building.id, apartmentId: home.id };
  const omar = await server.newPerson({ name: "Omar Dueño", spaces: [{ role: "PROPIETARIO", ...at }] });
  await db.updateTable("spaces").set({ lives_here: false }).where("user_id", "=", omar.id).execute();
  const sofia = { id: services.newId() };
  await db
    .insertInto("users")
    .values({ id: sofia.id, name: "Sofía Hija", cedula: null, user_type: "HOLDER" })
    .execute();
  await db
    .insertInto("card_holders")
    .values({
      user_id: sofia.id,
      building_id: building.id,
      belongs_to: "home",
      apartment_id: home.id,
      created_at: clock.now(),
    })
    .execute();
  for (const person of [house.rosa, house.andres, house.tomas, omar, house.pedro]) {
    await registerDevice(server, person, `device-${person.id}-0123456789`);
  }
  const ask = async (who: TestPerson | null, method: "GET" | "PUT", path = "", payload?: object) => {
    const reply = await server.app.http.inject({
      method,
      url: `/api/apartments/${home.id}/notices${path}`,
      headers: who?.headers ?? {},
      ...(payload ? { payload } : {}),
    });
    return { status: reply.statusCode, body: reply.json<HomeNotices & { code?: string }>() };
  };
  const must = async (...asked: Parameters<typeof ask>) => {
    const { status, body } = await ask(...asked);
    expect(status).toBe(200);
    return body;
  };
  const watch = (who: TestPerson, of: { id: string }, wants = true) =>
    ask(who, "PUT", `/arrivals/${of.id}`, { wants });
  const decide = (who: TestPerson, of: { id: string }, watcher: { id: string }, allows: boolean) =>
    ask(who, "PUT", `/arrivals/${of.id}/watchers/${watcher.id}`, { allows });

  const [controller, door] = [
    await newController(server, building.id),
    await server.newDoor(building, { scope: "building", name: "Puerta principal" }),
  ];
  let seq = 0;
  const tell = async (fact: object, at = clock.now()) => {
    seq += 1;
    const facts = [{ seq, at: at.toISOString(), ...fact }];
    expect(await controller.socket.ask("facts", { facts })).toEqual({ ok: true, acknowledged: seq });
  };
  /** Somebody holds their card to a reader, and the door opens. */
  const comes = async (
    who: { id: string },
    at = clock.now(),
    { doorId = door.id, id = randomUUID() } = {},
  ) => {
    await db
      .insertInto("access_events")
      .values({
        id,
        building_id: building.id,
        door_id: doorId,
        user_id: who.id,
        outcome: "granted",
        credential: "card",
        is_offline: false,
        occurred_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tell({ kind: "door-opened", openingId: id, doorId, origin: "CARD", orderId: null }, at);
  };
  const heldOpen = (at = clock.now(), doorId = door.id) =>
    tell(
      {
        kind: "intrusion-started",
        intrusionId: randomUUID(),
        intrusion: "door-held",
        doorId,
        cameraId: null,
      },
      at,
    );
  return { ...house, omar, sofia, door, ask, must, watch, decide, comes, heldOpen };
}

const told = async ({ id }: { id: string }) => (await messages.to(id)).map(({ subject }) => subject);
const wanting = "Andrés Residente quiere saber cuándo llegas";

describe("who may be told", () => {
  it("is who lives there: no stranger, neighbour, doorman, administrator, nor an owner who lives elsewhere", async () => {
    const { ask, rosa, andres, tomas, alberto, pedro, omar, watch, decide } = await newFamily();
    expect((await ask(null, "GET")).status).toBe(401);
    for (const person of [tomas, alberto, pedro]) {
      expect((await ask(person, "GET")).status).toBe(403);
      expect((await watch(person, rosa)).status).toBe(403);
    }
    for (const reply of [
      await ask(omar, "GET"),
      await ask(omar, "PUT", "", always("doors")),
      await watch(omar, rosa),
      await decide(omar, rosa, andres, true),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([403, "NOTICES_FOR_RESIDENTS"]);
    }
    expect(await db.selectFrom("notice_rules").select("kind").execute()).toEqual([]);
    const { people, rules, timeZone, watchers } = (await ask(rosa, "GET")).body;
    expect(people.map(({ name, hasAccount, state }) => [name, hasAccount, state])).toEqual([
      ["Andrés Residente", true, null],
      ["Sofía Hija", false, null],
    ]);
    expect([timeZone, watchers]).toEqual(["America/Bogota", []]);
    expect(rules).toEqual([always("arrivals"), always("guests", "first"), always("doors", "no")]);
  });

  it("asks, and is told nothing before the other said yes, nor after they said no", async () => {
    const { rosa, andres, tomas, watch, decide, must, comes } = await newFamily();
    const atRosa = await server.connectAs(rosa);
    expect((await watch(andres, tomas)).body.code).toBe("PERSON_NOT_OF_HOME");
    expect((await watch(andres, andres)).body.code).toBe("PERSON_NOT_OF_HOME");
    const asked = await watch(andres, rosa);
    expect(asked.body.people[0]).toMatchObject({ id: rosa.id, state: "asked" });
    await atRosa.hear("notices:changed");
    // A second time is the first one.
    await watch(andres, rosa);
    expect(await told(rosa)).toEqual([wanting]);
    await comes(rosa);
    expect(await told(andres)).toEqual([]);
    expect((await must(rosa, "GET")).watchers).toEqual([
      {
        watcher: { id: andres.id, name: andres.name },
        of: { id: rosa.id, name: rosa.name },
        isMe: true,
        state: "asked",
      },
    ]);
    // Nobody says yes for themselves.
    expect((await decide(andres, rosa, andres, true)).body.code).toBe("PERSON_NOT_OF_HOME");
    expect((await decide(rosa, rosa, andres, true)).body.watchers).toMatchObject([{ state: "allowed" }]);
    clock.push(11 * MINUTE_MS);
    await comes(rosa);
    expect(await told(andres)).toEqual(["Llegó Rosa Líder"]);
    expect((await decide(rosa, rosa, andres, false)).status).toBe(200);
    clock.push(11 * MINUTE_MS);
    await comes(rosa);
    expect(await told(andres)).toEqual(["Llegó Rosa Líder"]);
    expect((await watch(andres, rosa)).body.code).toBe("ARRIVALS_NOT_ALLOWED");
    await watch(andres, rosa, false);
    expect((await watch(andres, rosa)).body.code).toBe("ARRIVALS_NOT_ALLOWED");
    expect(await told(rosa)).toEqual([wanting]);
    atNoon(server);
  });

  it("of a child without an account hears by a leader's word", async () => {
    const { rosa, andres, sofia, watch, decide, must, comes } = await newFamily();
    expect((await watch(rosa, sofia)).body.people).toMatchObject([{}, { state: "allowed" }]);
    await watch(andres, sofia);
    expect(await told(rosa)).toEqual(["Andrés Residente quiere saber cuándo llega Sofía Hija"]);
    expect((await must(andres, "GET")).watchers).toEqual([]);
    expect((await decide(andres, sofia, andres, true)).body.code).toBe("PERSON_NOT_OF_HOME");
    await comes(sofia);
    expect([(await told(rosa)).slice(1), await told(andres)]).toEqual([["Llegó Sofía Hija"], []]);
    await decide(rosa, sofia, andres, true);
    clock.push(11 * MINUTE_MS);
    await comes(sofia);
    expect(await told(andres)).toEqual(["Llegó Sofía Hija"]);
    atNoon(server);
  });

  it("hears no more from the moment that a stay ends, of either, and another stay begins without a consent", async () => {
    for (const leaving of ["rosa", "andres"] as const) {
      const family = await newFamily();
      const { building, home, rosa, andres, watch, decide, comes, must } = family;
      await watch(andres, rosa);
      await decide(rosa, rosa, andres, true);
      const { id } = family[leaving];
      await db.updateTable("spaces").set({ ends_at: clock.now() }).where("user_id", "=", id).execute();
      await comes(rosa);
      expect(await told(andres)).toEqual([]);
      await db.updateTable("spaces").set({ status: "ENDED" }).where("user_id", "=", id).execute();
      const again = {
        user_id: id,
        building_id: building.id,
        apartment_id: home.id,
        role: leaving === "rosa" ? "RESIDENTE_LIDER" : "RESIDENTE",
        status: "APPROVED",
      } as const;
      await db
        .insertInto("spaces")
        .values({ id: services.newId(), ...again })
        .execute();
      clock.push(11 * MINUTE_MS);
      await comes(rosa);
      expect(await told(andres)).toEqual([]);
      expect((await must(andres, "GET")).people[0]).toMatchObject({ name: rosa.name, state: null });
      // It can be asked for anew, also where what was is not tidied yet.
      expect((await watch(andres, rosa)).body.people[0]).toMatchObject({ state: "asked" });
      await tidyNotices(services);
      const kept = await db
        .selectFrom("arrival_watches")
        .select("state")
        .where("watched_id", "=", rosa.id)
        .execute();
      expect(kept).toEqual([{ state: "asked" }]);
      atNoon(server);
    }
  });

  it("wears nobody down with asking", async () => {
    const { rosa, andres, watch } = await newFamily();
    for (let time = 0; time < 10; time += 1) {
      await watch(andres, rosa, true);
      await watch(andres, rosa, false);
    }
    expect((await watch(andres, rosa)).body.code).toBe("TOO_OFTEN");
  });
});

/** Andrés is told when Rosa comes. */
async function newAwaiting() {
  const family = await newFamily();
  await family.watch(family.andres, family.rosa);
  await family.decide(family.rosa, family.rosa, family.andres, true);
  return family;
}

describe("somebody who comes home", () => {
  it("is told of at once, to open apps too, with where and when, and to nobody else", async () => {
    const { building, rosa, andres, tomas, sofia, comes } = await newAwaiting();
    const [atAndres, atTomas] = [await server.connectAs(andres), await server.connectAs(tomas)];
    await comes(rosa);
    await comes(sofia);
    const title = "Llegó Rosa Líder";
    const body = `Puerta principal · 12:00 PM · ${building.name}`;
    expect(await atAndres.hear("home_notice")).toMatchObject({ kind: "arrivals", title });
    expect(await messages.to(andres.id)).toMatchObject([
      { channel: "push", subject: title, data: { kind: "notice", path: "/" } },
    ]);
    expect((await messages.to(andres.id))[0]?.body.replace(/12:0\d/, "12:00")).toBe(body);
    expect([await told(tomas), atTomas.heardSoFar("home_notice")]).toEqual([[], []]);
  });

  it("is told of once: told again, by a gate and a door, or while a process dies", async () => {
    const { building, rosa, andres, door, comes } = await newAwaiting();
    const id = randomUUID();
    const opened = {
      id,
      buildingId: building.id,
      doorId: door.id,
      userId: rosa.id,
      origin: "CARD",
      at: clock.now(),
      wasJustHere: async () => false,
    };
    const killed = db.transaction().execute(async (trx) => {
      await tellArrival(services, trx, opened);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await told(andres)).toEqual([]);
    await comes(rosa, clock.now(), { id });
    await comes(rosa, clock.now(), { id });
    clock.push(MINUTE_MS);
    await comes(rosa);
    expect(await told(andres)).toEqual(["Llegó Rosa Líder"]);
    atNoon(server);
  });

  it("is not told of late, outside of the chosen hours, at an inner door, nor when it was switched off", async () => {
    const { building, rosa, andres, comes, must } = await newAwaiting();
    await comes(rosa, new Date(clock.now().getTime() - 31 * MINUTE_MS));
    await must(andres, "PUT", "", always("arrivals", "every", everyDay("13:00", "11:00")));
    await comes(rosa);
    await must(andres, "PUT", "", always("arrivals", "no"));
    clock.push(11 * MINUTE_MS);
    await comes(rosa);
    await must(andres, "PUT", "", always("arrivals"));
    const inner = await server.newDoor(building, { scope: "floor" });
    clock.push(11 * MINUTE_MS);
    await comes(rosa, clock.now(), { doorId: inner.id });
    expect(await told(andres)).toEqual([]);
    await must(andres, "PUT", "", always("arrivals", "every", everyDay("11:00", "13:00")));
    await comes(rosa);
    expect(await told(andres)).toEqual(["Llegó Rosa Líder"]);
    atNoon(server);
  });

  it("is told of twelve times an hour at most", async () => {
    const { building, rosa, andres, door } = await newAwaiting();
    const come = () =>
      db.transaction().execute((trx) =>
        tellArrival(services, trx, {
          id: randomUUID(),
          buildingId: building.id,
          doorId: door.id,
          userId: rosa.id,
          origin: "APP",
          at: clock.now(),
          wasJustHere: async () => false,
        }),
      );
    await Promise.all(Array.from({ length: 15 }, come));
    expect(await told(andres)).toEqual(Array(12).fill("Rosa Líder abrió Puerta principal"));
    clock.push(61 * MINUTE_MS);
    await come();
    expect(await told(andres)).toHaveLength(13);
    atNoon(server);
  });
});

describe("a door that stays open", () => {
  it("is told of to who chose so and on whose way it is, once for each time", async () => {
    const { building, rosa, andres, tomas, omar, must, heldOpen } = await newFamily();
    await must(rosa, "PUT", "", always("doors"));
    const away = building.apartments.at(-1);
    const lucia = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: away?.id ?? "" }],
    });
    await registerDevice(server, lucia, `device-${lucia.id}-0123456789`);
    await server.app.http.inject({
      method: "PUT",
      url: `/api/apartments/${away?.id}/notices`,
      headers: lucia.headers,
      payload: always("doors"),
    });
    const atRosa = await server.connectAs(rosa);
    await heldOpen();
    // It swings: the same time, as the lobby sees it.
    await heldOpen();
    const held = "Abierta demasiado tiempo: Puerta principal";
    expect(await atRosa.hear("home_notice")).toMatchObject({ kind: "doors", title: held });
    expect([await told(rosa), await told(lucia)]).toEqual([[held], [held]]);
    const inner = await server.newDoor(building, { scope: "floor", name: "Puerta del piso" });
    await heldOpen(clock.now(), inner.id);
    await heldOpen(new Date(clock.now().getTime() - 31 * MINUTE_MS), inner.id);
    expect([(await told(rosa)).length, (await told(lucia)).length]).toEqual([2, 1]);
    expect([await told(andres), await told(tomas), await told(omar)]).toEqual([[], [], []]);
  });

  it("is told of four times an hour at most", async () => {
    const { rosa, must, heldOpen } = await newFamily();
    await must(rosa, "PUT", "", always("doors"));
    for (let time = 0; time < 6; time += 1) {
      clock.push(6 * MINUTE_MS);
      await heldOpen();
    }
    expect(await told(rosa)).toHaveLength(4);
    atNoon(server);
  });
});

describe("a guest of the home", () => {
  it("is told of as each who lives there chose: the first time, every time, in some hours or never", async () => {
    const { building, home, rosa, andres, omar, must } = await newFamily();
    const { pass } = await madePass(server, building, omar, { apartmentId: home.id, entries: 5 });
    const come = async () => {
      const entry = { accessId: randomUUID(), passId: pass.id, doorId: null, at: clock.now() };
      await db
        .transaction()
        .execute((trx) => noteEntryAtDoor(services, trx, entry, whoHearsOfGuests(services)));
    };
    const counts = async () => [
      (await told(rosa)).length,
      (await told(andres)).length,
      (await told(omar)).length,
    ];
    await must(rosa, "PUT", "", always("guests", "every"));
    await must(andres, "PUT", "", always("guests", "no"));
    await come();
    // Whoever made it and lives elsewhere chose nothing.
    expect(await counts()).toEqual([1, 0, 1]);
    await come();
    expect(await counts()).toEqual([2, 0, 1]);
    await must(rosa, "PUT", "", always("guests", "every", everyDay("13:00", "11:00")));
    await must(andres, "PUT", "", always("guests", "first"));
    await come();
    expect(await counts()).toEqual([2, 0, 1]);
    expect(await told(rosa)).toEqual(["Llegó Carlos Invitado", "Llegó Carlos Invitado"]);
  });
});

describe("a choice", () => {
  it("that cannot be changes nothing", async () => {
    const { rosa, ask, must } = await newFamily();
    for (const wrong of [
      always("doors", "first"),
      always("doors", "every", [{ days: [8], from: "08:00", to: "09:00" }]),
      { kind: "weather", tells: "every", hours: [] },
      {},
    ]) {
      expect((await ask(rosa, "PUT", "", wrong)).body.code).toBe("BAD_REQUEST");
    }
    expect((await must(rosa, "GET")).rules).toMatchObject([{}, {}, { kind: "doors", tells: "no" }]);
  });
});
