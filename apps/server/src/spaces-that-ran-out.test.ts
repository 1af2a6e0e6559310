import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../testing/factories.ts";
import { asking } from "../testing/test-admin.ts";
import { newRequest } from "../testing/test-requests.ts";
import { startTestServer, type TestSocket } from "../testing/test-server.ts";
import { atNoon, givenCode, newLobby } from "../testing/test-visits.ts";

/*
 * A space that ran out a moment ago: nobody has ended it yet, it still says APPROVED. Each question that asks who
 * somebody is looks at the clock by itself.
 */

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
atNoon(server);

async function newSpace(role: Role, building: TestBuilding, apartment?: number): Promise<TestPerson> {
  const apartmentId = building.apartments[apartment ?? -1]?.id;
  return server.newPerson({
    spaces: [{ role, buildingId: building.id, ...(apartmentId === undefined ? {} : { apartmentId }) }],
  });
}

const runOut = async (person: TestPerson) => {
  await db
    .updateTable("spaces")
    .set({ ends_at: new Date(server.clock.now().getTime() - 1000) })
    .where("user_id", "=", person.id)
    .execute();
};

/** What was told before is heard before the answer to this. */
const heardNothing = async (socket: TestSocket, event: string) => {
  await socket.ask("nothing-of-the-sort", {});
  expect(socket.heardSoFar(event)).toEqual([]);
};

describe("who lived here until a moment ago", () => {
  it("reads no calls of the home any more", async () => {
    const building = await server.newBuilding();
    const tomas = await newSpace("RESIDENTE_TEMPORAL", building, 0);
    const read = () => asking(server, tomas)("GET", `/api/apartments/${building.apartments[0]?.id}/calls`);
    expect((await read()).status).toBe(200);
    await runOut(tomas);
    expect((await read()).status).toBe(404);
  });

  it("is nobody whom the home's bell rings", async () => {
    const building = await server.newBuilding();
    const [rosa, tomas, pedro] = await Promise.all([
      newSpace("RESIDENTE_LIDER", building, 0),
      newSpace("RESIDENTE_TEMPORAL", building, 0),
      newSpace("PORTERIA", building),
    ]);
    const rung = async () =>
      (
        await asking(server, pedro)("GET", `/api/buildings/${building.id}/apartments/A-101`)
      ).body.apartmentUsers[0].users
        .map(({ id }: { id: string }) => id)
        .sort();
    expect(await rung()).toEqual([rosa.id, tomas.id].sort());
    await runOut(tomas);
    expect(await rung()).toEqual([rosa.id]);
  });

  it("hears no alarm", async () => {
    const building = await server.newBuilding();
    const [rosa, tomas] = await Promise.all([
      newSpace("RESIDENTE_LIDER", building, 0),
      newSpace("RESIDENTE_TEMPORAL", building, 0),
    ]);
    const [hers, his] = [await server.connectAs(rosa), await server.connectAs(tomas)];
    await runOut(tomas);
    await hers.ask("user_event", { buildingId: building.id, event: "EMERGENCY" });
    await hers.hear("user_event");
    await heardNothing(his, "user_event");
    const written = await db.selectFrom("outbox").select("id").where("user_id", "=", tomas.id).execute();
    expect(written).toEqual([]);
  });

  it("does not make that home the current one again", async () => {
    const building = await server.newBuilding();
    const tomas = await newSpace("RESIDENTE_TEMPORAL", building, 0);
    await runOut(tomas);
    const spaceId = tomas.spaceIds[0] ?? "";
    expect((await asking(server, tomas)("PUT", `/api/user/spaces/${spaceId}/current`)).status).toBe(404);
    const space = await db
      .selectFrom("spaces")
      .select("last_used_at")
      .where("id", "=", spaceId)
      .executeTakeFirstOrThrow();
    expect(space.last_used_at).toBeNull();
  });
});

describe("who led a home until a moment ago", () => {
  it("is told of no request for it", async () => {
    const building = await server.newBuilding();
    const [rosa, lucas] = await Promise.all([
      newSpace("RESIDENTE_LIDER", building, 0),
      newSpace("RESIDENTE_LIDER", building, 0),
    ]);
    const [hers, his] = [await server.connectAs(rosa), await server.connectAs(lucas)];
    await runOut(lucas);
    await newRequest(server, building);
    await hers.hear("access:changed");
    await heardNothing(his, "access:changed");
    const written = await db.selectFrom("outbox").select("id").where("user_id", "=", lucas.id).execute();
    expect(written).toEqual([]);
  });
});

describe("who kept the lobby until a moment ago", () => {
  it("is told of no visit", async () => {
    const { building, pedro, victor } = await newLobby(server);
    const gone = await newSpace("PORTERIA", building);
    const [his, theirs] = [await server.connectAs(pedro), await server.connectAs(gone)];
    await runOut(gone);
    await givenCode(server, { building, victor });
    await his.hear("visits:changed");
    await heardNothing(theirs, "visits:changed");
  });
});
