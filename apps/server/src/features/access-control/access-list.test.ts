import { ACCESS_PAGE_ENTRIES } from "@umbral/contract/access-control/access-list";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController, signInController, type TestController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { newId } = server.app.services;
const ask = asking(server, await server.newPerson({ userType: "ADMIN" }));

let tags = 0;
const newTag = () => {
  tags += 1;
  return `04ACCE${tags.toString(16).toUpperCase().padStart(6, "0")}`;
};

/** Somebody who lives in the building, proven, with as many cards. */
async function newResident(building: TestBuilding, cards = 1) {
  const apartmentId = building.apartments[0]?.id ?? "";
  const person = await server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }],
  });
  await db.updateTable("users").set({ verified: true }).where("id", "=", person.id).execute();
  const held = Array.from({ length: cards }, () => ({ id: newId(), tag: newTag() }));
  if (held.length > 0) {
    await db
      .insertInto("cards")
      .values(
        held.map((card) => ({
          ...card,
          user_id: person.id,
          type: "PERSON" as const,
          created_at: server.clock.now(),
        })),
      )
      .execute();
  }
  const [card = { id: "", tag: "" }] = held;
  return { ...person, card };
}

const headOf = (building: TestBuilding) =>
  db
    .selectFrom("access_heads")
    .select(["epoch", "number", "digest"])
    .where("building_id", "=", building.id)
    .executeTakeFirst();

/** Everything that was changed by now is in the lists, and told. */
async function settled(building: TestBuilding, { list }: TestController) {
  await server.app.accessKeeper.round();
  const head = await headOf(building);
  await list.until(() => list.kept?.number === head?.number && list.kept?.epoch === head?.epoch, "all of it");
  expect(list.kept).toEqual(head);
}

/** A building whose controller has its whole list. */
async function newScene(cards = 1) {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { localId: "1" });
  const resident = await newResident(building, cards);
  const controller = await newController(server, building.id);
  await settled(building, controller);
  return { building, door, resident, controller };
}

const change = (card: { id: string; tag: string }, more: object) =>
  ask("PUT", `/api/bb/cardsv2/${card.id}`, { tag: card.tag, type: "PERSON", active: true, ...more });
const suspend = (card: { id: string; tag: string }) =>
  ask("PUT", `/api/bb/cardsv2/${card.id}`, { tag: card.tag, type: "PERSON", active: false });

