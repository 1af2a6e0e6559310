import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { newController } from "../../../testing/test-controller.ts";
import { registerDevice, startFirebase } from "../../../testing/test-firebase.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { alarmsOpenIn } from "./alarms-open.ts";

const firebase = await startFirebase();
const server = await startTestServer(firebase.variables);
afterAll(async () => {
  await server.close();
  await firebase.close();
});

const MINUTE_MS = 60_000;
const ago = (ms: number) => new Date(server.app.services.clock.now().getTime() - ms).toISOString();

/** A building with a door that its controller watches, and its doorman, whose device takes pushes. */
async function newLobby() {
  const building = await server.newBuilding();
  const [controller, door] = [await newController(server, building.id), await server.newDoor(building)];
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  await registerDevice(server, pedro, `device-${pedro.id}-0123456789`);
  let seq = 0;
  const notice = async (intrusion: string, at: string, more: object = {}) => {
    seq += 1;
    const intrusionId = randomUUID();
    const { id: doorId, cameraId } = door;
    const fact = { seq, at, kind: "intrusion-started", intrusionId, intrusion, doorId, cameraId, ...more };
    expect(await controller.socket.ask("facts", { facts: [fact] })).toEqual({ ok: true, acknowledged: seq });
    return intrusionId;
  };
  return { building, door, pedro, notice };
}

const pushesTo = async ({ id }: TestPerson): Promise<number> =>
  (await server.db.selectFrom("outbox").select("id").where("user_id", "=", id).execute()).length;

describe("a door that is forced, or stands open for too long", () => {
  it("is open at a handover for a week, and not for ever when nobody tells its end", async () => {
    const { building, notice } = await newLobby();
    await notice("door-forced", ago(0));
    const open = () => alarmsOpenIn(server.app.services, building.id);
    expect(await open()).toMatchObject([{ about: "door" }]);
    server.clock.push(7 * 24 * 60 * MINUTE_MS);
    expect(await open()).toEqual([]);
  });

  it("is on the lobby's screens at once, and goes to its people by push", async () => {
    const { building, door, pedro, notice } = await newLobby();
    const atPedro = await server.connectAs(pedro);
    const startedAt = ago(0);
    const id = await notice("door-forced", startedAt);
    expect(await atPedro.hear("door_trouble")).toEqual({
      id,
      kind: "door-forced",
      buildingId: building.id,
      buildingName: building.name,
      timeZone: "America/Bogota",
      doorName: `Puerta ${door.localId}`,
      camera: { id: door.cameraId, name: `Cámara ${door.localId}` },
      at: startedAt,
    });
    expect(await pushesTo(pedro)).toBe(1);
    // Somebody holds the same door open: that is another thing to know.
    const held = await notice("door-held", ago(0));
    await atPedro.hear<{ id: string }>("door_trouble", (trouble) => trouble.id === held);
    expect(await pushesTo(pedro)).toBe(2);
    // And somebody tries codes at its keypad.
    const tried = await notice("wrong-codes", ago(0));
    await atPedro.hear<{ id: string }>("door_trouble", (trouble) => trouble.id === tried);
    expect(await pushesTo(pedro)).toBe(3);
  });

  it("that swings in the wind is shown each time and wakes nobody twice in five minutes", async () => {
    const { pedro, notice } = await newLobby();
    const atPedro = await server.connectAs(pedro);
    for (const minutes of [6, 4, 2]) {
      const id = await notice("door-forced", ago(minutes * MINUTE_MS));
      await atPedro.hear<{ id: string }>("door_trouble", (trouble) => trouble.id === id);
    }
    // The second came two minutes after the first, the third four minutes: neither is a new one.
    expect(await pushesTo(pedro)).toBe(1);
    const later = await newLobby();
    await later.notice("door-forced", ago(10 * MINUTE_MS));
    await later.notice("door-forced", ago(4 * MINUTE_MS));
    expect(await pushesTo(later.pedro)).toBe(2);
  });

  it("is told again to a device that signs in, for half an hour, and to nobody who does not watch doors", async () => {
    const { building, pedro, notice } = await newLobby();
    await notice("door-forced", ago(31 * MINUTE_MS));
    const id = await notice("door-held", ago(29 * MINUTE_MS));
    const resident = await server.newPerson({
      spaces: [
        { role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" },
      ],
    });
    const [atPedro, atResident] = [await server.connectAs(pedro), await server.connectAs(resident)];
    expect(await atPedro.hear("door_trouble")).toMatchObject({ id, kind: "door-held" });
    await atResident.ask("nothing-of-the-sort", {});
    expect(atResident.heardSoFar("door_trouble")).toEqual([]);
    expect(atPedro.heardSoFar("door_trouble")).toEqual([]);
    // What the controller told long afterwards is in the list alone.
    expect(await pushesTo(pedro)).toBe(1);
  });

  it("is not what a camera noticed, nor a door of another building", async () => {
    const { pedro, notice } = await newLobby();
    const other = await newLobby();
    const atPedro = await server.connectAs(pedro);
    await notice("motion", ago(0), { doorId: null });
    await notice("door-forced", ago(0), { doorId: other.door.id, cameraId: null });
    await atPedro.ask("nothing-of-the-sort", {});
    expect(atPedro.heardSoFar("door_trouble")).toEqual([]);
    expect(await pushesTo(pedro)).toBe(0);
    expect(await pushesTo(other.pedro)).toBe(0);
  });
});
