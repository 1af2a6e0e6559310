import { randomUUID } from "node:crypto";
import type { ReaderSetup, ReaderSetupAnswer } from "@umbral/contract/controllers/controller-orders.contract";
import { afterAll, describe, expect, it } from "vitest";
import { newController, type TestController } from "../../../testing/test-controller.ts";
import { startTestServer, type TestSocket } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });

/** A building whose controller answers like this when a reader is set up. */
async function setUp(outcome: ReaderSetupAnswer["outcome"] = "waiting") {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { localId: "2$" });
  const controller = await newController(server, building.id);
  const setups = readerOf(controller, outcome);
  return { building, door, controller, setups };
}

function readerOf(controller: TestController, outcome: ReaderSetupAnswer["outcome"]): ReaderSetup[] {
  const setups: ReaderSetup[] = [];
  controller.socket.raw.on(
    "reader:setup",
    (setup: ReaderSetup, acknowledge: (answer: ReaderSetupAnswer) => void) => {
      setups.push(setup);
      acknowledge({ outcome });
    },
  );
  return setups;
}

const swipe = (controller: TestController, setup: ReaderSetup | undefined, tag: string) =>
  controller.socket.ask("reader:tag", { setupId: setup?.setupId, doorId: setup?.doorId, tag });

async function setUpBy(desk: TestSocket, asked: { buildingId: string; door: string }): Promise<unknown> {
  const answer = await desk.ask("card:setup", asked);
  return answer.ok ? answer["setupId"] : expect.unreachable("the reader waits for nobody");
}

