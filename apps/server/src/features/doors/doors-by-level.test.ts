import type { BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { DOOR_OPEN, type Door } from "@umbral/contract/doors/doors.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

/** The clock on the building's wall shows this from now on. Sessions go on: it is never more than some days. */
function pushTo(local: string): void {
  server.clock.push(Date.parse(`${local}-05:00`) - server.clock.now().getTime());
}

/** The next such weekday, by the building's clock. @param weekday 0 is Sunday */
function next(weekday: number, notIn: readonly string[] = []): string {
  const day = new Date(server.clock.now().getTime() - 5 * 3_600_000);
  do {
    day.setUTCDate(day.getUTCDate() + 1);
  } while (day.getUTCDay() !== weekday || notIn.includes(day.toISOString().slice(0, 10)));
  return day.toISOString().slice(0, 10);
}

async function newPlace() {
  const building = await server.newBuilding();
  const controller = await newController(server, building.id);
  const entrance = await server.newDoor(building, { localId: "1" });
  const garage = await server.newDoor(building, { localId: "2$" });
  const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  return { building, controller, entrance, garage, ana, ask: asking(server, ana) };
}

const someone = (building: TestBuilding, role: Role) =>
  server.newPerson({
    spaces: [{ role, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });

const press = (buildingId: string, door: string) => ({ buildingId, door, action: DOOR_OPEN });

describe("the app", () => {
  it("opens the entrance for services in its hours, and not at night, on Sundays and holidays", async () => {
    const { building, controller, entrance, garage, ana, ask } = await newPlace();
    const { holidays }: BuildingAccess = (await ask("GET", `/api/bb/buildings/${building.id}/access-levels`))
      .body;
    const colombian = holidays.map(({ day }) => day);
    const day = next(3, colombian);
    const sergio = await someone(building, "SERVICIOS");
    const open = async (local: string, door = entrance.id) => {
      pushTo(local);
      const socket = await server.connectAs(await server.newSession(sergio.id));
      return socket.ask("door_action", press(building.id, door));
    };
    expect(await open(`${day}T05:59:00`)).toMatchObject({ ok: false, code: "NOT_NOW" });
    expect(await open(`${day}T06:00:30`)).toMatchObject({ ok: true });
    expect(await open(`${day}T12:00:00`, garage.id)).toMatchObject({ ok: false, code: "NOT_ALLOWED" });
    expect(await open(`${day}T18:00:30`)).toMatchObject({
      ok: false,
      code: "NOT_NOW",
      message: "No puedes abrir esta puerta a esta hora.",
    });
    expect(await open(`${next(0)}T10:00:00`)).toMatchObject({ code: "NOT_NOW" });
    const fumigation = next(2, colombian);
    await asking(server, await server.newSession(ana.id))(
      "PUT",
      `/api/bb/buildings/${building.id}/holidays/${fumigation}`,
      { name: "Fumigación" },
    );
    expect(await open(`${fumigation}T10:00:00`)).toMatchObject({ code: "NOT_NOW" });
    expect(controller.orders).toHaveLength(1);
  });

  it("follows at once when the administration changes a level, gives one or takes one", async () => {
    const { building, entrance, garage, ask } = await newPlace();
    const of = `/api/bb/buildings/${building.id}/access-levels`;
    const [resident, officer] = [await someone(building, "RESIDENTE"), await someone(building, "POLICIA")];
    const [theirs, his] = [await server.connectAs(resident), await server.connectAs(officer)];
    const levels: { id: string; name: string }[] = (await ask("GET", of)).body.levels;
    const residents = levels.find(({ name }) => name === "Residentes")?.id ?? "";
    expect(await theirs.ask("door_action", press(building.id, garage.id))).toMatchObject({ ok: true });
    await ask("PUT", `${of}/${residents}`, { doors: { kind: "entrance" } });
    expect(await theirs.ask("door_action", press(building.id, garage.id))).toMatchObject({
      code: "NOT_ALLOWED",
    });
    expect(await theirs.ask("door_action", press(building.id, entrance.id))).toMatchObject({ ok: true });

    const pressGarage = () => his.ask("door_action", press(building.id, garage.id));
    expect(await pressGarage()).toMatchObject({ code: "NOT_ALLOWED" });
    const level = (
      await ask("POST", of, {
        name: "Ronda",
        doors: { kind: "chosen", doorIds: [garage.id] },
        scheduleId: null,
      })
    ).body.level;
    await ask("PUT", `${of}/${level.id}/people/${officer.id}`, {});
    expect(await pressGarage()).toMatchObject({ ok: true });
    await ask("DELETE", `${of}/${level.id}/people/${officer.id}`);
    expect(await pressGarage()).toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("lists what somebody may open now; who sees no cameras sees these doors alone, without them", async () => {
    const { building, entrance, garage, ask } = await newPlace();
    const list = async (who: { headers: { authorization: string } }): Promise<Door[]> =>
      (await asking(server, who)("GET", `/api/buildings/${building.id}/doors`)).body.doors;
    const resident = await someone(building, "RESIDENTE");
    const officer = await someone(building, "POLICIA");
    const sergio = await someone(building, "SERVICIOS");
    expect(await list(resident)).toMatchObject([
      { id: entrance.id, may: { operate: true }, cameraId: entrance.cameraId },
      { id: garage.id, may: { operate: true } },
    ]);
    expect(await list(officer)).toMatchObject([
      { id: entrance.id, may: { operate: false }, cameraId: entrance.cameraId },
      { id: garage.id, may: { operate: false } },
    ]);
    const { holidays }: BuildingAccess = (await ask("GET", `/api/bb/buildings/${building.id}/access-levels`))
      .body;
    const day = next(
      4,
      holidays.map((one) => one.day),
    );
    pushTo(`${day}T10:00:00`);
    const atTen = await list(await server.newSession(sergio.id));
    pushTo(`${day}T20:00:00`);
    const atEight = await list(await server.newSession(sergio.id));
    const seen = { id: entrance.id, cameras: [], cameraId: null };
    const hours = "lun–sáb 6:00 AM–6:00 PM. Festivos: no";
    expect(atTen).toMatchObject([{ ...seen, may: { operate: true, hours } }]);
    expect(atEight).toMatchObject([{ ...seen, may: { operate: false, atOtherHours: true } }]);
    expect([atTen.length, atEight.length]).toEqual([1, 1]);
    const visitor = await someone(building, "VISITANTE_CONOCIDO");
    expect(
      (
        await asking(server, await server.newSession(visitor.id))(
          "GET",
          `/api/buildings/${building.id}/doors`,
        )
      ).body,
    ).toMatchObject({ code: "NOT_ALLOWED" });
  });
});
