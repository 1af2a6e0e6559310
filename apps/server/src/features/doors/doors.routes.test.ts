import { randomUUID } from "node:crypto";
import { DOOR_CLOSE, DOOR_OPEN, type Door } from "@umbral/contract/doors/doors.contract";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { storedIds, withBrokenTable } from "../../../testing/broken-parts.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController, signInController } from "../../../testing/test-controller.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const open = (buildingId: string, door: string, more = {}) => ({
  buildingId,
  door,
  action: DOOR_OPEN,
  ...more,
});

describe("the doors of a building", () => {
  it("tell who administers it alone where cards are read", async () => {
    const building = await server.newBuilding();
    const [withReader, without] = [await server.newDoor(building), await server.newDoor(building)];
    await server.db.updateTable("doors").set({ reader: null }).where("id", "=", without.id).execute();
    const of = (role: "ADMINISTRADOR" | "PORTERIA") =>
      server.newPerson({ spaces: [{ role, buildingId: building.id }] });
    const readersFor = async (who: Parameters<typeof asking>[1]) => {
      const { body } = await asking(server, who)("GET", `/api/buildings/${building.id}/doors`);
      return body.doors.filter((door: Door) => door.hasReader).map(({ id }: Door) => id);
    };
    expect(await readersFor(await of("ADMINISTRADOR"))).toEqual([withReader.id]);
    expect(await readersFor(await server.newPerson({ userType: "ADMIN" }))).toEqual([withReader.id]);
    expect(await readersFor(await of("PORTERIA"))).toEqual([]);
  });
});

