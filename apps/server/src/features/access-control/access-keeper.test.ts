import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { passesInLists } from "../passes/passes-in-lists.ts";
import { AccessKeeper } from "./access-keeper.ts";
import { findDueBuildings } from "./due-lists.queries.ts";
import type { PassSource } from "./pass-source.ts";

const server = await startTestServer();
const { services } = server.app;
beforeAll(() => server.app.accessKeeper.stop());
afterAll(() => server.close());

/** Another process's, which hears of every list that it changed. */
const newKeeper = (list: (buildingId: string) => void) =>
  new AccessKeeper(services, passesInLists, { list, passes: async () => undefined });

async function newCard({ id: buildingId, apartments }: TestBuilding, tag: string): Promise<void> {
  const apartmentId = apartments[0]?.id ?? "";
  const { id } = await server.newPerson({ spaces: [{ role: "RESIDENTE", buildingId, apartmentId }] });
  await server.db.updateTable("users").set({ verified: true }).where("id", "=", id).execute();
  await server.db
    .insertInto("cards")
    .values({ id: services.newId(), tag, user_id: id, type: "PERSON", created_at: server.clock.now() })
    .execute();
}

type Desk = Awaited<ReturnType<typeof newDesk>>;

/** What changes, in a building whose list was reckoned before; nothing where it is new. */
const changes: Record<string, ((desk: Desk, at: number) => Promise<unknown>) | null> = {
  "whole buildings": null,
  people: ({ building }, at) => newCard(building, `04ACCE00000${at}`),
  passes: ({ newPass }) => newPass(),
};
for (const [what, change] of Object.entries(changes)) {
  it(`whoever stops it waits for one building, and the next process goes on with the others (${what})`, async () => {
    const desks = [await newDesk(server), await newDesk(server), await newDesk(server)];
    if (change !== null) {
      await newKeeper(() => undefined).round();
      await Promise.all(desks.map(change));
    }

    const told: string[] = [];
    await new Promise<void>((resolve) => {
      const leaving = newKeeper((buildingId) => {
        told.push(buildingId);
        resolve(leaving.stop());
      });
      leaving.start();
    });
    expect(told).toHaveLength(1);

    await newKeeper((buildingId) => told.push(buildingId)).round();
    expect([...new Set(told)].sort()).toEqual(desks.map(({ building }) => building.id).sort());
  });
}

