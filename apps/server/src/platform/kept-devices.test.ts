import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { asking } from "../../testing/test-admin.ts";
import { newController } from "../../testing/test-controller.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const source = { kind: "rtsp", address: "rtsp://root:hunter2@10.0.0.5/live" };
const relay = {
  kind: "http",
  openAddress: "http://root:hunter2@10.0.0.6/on",
  closeAddress: "http://root:hunter2@10.0.0.6/off",
};
const siren = { ...relay, openAddress: "http://10.0.0.7/on?token=hunter2" };
const contact = {
  kind: "http",
  address: "http://10.0.0.8/state?pwd=hunter2",
  everyMs: 500,
  openText: "open",
  closedText: "closed",
};

/** Everything that the database holds of devices, and all that was ever written down of them. */
async function allThatIsKept({ db }: TestServer): Promise<string> {
  return JSON.stringify(
    await Promise.all([
      db.selectFrom("buildings").select("siren").execute(),
      db.selectFrom("cameras").select("source").execute(),
      db.selectFrom("doors").select(["relay", "contact"]).execute(),
      db.selectFrom("audit_lines").selectAll().execute(),
      db.selectFrom("audit_values").selectAll().execute(),
    ]),
  );
}

it("addresses of devices lie in the database so that nobody who reads it has a password", async () => {
  const laura = await server.newPerson({ userType: "ADMIN" });
  const ask = asking(server, laura);
  const place = { address1: "Calle 1", city: "Bogotá", state: "Cundinamarca", type: "RESIDENTIAL" };
  const made = await ask("POST", "/api/bb/buildings", { name: "Edificio Sellado", ...place, siren });
  expect(made.status).toBe(200);
  const { id } = made.body.building;
  const tower = await ask("POST", `/api/bb/buildings/${id}/towers`, { name: "A" });
  const floorId = randomUUID();
  const floor = { id: floorId, tower_id: tower.body.tower.id, name: "1", plan_file_id: null };
  await server.db.insertInto("floors").values(floor).execute();
  await ask("POST", `/api/bb/buildings/${id}/cameras`, { name: "Portal", source });
  const door = { name: "Principal", localId: "1", floorId, relay, contact };
  expect(await ask("POST", `/api/bb/buildings/${id}/doors`, door)).toMatchObject({ status: 200 });

  const kept = await allThatIsKept(server);
  for (const secret of ["hunter2", "root"]) {
    expect(kept.includes(secret) ? kept : null).toBeNull();
  }
  const controller = await newController(server, id);
  expect(await controller.socket.hear("configuration")).toMatchObject({
    siren,
    doors: [{ relay, contact }],
    cameras: [{ source }],
  });
});

it("what an earlier version left readable is closed when the server starts, once", async () => {
  const building = await server.newBuilding();
  const door = await server.newDoor(building);
  const { db } = server;
  await db
    .updateTable("doors")
    .set({ relay: JSON.stringify(relay) })
    .where("id", "=", door.id)
    .execute();
  await db
    .updateTable("cameras")
    .set({ source: JSON.stringify(source) })
    .where("id", "=", door.cameraId)
    .execute();
  await db
    .updateTable("buildings")
    .set({ siren: JSON.stringify(siren) })
    .where("id", "=", building.id)
    .execute();
  // Two processes that start at once close it once.
  const others = await Promise.all([server.another(), server.another()]);
  const kept = await allThatIsKept(server);
  expect(kept.includes("hunter2") ? kept : null).toBeNull();
  await Promise.all(others.map((other) => other.close()));
  const again = await server.another();
  expect(await allThatIsKept(server)).toBe(kept);
  await again.close();
  const controller = await newController(server, building.id);
  expect(await controller.socket.hear("configuration")).toMatchObject({
    siren,
    doors: [{ relay }],
    cameras: [{ source }],
  });
});

it("an address that was put into another's row is no address there, and the rest of the building works", async () => {
  const building = await server.newBuilding();
  const [door, other] = [await server.newDoor(building), await server.newDoor(building)];
  const { db } = server;
  await db
    .updateTable("cameras")
    .set({ source: JSON.stringify(source) })
    .where("id", "=", door.cameraId)
    .execute();
  await (await server.another()).close();
  const { source: closed } = await db
    .selectFrom("cameras")
    .select("source")
    .where("id", "=", door.cameraId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("cameras")
    .set({ source: JSON.stringify(closed) })
    .where("id", "=", other.cameraId)
    .execute();
  const controller = await newController(server, building.id);
  const { cameras } = (await controller.socket.hear("configuration")) as {
    cameras: { id: string; source: { address: string } }[];
  };
  const addressOf = (id: string) => cameras.find((camera) => camera.id === id)?.source.address;
  expect(addressOf(door.cameraId)).toBe(source.address);
  expect(addressOf(other.cameraId)).toBe("rtsp://direccion-perdida.invalid/");
});