describe("door_action", () => {
  it("hears nothing from a stranger", async () => {
    const building = await server.newBuilding();
    const door = await server.newDoor(building);
    const stranger = await server.connect();
    expect(await stranger.ask("door_action", open(building.id, door.localId))).toMatchObject({
      ok: false,
      code: "SIGN_IN_REQUIRED",
    });
  });

  it("does not tell the neighbour's people that the building exists", async () => {
    const [building, other] = await Promise.all([server.newBuilding(), server.newBuilding()]);
    const door = await server.newDoor(building);
    const neighbour = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: other.id }] });
    const socket = await server.connectAs(neighbour);
    expect(await socket.ask("door_action", open(building.id, door.id))).toMatchObject({ code: "NOT_FOUND" });
    expect(await socket.ask("door_action", open(other.id, door.id))).toMatchObject({
      code: "DOOR_NOT_FOUND",
    });
  });

  it("keeps residents to common doors and those of their own tower or floor", async () => {
    const building = await server.newBuilding();
    await newController(server, building.id);
    const [home] = building.apartments;
    const towerB = building.towers[1];
    const resident = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home?.id ?? "" }],
    });
    const socket = await server.connectAs(resident);
    const common = await server.newDoor(building);
    const ownTower = await server.newDoor(building, { scope: "tower" });
    const otherTower = await server.newDoor(building, {
      scope: "tower",
      towerId: towerB?.id ?? "",
      floorId: towerB?.floors[0]?.id ?? "",
    });
    const otherFloor = await server.newDoor(building, {
      scope: "floor",
      floorId: building.towers[0]?.floors[1]?.id ?? "",
    });
    expect(await socket.ask("door_action", open(building.id, common.id))).toMatchObject({ ok: true });
    expect(await socket.ask("door_action", open(building.id, ownTower.id))).toMatchObject({ ok: true });
    for (const door of [otherTower, otherFloor]) {
      expect(await socket.ask("door_action", open(building.id, door.id))).toMatchObject({
        code: "NOT_ALLOWED",
      });
    }
  });

  it("says that the door is open only when the relay moved, and writes down who asked", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const socket = await server.connectAs(guard);

    let move: (() => void) | undefined;
    controller.answerWith(
      () =>
        new Promise((resolve) => {
          move = () => resolve({ outcome: "moved" });
        }),
    );
    let isAnswered = false;
    const pressed = socket.ask("door_action", open(building.id, door.localId)).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => move).toBeDefined();
    expect(isAnswered).toBe(false);
    move?.();

    const answer = await pressed;
    expect(answer).toMatchObject({ ok: true, doorId: door.id, action: DOOR_OPEN });
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("actor_id", "=", guard.id)
      .orderBy("id")
      .execute();
    expect(lines.map((line) => line.action)).toEqual(["doors.ordered", "doors.settled"]);
    expect(lines[1]?.detail).toMatchObject({ outcome: "moved" });
  });

  it("gives two presses of one person one order, and two people one each", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const [door, quick] = [await server.newDoor(building), await server.newDoor(building)];
    const spaces = [{ role: "PORTERIA" as const, buildingId: building.id }];
    const [one, other] = await Promise.all([server.newPerson({ spaces }), server.newPerson({ spaces })]);
    const [first, second, third] = await Promise.all([
      server.connectAs(one),
      server.connectAs(one),
      server.connectAs(other),
    ]);
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    controller.answerWith(async ({ doorId }) => {
      await (doorId === door.id ? released : undefined);
      return { outcome: "moved" };
    });
    const ofDoor = () => controller.orders.filter(({ doorId }) => doorId === door.id);
    const presses = [first, second, third].map((socket) =>
      socket.ask("door_action", open(building.id, door.id)),
    );
    await expect.poll(() => ofDoor().length).toBe(2);
    // What was pressed over the same line later has opened by now: the press before it has been looked at too.
    await expect(second.ask("door_action", open(building.id, quick.id))).resolves.toMatchObject({ ok: true });
    release?.();
    const answers = await Promise.all(presses);
    const orderIds = answers.map((answer) => (answer.ok ? answer["orderId"] : answer.code));
    expect(orderIds[0]).toBe(orderIds[1]);
    expect(orderIds[2]).not.toBe(orderIds[0]);
    expect(ofDoor()).toHaveLength(2);
  });

  it("answers a repeated request id with the first result and moves nothing", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const guard = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    const requestId = randomUUID();
    const first = await socket.ask("door_action", open(building.id, door.id, { requestId }));
    const again = await socket.ask("door_action", open(building.id, door.id, { requestId }));
    expect(again).toEqual(first);
    expect(controller.orders).toHaveLength(1);
  });

  it("says nothing of a door when its request id named a press of another one", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const [door, garage] = [
      await server.newDoor(building),
      await server.newDoor(building, { localId: "9$" }),
    ];
    const guard = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    const requestId = randomUUID();
    expect(await socket.ask("door_action", open(building.id, garage.id, { requestId }))).toMatchObject({
      ok: true,
    });
    for (const other of [
      open(building.id, door.id, { requestId }),
      open(building.id, garage.id, { requestId, action: DOOR_CLOSE }),
    ]) {
      expect(await socket.ask("door_action", other)).toMatchObject({ ok: false, code: "BAD_REQUEST" });
    }
    expect(controller.orders).toHaveLength(1);
  });

  it("says so when the building's controller is away, and sends nothing when it is back", async () => {
    const building = await server.newBuilding();
    const gone = await newController(server, building.id);
    const door = await server.newDoor(building);
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    gone.socket.raw.disconnect();
    await expect.poll(() => server.app.hub.lines.isThere(gone.id)).toBe(false);
    expect(await socket.ask("door_action", open(building.id, door.id))).toMatchObject({
      code: "DOOR_OFFLINE",
    });
    expect(await socket.hear("door_action:error")).toMatchObject({ code: "DOOR_OFFLINE", door: door.id });
    const back = await signInController(server.url, gone.id, gone.key);
    const asked: unknown[] = [];
    back.raw.on("door:operate", (order: unknown) => asked.push(order));
    await back.ask("clock", {});
    expect([...gone.orders, ...asked]).toEqual([]);
  });

  it("says of a door without a controller that it has none", async () => {
    const building = await server.newBuilding();
    const door = await server.newDoor(building);
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    expect(await socket.ask("door_action", open(building.id, door.id))).toMatchObject({
      code: "DOOR_NO_CONTROLLER",
    });
  });

  it("passes on what the controller said of a door that did not move", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    controller.answerWith(async () => ({ outcome: "failed" }));
    expect(await socket.ask("door_action", open(building.id, door.id))).toMatchObject({
      code: "DOOR_FAILED",
    });
    controller.answerWith(async () => ({ outcome: "expired" }));
    expect(await socket.ask("door_action", open(building.id, door.id))).toMatchObject({
      code: "DOOR_ORDER_EXPIRED",
    });
  });

  it("tells of a relay that moved after the press had failed", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    controller.answerWith(async () => ({ outcome: "failed" }));
    await socket.ask("door_action", open(building.id, door.id));
    const [order] = controller.orders;
    await controller.socket.ask("facts", {
      facts: [
        {
          seq: 1,
          at: new Date().toISOString(),
          kind: "door-opened",
          openingId: randomUUID(),
          doorId: door.id,
          origin: "APP",
          orderId: order?.orderId,
        },
      ],
    });
    expect(await socket.hear("door_action:late")).toMatchObject({
      doorId: door.id,
      message: "La puerta abrió tarde",
    });
    const late = await server.db
      .selectFrom("audit_lines")
      .select("action")
      .where("building_id", "=", building.id)
      .where("action", "=", "doors.opened-late")
      .execute();
    expect(late).toHaveLength(1);
  });

  it("closes only doors that can be closed", async () => {
    const building = await server.newBuilding();
    await newController(server, building.id);
    const garage = await server.newDoor(building, { localId: "2$" });
    const entrance = await server.newDoor(building, { localId: "1" });
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    const close = { action: DOOR_CLOSE };
    expect(await socket.ask("door_action", open(building.id, garage.localId, close))).toMatchObject({
      ok: true,
    });
    expect(await socket.ask("door_action", open(building.id, entrance.localId, close))).toMatchObject({
      code: "DOOR_CANNOT_CLOSE",
    });
  });

  it("answers every malformed message and goes on", async () => {
    const building = await server.newBuilding();
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    const controller = await newController(server, building.id);
    await server.newDoor(building, { localId: "1" });
    const wrong = [
      [],
      [null],
      [Buffer.from("binary")],
      [{ buildingId: building.id, door: 7, action: DOOR_OPEN }],
      [{ buildingId: building.id, door: "1", action: 999 }],
      [{ buildingId: building.id, door: "1", action: DOOR_OPEN, extra: true }],
      [{ buildingId: building.id, door: "1", action: DOOR_OPEN }, "second"],
      [{ buildingId: "not-an-id", door: "1", action: DOOR_OPEN }],
    ];
    for (const payload of wrong) {
      expect(await socket.ask("door_action", ...payload)).toMatchObject({ ok: false });
    }
    expect(controller.orders).toEqual([]);
    expect(await socket.ask("door_action", open(building.id, "1\u0000"))).toMatchObject({
      code: "DOOR_NOT_FOUND",
    });
    socket.raw.emit("door_action", "text without acknowledgement");
    expect(await socket.hear("message:error")).toMatchObject({ event: "door_action" });
    expect(await socket.ask("no_such_event", {})).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("facts of a controller", () => {
  it("keeps each opening once, with its picture, whatever is sent again", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const openingId = randomUUID();
    const at = new Date().toISOString();
    const opened = {
      seq: 1,
      at,
      kind: "door-opened",
      openingId,
      doorId: door.id,
      origin: "BUTTON",
      orderId: null,
    };
    const picture = {
      seq: 2,
      at,
      kind: "opening-picture",
      openingId,
      cameraId: door.cameraId,
      jpeg: await jpegBytes(),
    };
    expect(await controller.socket.ask("facts", { facts: [opened] })).toEqual({ ok: true, acknowledged: 1 });
    expect(await controller.socket.ask("facts", { facts: [opened, picture] })).toEqual({
      ok: true,
      acknowledged: 2,
    });
    expect(await controller.socket.ask("facts", { facts: [{ ...opened, seq: 9 }] })).toEqual({
      ok: true,
      acknowledged: 2,
    });
    const events = await server.db
      .selectFrom("open_door_events")
      .select(["origin", "picture_file_id"])
      .where("building_id", "=", building.id)
      .execute();
    expect(events).toEqual([{ origin: "BUTTON", picture_file_id: expect.any(String) }]);
    const stored = await server.app.services.files.get(events[0]?.picture_file_id ?? "");
    expect((await sharp(stored ?? Buffer.alloc(0)).metadata()).format).toBe("jpeg");
  });

  it("keeps neither fact nor picture of a batch that fails, and takes it when it is sent again", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const { files } = server.app.services;
    const before = await storedIds(files);
    const openingId = randomUUID();
    const at = new Date().toISOString();
    const facts = [
      { seq: 1, at, kind: "door-opened", openingId, doorId: door.id, origin: "BUTTON", orderId: null },
      { seq: 2, at, kind: "opening-picture", openingId, cameraId: door.cameraId, jpeg: await jpegBytes() },
    ];
    const send = () => controller.socket.ask("facts", { facts });
    // The last thing of the batch: the picture lies in the store by then.
    expect(await withBrokenTable(server.db, "controllers", send)).toMatchObject({ ok: false });
    expect(await storedIds(files)).toEqual(before);
    expect(await send()).toEqual({ ok: true, acknowledged: 2 });
    expect(await storedIds(files)).toHaveLength(before.length + 1);
  });

  it("says once to who watches that there is news, of all that was told together", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    const door = await server.newDoor(building);
    const guard = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const socket = await server.connectAs(guard);
    const opened = (seq: number) => ({
      seq,
      at: new Date().toISOString(),
      kind: "door-opened",
      openingId: randomUUID(),
      doorId: door.id,
      origin: "BUTTON",
      orderId: null,
    });
    for (const batch of [[1, 2, 3, 4, 5], [6], [7]]) {
      await controller.socket.ask("facts", { facts: batch.map(opened) });
      expect(await socket.hear("event_open_door")).toEqual({ buildingId: building.id });
    }
    await socket.ask("no_such_event", {});
    expect(socket.heardSoFar("event_open_door")).toEqual([]);
  });

  it("refuses a batch of nothing", async () => {
    const building = await server.newBuilding();
    const controller = await newController(server, building.id);
    expect(await controller.socket.ask("facts", { facts: [] })).toMatchObject({ ok: false });
  });
});
