import { randomUUID } from "node:crypto";
import type { CameraDay } from "@umbral/contract/clips/clips.contract";
import { afterAll, describe, expect, it } from "vitest";
import { TestClips } from "../../../testing/test-clips.ts";
import { newController } from "../../../testing/test-controller.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { clipIdOf } from "./clip-keeping.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;

/** A building with an entrance, a door on another floor, its administrator and a controller with clips. */
async function newScene() {
  const building = await server.newBuilding();
  const floorId = building.towers[0]?.floors[1]?.id ?? "";
  const entrance = await server.newDoor(building, { localId: "1" });
  const upstairs = await server.newDoor(building, { localId: "7", floorId });
  const controller = await newController(server, building.id);
  const clips = new TestClips(controller);
  const gloria = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  let seq = 0;
  const tell = (facts: readonly object[]) =>
    controller.socket.ask("facts", {
      facts: facts.map((fact) => {
        seq += 1;
        return { seq, ...fact };
      }),
    });
  const readDay = async (query = "", actor = gloria) => {
    const reply = await server.app.http.inject({
      url: `/api/bb/cameras/${entrance.cameraId}/day${query}`,
      headers: actor.headers,
    });
    return { status: reply.statusCode, body: reply.json<CameraDay>() };
  };
  /** A clip of the entrance that begins in this second of ten in the morning. */
  const keepAt = (second: number, cause: "alarm" | "ring", causeId: string) =>
    clips.keep(entrance.cameraId, {
      at: new Date(`2026-11-20T15:00:${second + 29}Z`),
      cause,
      causeId,
      startedAt: `2026-11-20T15:00:0${second}.000Z`,
      endedAt: `2026-11-20T15:00:${second + 28}.000Z`,
    });
  return { building, entrance, upstairs, floorId, controller, clips, gloria, tell, readDay, keepAt };
}