describe("a whole list", () => {
  const HOUR_MS = 3_600_000;

  /** A process that begins, and what it reckons: of each building it asks for all passes once. */
  function newProcess({
    program,
    onReckoned,
    onPasses,
    onTold = () => undefined,
  }: {
    program: string;
    onReckoned?: () => Promise<unknown>;
    onPasses?: () => Promise<unknown>;
    onTold?: (buildingId: string) => void;
  }) {
    const reckoned: string[] = [];
    const passes: PassSource = {
      ...passesInLists,
      findLivingIds: async (db, buildingId, now) => {
        reckoned.push(buildingId);
        await onReckoned?.();
        return passesInLists.findLivingIds(db, buildingId, now);
      },
      findLiving: async (db, asked) => {
        await onPasses?.();
        return passesInLists.findLiving(db, asked);
      },
    };
    const tell = { list: onTold, passes: async () => undefined };
    const keeper = new AccessKeeper(services, passes, tell, program);
    return { keeper, reckoned };
  }

  /** What a process of a program reckons when it begins. */
  async function reckonedBy(program: string): Promise<string[]> {
    const { keeper, reckoned } = newProcess({ program });
    await keeper.round();
    return reckoned;
  }

  it("is reckoned by one process for all, and anew after six hours", async () => {
    const building = await server.newBuilding();
    const first = newProcess({ program: "one" });
    await first.keeper.round();
    expect(first.reckoned).toContain(building.id);
    await first.keeper.round();
    const once = [...first.reckoned];
    expect(new Set(once).size).toBe(once.length);
    expect(await reckonedBy("one")).toEqual([]);

    server.clock.push(6 * HOUR_MS);
    expect((await reckonedBy("one")).sort()).toEqual([...once].sort());
    await first.keeper.round();
    expect(first.reckoned).toEqual(once);
  });

  it("is reckoned anew by a program that begins after another, once", async () => {
    const building = await server.newBuilding();
    const old = newProcess({ program: "old" });
    await old.keeper.round();
    expect(await reckonedBy("new")).toContain(building.id);
    expect(await reckonedBy("new")).toEqual([]);
    // The one before still runs: it does not begin anew with every list that is the new one's.
    old.reckoned.length = 0;
    server.clock.push(HOUR_MS);
    await old.keeper.round();
    expect(old.reckoned).toEqual([]);
  });

  it("is reckoned anew where another program wrote into it, and not where this one did", async () => {
    const [own, others, untold] = [
      await server.newBuilding(),
      await server.newBuilding(),
      await server.newBuilding(),
    ];
    const old = newProcess({ program: "old" });
    await old.keeper.round();
    const { keeper } = newProcess({ program: "new" });
    await keeper.round();

    await newCard(own, "04ACCE0000BA");
    await keeper.round();
    await newCard(others, "04ACCE0000BB");
    await old.keeper.round();
    // One of before that says of no list whether it was reckoned.
    await server.db
      .updateTable("access_heads")
      .set(({ eb }) => ({ number: eb("number", "+", 1) }))
      .where("building_id", "=", untold.id)
      .execute();

    expect((await reckonedBy("new")).sort()).toEqual([others.id, untold.id].sort());
  });

  it("is reckoned by one of two that begin together", async () => {
    const buildings = [await server.newBuilding(), await server.newBuilding(), await server.newBuilding()];
    const second = newProcess({ program: "together" });
    let begun = false;
    const first = newProcess({
      program: "together",
      onReckoned: async () => {
        if (!begun) {
          begun = true;
          await second.keeper.round();
        }
      },
    });
    await first.keeper.round();
    expect(first.reckoned).toHaveLength(1);
    expect(second.reckoned).toEqual(expect.arrayContaining(buildings.map(({ id }) => id)));
  });

  it("is reckoned anew where another program wrote into it meanwhile", async () => {
    const building = await server.newBuilding();
    const old = newProcess({ program: "old" });
    await old.keeper.round();
    let begun = false;
    const { keeper, reckoned } = newProcess({
      program: "new",
      onReckoned: async () => {
        if (!begun) {
          begun = true;
          await newCard(building, "04ACCE0000BD");
          await old.keeper.round();
        }
      },
    });
    // The only one that is due.
    await reckonedBy("new");
    await server.db
      .updateTable("access_heads")
      .set({ reckoned_at: null })
      .where("building_id", "=", building.id)
      .execute();
    await keeper.round();
    expect(reckoned).toEqual([building.id]);
    server.clock.push(HOUR_MS / 2);
    await keeper.round();
    expect(reckoned).toEqual([building.id, building.id]);
    expect(await reckonedBy("new")).toEqual([]);
  });

  it("of which some passes failed is reckoned by the next process, also where this one dies", async () => {
    const { building, newPass } = await newDesk(server);
    await reckonedBy("dying");
    await newPass();
    const dying = newProcess({
      program: "dying",
      onPasses: () => Promise.reject(new Error("no passes")),
    });
    await dying.keeper.round();
    expect(await reckonedBy("dying")).toEqual([building.id]);
  });

  it("that failed before its turn is not taken for reckoned, and its passes are", async () => {
    const building = await server.newBuilding();
    await reckonedBy("one");
    await sql`alter table access_schedules rename to away`.execute(server.db);
    await server.db.updateTable("buildings").set({ offline_days: 9 }).where("id", "=", building.id).execute();
    const failing = newProcess({ program: "two" });
    await failing.keeper.round();
    await sql`alter table away rename to access_schedules`.execute(server.db);
    expect(failing.reckoned).toContain(building.id);
    expect(await reckonedBy("two")).toContain(building.id);
  });

  it("is taken by each process in an order of its own", async () => {
    await Promise.all(Array.from({ length: 12 }, () => server.newBuilding()));
    const rule = { since: new Date(0), now: server.clock.now(), program: "orders" };
    const one = await findDueBuildings(server.db, rule, { order: "one" });
    const other = await findDueBuildings(server.db, rule, { order: "other" });
    expect([...one].sort()).toEqual([...other].sort());
    expect(one).not.toEqual(other);
  });

  it("waits for what changes while others are reckoned", async () => {
    const changed = await server.newBuilding();
    await reckonedBy("waiting");
    await server.newBuilding();
    await server.newBuilding();
    const inOrder: string[] = [];
    const { keeper } = newProcess({
      program: "waiting",
      onReckoned: async () => {
        if (inOrder.push("whole") === 1) {
          const days = { offline_days: 9 };
          await server.db.updateTable("buildings").set(days).where("id", "=", changed.id).execute();
        }
      },
      onTold: (buildingId) => {
        if (buildingId === changed.id) {
          inOrder.push("changed");
        }
      },
    });
    await keeper.round();
    expect(inOrder).toEqual(["whole", "changed", "whole"]);
  });

  it("that says it was reckoned at a time to come is not believed", async () => {
    const building = await server.newBuilding();
    await reckonedBy("one");
    const tomorrow = new Date(server.clock.now().getTime() + 24 * HOUR_MS);
    await server.db
      .updateTable("access_heads")
      .set({ reckoned_at: tomorrow })
      .where("building_id", "=", building.id)
      .execute();
    expect(await reckonedBy("one")).toEqual([building.id]);
  });

  it("is looked for also after somebody set the date back", async () => {
    const building = await server.newBuilding();
    const { keeper, reckoned } = newProcess({ program: "one" });
    await keeper.round();
    expect(reckoned).toContain(building.id);
    reckoned.length = 0;
    server.clock.push(-24 * HOUR_MS);
    await keeper.round();
    expect(reckoned).toContain(building.id);
  });

  it("of which something failed is not taken for reckoned", async () => {
    const building = await server.newBuilding();
    const failing = newProcess({
      program: "failing",
      onReckoned: () => Promise.reject(new Error("no passes")),
    });
    await failing.keeper.round();
    expect(await reckonedBy("failing")).toContain(building.id);
  });
});
