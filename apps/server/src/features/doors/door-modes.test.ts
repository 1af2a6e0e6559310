import { DOOR_OPEN, type Door } from "@umbral/contract/doors/doors.contract";
import { afterAll, expect, it } from "vitest";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();

async function newPlace() {
  const building = await server.newBuilding();
  await newController(server, building.id);
  const door = await server.newDoor(building, { localId: "1", name: "Puerta principal" });
  const at = { buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" };
  const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const rosa = await server.newPerson({ name: "Rosa Líder", spaces: [{ role: "RESIDENTE_LIDER", ...at }] });
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const open = async (who: { token: string }) =>
    (await server.connectAs(who)).ask("door_action", {
      buildingId: building.id,
      door: door.id,
      action: DOOR_OPEN,
    });
  return { building, door, ana, rosa, pedro, open, ask: asking(server, ana) };
}

it("keeps a locked door shut for all but those who pass, until its time, and says so", async () => {
  const { building, door, ana, rosa, pedro, open, ask } = await newPlace();
  const mode = `/api/bb/doors/${door.id}/mode`;
  const lockedUntil = inHours(2);
  expect(await ask("PUT", mode, { lockedUntil })).toMatchObject({
    status: 200,
    body: { door: { id: door.id, lockedUntil } },
  });
  expect(await open(rosa)).toMatchObject({
    code: "DOOR_LOCKED",
    message: "La puerta está bloqueada por ahora. Pregunta en la portería.",
  });
  expect(await open(pedro)).toMatchObject({ ok: true });
  const doors: Door[] = (await asking(server, rosa)("GET", `/api/buildings/${building.id}/doors`)).body.doors;
  expect(doors).toMatchObject([{ may: { operate: false, whenUnlocked: true } }]);
  const levels = `/api/bb/buildings/${building.id}/access-levels`;
  expect((await ask("GET", levels)).body.doors).toMatchObject([{ lockedUntil }]);
  const test = async (at: string) =>
    (
      await ask("POST", `/api/bb/buildings/${building.id}/access-test`, {
        userId: rosa.id,
        doorId: door.id,
        at,
      })
    ).body;
  expect(await test(inHours(1))).toEqual({
    outcome: "door-locked",
    sentence: "No: la puerta está bloqueada",
  });
  expect(await test(inHours(3))).toMatchObject({ outcome: "granted" });
  server.clock.push(2 * HOUR_MS);
  expect(await open(rosa)).toMatchObject({ ok: true });

  await ask("PUT", mode, { lockedUntil: inHours(1) });
  await ask("PUT", mode, { lockedUntil: null });
  expect(await open(rosa)).toMatchObject({ ok: true });
  expect(await actionsOf(server, ana.id)).toEqual(Array.from({ length: 3 }, () => "doors.mode-changed"));
  expect((await changesOf(server, ana.id))[0]).toMatchObject({ after: { lockedUntil } });
});

it("tells the controller, whose cards it holds for too", async () => {
  const { building, door, ask } = await newPlace();
  const lockedUntil = inHours(2);
  await ask("PUT", `/api/bb/doors/${door.id}/mode`, { lockedUntil });
  await server.app.accessKeeper.round();
  const entry = await server.db
    .selectFrom("access_entries")
    .select("body")
    .where("building_id", "=", building.id)
    .where("key", "=", `door:${door.id}`)
    .executeTakeFirst();
  expect(JSON.parse(entry?.body ?? "null")).toEqual({
    kind: "door",
    id: door.id,
    lockedUntil,
    freeUntil: null,
    freeScheduleId: null,
  });
});

it("is the administration's to say, and never for a time that is over", async () => {
  const { door, rosa, pedro, open, ask } = await newPlace();
  const other = await newPlace();
  const mode = `/api/bb/doors/${door.id}/mode`;
  expect((await ask("PUT", mode, { lockedUntil: inHours(-1) })).body).toMatchObject({
    code: "GRANT_IN_THE_PAST",
  });
  expect((await asking(server, pedro)("PUT", mode, { lockedUntil: inHours(1) })).status).toBe(403);
  expect((await other.ask("PUT", mode, { lockedUntil: inHours(1) })).body).toMatchObject({
    code: "DOOR_NOT_FOUND",
  });
  expect(await open(rosa)).toMatchObject({ ok: true });
});
