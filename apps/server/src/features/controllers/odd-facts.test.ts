import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const HTML = Buffer.from("<!doctype html><script>alert(1)</script>");

async function setUp() {
  const building = await server.newBuilding();
  const [controller, door] = [await newController(server, building.id), await server.newDoor(building)];
  let seq = 0;
  return {
    building,
    door,
    ask: asking(server, await server.newPerson({ userType: "ADMIN" })),
    tell: (...facts: object[]) => {
      const numbered = facts.map((fact) => {
        seq += 1;
        return { seq, ...fact };
      });
      return controller.socket.ask("facts", { facts: numbered });
    },
    opened: (at: string, openingId = randomUUID()) => ({
      at,
      kind: "door-opened",
      openingId,
      doorId: door.id,
      origin: "BUTTON",
      orderId: null,
    }),
  };
}

it("a time that cannot be is shown by the server's own, marked, in its place among the others", async () => {
  const { building, door, ask, tell, opened } = await setUp();
  const now = server.clock.now().getTime();
  const soon = new Date(now + 23 * HOUR_MS).toISOString();
  const odd = [
    "0000-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.000Z",
    new Date(now + 25 * HOUR_MS).toISOString(),
    new Date(now - 366 * 24 * HOUR_MS).toISOString(),
  ];
  const intrusionId = randomUUID();
  const started = { kind: "intrusion-started", intrusion: "door-forced", cameraId: null, doorId: door.id };
  expect(
    await tell(
      opened(soon),
      ...odd.map((at) => opened(at)),
      { at: "9999-12-31T23:59:59.000Z", intrusionId, ...started },
      { at: "0000-01-01T00:00:00.000Z", kind: "intrusion-ended", intrusionId },
    ),
  ).toMatchObject({ ok: true, acknowledged: 7 });
  const { eventOpenDoorDetails: openings } = (
    await ask("GET", `/api/bb/events/open-door?buildingId=${building.id}`)
  ).body;
  // A clock that is a little wrong is believed.
  expect(openings[0]).toMatchObject({ timestamp_camera: soon, toldAt: null });
  expect(
    openings
      .slice(1)
      .map(({ toldAt }: { toldAt: string }) => toldAt)
      .sort(),
  ).toEqual([...odd].sort());
  const { eventIntrusionDetails: intrusions } = (
    await ask("GET", `/api/bb/events/event-intrusion?buildingId=${building.id}`)
  ).body;
  expect(intrusions).toMatchObject([{ toldAt: "9999-12-31T23:59:59.000Z" }]);
  for (const shown of [
    ...openings.slice(1).map((opening: { timestamp_camera: string }) => opening.timestamp_camera),
    intrusions[0].startTime,
    intrusions[0].endTime,
  ]) {
    expect(Math.abs(new Date(shown).getTime() - now)).toBeLessThan(60_000);
  }
});

it("what is no picture is never kept as one, and holds up nothing behind it", async () => {
  const { building, door, ask, tell, opened } = await setUp();
  const at = server.clock.now().toISOString();
  const [first, second, intrusionId] = [randomUUID(), randomUUID(), randomUUID()];
  const { cameraId } = door;
  const pictured = { at, kind: "opening-picture", cameraId };
  const inIntrusion = { at, kind: "intrusion-picture", intrusionId, cameraId };
  const jpeg = await jpegBytes();
  expect(
    await tell(
      opened(at, first),
      { ...pictured, openingId: first, jpeg: HTML },
      { at, kind: "intrusion-started", intrusionId, intrusion: "door-forced", cameraId, doorId: door.id },
      { ...inIntrusion, position: 0, jpeg: HTML },
      { ...inIntrusion, position: 1, jpeg },
      opened(at, second),
      { ...pictured, openingId: second, jpeg },
    ),
  ).toMatchObject({ ok: true, acknowledged: 7 });
  const { eventOpenDoorDetails: openings } = (
    await ask("GET", `/api/bb/events/open-door?buildingId=${building.id}`)
  ).body;
  const [broken, whole] = [first, second].map((id) =>
    openings.find((opening: { id: string }) => opening.id === id),
  );
  expect(broken).toMatchObject({ image_url: null, hasBrokenPicture: true });
  expect(whole).toMatchObject({ hasBrokenPicture: false });
  const { eventIntrusionDetails: intrusions } = (
    await ask("GET", `/api/bb/events/event-intrusion?buildingId=${building.id}`)
  ).body;
  expect(intrusions).toMatchObject([{ hasBrokenPicture: true }]);
  expect(intrusions[0].imageUrls).toHaveLength(1);
  const shown = await server.app.http.inject({ method: "GET", url: whole.image_url });
  expect(shown.headers["content-type"]).toBe("image/jpeg");
  // Made here: nothing of what came is passed on.
  expect(shown.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(shown.rawPayload.equals(jpeg)).toBe(false);
});