describe("a camera's day", () => {
  it("tells a drill's clip from an alarm's", async () => {
    const { building, gloria, tell, readDay, keepAt } = await newScene();
    const socket = await server.connectAs(gloria);
    const raise = async (more: object) => {
      const raised = await socket.ask("user_event", { buildingId: building.id, event: "INTRUSION", ...more });
      return raised.ok ? String(raised["id"]) : raised.code;
    };
    const [drill, real] = [await raise({ drill: true }), await raise({})];
    await tell([keepAt(0, "alarm", drill), keepAt(1, "alarm", real)]);
    const { body } = await readDay("?date=2026-11-20");
    expect(body.marks.map(({ id, isDrill }) => [id, isDrill ?? false])).toEqual([
      [drill, true],
      [real, false],
    ]);
    expect(body.events.map(({ isDrill }) => isDrill ?? false)).toEqual([true, false]);
  });

  it("offers no clip that is nowhere any more, where there is another one that one", async () => {
    const { tell, readDay, keepAt } = await newScene();
    const [lost, half] = [randomUUID(), randomUUID()];
    const dropped = ({ clipId }: { clipId: string }) => ({
      kind: "clip-dropped",
      at: "2026-11-20T16:00:00.000Z",
      clipId,
      why: "space",
    });
    const [only, first, second] = [keepAt(0, "ring", lost), keepAt(1, "ring", half), keepAt(2, "ring", half)];
    await tell([only, first, second, dropped(only), dropped(first)]);
    const { body } = await readDay("?date=2026-11-20");
    expect(body.marks.map(({ id, hasClip }) => [id, hasClip])).toEqual([
      [lost, false],
      [half, true],
    ]);
    expect(body.events.map(({ clip }) => clip?.id)).toEqual([undefined, second.clipId]);
  });

  it("is all that happened before it, by its building's clock, with pictures and clips", async () => {
    const { building, entrance, clips, gloria, tell, readDay } = await newScene();
    const jpeg = await jpegBytes();
    // The 20th in Bogotá, five hours behind: an early one, one that is the 21st by the world's clock, and the next day's.
    const [early, late, next] = [
      "2026-11-20T05:00:03.000Z",
      "2026-11-21T04:30:00.000Z",
      "2026-11-21T05:00:00.000Z",
    ];
    const [opened, moved, rung] = [randomUUID(), randomUUID(), randomUUID()];
    const motion = {
      kind: "intrusion-started",
      intrusion: "motion",
      cameraId: entrance.cameraId,
      doorId: null,
    };
    const opening = { kind: "door-opened", openingId: opened, doorId: entrance.id, orderId: null };
    await tell([
      { at: early, ...opening, origin: "BUTTON" },
      { at: late, ...motion, intrusionId: moved },
      {
        at: late,
        kind: "intrusion-picture",
        intrusionId: moved,
        cameraId: entrance.cameraId,
        position: 0,
        jpeg,
      },
      { at: next, ...motion, intrusionId: randomUUID() },
      // It began on the day before.
      clips.keep(entrance.cameraId, {
        at: new Date("2026-11-20T05:00:25Z"),
        cause: "opening",
        causeId: opened,
        startedAt: "2026-11-20T04:59:55.000Z",
        endedAt: "2026-11-20T05:00:23.000Z",
      }),
      // Of a call, which no camera's event tells of.
      clips.keep(entrance.cameraId, {
        at: new Date("2026-11-20T15:00:30Z"),
        cause: "ring",
        causeId: rung,
        startedAt: "2026-11-20T15:00:00.000Z",
        endedAt: "2026-11-20T15:00:28.000Z",
      }),
    ]);
    const { body } = await readDay("?date=2026-11-20");
    expect(body).toMatchObject({
      camera: { id: entrance.cameraId, name: "Cámara 1", buildingId: building.id },
      date: "2026-11-20",
      from: "2026-11-20T05:00:00.000Z",
      to: "2026-11-21T05:00:00.000Z",
      marks: [
        { id: opened, at: early, cause: "opening", hasClip: true },
        { id: rung, at: "2026-11-20T15:00:08.000Z", cause: "ring", hasClip: true },
        { id: moved, at: late, cause: "intrusion", hasClip: false },
      ],
      isCut: false,
      totalPages: 1,
      keepsClips: true,
      events: [
        {
          id: opened,
          origin: "BUTTON",
          doorName: "Puerta 1",
          clip: { state: "at-controller" },
          imageUrls: [],
        },
        { id: rung, intrusion: null, origin: null, clip: { cause: "ring" } },
        { id: moved, intrusion: "motion", clip: null, imageUrls: [expect.stringContaining("/api/files/")] },
      ],
    });
    const second = await readDay("?date=2026-11-20&page=2&limit=2");
    expect(second.body).toMatchObject({ totalPages: 2, events: [{ id: moved }] });
    expect(second.body.marks).toHaveLength(3);
    expect((await readDay("?date=2026-11-19")).body).toMatchObject({ marks: [], events: [], totalPages: 1 });
    expect(
      await db
        .selectFrom("audit_lines")
        .select(["actor_id", "subject_id", "detail"])
        .where("action", "=", "clips.day-shown")
        .where("building_id", "=", building.id)
        .execute(),
    ).toEqual(
      [1, 2].map(() => ({
        actor_id: gloria.id,
        subject_id: entrance.cameraId,
        detail: { date: "2026-11-20", pictures: 1 },
      })),
    );
  });

  it("is for the administration of its building alone", async () => {
    const { building, readDay } = await newScene();
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const elsewhere = await server.newBuilding();
    const foreign = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: elsewhere.id }] });
    expect((await readDay("", pedro)).status).toBe(403);
    expect((await readDay("", foreign)).status).toBe(404);
    expect((await readDay("?date=2026-02-30")).status).toBe(400);
  });
});

