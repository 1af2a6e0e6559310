import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { storedIds } from "../../../testing/broken-parts.ts";
import type { TestBuilding } from "../../../testing/factories.ts";
import { newController } from "../../../testing/test-controller.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { tidyIntrusions } from "./intrusion-facts.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;

const HOUR_MS = 3_600_000;
const jpeg = await jpegBytes();
const ago = (ms: number) => new Date(services.clock.now().getTime() - ms).toISOString();

/** A building with a controller that has not said anything yet. */
async function newScene() {
  const building = await server.newBuilding();
  const [controller, door] = [await newController(server, building.id), await server.newDoor(building)];
  let seq = 0;
  const numbered = (fact: object) => {
    seq += 1;
    return { seq, ...fact };
  };
  const tell = (facts: readonly object[]) => controller.socket.ask("facts", { facts });
  return { building, controller, door, numbered, tell };
}

const rowsOf = (building: TestBuilding) =>
  server.db
    .selectFrom("intrusion_events")
    .leftJoin("intrusion_pictures", "intrusion_pictures.event_id", "intrusion_events.id")
    .select(["id", "kind", "camera_id", "camera_name", "door_id", "door_name", "started_at", "ended_at"])
    .select(["position", "file_id", "taken_at"])
    .where("building_id", "=", building.id)
    .orderBy("started_at")
    .orderBy("position")
    .execute();

