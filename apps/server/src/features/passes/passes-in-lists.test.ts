import { randomBytes, randomUUID } from "node:crypto";
import { combineDigests, KNOWS_PASSES } from "@umbral/contract/access-control/access-list";
import type { PassEntryOrder } from "@umbral/contract/controllers/controller-orders.contract";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { newController, signInController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { askDecider } from "./ask-decider.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { newId, clock } = server.app.services;

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);

/** A building with a door on the street, one in tower A and one in tower B, and a controller that knows passes. */
async function newScene() {
  const building = await server.newBuilding();
  const [a, b] = building.towers;
  const street = await server.newDoor(building, { localId: "1", scope: "building" });
  const towerA = await server.newDoor(building, { localId: "2", scope: "tower", towerId: a?.id ?? "" });
  await server.newDoor(building, {
    localId: "3",
    scope: "tower",
    towerId: b?.id ?? "",
    floorId: b?.floors[0]?.id ?? "",
  });
  const home = building.apartments[0]?.id ?? "";
  const host = await server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home }],
  });
  const controller = await newController(server, building.id);
  await settled(building, controller.list, { hasPasses: false });
  controller.list.knows = [KNOWS_PASSES];
  const socket = await signInController(server.url, controller.id, controller.key, controller.list);
  return { building, street, towerA, home, host, controller, list: controller.list, socket };
}
type Scene = Awaited<ReturnType<typeof newScene>>;

/** The list is told, as it is now, to a controller that knows passes or does not. */
async function settled(building: TestBuilding, list: Scene["list"], { hasPasses = true } = {}) {
  await server.app.accessKeeper.round();
  const head = await db
    .selectFrom("access_heads")
    .select(["epoch", "number", "digest", "pass_digest"])
    .where("building_id", "=", building.id)
    .executeTakeFirstOrThrow();
  const { number, epoch } = head;
  const digest = hasPasses ? combineDigests(head.digest, head.pass_digest) : head.digest;
  await list.until(
    () => list.kept?.number === number && list.kept.epoch === epoch && list.kept.digest === digest,
    "all of it",
  );
  return head;
}

async function newPass(
  { building, home, host }: Pick<Scene, "building" | "home" | "host">,
  more: { entries?: number | null; apartmentId?: string | null; digits?: number; controllerId?: string } = {},
) {
  const pass = { id: newId(), digest: randomBytes(32) };
  await db
    .insertInto("passes")
    .values({
      id: pass.id,
      building_id: building.id,
      apartment_id: more.apartmentId === undefined ? home : more.apartmentId,
      made_by: host.id,
      made_as: more.apartmentId === null ? "administration" : "home",
      request_id: newId(),
      guest_name: "Marta Ruiz",
      starts_at: inHours(-1),
      ends_at: inHours(24),
      entries: more.entries === undefined ? 1 : more.entries,
      controller_id: more.controllerId ?? null,
      tells_exit: false,
      tells_overstay: true,
      code_digest: pass.digest,
      digits: more.digits ?? 6,
      created_at: clock.now(),
    })
    .execute();
  return { id: pass.id, key: `pass:${pass.digest.toString("hex")}` };
}

const passOf = (id: string) =>
  db.selectFrom("passes").select(["entered", "went_out"]).where("id", "=", id).executeTakeFirstOrThrow();

