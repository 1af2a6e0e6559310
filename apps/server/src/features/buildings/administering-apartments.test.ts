import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { invitedToken } from "../../../testing/test-invitations.ts";
import { newRequest } from "../../../testing/test-requests.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { holdWholeHomes } from "./administering-apartments.queries.ts";

const server = await startTestServer();
afterAll(() => server.close());
const seen = await seeMessages(server);

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
  const building = await server.newBuilding();
  const floorId = building.towers[0]?.floors[0]?.id ?? "";
  return {
    laura,
    building,
    floorId,
    ask: asking(server, laura),
    path: `/api/bb/buildings/${building.id}/apartments`,
  };
}

async function waiting() {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
  return rows[0]?.count;
}

describe("the apartments of a building", () => {
  it("are read by the platform's administrators alone", async () => {
    const { building, path } = await setUp();
    const doorman = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    expect(await asking(server, null)("GET", path)).toMatchObject({ status: 401 });
    expect(await asking(server, await server.newPerson())("GET", path)).toMatchObject({ status: 404 });
    expect(await asking(server, doorman)("GET", path)).toMatchObject({ status: 403 });
  });

  it("come whole, or by a part of their name, or by pages", async () => {
    const { ask, path, building, floorId } = await setUp();
    await ask("POST", `/api/bb/floors/${floorId}/apartments`, { names: ["A-10", "A-9", "50%"] });
    const names = async (query = "") =>
      (await ask("GET", `${path}${query}`)).body.apartments.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual([
      "50%",
      "A-9",
      "A-10",
      "A-101",
      "A-102",
      "A-201",
      "A-202",
      "B-101",
      "B-102",
      "B-201",
      "B-202",
    ]);
    expect((await ask("GET", path)).body).not.toHaveProperty("totalPages");
    expect(await names("?search=b-1")).toEqual(["B-101", "B-102"]);
    expect(await names("?search=%25")).toEqual(["50%"]);
    expect(await names("?active=false")).toEqual(["50%", "A-9", "A-10"]);
    const page = await ask("GET", `${path}?page=2&limit=4`);
    expect(page.body).toMatchObject({
      building: { id: building.id, name: building.name },
      totalPages: 3,
      apartments: [{ name: "A-102" }, { name: "A-201" }, { name: "A-202" }, { name: "B-101" }],
    });
    expect(await ask("GET", `${path}?page=0`)).toMatchObject({ status: 400 });
    // In another order, a page of it: as people count names, and by how many live there.
    expect(await names("?sort=name&direction=desc&limit=3")).toEqual(["B-202", "B-201", "B-102"]);
    expect(await names("?search=A&sort=name&limit=3")).toEqual(["A-9", "A-10", "A-101"]);
    expect((await names("?sort=active&direction=desc&limit=3")).toSorted()).toEqual(["50%", "A-10", "A-9"]);
    const lived = building.apartments.find(({ name }) => name === "B-102");
    const rosa = { role: "RESIDENTE" as const, buildingId: building.id, apartmentId: lived?.id ?? "" };
    await server.newPerson({ spaces: [rosa] });
    expect(await names("?sort=people&direction=desc&limit=2")).toEqual(["B-102", "50%"]);
    expect(await ask("GET", `${path}?sort=address`)).toMatchObject({ status: 400 });
  });

  it("are refused for the moment, and not made, where others hold their floor for longer than a statement may take", async () => {
    const { ask, floorId } = await setUp();
    const url = `/api/bb/floors/${floorId}/apartments`;
    await server.db.transaction().execute(async (trx) => {
      await sql`select from floors where id = ${floorId} for update`.execute(trx);
      const asked = ask("POST", url, { names: ["A-900"] });
      await expect.poll(waiting).toBe(1);
      // As its time does it.
      await sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
      expect(await asked).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    });
    expect(await ask("POST", url, { names: ["A-900"] })).toMatchObject({ status: 200 });
  });

  it("are made several at once, all of them or none", async () => {
    const { ask, laura, floorId } = await setUp();
    const url = `/api/bb/floors/${floorId}/apartments`;
    const made = await ask("POST", url, { names: ["A-103", "A-104"], apartmentType: "SHOP" });
    expect(made.body.apartments).toMatchObject([
      {
        name: "A-103",
        active: false,
        apartmentType: "SHOP",
        people: 0,
        tower: { name: "A" },
        floor: { name: "1" },
      },
      { name: "A-104" },
    ]);
    const refused = await ask("POST", url, { names: ["A-105", "A-103"] });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "NAME_TAKEN", errors: [{ property: "A-103", message: "already exists" }] },
    });
    const both = await Promise.all([1, 2].map(() => ask("POST", url, { names: ["A-105", "A-106"] })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await ask("POST", url, { names: [] })).toMatchObject({ status: 400 });
    expect(await ask("POST", `/api/bb/floors/${randomUUID()}/apartments`, { names: ["X"] })).toMatchObject({
      status: 404,
    });
    expect(await actionsOf(server, laura.id)).toEqual([
      "buildings.apartments-created",
      "buildings.apartments-created",
    ]);
  });

  it("change their name and kind", async () => {
    const { ask, laura, building } = await setUp();
    const [home, other] = building.apartments;
    const url = `/api/bb/apartments/${home?.id}`;
    expect(await ask("PUT", url, { name: "PH", apartmentType: "HOUSE" })).toMatchObject({
      body: { apartment: { name: "PH", apartmentType: "HOUSE", active: true } },
    });
    expect(await ask("PUT", url, { name: other?.name })).toMatchObject({ status: 409 });
    expect(await changesOf(server, laura.id)).toEqual([
      {
        before: { name: home?.name, apartmentType: "APARTMENT" },
        after: { name: "PH", apartmentType: "HOUSE" },
      },
    ]);
  });
});