describe("a reader that is set up", () => {
  it("is the administration's alone, and of a door that is there", async () => {
    const { building, door } = await setUp();
    const asked = { buildingId: building.id, door: door.id };
    const doorman = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const outsider = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: (await server.newBuilding()).id }],
    });
    for (const [person, code] of [
      [doorman, "NOT_ALLOWED"],
      [outsider, "NOT_FOUND"],
    ] as const) {
      const socket = await server.connectAs(person);
      expect(await socket.ask("card:setup", asked)).toMatchObject({ ok: false, code });
    }
    const socket = await server.connectAs(laura);
    expect(await socket.ask("card:setup", { ...asked, door: "2" })).toMatchObject({
      code: "DOOR_NOT_FOUND",
    });
    expect(await socket.hear("card:setup:response")).toEqual({ error: "Esta puerta ya no existe." });
    expect(await socket.ask("card:setup", { ...asked, door: "" })).toMatchObject({ code: "INCOMPLETE" });
    expect(await socket.hear("card:setup:response")).toMatchObject({ error: expect.any(String) });
  });

  it("tells the next card to the device that asked, once and to nobody else", async () => {
    const { building, door, controller, setups } = await setUp();
    const desk = await server.connectAs(laura);
    const otherTab = await server.connectAs(laura);
    const otherAdministrator = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    expect(await desk.ask("card:setup", { buildingId: building.id, door: "2$" })).toMatchObject({
      ok: true,
      doorId: door.id,
    });
    expect(await desk.hear("card:setup:response")).toEqual({ error: null });
    expect(setups).toMatchObject([{ doorId: door.id }]);

    expect(await swipe(controller, setups[0], "04:a2:b1")).toMatchObject({ ok: true });
    expect(await desk.hear<string>("read_tag")).toBe("04A2B1");
    await swipe(controller, setups[0], "04:a2:b2");
    // Whatever was told before this was answered has arrived.
    await Promise.all([desk, otherTab, otherAdministrator].map((one) => one.ask("card:setup", {})));
    expect(desk.heardSoFar("read_tag")).toEqual([]);
    expect(otherTab.heardSoFar("read_tag")).toEqual([]);
    expect(otherAdministrator.heardSoFar("read_tag")).toEqual([]);
    const audit = await server.db
      .selectFrom("audit_lines")
      .select(["action", "actor_id"])
      .where("subject_id", "=", door.id)
      .execute();
    expect(audit).toEqual([{ action: "cards.reader-set-up", actor_id: laura.id }]);
  });

  it("is stopped by the session that asked, and its cards open again", async () => {
    const { building, door, setups } = await setUp();
    const desk = await server.connectAs(laura);
    const other = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    const setupId = await setUpBy(desk, { buildingId: building.id, door: door.id });
    const stop = { buildingId: building.id, setupId };
    const elsewhere = await server.newBuilding();
    expect(await other.ask("card:setup:stop", stop)).toMatchObject({ ok: true });
    expect(await desk.ask("card:setup:stop", { ...stop, buildingId: elsewhere.id })).toMatchObject({
      ok: true,
    });
    expect(setups).toHaveLength(1);
    expect(await desk.ask("card:setup:stop", stop)).toMatchObject({ ok: true });
    // What is over at once takes the place of what waited.
    expect(setups).toMatchObject([{ setupId }, { doorId: door.id, forMs: 1 }]);
    expect(await desk.ask("card:setup:stop", stop)).toMatchObject({ ok: true });
    expect(setups).toHaveLength(2);
  });

  it("is not stopped by who asked before somebody else did", async () => {
    const { building, door, controller, setups } = await setUp();
    const first = await server.connectAs(laura);
    const last = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    const setupId = await setUpBy(first, { buildingId: building.id, door: door.id });
    await last.ask("card:setup", { buildingId: building.id, door: door.id });
    await first.ask("card:setup:stop", { buildingId: building.id, setupId });
    expect(setups).toHaveLength(2);
    await swipe(controller, setups[1], "CCCC");
    expect(await last.hear<string>("read_tag")).toBe("CCCC");
  });

  it("is of whoever set it up last", async () => {
    const { building, door, controller, setups } = await setUp();
    const first = await server.connectAs(laura);
    const last = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    await first.ask("card:setup", { buildingId: building.id, door: door.id });
    await last.ask("card:setup", { buildingId: building.id, door: door.id });
    await swipe(controller, setups[0], "AAAA");
    await swipe(controller, setups[1], "BBBB");
    expect(await last.hear<string>("read_tag")).toBe("BBBB");
    await first.ask("card:setup", {});
    expect(first.heardSoFar("read_tag")).toEqual([]);
  });

  it("is forgotten after a few minutes, and with the session that asked", async () => {
    const { building, door, controller, setups } = await setUp();
    const desk = await server.connectAs(laura);
    await desk.ask("card:setup", { buildingId: building.id, door: door.id });
    server.clock.push(3 * 60_000 + 1);
    await swipe(controller, setups[0], "AAAA");
    await desk.ask("card:setup", {});
    expect(desk.heardSoFar("read_tag")).toEqual([]);

    const leaving = await server.newPerson({ userType: "ADMIN" });
    const open = await server.connectAs(leaving);
    await open.ask("card:setup", { buildingId: building.id, door: door.id });
    await server.db.updateTable("users").set({ active: false }).where("id", "=", leaving.id).execute();
    await swipe(controller, setups[1], "BBBB");
    expect(open.heardSoFar("read_tag")).toEqual([]);
  });

  it("tells nothing to who administers the building no more", async () => {
    const { building, door, controller, setups } = await setUp();
    const person = await server.newPerson({
      spaces: [
        { role: "ADMINISTRADOR", buildingId: building.id },
        { role: "PORTERIA", buildingId: building.id },
      ],
    });
    const desk = await server.connectAs(person);
    await desk.ask("card:setup", { buildingId: building.id, door: door.id });
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED" })
      .where("id", "=", person.spaceIds[0] ?? "")
      .execute();
    await swipe(controller, setups[0], "AAAA");
    await desk.ask("card:setup", {});
    expect(desk.heardSoFar("read_tag")).toEqual([]);
  });

  it("reaches a device that came back under another name in the same session", async () => {
    const { building, door, controller, setups } = await setUp();
    const before = await server.connectAs(laura);
    await before.ask("card:setup", { buildingId: building.id, door: door.id });
    const after = await server.connectAs(laura);
    const ended = before.ended();
    before.disconnect();
    await ended;
    // The server has let go of the old line once the session counts one device.
    await expect
      .poll(() => server.app.io.fetchSockets().then((all) => all.some(({ id }) => id === before.id)))
      .toBe(false);
    await swipe(controller, setups[0], "CAFE");
    expect(await after.hear<string>("read_tag")).toBe("CAFE");
  });

  it("is not that of another building's controller", async () => {
    const { building, door, setups } = await setUp();
    const elsewhere = await setUp();
    const desk = await server.connectAs(laura);
    await desk.ask("card:setup", { buildingId: building.id, door: door.id });
    await swipe(elsewhere.controller, setups[0], "DDDD");
    await desk.ask("card:setup", {});
    expect(desk.heardSoFar("read_tag")).toEqual([]);
  });

  it("opens to its cards again where its controller did not say in time that it waits", async () => {
    const building = await server.newBuilding();
    const door = await server.newDoor(building);
    const controller = await newController(server, building.id);
    const setups: ReaderSetup[] = [];
    // It waits, and its answer is lost on the way.
    controller.socket.raw.on("reader:setup", (setup: ReaderSetup) => setups.push(setup));
    const desk = await server.connectAs(laura);
    expect(await desk.ask("card:setup", { buildingId: building.id, door: door.id })).toMatchObject({
      code: "READER_FAILED",
    });
    await expect.poll(() => setups.at(-1)).toMatchObject({ doorId: door.id, forMs: 1 });
  });

  it("says why it does not wait", async () => {
    const desk = await server.connectAs(laura);
    for (const [outcome, code] of [
      ["none", "READER_NOT_THERE"],
      ["failed", "READER_FAILED"],
    ] as const) {
      const { building, door } = await setUp(outcome);
      expect(await desk.ask("card:setup", { buildingId: building.id, door: door.id })).toMatchObject({
        code,
      });
    }
    const dark = await server.newBuilding();
    const door = await server.newDoor(dark);
    expect(await desk.ask("card:setup", { buildingId: dark.id, door: door.id })).toMatchObject({
      code: "CONTROLLER_AWAY",
    });
    expect(
      await server.db.selectFrom("reader_setups").selectAll().where("door_id", "=", door.id).execute(),
    ).toEqual([]);
    expect(await desk.ask("card:setup", { buildingId: dark.id, door: randomUUID() })).toMatchObject({
      code: "DOOR_NOT_FOUND",
    });
  });
});
