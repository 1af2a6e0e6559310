import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { asked } from "../../../testing/test-requests.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { type AccessAsked, announceRequest, requestAccess } from "./access-requests.service.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;

async function setUp() {
  const building = await server.newBuilding();
  const [apartment] = building.apartments;
  const asking = await server.newPerson({ name: "Nora Nueva" });
  return { building, apartmentId: apartment?.id ?? "", asking };
}

const askedIn = (
  building: TestBuilding,
  userId: string,
  more: Partial<AccessAsked> & { apartmentId: string },
): AccessAsked => asked({ userId, buildingId: building.id, ...more });

const request = (what: AccessAsked) =>
  server.db.transaction().execute((trx) => requestAccess(services, trx, what));

describe("asking for access", () => {
  it("makes the space that waits, and tells those who decide there", async () => {
    const { building, apartmentId, asking } = await setUp();
    const [administrator, leader, neighbour, owner] = await Promise.all(
      (
        [
          ["ADMINISTRADOR", undefined],
          ["RESIDENTE_LIDER", apartmentId],
          ["RESIDENTE_LIDER", building.apartments[1]?.id],
          ["PROPIETARIO", apartmentId],
        ] as const
      ).map(([role, home]) =>
        server.newPerson({
          spaces: [{ role, buildingId: building.id, ...(home ? { apartmentId: home } : {}) }],
        }),
      ),
    );
    const sockets = await Promise.all(
      [administrator, leader, neighbour, owner].map((someone) => server.connectAs(someone ?? asking)),
    );
    const id = await request(askedIn(building, asking.id, { apartmentId }));
    await announceRequest(services, id);
    const [ofAdministrator, ofLeader, ...others] = sockets;
    for (const socket of [ofAdministrator, ofLeader]) {
      expect(await socket?.hear("access:changed")).toEqual({
        buildingId: building.id,
        apartmentId,
        kind: "employees",
      });
    }
    for (const socket of others) {
      await socket?.ask("init", { token: "none" });
      expect(socket?.heardSoFar("access:changed")).toEqual([]);
    }
    expect(
      await server.db.selectFrom("spaces").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    ).toMatchObject({ status: "PENDING", user_id: asking.id, apartment_id: apartmentId, decided_at: null });
  });

  it("of an owner is told to administrators alone", async () => {
    const { building, apartmentId, asking } = await setUp();
    const leader = await server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId }],
    });
    const administrator = await server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
    });
    for (const device of [leader, administrator]) {
      await server.app.http.inject({
        method: "POST",
        url: "/api/user/notifications/token",
        headers: device.headers,
        payload: { registrationToken: `device-of-${device.id}` },
      });
    }
    await request(askedIn(building, asking.id, { apartmentId, role: "PROPIETARIO" }));
    const pushes = await server.db
      .selectFrom("outbox")
      .select("user_id")
      .where("user_id", "in", [leader.id, administrator.id])
      .execute();
    expect(pushes.map(({ user_id }) => user_id)).toEqual([administrator.id]);
  });

  it("is refused a second time while the first waits, also at the same moment", async () => {
    const { building, apartmentId, asking } = await setUp();
    const twice = await Promise.allSettled([
      request(askedIn(building, asking.id, { apartmentId })),
      request(askedIn(building, asking.id, { apartmentId, role: "SERVICIOS" })),
    ]);
    expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(request(askedIn(building, asking.id, { apartmentId }))).rejects.toMatchObject({
      code: "ACCESS_ALREADY_REQUESTED",
    });
    const elsewhere = building.apartments[1]?.id ?? "";
    expect(await request(askedIn(building, asking.id, { apartmentId: elsewhere }))).toMatch(/-/);
  });

  it("is refused for what the person has, until that ran out", async () => {
    const { building, apartmentId } = await setUp();
    const resident = await server.newPerson({
      spaces: [{ role: "RESIDENTE_TEMPORAL", buildingId: building.id, apartmentId }],
    });
    const again = askedIn(building, resident.id, { apartmentId, role: "RESIDENTE_TEMPORAL" });
    await expect(request(again)).rejects.toMatchObject({ code: "ACCESS_ALREADY_GRANTED" });
    await server.db
      .updateTable("spaces")
      .set({ ends_at: new Date(server.clock.now().getTime() - 1) })
      .where("user_id", "=", resident.id)
      .execute();
    expect(await request(again)).toMatch(/-/);
  });

  it("is refused for an apartment of another building", async () => {
    const { apartmentId, asking } = await setUp();
    const other = await server.newBuilding();
    await expect(request(askedIn(other, asking.id, { apartmentId }))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