describe("a controller's access list", () => {
  it("is told whole, signed, without a name, and then what changes, one page for one change", async () => {
    const { building, door, resident, controller } = await newScene();
    const { list } = controller;
    expect(list.entry(`card:${resident.card.tag}`)).toEqual({
      kind: "card",
      id: resident.card.id,
      tag: resident.card.tag,
      holderId: resident.id,
      state: "active",
      from: null,
      until: null,
    });
    const holder = list.entry(`holder:${resident.id}`);
    expect(holder).toMatchObject({ isSuspended: false, areas: [{ from: null, until: null }] });
    const [area] = (holder as { areas: { areaId: string }[] }).areas;
    expect(list.entry(`area:${area?.areaId}`)).toMatchObject({ doorIds: [door.id], scheduleId: null });
    expect(list.entry("building")).toEqual({ kind: "building", offlineDays: 30 });
    expect([...list.entries.keys()].filter((key) => key.startsWith("holiday:")).length).toBeGreaterThan(17);
    expect([...list.entries.values()].join()).not.toContain(resident.name);

    const [before, pages] = [list.kept?.number ?? 0, list.pages.length];
    expect((await suspend(resident.card)).status).toBe(200);
    const isRevoked = () => list.entries.get(`card:${resident.card.tag}`)?.includes('"suspended"') === true;
    // By itself: nobody reckons here.
    await list.until(isRevoked, "the revocation");
    expect(list.pages.slice(pages)).toEqual([
      {
        buildingId: building.id,
        epoch: list.kept?.epoch,
        from: before,
        to: before + 1,
        head: before + 1,
        digest: list.kept?.digest,
        entries: [{ key: `card:${resident.card.tag}`, body: expect.stringContaining("suspended") }],
      },
    ]);
  });

  it("has a card's own time, and so has whoever asks who comes in", async () => {
    const { building, door, resident, controller } = await newScene();
    const { card } = resident;
    const until = "2126-01-01T05:00:00.000Z";
    expect((await change(card, { until })).status).toBe(200);
    const has = () => controller.list.entries.get(`card:${card.tag}`)?.includes(until) === true;
    await controller.list.until(has, "its end");
    const outcomeAt = async (at: string) => {
      const asked = { tag: card.tag, doorId: door.id, at };
      return (await ask("POST", `/api/bb/buildings/${building.id}/access-test`, asked)).body.outcome;
    };
    expect(await outcomeAt("2125-12-31T05:00:00.000Z")).toBe("granted");
    expect(await outcomeAt(until)).toBe("expired");
  });

  it("says who was deactivated, whose stay ended, and what level they have", async () => {
    const { building, door, resident, controller } = await newScene();
    const { list } = controller;
    await db.updateTable("users").set({ active: false }).where("id", "=", resident.id).execute();
    await settled(building, controller);
    expect(list.entry(`holder:${resident.id}`)).toMatchObject({ isSuspended: true });

    const until = new Date(server.clock.now().getTime() + 3_600_000);
    await db.updateTable("users").set({ active: true }).where("id", "=", resident.id).execute();
    await db.updateTable("spaces").set({ ends_at: until }).where("user_id", "=", resident.id).execute();
    await settled(building, controller);
    expect(list.entry(`holder:${resident.id}`)).toMatchObject({
      isSuspended: false,
      areas: [{ until: until.toISOString() }],
    });

    await db.updateTable("spaces").set({ status: "ENDED" }).where("user_id", "=", resident.id).execute();
    await settled(building, controller);
    expect([...list.entries.keys()].filter((key) => /^(holder|card):/.test(key))).toEqual([]);

    const officer = { status: "APPROVED", role: "POLICIA", apartment_id: null, ends_at: null } as const;
    await db.updateTable("spaces").set(officer).where("user_id", "=", resident.id).execute();
    const level = newId();
    await db
      .insertInto("access_levels")
      .values({ id: level, building_id: building.id, name: "Gimnasio", doors: "chosen" })
      .execute();
    await db
      .insertInto("access_grants")
      .values({ id: newId(), level_id: level, user_id: resident.id, created_at: server.clock.now() })
      .execute();
    await settled(building, controller);
    expect(list.entry(`holder:${resident.id}`)).toMatchObject({ areas: [{ areaId: level }] });
    expect(list.entry(`area:${level}`)).toMatchObject({ doorIds: [] });
    await db
      .insertInto("access_level_doors")
      .values({ level_id: level, door_id: door.id, building_id: building.id })
      .execute();
    await settled(building, controller);
    expect(list.entry(`area:${level}`)).toMatchObject({ doorIds: [door.id] });
    // With its grants; and nothing stays of doors that nobody has. The keeper hears of it by itself: of two rounds at once
    // neither clears what the other may just have given.
    await db.deleteFrom("access_levels").where("id", "=", level).execute();
    await list.until(() => [...list.entries.keys()].every((key) => !key.startsWith("area:")), "no doors");
    expect(list.entry(`holder:${resident.id}`)).toMatchObject({ areas: [] });
  });

  it("goes on after a change of building, schedules and the building's own holidays", async () => {
    const { building, controller } = await newScene();
    await db.updateTable("buildings").set({ offline_days: 5 }).where("id", "=", building.id).execute();
    const day = new Date(server.clock.now().getTime() + 40 * 24 * 3_600_000).toISOString().slice(0, 10);
    await db
      .insertInto("building_holidays")
      .values({ building_id: building.id, day, name: "Fumigación" })
      .execute();
    const schedule = newId();
    await db
      .insertInto("access_schedules")
      .values({
        id: schedule,
        building_id: building.id,
        name: "Mañanas",
        hours: JSON.stringify([{ days: [1], from: "06:00", to: "12:00" }]),
        on_holidays: JSON.stringify({ kind: "closed" }),
      })
      .execute();
    await settled(building, controller);
    const { list } = controller;
    expect(list.entry("building")).toMatchObject({ offlineDays: 5 });
    expect(list.entry(`holiday:${day}`)).toEqual({ kind: "holiday", day });
    expect(list.entry(`schedule:${schedule}`)).toMatchObject({ onHolidays: { kind: "closed" } });
    await db.deleteFrom("access_schedules").where("id", "=", schedule).execute();
    await db.deleteFrom("building_holidays").where("building_id", "=", building.id).execute();
    await settled(building, controller);
    expect(list.entry(`schedule:${schedule}`)).toBeUndefined();
  });

  it("keeps its numbers when nothing differs, and a card that is another's now", async () => {
    const { building, resident, controller } = await newScene();
    const before = await headOf(building);
    server.clock.push(7 * 3_600_000);
    await server.app.accessKeeper.round();
    expect(await headOf(building)).toEqual(before);

    const other = await newResident(building, 0);
    await db.deleteFrom("cards").where("id", "=", resident.card.id).execute();
    await db
      .insertInto("cards")
      .values({
        id: newId(),
        tag: resident.card.tag,
        user_id: other.id,
        type: "PERSON",
        created_at: server.clock.now(),
      })
      .execute();
    await settled(building, controller);
    expect(controller.list.entry(`card:${resident.card.tag}`)).toMatchObject({ holderId: other.id });
    expect(controller.list.entry(`holder:${resident.id}`)).toBeUndefined();
  });

  it("waits for no other building's, and is whole as soon as it can be", async () => {
    const [broken, sound] = [await newScene(), await newScene()];
    await sql`create function fails() returns trigger language plpgsql as 'begin raise ''on purpose''; end'`.execute(
      db,
    );
    await sql`create trigger fails before insert on access_entries for each row
      when (new.building_id = ${sql.lit(broken.building.id)}::uuid) execute function fails()`.execute(db);
    try {
      await db
        .updateTable("cards")
        .set({ active: false })
        .where("id", "=", broken.resident.card.id)
        .execute();
      await suspend(sound.resident.card);
      await settled(sound.building, sound.controller);
      const { list } = sound.controller;
      expect(list.entry(`card:${sound.resident.card.tag}`)).toMatchObject({ state: "suspended" });
    } finally {
      await sql`drop trigger fails on access_entries`.execute(db);
      await sql`drop function fails`.execute(db);
    }
    const { list } = broken.controller;
    expect(list.entry(`card:${broken.resident.card.tag}`)).toMatchObject({ state: "active" });
    await settled(broken.building, broken.controller);
    expect(list.entry(`card:${broken.resident.card.tag}`)).toMatchObject({ state: "suspended" });
  });

  it("has numbers without gaps, also when two are reckoned at once", async () => {
    const { building, controller } = await newScene();
    const residents = await Promise.all(Array.from({ length: 4 }, () => newResident(building)));
    await Promise.all([
      ...residents.map(({ card }) => suspend(card)),
      server.app.accessKeeper.round(),
      server.app.accessKeeper.round(),
    ]);
    await settled(building, controller);
    const numbers = await db
      .selectFrom("access_entries")
      .select("number")
      .where("building_id", "=", building.id)
      .orderBy("number", "desc")
      .execute();
    expect(numbers[0]?.number).toBe((await headOf(building))?.number);
    for (const { card } of residents) {
      expect(controller.list.entry(`card:${card.tag}`)).toMatchObject({ state: "suspended" });
    }
  });
});