describe("what a controller tells of intrusions", () => {
  it("is written down once, however often it is told", async () => {
    const { building, door, numbered, tell } = await newScene();
    const intrusionId = randomUUID();
    const [startedAt, endedAt] = [ago(60_000), ago(40_000)];
    const { id: doorId, cameraId } = door;
    const facts = [
      { at: startedAt, kind: "intrusion-started", intrusionId, intrusion: "door-forced", cameraId, doorId },
      { at: startedAt, kind: "intrusion-picture", intrusionId, cameraId, position: 0, jpeg },
      { at: endedAt, kind: "intrusion-ended", intrusionId },
    ].map(numbered);
    expect(await tell(facts.slice(0, 2))).toEqual({ ok: true, acknowledged: 2 });
    // The acknowledgement was lost on the way.
    expect(await tell(facts)).toEqual({ ok: true, acknowledged: 3 });
    // A controller whose disk was restored may number the same things anew.
    expect(await tell(facts.map((fact) => ({ ...fact, seq: fact.seq + 3 })))).toEqual({
      ok: true,
      acknowledged: 6,
    });

    const rows = await rowsOf(building);
    expect(rows).toEqual([
      {
        id: intrusionId,
        kind: "door-forced",
        camera_id: cameraId,
        camera_name: `Cámara ${door.localId}`,
        door_id: doorId,
        door_name: `Puerta ${door.localId}`,
        started_at: new Date(startedAt),
        ended_at: new Date(endedAt),
        position: 0,
        file_id: expect.any(String),
        taken_at: new Date(startedAt),
      },
    ]);
    expect((await services.files.get(rows[0]?.file_id ?? ""))?.subarray(0, 3)).toEqual(jpeg.subarray(0, 3));
  });

  it("reaches the platform and who watches the building, and nobody else", async () => {
    const { building, door, numbered, tell } = await newScene();
    const doorman = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const laura = await server.connectAs(await server.newPerson({ userType: "ADMIN" }));
    const pedro = await server.connectAs(doorman);
    const elsewhere = await server.newBuilding();
    const others = await Promise.all(
      [
        { role: "EMPLEADO_ADMINISTRATIVO" as const, buildingId: building.id },
        { role: "PORTERIA" as const, buildingId: elsewhere.id },
      ].map(async (space) => server.connectAs(await server.newPerson({ spaces: [space] }))),
    );
    const { cameraId } = door;
    const motion = { kind: "intrusion-started", intrusion: "motion", cameraId, doorId: null };
    const opened = { kind: "door-opened", openingId: randomUUID(), doorId: door.id, origin: "UNKNOWN" };
    await tell([
      numbered({ at: ago(0), intrusionId: randomUUID(), ...motion }),
      numbered({ at: ago(0), orderId: null, ...opened }),
    ]);
    expect(await laura.hear("event_intrusion")).toEqual({ buildingId: building.id });
    expect(await laura.hear("event_open_door")).toEqual({ buildingId: building.id });
    expect(await pedro.hear("event_intrusion")).toEqual({ buildingId: building.id });
    expect(await pedro.hear("event_open_door")).toEqual({ buildingId: building.id });
    for (const other of others) {
      // Asked after them on the same line, so whatever they were told has come before this.
      await other.ask("nothing-of-the-sort", {});
      expect(other.heardSoFar("event_intrusion")).toEqual([]);
      expect(other.heardSoFar("event_open_door")).toEqual([]);
    }
  });

  it("stays within its own building, whatever its controller names", async () => {
    const { building, numbered, tell } = await newScene();
    const other = await newScene();
    const intrusionId = randomUUID();
    const { cameraId, id: doorId } = other.door;
    const intrusion = { intrusionId, intrusion: "motion", cameraId, doorId };
    const before = await storedIds(services.files);
    await other.tell([other.numbered({ at: ago(HOUR_MS), kind: "intrusion-started", ...intrusion })]);
    expect(
      await tell([
        numbered({ at: ago(0), kind: "intrusion-ended", intrusionId }),
        numbered({ at: ago(0), kind: "intrusion-picture", intrusionId, cameraId, position: 0, jpeg }),
        numbered({ at: ago(0), kind: "intrusion-started", ...intrusion, intrusionId: randomUUID() }),
      ]),
    ).toEqual({ ok: true, acknowledged: 3 });
    expect(await rowsOf(other.building)).toMatchObject([
      { camera_id: cameraId, ended_at: null, file_id: null },
    ]);
    // What is another controller's it cannot have noticed: written into the audit, and not believed.
    expect(await rowsOf(building)).toEqual([]);
    expect(await storedIds(services.files)).toEqual(before);
  });

  it("ends no earlier than it began, also when the building's clock was set back", async () => {
    const { building, numbered, tell } = await newScene();
    const intrusionId = randomUUID();
    const startedAt = ago(0);
    const nowhere = { cameraId: null, doorId: null };
    await tell([
      numbered({ at: startedAt, kind: "intrusion-started", intrusionId, intrusion: "motion", ...nowhere }),
      numbered({ at: ago(HOUR_MS), kind: "intrusion-ended", intrusionId }),
    ]);
    expect(await rowsOf(building)).toMatchObject([{ ended_at: new Date(startedAt) }]);
  });
});

describe("intrusions that were kept long enough", () => {
  it("go with their pictures, each building's after its own time", async () => {
    const [brief, usual] = [await newScene(), await newScene()];
    await server.db
      .updateTable("buildings")
      .set({ intrusion_retention_days: 2 })
      .where("id", "=", brief.building.id)
      .execute();
    for (const { door, numbered, tell } of [brief, usual]) {
      for (const hours of [71, 49, 47]) {
        const [at, intrusionId, { cameraId }] = [ago(hours * HOUR_MS), randomUUID(), door];
        const what = { intrusion: "motion", cameraId, doorId: null };
        await tell([
          numbered({ at, kind: "intrusion-started", intrusionId, ...what }),
          numbered({ at, kind: "intrusion-picture", intrusionId, cameraId, position: 0, jpeg }),
        ]);
      }
    }
    const old = (await rowsOf(brief.building)).slice(0, 2).map(({ file_id }) => file_id ?? "");
    await tidyIntrusions(services);

    expect(await rowsOf(brief.building)).toHaveLength(1);
    expect(await rowsOf(usual.building)).toHaveLength(3);
    const stored = await storedIds(services.files);
    expect(stored.filter((id) => old.includes(id))).toEqual([]);
    const rows = await server.db.selectFrom("files").select("id").where("id", "in", old).execute();
    expect(rows).toEqual([]);
  });
});
