import { afterAll, describe, expect, it } from "vitest";
import { actionsOf } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function take(path: string, headers: Record<string, string>) {
  const reply = await server.app.http.inject({ method: "GET", url: path, headers });
  return { status: reply.statusCode, type: reply.headers["content-type"], rows: reply.body.split("\r\n") };
}

describe("the lists of the administration as files", () => {
  it("are for the administration, hold what the list holds, and are written down", async () => {
    const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
    const building = await server.newBuilding("Edificio de los Archivos");
    const [home] = building.apartments;
    await server.newPerson({
      name: "Alberto; Administrador",
      spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
    });
    const elena = await server.newPerson({
      spaces: [{ role: "EMPLEADO_ADMINISTRATIVO", buildingId: building.id }],
    });
    await server.newDoor(building, { name: "=Puerta", localId: "7$" });
    const of = `/api/bb/buildings/${building.id}`;
    const lists: Record<string, [header: string, row: string]> = {
      "/api/bb/buildings.csv?search=archivos": ["Edificio;Dirección", "Edificio de los Archivos;"],
      [`${of}/apartments.csv?search=${home?.name}`]: [
        "Torre;Piso;Apartamento",
        `A;1;${home?.name};Apartamento`,
      ],
      // What a spreadsheet would carry out is text.
      [`${of}/doors.csv`]: ["Puerta;Relé", "'=Puerta;7$;A;1;"],
      [`${of}/cameras.csv`]: ["Cámara;Tipo", "Cámara 7$;Simulada;"],
      [`${of}/staff.csv`]: ["Persona;Rol", '"Alberto; Administrador";Administrador;'],
      "/api/bb/administrators.csv": ["Nombre;Documento", `Laura Plataforma;${laura.cedula}`],
    };
    for (const [path, [header, row]] of Object.entries(lists)) {
      expect([path, (await take(path, {})).status]).toEqual([path, 401]);
      expect([path, (await take(path, elena.headers)).status]).toEqual([path, 403]);
      const { status, type, rows } = await take(path, laura.headers);
      expect([path, status, type]).toEqual([path, 200, "text/csv; charset=utf-8"]);
      expect(rows[0]).toContain(header);
      expect(
        rows.find((line) => line.startsWith(row)),
        `${row} in ${rows.join("\n")}`,
      ).toBeDefined();
    }
    expect(await actionsOf(server, laura.id)).toEqual([
      "buildings.exported",
      "buildings.apartments-exported",
      "doors.exported",
      "cameras.exported",
      "users.staff-exported",
      "administrators.exported",
    ]);
  });

  it("hold only what is looked for", async () => {
    const laura = await server.newPerson({ userType: "ADMIN" });
    const building = await server.newBuilding();
    const path = `/api/bb/buildings/${building.id}/apartments.csv`;
    const { rows } = await take(`${path}?search=b-1`, laura.headers);
    expect(rows.slice(1, -1).map((row) => row.split(";")[2])).toEqual(["B-101", "B-102"]);
    expect((await take(`${path}?active=false`, laura.headers)).rows).toHaveLength(2);
    // What somebody chose, and nothing else.
    const [chosen] = building.apartments;
    for (const [of, id] of [
      [path, chosen?.id],
      ["/api/bb/buildings.csv", building.id],
      ["/api/bb/administrators.csv", laura.id],
    ] as const) {
      expect([of, (await take(`${of}?ids=${id}`, laura.headers)).rows.length]).toEqual([of, 3]);
    }
  });

  it("hold of doors, cameras and staff those that were chosen, and nobody's of another building", async () => {
    const [building, other] = [await server.newBuilding(), await server.newBuilding()];
    const ana = await server.newPerson({
      name: "Ana Administradora",
      spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
    });
    await server.newPerson({
      name: "Pedro Portero",
      spaces: [{ role: "PORTERIA", buildingId: building.id }],
    });
    const garage = await server.newDoor(building, { name: "Garaje", localId: "7" });
    await server.newDoor(building, { name: "Portal", localId: "8" });
    const elsewhere = await server.newDoor(other, { name: "Ajena", localId: "9" });
    const of = `/api/bb/buildings/${building.id}`;
    const read = async (path: string) =>
      (await server.app.http.inject({ method: "GET", url: path, headers: ana.headers })).json();
    const { cameras } = await read(`${of}/cameras`);
    const { staff } = await read(`${of}/staff`);
    const idOf = (list: { id: string; name: string }[], name: string) =>
      list.find((one) => one.name === name)?.id;
    const lists: Record<string, [ids: (string | undefined)[], names: string[]]> = {
      doors: [[garage.id, elsewhere.id], ["Garaje"]],
      cameras: [[idOf(cameras, "Cámara 8")], ["Cámara 8"]],
      staff: [
        [
          idOf(
            staff.map(({ id, user }: { id: string; user: { name: string } }) => ({ id, name: user.name })),
            "Pedro Portero",
          ),
        ],
        ["Pedro Portero"],
      ],
    };
    for (const [list, [ids, names]] of Object.entries(lists)) {
      const { rows } = await take(`${of}/${list}.csv?ids=${ids.join(",")}`, ana.headers);
      expect([list, rows.slice(1, -1).map((row) => row.split(";")[0])]).toEqual([list, names]);
    }
  });

  it("hold who waits, without faces, for whoever decides there", async () => {
    const building = await server.newBuilding();
    const [home] = building.apartments;
    const waiting = await server.newPerson({
      name: "Wilson Espera",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home?.id ?? "" }],
    });
    await server.db
      .updateTable("spaces")
      .set({ status: "PENDING" })
      .where("user_id", "=", waiting.id)
      .execute();
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const employees = `/api/apartments/${building.id}/access.csv`;
    expect((await take(employees, pedro.headers)).status).toBe(403);
    const { rows } = await take(employees, alberto.headers);
    expect(rows[1]).toContain(`Wilson Espera;${waiting.cedula};`);
    expect((await take(`${employees}?search=nadie`, alberto.headers)).rows).toHaveLength(2);
    expect((await take(`${employees}?ids=${waiting.id}`, alberto.headers)).rows).toHaveLength(2);
    const { id: waitingSpace } = await server.db
      .selectFrom("spaces")
      .select("id")
      .where("user_id", "=", waiting.id)
      .executeTakeFirstOrThrow();
    expect((await take(`${employees}?ids=${waitingSpace}`, alberto.headers)).rows[1]).toContain(
      "Wilson Espera",
    );
    expect((await take(`/api/buildings/${building.id}/access.csv`, alberto.headers)).rows).toHaveLength(2);
    expect(await actionsOf(server, alberto.id)).toContain("access-requests.exported");
  });

  it("are for who administers once they showed a second factor, and a home's leader is asked for none", async () => {
    const building = await server.newBuilding();
    const [home] = building.apartments;
    const apartmentId = home?.id ?? "";
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const rosa = await server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId }],
    });
    const unproven = async (who: { id: string }) =>
      (await server.newSession(who.id, { hasSecondFactor: false })).headers;
    const ofHome = `/api/apartments/${apartmentId}/access.csv`;
    for (const path of [
      ofHome,
      `/api/apartments/${building.id}/access.csv`,
      `/api/buildings/${building.id}/access.csv`,
    ]) {
      const refused = await take(path, await unproven(alberto));
      expect([path, refused.status, refused.rows[0]]).toEqual([
        path,
        403,
        expect.stringContaining("SECOND_FACTOR_ASKED"),
      ]);
      expect(await actionsOf(server, alberto.id)).not.toContain("access-requests.exported");
    }
    expect((await take(ofHome, alberto.headers)).status).toBe(200);
    expect((await take(ofHome, await unproven(rosa))).status).toBe(200);
  });
});