describe("pages of an access list", () => {
  it("follow one another, each answered, and go on where the line broke", async () => {
    const building = await server.newBuilding();
    await newResident(building, ACCESS_PAGE_ENTRIES + 500);
    await server.app.accessKeeper.round();
    const controller = await newController(server, building.id);
    const { list } = controller;
    await list.until(() => list.pages.length === 2, "two pages");
    expect(list.pages.map(({ from, entries }) => [from, entries.length])).toEqual([
      [0, ACCESS_PAGE_ENTRIES],
      [list.pages[0]?.to, expect.any(Number)],
    ]);
    expect(list.kept).toEqual(await headOf(building));

    // A new one, whose line breaks before its answer to the first page comes through.
    const other = await newController(server, (await server.newBuilding()).id);
    other.socket.disconnect();
    const fresh = other.list;
    fresh.pages.length = 0;
    fresh.kept = null;
    const broken = await signInController(server.url, controller.id, controller.key, fresh);
    fresh.answering = async () => {
      broken.disconnect();
      return null;
    };
    await fresh.until(() => fresh.pages.length === 1, "its first page");
    fresh.answering = async (answer) => answer;
    await signInController(server.url, controller.id, controller.key, fresh);
    await fresh.until(() => fresh.pages.length === 2, "the rest");
    expect(fresh.pages[1]?.from).toBe(fresh.pages[0]?.to);
    expect(fresh.kept).toEqual(await headOf(building));
    expect(fresh.entries).toEqual(list.entries);
  });

  it("carry together what changed while one was under way", async () => {
    const { building, resident, controller } = await newScene();
    const { list } = controller;
    const pages = list.pages.length;
    let answer = (): void => undefined;
    list.answering = (given) =>
      new Promise((resolve) => {
        answer = () => resolve(given);
      });
    await suspend(resident.card);
    await list.until(() => list.pages.length === pages + 1, "the page of the first change");
    await newResident(building);
    await newResident(building);
    await server.app.accessKeeper.round();
    expect(list.pages).toHaveLength(pages + 1);
    list.answering = async (given) => given;
    answer();
    await settled(building, controller);
    expect(list.pages.slice(pages).map(({ entries }) => entries.length)).toEqual([1, 4]);
  });

  it("are told in a new story by a server that went back in time", async () => {
    const { building, resident, controller } = await newScene();
    const { list } = controller;
    // The database is restored to a moment before somebody lost their card, while the controller is away.
    const before = await headOf(building);
    const entries = await db
      .selectFrom("access_entries")
      .selectAll()
      .where("building_id", "=", building.id)
      .execute();
    await suspend(resident.card);
    await settled(building, controller);
    controller.socket.disconnect();
    // At once, as a restore is: nobody reckons in the middle of it.
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable("access_heads")
        .set({ number: before?.number ?? 0, digest: before?.digest ?? "" })
        .where("building_id", "=", building.id)
        .execute();
      await trx.updateTable("cards").set({ active: true }).where("id", "=", resident.card.id).execute();
      await trx.deleteFrom("access_entries").where("building_id", "=", building.id).execute();
      await trx.insertInto("access_entries").values(entries).execute();
    });
    await server.app.accessKeeper.round();
    expect(await headOf(building)).toEqual(before);
    const told = list.pages.length;
    await signInController(server.url, controller.id, controller.key, list);
    await list.until(() => list.kept?.number === before?.number, "the whole of the new story");
    const [whole] = list.pages.slice(told);
    expect(whole).toMatchObject({ from: 0, to: before?.number });
    expect(whole?.epoch).toBeGreaterThan(before?.epoch ?? 0);
    expect(list.kept).toEqual(await headOf(building));
    expect(list.entry(`card:${resident.card.tag}`)).toMatchObject({ state: "active" });
  });

  it("are the whole list for a controller that refuses what changed", async () => {
    const { building, resident, controller } = await newScene();
    const { list } = controller;
    list.refuses = ({ from }) => from > 0;
    const told = list.pages.length;
    await suspend(resident.card);
    await settled(building, controller);
    expect(list.pages.slice(told).map(({ from }) => from > 0)).toEqual([true, false]);
    expect(list.entry(`card:${resident.card.tag}`)).toMatchObject({ state: "suspended" });

    // One that takes nothing is left alone.
    list.refuses = () => true;
    const pages = list.pages.length;
    await db.updateTable("cards").set({ active: true }).where("id", "=", resident.card.id).execute();
    await server.app.accessKeeper.round();
    await list.until(() => list.pages.length === pages + 3, "three tries");
    // The next change finds it again.
    list.refuses = () => false;
    await db
      .updateTable("cards")
      .set({ active: false, lost_at: server.clock.now() })
      .where("id", "=", resident.card.id)
      .execute();
    await settled(building, controller);
    expect(list.entry(`card:${resident.card.tag}`)).toMatchObject({ state: "lost" });
  });

  it("begin anew for a controller that has something else under the same number, or an older story", async () => {
    const { building, controller } = await newScene();
    const { list } = controller;
    const head = await headOf(building);
    for (const [kept, isNew] of [
      [{ ...list.kept, digest: "f".repeat(64) }, true],
      [{ ...list.kept, epoch: 5 }, false],
    ] as const) {
      controller.socket.disconnect();
      const before = (await headOf(building))?.epoch ?? 0;
      list.kept = { epoch: 0, number: 0, digest: "", ...kept };
      const told = list.pages.length;
      controller.socket = await signInController(server.url, controller.id, controller.key, list);
      await list.until(() => list.pages.length === told + 1, "the whole list");
      expect(list.pages[told]).toMatchObject({ from: 0, to: head?.number });
      const epoch = (await headOf(building))?.epoch ?? 0;
      expect([epoch > before, list.pages[told]?.epoch]).toEqual([isNew, epoch]);
    }
  });
});

it("a building is deleted while its list is reckoned", async () => {
  const building = await server.newBuilding();
  await server.app.accessKeeper.round();
  let reckoned: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`select id from buildings where id = ${building.id} for update`.execute(trx);
    // From another connection: something to write.
    await sql`insert into access_stale (building_id) values (${building.id})`.execute(db);
    await db.deleteFrom("access_entries").where("building_id", "=", building.id).execute();
    reckoned = server.app.accessKeeper.round();
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.count;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
    await trx.deleteFrom("buildings").where("id", "=", building.id).execute();
  });
  await reckoned;
  expect(await headOf(building)).toBeUndefined();
});