describe("clips of what only the server knows", () => {
  it("are asked for when somebody rings a home, once for each ringing", async () => {
    const { building, entrance, clips } = await newScene();
    const [home] = building.apartments;
    const at = { buildingId: building.id, apartmentId: home?.id ?? "" };
    await server.newPerson({ spaces: [{ role: "RESIDENTE", ...at }] });
    await server.newPerson({ spaces: [{ role: "RESIDENTE", ...at }] });
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const ring = () =>
      server.app.http.inject({
        method: "POST",
        url: `/api/apartments/${home?.id}/calls`,
        headers: pedro.headers,
        payload: {},
      });
    expect((await ring()).statusCode).toBe(200);
    await clips.until(() => clips.orders.length === 1);
    expect((await ring()).statusCode).toBe(200);
    await clips.until(() => clips.orders.length === 2);
    const [first, again] = clips.orders;
    expect(first).toMatchObject({ cameraId: entrance.cameraId, cause: "ring" });
    expect(again?.clipId).toBe(first?.clipId);
    const { ringing_id } = await db
      .selectFrom("calls")
      .select("ringing_id")
      .where("building_id", "=", building.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(first?.causeId).toBe(ringing_id);
  });

  it("are asked for at an alarm, at the entrance and on the floor of who raised it, unless the building keeps none", async () => {
    const { building, entrance, upstairs, floorId, clips } = await newScene();
    const home = building.apartments.find((each) => each.floorId === floorId);
    const carlos = await server.connectAs(
      await server.newPerson({
        spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home?.id ?? "" }],
      }),
    );
    const raised = await carlos.ask("user_event", { buildingId: building.id, event: "INTRUSION" });
    expect(raised).toMatchObject({ ok: true });
    await clips.until(() => clips.orders.length === 2);
    expect(new Set(clips.orders.map(({ cameraId }) => cameraId))).toEqual(
      new Set([entrance.cameraId, upstairs.cameraId]),
    );
    await db.updateTable("buildings").set({ keeps_clips: false }).where("id", "=", building.id).execute();
    expect(await carlos.ask("user_event", { buildingId: building.id, event: "EMERGENCY" })).toMatchObject({
      ok: true,
    });
    expect(clips.orders).toHaveLength(2);
  });

  it("are kept anew of an alarm that is raised again, once the clip of before does not show it whole", async () => {
    const { building, entrance, clips } = await newScene();
    const gloria = await server.connectAs(
      await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] }),
    );
    const ordersAfter = async (ms: number) => {
      server.clock.push(ms);
      const before = clips.orders.length;
      expect(await gloria.ask("user_event", { buildingId: building.id, event: "INTRUSION" })).toMatchObject({
        ok: true,
      });
      await clips.until(() => clips.orders.length > before);
      return clips.orders.slice(before);
    };
    const [first] = await ordersAfter(0);
    const [soon] = await ordersAfter(60_000);
    const [later] = await ordersAfter(60_000);
    const [muchLater] = await ordersAfter(3_600_000);
    expect(first).toMatchObject({ cameraId: entrance.cameraId, cause: "alarm" });
    // It goes on for two minutes: what is raised within it is in it.
    expect(soon?.clipId).toBe(first?.clipId);
    expect(new Set([first, later, muchLater].map((order) => order?.clipId)).size).toBe(3);
    expect(new Set([first, later, muchLater].map((order) => order?.causeId)).size).toBe(1);
  });

  it("hold up nobody while the controller is away or says nothing", async () => {
    const { building, controller } = await newScene();
    controller.socket.raw.off("clip:keep");
    const gloria = await server.connectAs(
      await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] }),
    );
    const raise = () => gloria.ask("user_event", { buildingId: building.id, event: "INTRUSION" });
    expect(await raise()).toMatchObject({ ok: true });
    controller.socket.disconnect();
    expect(await raise()).toMatchObject({ ok: true });
  });

  it("are named alike for the same thing at the same camera, and otherwise by themselves", () => {
    const of = { cause: "ring", causeId: randomUUID(), cameraId: randomUUID(), part: 0 };
    expect(clipIdOf(of)).toBe(clipIdOf({ ...of }));
    expect(clipIdOf(of)).not.toBe(clipIdOf({ ...of, cause: "alarm" }));
    expect(clipIdOf(of)).not.toBe(clipIdOf({ ...of, cameraId: randomUUID() }));
    expect(clipIdOf(of)).not.toBe(clipIdOf({ ...of, part: 1 }));
    expect(clipIdOf(of)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