describe("a pass in its building's list", () => {
  it("comes when it is made, follows what changes, and goes when it is taken back, one page each", async () => {
    const scene = await newScene();
    const { building, list, street, towerA, home, controller } = scene;
    const pass = await newPass(scene, { controllerId: controller.id });
    const before = await settled(building, list);
    const { towerId, floorId } = building.apartments[0] ?? {};
    expect(list.entry(pass.key)).toEqual({
      kind: "pass",
      id: pass.id,
      digest: pass.key.slice("pass:".length),
      wayId: `${towerId}:${floorId}`,
      from: expect.any(String),
      until: expect.any(String),
      hours: null,
      entries: 1,
      used: 0,
      enteredAt: null,
      decider: controller.id,
    });
    expect(list.entry(`way:${towerId}:${floorId}`)).toEqual({
      kind: "way",
      id: `${towerId}:${floorId}`,
      perimeter: [street.id],
      inner: [towerA.id],
    });
    expect([...list.entries.values()].join()).not.toContain("Marta");

    const pages = list.pages.length;
    await db.updateTable("passes").set({ guest_name: "Otra" }).where("id", "=", pass.id).execute();
    expect((await settled(building, list)).number).toBe(before.number);
    await db.updateTable("passes").set({ entries: 3 }).where("id", "=", pass.id).execute();
    await settled(building, list);
    expect(list.entry(pass.key)).toMatchObject({ entries: 3 });

    // Another home's floor, and another door on the way.
    const other = building.apartments.find(({ floorId: floor }) => floor !== floorId);
    await db
      .updateTable("apartments")
      .set({ tower_id: other?.towerId ?? "", floor_id: other?.floorId ?? "" })
      .where("id", "=", home)
      .execute();
    await settled(building, list);
    expect(list.entry(pass.key)).toMatchObject({ wayId: `${other?.towerId}:${other?.floorId}` });
    const garage = await server.newDoor(building, { localId: "9", scope: "building" });
    await settled(building, list);
    expect(list.entry(`way:${other?.towerId}:${other?.floorId}`)).toMatchObject({
      perimeter: [street.id, garage.id].sort(),
    });
    expect(list.entry(`way:${towerId}:${floorId}`)).toBeUndefined();

    const another = await newPass(scene);
    await db.updateTable("passes").set({ taken_back_at: clock.now() }).where("id", "=", pass.id).execute();
    await settled(building, list);
    expect([list.entry(pass.key), list.entry(another.key)]).toEqual([undefined, expect.anything()]);
    // Whoever made it leaves the home: nobody has to think of their passes.
    const left = { status: "ENDED", ended_at: clock.now() } as const;
    await db.updateTable("spaces").set(left).where("user_id", "=", scene.host.id).execute();
    await settled(building, list);
    expect(list.entry(another.key)).toBeUndefined();
    for (const { entries } of list.pages.slice(pages)) {
      expect(entries.length).toBeLessThan(4);
    }
  });

  it("is not told to a controller of before, which goes on to be told of all else", async () => {
    const scene = await newScene();
    const { building, list, controller } = scene;
    const pass = await newPass(scene);
    await settled(building, list);
    expect(list.entry(pass.key)).toBeDefined();
    // Its program is taken back: it says nothing of what it knows.
    list.knows = [];
    list.refuses = ({ entries }) => entries.some(({ key }) => /^(pass|way):/.test(key));
    await signInController(server.url, controller.id, controller.key, list);
    await settled(building, list, { hasPasses: false });
    expect(list.entry(pass.key)).toBeUndefined();
    await newPass(scene);
    await db.updateTable("buildings").set({ offline_days: 12 }).where("id", "=", building.id).execute();
    const head = await settled(building, list, { hasPasses: false });
    expect(list.entry("building")).toMatchObject({ offlineDays: 12 });
    // And back again: the same story of numbers, told whole.
    list.knows = [KNOWS_PASSES];
    list.refuses = () => false;
    await signInController(server.url, controller.id, controller.key, list);
    await list.until(() => list.entry(pass.key) !== undefined, "its passes");
    expect((await settled(building, list)).epoch).toBe(head.epoch);
  });

  it("for a guest of the building's own opens the common doors, and none of a tower's", async () => {
    const scene = await newScene();
    const pass = await newPass(scene, { apartmentId: null, entries: null });
    // Who made it administers nothing: what it stands on is another test's.
    await settled(scene.building, scene.list);
    expect(scene.list.entry(pass.key)).toMatchObject({ wayId: "common", entries: null });
    expect(scene.list.entry("way:common")).toMatchObject({ perimeter: [scene.street.id], inner: [] });
  });

  it("makes keypads wait for as many digits as it has", async () => {
    const scene = await newScene();
    expect(scene.list.entry("pins")).toBeUndefined();
    const pass = await newPass(scene, { digits: 8 });
    await settled(scene.building, scene.list);
    expect(scene.list.entry("pins")).toEqual({ kind: "pins", digits: 8 });
    await db.deleteFrom("passes").where("id", "=", pass.id).execute();
    await settled(scene.building, scene.list);
    expect([scene.list.entry("pins"), scene.list.entry(pass.key)]).toEqual([undefined, undefined]);
  });

  it("is one entry among thousands: another one's change tells of none of them", async () => {
    const scene = await newScene();
    const { building, home, host, list } = scene;
    await sql`
      insert into passes (id, building_id, apartment_id, made_by, made_as, request_id, guest_name, starts_at, ends_at,
        tells_exit, tells_overstay, code_digest, digits, created_at)
      select gen_random_uuid(), ${building.id}, ${home}, ${host.id}, 'home', gen_random_uuid(), 'Alguien', ${inHours(-1)},
        ${inHours(24)}, false, false, sha256(n::text::bytea), 8, ${clock.now()}
      from generate_series(1, 5000) n`.execute(db);
    await settled(building, list);
    expect([...list.entries.keys()].filter((key) => key.startsWith("pass:"))).toHaveLength(5000);
    const pages = list.pages.length;
    const pass = await newPass(scene);
    await server.newDoor(building, { localId: "7", scope: "building" });
    await settled(building, list);
    const told = list.pages.slice(pages).flatMap(({ entries }) => entries.map(({ key }) => key));
    expect(told.filter((key) => key.startsWith("pass:"))).toEqual([pass.key]);
  });
});