describe("deleting an apartment", () => {
  it("takes its people's spaces at once and leaves a fresh one in its place", async () => {
    const { ask, laura, building, path } = await setUp();
    const [home] = building.apartments;
    const rosa = await server.newPerson({
      name: "Rosa Líder",
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: home?.id ?? "" }],
    });
    const socket = await server.connectAs(rosa);
    const replaced = await ask("DELETE", `${path}/${home?.id}/`);
    expect(replaced).toMatchObject({
      status: 200,
      body: { apartment: { name: home?.name, active: false, people: 0, floor: { id: home?.floorId } } },
    });
    expect(replaced.body.apartment.id).not.toBe(home?.id);
    await socket.hear("spaces:changed");
    expect((await asking(server, rosa)("GET", "/api/user/auth/currentUser")).body.spaces).toEqual([]);
    expect(await asking(server, rosa)("GET", `/api/buildings/${building.id}/doors`)).toMatchObject({
      status: 404,
    });
    expect(await ask("DELETE", `${path}/${home?.id}`)).toMatchObject({
      status: 404,
      body: { code: "APARTMENT_NOT_FOUND" },
    });
    expect(await actionsOf(server, laura.id)).toEqual(["buildings.apartment-replaced"]);
    expect(await changesOf(server, laura.id)).toEqual([
      { before: { active: true, people: 1 }, after: { active: false, people: 0 } },
    ]);
  });

  it("rejects what somebody only waits for, and tells them and whoever decides", async () => {
    const { ask, laura, building, path } = await setUp();
    const [home] = building.apartments;
    const { id, asking } = await newRequest(server, building, { name: "Nora Nueva" });
    await server.db
      .updateTable("users")
      .set({ email: "nora@nueva.example" })
      .where("id", "=", asking.id)
      .execute();
    const alba = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const [theirs, desk] = await Promise.all([server.connectAs(asking), server.connectAs(alba)]);
    const replaced = await ask("DELETE", `${path}/${home?.id}/`);
    await theirs.hear("spaces:changed");
    const freshId = replaced.body.apartment.id;
    expect(await desk.hear("access:changed")).toEqual({
      buildingId: building.id,
      apartmentId: freshId,
      kind: "employees",
    });
    expect(await seen.to(asking.id)).toMatchObject([
      { channel: "mail", recipient: "nora@nueva.example", subject: "Tu solicitud fue rechazada" },
    ]);
    const space = await server.db
      .selectFrom("spaces")
      .select(["status", "decided_by", "apartment_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(space).toEqual({ status: "REJECTED", decided_by: laura.id, apartment_id: freshId });
    expect((await actionsOf(server, laura.id)).toSorted()).toEqual([
      "access-requests.rejected",
      "buildings.apartment-replaced",
    ]);
  });

  it("takes back the invitations that wait there, of which each is written down", async () => {
    const { ask, laura, building, path } = await setUp();
    const [home, mistyped, other] = building.apartments;
    const invite = (apartmentId = "", email = "") =>
      ask("POST", `/api/apartments/${apartmentId}/invitations`, { name: "Iris", email, role: "RESIDENTE" });
    const [first, second] = [
      (await invite(home?.id, "iris@invitada.example")).body.invitation.id,
      (await invite(mistyped?.id, "iris@otra.example")).body.invitation.id,
    ];
    await invite(other?.id, "iris@queda.example");
    const token = await invitedToken(server, "iris@invitada.example");
    const open = () => asking(server, null)("POST", "/api/invitations/read", { token });
    expect(await open()).toMatchObject({ status: 200 });
    expect((await ask("DELETE", `${path}/${home?.id}/`)).status).toBe(200);
    expect((await ask("DELETE", `/api/bb/apartments/${mistyped?.id}`)).status).toBe(200);
    expect(await open()).toMatchObject({ status: 404, body: { code: "INVITATION_NOT_VALID" } });
    const { invitations } = (await ask("GET", `/api/bb/buildings/${building.id}/invitations`)).body;
    expect(invitations).toMatchObject([{ email: "iris@queda.example" }]);
    const taken = await server.db
      .selectFrom("audit_lines")
      .select(["subject_id", "actor_id"])
      .where("building_id", "=", building.id)
      .where("action", "=", "users.invitation-taken-back")
      .orderBy("id")
      .execute();
    expect(taken).toEqual([first, second].map((id) => ({ subject_id: id, actor_id: laura.id })));
  });

  it("waits for who decides there, and neither holds the other up for good", async () => {
    const { ask, building, path } = await setUp();
    const [home] = building.apartments;
    const rosa = await server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: home?.id ?? "" }],
    });
    // As a decision does: the space first, and then whether its home is active.
    const replaced = await server.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom("spaces")
        .select("id")
        .where("id", "=", rosa.spaceIds[0] ?? "")
        .forUpdate()
        .execute();
      const replacing = ask("DELETE", `${path}/${home?.id}`);
      await expect.poll(waiting).toBe(1);
      await trx
        .updateTable("apartments")
        .set({ active: true })
        .where("id", "=", home?.id ?? "")
        .execute();
      return { replacing };
    });
    expect(await replaced.replacing).toMatchObject({ status: 200 });
  });

  it.each([
    [
      "deletes it",
      "DELETE",
      (at: { building: string; home: string }) => `${at.building}/apartments/${at.home}`,
    ],
    ["moves it out", "POST", (at: { home: string }) => `/api/bb/apartments/${at.home}/leave`],
    [
      "moves one of its people out",
      "POST",
      (at: { building: string; rosa: string }) => `${at.building}/people/${at.rosa}/leave`,
    ],
  ] as const)(
    "waits for who ends all of the home, before it holds anything of it (who %s)",
    async (_what, method, urlOf) => {
      const { ask, building } = await setUp();
      const home = building.apartments[0]?.id ?? "";
      const rosa = await server.newPerson({
        spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: home }],
      });
      const at = { building: `/api/bb/buildings/${building.id}`, home, rosa: rosa.id };
      const ended = await server.db.transaction().execute(async (trx) => {
        await holdWholeHomes(trx, [home]);
        const ending = ask(method, urlOf(at), ...(method === "POST" ? [{}] : []));
        await expect.poll(waiting).toBe(1);
        for (const [table, column] of [
          ["users", "id"],
          ["spaces", "user_id"],
        ] as const) {
          const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${rosa.id}
          for update nowait`.execute(trx);
          expect(rows).toHaveLength(1);
        }
        return { ending };
      });
      expect(await ended.ending).toMatchObject({ status: 200 });
    },
  );

  it("happens once when two delete it at once, and never through another building", async () => {
    const { ask, building, path } = await setUp();
    const [home] = building.apartments;
    const elsewhere = await server.newBuilding();
    expect(await ask("DELETE", `/api/bb/buildings/${elsewhere.id}/apartments/${home?.id}`)).toMatchObject({
      status: 404,
    });
    const both = await Promise.all([1, 2].map(() => ask("DELETE", `${path}/${home?.id}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { apartments } = (await ask("GET", `${path}?search=${home?.name}`)).body;
    expect(apartments).toHaveLength(1);
  });

  it("for good is refused while somebody lives or waits there", async () => {
    const { ask, building } = await setUp();
    const [home] = building.apartments;
    const waiting = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home?.id ?? "" }],
    });
    await server.db
      .updateTable("spaces")
      .set({ status: "PENDING" })
      .where("user_id", "=", waiting.id)
      .execute();
    expect(await ask("DELETE", `/api/bb/apartments/${home?.id}`)).toMatchObject({
      status: 409,
      body: { code: "APARTMENT_IN_USE" },
    });
    expect(await ask("DELETE", `/api/bb/apartments/${building.apartments[1]?.id}`)).toMatchObject({
      status: 200,
    });
  });
});
