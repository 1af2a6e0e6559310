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
  const controller = await newController(server, building.id);
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
  return { controller, building, door, ana, rosa, pedro, open, ask: asking(server, ana) };
}

it("keeps a locked door shut for all but those who pass, until its time, and says so", async () => {
  const { building, door, ana, rosa, pedro, open, ask } = await newPlace();
  const mode = `/api/bb/doors/${door.id}/mode`;
  const lockedUntil = inHours(2);
  expect(await ask("PUT", mode, { lockedUntil })).toMatchObject({
    status: 200,
    body: { door: { id: door.id, lockedUntil, freeUntil: null } },
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
  expect(await test(inHours(1))).toMatchObject({
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

it("says what a door was until now, without what is over, so that a change can be taken back", async () => {
  const { door, rosa, open, ask } = await newPlace();
  const mode = `/api/bb/doors/${door.id}/mode`;
  const lockedUntil = inHours(2);
  await ask("PUT", mode, { lockedUntil });
  const { body } = await ask("PUT", mode, { lockedUntil: null });
  expect(body.before).toEqual({ lockedUntil, freeUntil: null });
  expect(await open(rosa)).toMatchObject({ ok: true });
  expect((await ask("PUT", mode, body.before)).status).toBe(200);
  expect(await open(rosa)).toMatchObject({ code: "DOOR_LOCKED" });
  server.clock.push(3 * HOUR_MS);
  expect((await ask("PUT", mode, { lockedUntil: inHours(1) })).body.before).toEqual({
    lockedUntil: null,
    freeUntil: null,
  });
});

it("takes a change back only while nobody made another since", async () => {
  const { door, ana, pedro, open, rosa, ask } = await newPlace();
  const mode = `/api/bb/doors/${door.id}/mode`;
  const given = (await ask("PUT", mode, { lockedUntil: null, freeUntil: inHours(2) })).body;
  const ifStill = { lockedUntil: null, freeUntil: given.door.freeUntil };
  const locked = { lockedUntil: inHours(1), freeUntil: null };
  await asking(server, pedro)("PUT", mode, locked);
  expect(await ask("PUT", mode, { ...given.before, ifStill })).toMatchObject({
    status: 409,
    body: { code: "DOOR_MODE_CHANGED" },
  });
  expect(await open(rosa)).toMatchObject({ code: "DOOR_LOCKED" });
  expect(await actionsOf(server, ana.id)).toEqual(["doors.mode-changed"]);
  expect((await ask("PUT", mode, { ...given.before, ifStill: locked })).status).toBe(200);
  expect(await open(rosa)).toMatchObject({ ok: true });
});

it("asks who administers the building for a second factor, and the lobby for none", async () => {
  const { door, ana, rosa, pedro, open } = await newPlace();
  const mode = `/api/bb/doors/${door.id}/mode`;
  const lockedUntil = inHours(2);
  const unproven = (who: { id: string }) => server.newSession(who.id, { hasSecondFactor: false });
  expect(await asking(server, await unproven(ana))("PUT", mode, { lockedUntil })).toMatchObject({
    status: 403,
    body: { code: "SECOND_FACTOR_ASKED" },
  });
  expect(await open(rosa)).toMatchObject({ ok: true });
  expect((await asking(server, await unproven(pedro))("PUT", mode, { lockedUntil })).status).toBe(200);
  expect(await open(rosa)).toMatchObject({ code: "DOOR_LOCKED" });
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

it("leaves a door free until its time: shown as its controller said, tried as open to all", async () => {
  const { building, door, rosa, controller, ask } = await newPlace();
  const mode = `/api/bb/doors/${door.id}/mode`;
  const shown = async () =>
    (await asking(server, rosa)("GET", `/api/buildings/${building.id}/doors`)).body.doors[0];
  expect(await shown()).not.toHaveProperty("mode");
  const freeUntil = inHours(2);
  expect(await ask("PUT", mode, { lockedUntil: null, freeUntil })).toMatchObject({
    status: 200,
    body: { door: { id: door.id, lockedUntil: null, freeUntil } },
  });
  expect(await shown()).toMatchObject({
    mode: { mode: "free", until: freeUntil, origin: "APP", isConfirmed: false },
    may: { operate: true },
  });
  expect((await shown()).may).not.toHaveProperty("setMode");
  const periodId = crypto.randomUUID();
  const at = server.clock.now().toISOString();
  const freed = { kind: "door-freed", periodId, doorId: door.id, origin: "APP", isCertain: true };
  const report = (fact: object) => controller.socket.ask("facts", { facts: [fact] });
  expect(await report({ seq: 1, at, ...freed })).toMatchObject({ ok: true, acknowledged: 1 });
  expect(await shown()).toMatchObject({ mode: { mode: "free", until: freeUntil, isConfirmed: true } });
  const openings = (await ask("GET", `/api/bb/events/open-door?buildingId=${building.id}`)).body;
  expect(openings.eventOpenDoorDetails).toMatchObject([{ id: periodId, doorId: door.id, origin: "APP" }]);
  const access = { userId: rosa.id, doorId: door.id, at: inHours(1) };
  expect((await ask("POST", `/api/bb/buildings/${building.id}/access-test`, access)).body).toMatchObject({
    outcome: "granted",
    sentence: "Sí: la puerta está libre",
  });
  // Locked beats free.
  await ask("PUT", mode, { lockedUntil: inHours(1), freeUntil });
  expect(await shown()).toMatchObject({ mode: { mode: "locked" } });
  await ask("PUT", mode, { lockedUntil: null, freeUntil: null });
  // Of one that lost its memory, the next time ends what it never told the end of.
  const again = crypto.randomUUID();
  await report({ seq: 2, at, ...freed, periodId: again });
  // Its controller has not let go yet.
  expect(await shown()).toMatchObject({ mode: { mode: "free", until: null, isConfirmed: true } });
  await report({ seq: 3, at, kind: "door-free-ended", periodId: again, doorId: door.id });
  expect(await shown()).not.toHaveProperty("mode");
});

it("frees a door by a schedule, which stays as long as it does, and tells the controller", async () => {
  const { building, door, ask } = await newPlace();
  const schedules = `/api/bb/buildings/${building.id}/access-schedules`;
  const { body } = await ask("POST", schedules, {
    name: "Entrada libre",
    hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00" }],
    onHolidays: { kind: "as-any-day" },
  });
  const scheduleId = body.schedule.id;
  const other = await newPlace();
  expect(
    (await other.ask("PUT", `/api/bb/doors/${other.door.id}`, { freeScheduleId: scheduleId })).body,
  ).toMatchObject({ code: "SCHEDULE_NOT_FOUND" });
  expect((await ask("PUT", `/api/bb/doors/${door.id}`, { freeScheduleId: scheduleId })).body).toMatchObject({
    door: { freeScheduleId: scheduleId, freesInEmergency: false },
  });
  await server.app.accessKeeper.round();
  const entry = await server.db
    .selectFrom("access_entries")
    .select("body")
    .where("building_id", "=", building.id)
    .where("key", "=", `door:${door.id}`)
    .executeTakeFirst();
  expect(JSON.parse(entry?.body ?? "null")).toMatchObject({ freeScheduleId: scheduleId, freeUntil: null });
  const [shown] = (await ask("GET", `/api/buildings/${building.id}/doors`)).body.doors;
  expect(shown).toMatchObject({ mode: { mode: "free", origin: "SCHEDULE", isConfirmed: false } });
  expect((await ask("DELETE", `${schedules}/${scheduleId}`)).body).toMatchObject({ code: "SCHEDULE_IN_USE" });
  await ask("PUT", `/api/bb/doors/${door.id}`, { freeScheduleId: null });
  expect((await ask("DELETE", `${schedules}/${scheduleId}`)).status).toBe(200);
});

it("frees no door whose relay only pulses, by whatever way, and says why", async () => {
  const { building, door, ask } = await newPlace();
  const relay = { kind: "http", openAddress: "http://10.0.0.9/on", closeAddress: null };
  const of = `/api/bb/doors/${door.id}`;
  await ask("PUT", of, { relay });
  const refused = { status: 422, body: { code: "DOOR_ONLY_PULSES" } };
  expect(await ask("PUT", `${of}/mode`, { lockedUntil: null, freeUntil: inHours(1) })).toMatchObject(refused);
  expect(await ask("PUT", of, { freesInEmergency: true })).toMatchObject(refused);
  const [shown] = (await ask("GET", `/api/buildings/${building.id}/doors`)).body.doors;
  expect(shown).toMatchObject({ may: { setMode: "lock" } });
  const held = { ...relay, closeAddress: "http://10.0.0.9/off" };
  const timed = { ...held, openAddress: "http://10.0.0.9/on?timer={seconds}" };
  expect(await ask("PUT", of, { relay: timed, freesInEmergency: true })).toMatchObject(refused);
  expect(await ask("PUT", of, { relay: held, freesInEmergency: true })).toMatchObject({ status: 200 });
  expect(await ask("PUT", of, { relay })).toMatchObject(refused);
  // Nor for as long as somebody left it free.
  const mode = { lockedUntil: null, freeUntil: inHours(1) };
  await ask("PUT", of, { freesInEmergency: false });
  expect(await ask("PUT", `${of}/mode`, mode)).toMatchObject({ status: 200 });
  expect(await ask("PUT", of, { relay })).toMatchObject(refused);
  expect(await ask("PUT", `${of}/mode`, { ...mode, freeUntil: null })).toMatchObject({ status: 200 });
  expect(await ask("PUT", of, { relay })).toMatchObject({ status: 200 });
});

it("is the administration's and the lobby's to say, and never for a time that is over", async () => {
  const { door, rosa, pedro, open, ask } = await newPlace();
  const other = await newPlace();
  const mode = `/api/bb/doors/${door.id}/mode`;
  expect((await ask("PUT", mode, { lockedUntil: inHours(-1) })).body).toMatchObject({
    code: "GRANT_IN_THE_PAST",
  });
  expect((await ask("PUT", mode, { lockedUntil: null, freeUntil: inHours(-1) })).body).toMatchObject({
    code: "GRANT_IN_THE_PAST",
  });
  expect((await asking(server, rosa)("PUT", mode, { lockedUntil: inHours(1) })).status).toBe(403);
  const lobby = asking(server, pedro);
  expect((await lobby("PUT", mode, { lockedUntil: null, freeUntil: inHours(1) })).status).toBe(200);
  expect((await lobby("PUT", mode, { lockedUntil: null })).status).toBe(200);
  expect((await other.ask("PUT", mode, { lockedUntil: inHours(1) })).body).toMatchObject({
    code: "DOOR_NOT_FOUND",
  });
  expect(await open(rosa)).toMatchObject({ ok: true });
});