describe("an entry by a pass at a door", () => {
  async function newEntry(more: { entries?: number | null } = {}) {
    const scene = await newScene();
    const pass = await newPass(scene, { ...more, controllerId: scene.controller.id });
    await settled(scene.building, scene.list);
    let seq = 0;
    const tell = (fact: object = {}) => {
      seq += 1;
      const decided = {
        seq,
        kind: "access-decided",
        at: clock.now().toISOString(),
        accessId: randomUUID(),
        doorId: scene.street.id,
        outcome: "granted",
        credential: "pass",
        passId: pass.id,
        isEntry: true,
        cardId: null,
        holderId: null,
        tag: null,
        isOffline: true,
        ...fact,
      };
      return scene.socket.ask("facts", { facts: [decided] });
    };
    return { ...scene, pass, tell };
  }

  it("is written down once, told to the home, and counted in the list", async () => {
    const { building, list, pass, tell, host, street, home } = await newEntry();
    const screen = await server.connectAs(host);
    const accessId = randomUUID();
    expect(await tell({ accessId })).toMatchObject({ ok: true });
    expect(await screen.hear("passes:changed")).toEqual({
      buildingId: building.id,
      apartmentId: home,
      passId: pass.id,
    });
    await tell({ accessId });
    expect(await passOf(pass.id)).toEqual({ entered: 1, went_out: 0 });
    const movements = await db
      .selectFrom("pass_movements")
      .select(["id", "kind", "people", "door_id"])
      .where("pass_id", "=", pass.id)
      .execute();
    expect(movements).toEqual([{ id: accessId, kind: "in", people: 1, door_id: street.id }]);
    await settled(building, list);
    expect(list.entry(pass.key)).toMatchObject({ used: 1, enteredAt: expect.any(String) });
    const [read] = await db
      .selectFrom("access_events")
      .select(["credential", "outcome", "pass_id"])
      .where("id", "=", accessId)
      .execute();
    expect(read).toEqual({ credential: "pass", outcome: "granted", pass_id: pass.id });
  });

  it("behind the perimeter, refused, or by what is not of this building counts nothing", async () => {
    const { pass, tell, towerA } = await newEntry();
    const foreign = await newEntry();
    await tell({ doorId: towerA.id, isEntry: false });
    await tell({ outcome: "used-up", isEntry: false });
    await tell({ outcome: "decided-elsewhere", isEntry: false });
    expect(await tell({ passId: foreign.pass.id })).toMatchObject({ ok: true });
    expect(await passOf(pass.id)).toMatchObject({ entered: 0 });
    expect(await passOf(foreign.pass.id)).toMatchObject({ entered: 0 });
  });

  it("of a pass that was taken back meanwhile did happen", async () => {
    const { pass, tell, building, list } = await newEntry();
    await db.updateTable("passes").set({ taken_back_at: clock.now() }).where("id", "=", pass.id).execute();
    await settled(building, list);
    await tell();
    expect(await passOf(pass.id)).toMatchObject({ entered: 1 });
  });
});

describe("the controller that counts a pass", () => {
  it("is asked at the desk, with what the server knows, and its word is the answer", async () => {
    const scene = await newScene();
    const pass = await newPass(scene, { entries: 5, controllerId: scene.controller.id });
    const asked: PassEntryOrder[] = [];
    let outcome = "granted";
    scene.socket.raw.on("pass:enter", (order: PassEntryOrder, answer: (said: object) => void) => {
      asked.push(order);
      answer({ ok: true, outcome });
    });
    const { services, hub } = server.app;
    const question = { controllerId: scene.controller.id, passId: pass.id, people: 2, requestId: newId() };
    expect(await askDecider(services, hub, question)).toBe("granted");
    const { controllerId: _, ...order } = question;
    expect(asked).toEqual([{ ...order, entries: 5, used: 0, issuedAt: expect.any(Number) }]);
    outcome = "used-up";
    expect(await askDecider(services, hub, question)).toBe("used-up");
    outcome = "expired";
    expect(await askDecider(services, hub, question)).toBe("away");
    scene.socket.raw.disconnect();
    expect(await askDecider(services, hub, question)).toBe("away");
    await db.updateTable("passes").set({ taken_back_at: clock.now() }).where("id", "=", pass.id).execute();
    expect(await askDecider(services, hub, question)).toBe("taken-back");
    expect(asked).toHaveLength(3);
  });
});
